/** Runs inside the page: bars that paper draws again on every page. */

import type { Notebook } from './finding-collector'
import type { Paged } from './flow'
import type { Geometry } from './geometry'
import type { Survey } from './walk-elements'

/** Where text stands on its page, whichever that is. CSS pixels. */
type Place = { left: number; right: number; top: number; bottom: number }

/** The places of all text on the pages that it is printed on. */
export function textsOnPages({ found, columns }: Paged): Place[] {
  return found.leaves
    .filter(({ fixed }) => !fixed)
    .flatMap(({ element, rect: { left, right } }) =>
      columns.piecesOf(element).map(({ top, bottom }) => ({ left, right, top, bottom })),
    )
}

/** The places of all text of a document of one page. */
export function textsAsSeen(found: Survey): Place[] {
  return found.leaves.filter(({ fixed }) => !fixed).map(({ rect }) => rect)
}

/** Fixed bars: on every page, and over its text on one of them at least. */
export function judgeBars(
  book: Notebook,
  found: Survey,
  { page, pages, texts }: { page: Geometry; pages: number; texts: Place[] },
): void {
  for (const { element, rect } of found.fixed) {
    const bottom = Math.min(rect.bottom, page.height)
    const over = texts.some(
      (text) =>
        text.left < rect.right - 1 &&
        text.right > rect.left + 1 &&
        text.top < bottom - 2 &&
        text.bottom > rect.top + 2,
    )
    const wide = rect.width > page.width * 0.6
    // A running header in room of its own is meant. What is drawn again beside the text, as a menu, is not.
    const running = wide && rect.height < page.height * 0.15
    if (!over && (pages < 2 || running)) continue
    book.note('repeated_bar', element, rect.height, pages > 1 ? 0 : undefined)
    book.mark(wide || rect.top > page.height / 2 ? 'repeated_bar-static' : 'repeated_bar-once', element)
  }
}
