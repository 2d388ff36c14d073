/** Page numbers that elements set (`counter-reset: page` of a chapter): as `string()`, by a style of the page counter. */

import { formatCounter } from './counter-format'
import { cssString } from './element-text'
import { elementsWith } from './elements-by-property'

/** An element, and the number of the page that it begins on. */
export type PageSet = { element: Element; number: number }

/** The elements that set page numbers, in the order of the document. */
export function findPageSets(numbers: number[]): PageSet[] {
  if (numbers.length === 0) return []
  return elementsWith('--platen-page-set').flatMap(({ element, value }) => {
    const number = numbers[Number(value)]
    return number === undefined || /^(?:html|body)$/.test(element.localName) ? [] : [{ element, number }]
  })
}

/** The number that each page shows, which is `firstPage` on the first if nothing sets it. */
export function numberPages(
  sets: PageSet[],
  { pageOf, firstPage }: { pageOf: (element: Element) => number | undefined; firstPage: number },
): (page: number) => number {
  const known = sets
    .flatMap(({ element, number }) => {
      const page = pageOf(element)
      return page === undefined ? [] : [{ page, number }]
    })
    .toSorted((a, b) => a.page - b.page)
  return (page) => {
    const last = known.findLast((set) => set.page <= page)
    return last ? last.number + page - last.page : page + firstPage - 1
  }
}

/** The styles of the page counter by which margins show these numbers. */
export function numberStyles(styles: string[], count: number, numberOf: (page: number) => number): string {
  return styles
    .map((style, index) => {
      const symbols = Array.from({ length: count }, (_, at) =>
        cssString(formatCounter(numberOf(at + 1), style)),
      )
      return symbols.length === 0
        ? ''
        : `@counter-style platen-page-${index}{system:fixed 1;symbols:${symbols.join(' ')}}`
    })
    .join('')
}
