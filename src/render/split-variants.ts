/** What the browser printed, in its parts: the document, and single pages of it that were printed in another way. */
import type { VariantFile } from '../browser/page-variants'
import { parsePageRanges } from '../text/page-ranges'

/** A file whose pages are to take the place of those of the document, by their numbers in it. */
export type PrintedVariant = { pages: number[]; bytes: Uint8Array }

/** The files of one stream, in which the document is the last. */
export function splitVariants(
  stream: Uint8Array,
  files: readonly VariantFile[] = [],
): { bytes: Uint8Array; variants?: PrintedVariant[] } {
  if (files.length === 0) return { bytes: stream }
  let at = 0
  const variants = files.map(({ pages, bytes }) => {
    const from = at
    at += bytes
    return { pages, bytes: stream.slice(from, at) }
  })
  return { bytes: stream.slice(at), variants }
}

/** For each page of the variant its place, from 0, in a file that has only the pages of `ranges`; undefined if it is left out. */
export function placesIn(pages: readonly number[], ranges: string | undefined): (number | undefined)[] {
  if (ranges === undefined) return pages.map((page) => page - 1)
  const kept = parsePageRanges(ranges)
  const isKept = (page: number) => kept.some(({ from, to }) => page >= from && page <= to)
  return pages.map((page) => {
    if (!isKept(page)) return undefined
    let place = 0
    for (let before = 1; before < page; before++) if (isKept(before)) place++
    return place
  })
}
