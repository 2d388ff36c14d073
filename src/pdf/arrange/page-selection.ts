/** Which pages of a file are taken, in which order. Pages count from 1. */
import { z } from 'zod'

const range = ' *[1-9][0-9]{0,5} *(?:- *(?:[1-9][0-9]{0,5} *)?)?'
const PAGES = new RegExp(`^${range}(?:,${range})*$`)
const PAGES_RULE = 'must be page numbers and ranges such as "1-3, 5, 8-"'

export const pageSelection = z
  .string()
  .max(1000)
  .regex(PAGES, PAGES_RULE)
  .refine((value) => rangesOf(value).every(({ from, to }) => from <= to), PAGES_RULE)

/** Stands for the end of a range that is open. */
const LAST_PAGE = 999_999

function rangesOf(text: string): { from: number; to: number }[] {
  return text.split(',').map((part) => {
    const [from = 0, to = from] = part.split('-').map((page) => Number(page) || LAST_PAGE)
    return { from, to }
  })
}

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
  for (const { from, to } of rangesOf(text)) {
    if (from > count) missing.push(from)
    for (let page = from; page <= Math.min(to, count); page++) indices.push(page - 1)
  }
  return { indices, missing }
}
