/** Which pages of a file are taken, in which order. Pages count from 1. */
import { z } from 'zod'
import { PAGE_RANGES, PAGE_RANGES_RULE, parsePageRanges } from '../../text/page-ranges'

export const pageSelection = z
  .string()
  .max(1000)
  .regex(PAGE_RANGES, PAGE_RANGES_RULE)
  .refine((value) => parsePageRanges(value).every(({ from, to }) => from <= to), PAGE_RANGES_RULE)

export type SelectedPages = {
  /** From 0, in the order of the selection; a page may come twice. */
  indices: number[]
  /** The first pages of ranges that lie behind the end. */
  missing: number[]
}

/** The pages that `text` selects of `count`. */
export function selectPages(text: string, count: number): SelectedPages {
  const indices: number[] = []
  const missing: number[] = []
  for (const { from, to } of parsePageRanges(text)) {
    if (from > count) missing.push(from)
    for (let page = from; page <= Math.min(to, count); page++) indices.push(page - 1)
  }
  return { indices, missing }
}
