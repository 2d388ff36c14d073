/**
 * Page numbers and ranges as callers write them: which pages are meant, and which of those a document does not have.
 * Pages count from 1.
 */

const range = ' *[1-9][0-9]{0,5} *(?:- *(?:[1-9][0-9]{0,5} *)?)?'
/** The form of the option, and how a message says it. */
export const PAGE_RANGES = new RegExp(`^${range}(?:,${range})*$`)
export const PAGE_RANGES_RULE = 'must be page numbers and ranges such as "1-3, 5, 8-"'

/** Stands for the end of a range that is open. */
const LAST_PAGE = 999_999

/** The ranges of an option of that form, as they stand there; both ends belong to them. */
export function parsePageRanges(text: string): { from: number; to: number }[] {
  return text.split(',').map((part) => {
    const [from = 0, to = from] = part.split('-').map((page) => Number(page) || LAST_PAGE)
    return { from, to }
  })
}

/**
 * The first pages of ranges that lie wholly behind the document's end, told by how many pages were printed: a range
 * that ends behind it just takes what there is.
 */
export function missingPages(text: string, printed: number): number[] {
  const ranges = parsePageRanges(text).sort((one, other) => one.from - other.from)
  const missing = new Set<number>()
  let end = 0
  let kept = 0
  for (const { from, to } of ranges) {
    const before = kept - Math.max(0, end - from + 1)
    if (printed <= before) missing.add(from)
    kept += Math.max(0, to - Math.max(end, from - 1))
    end = Math.max(end, to)
  }
  return [...missing]
}
