/**
 * Bookmarks that styles ask for (CSS GCPM 3, 3): headings are bookmarks of their own level unless the styles say something
 * else, and other elements are if they do.
 */

import { plainText } from './element-text'
import { elementsWith } from './elements-by-property'
import type { Bookmark, StringPart } from './furniture-types'
import { countersAt } from './margins-factory'
import type { Tracked } from './tracked-pages'
import { document } from './true-document'

/** An outline of more is no help. */
const MAX_BOOKMARKS = 3000

/** Finds them, and has their pages known. */
export function findBookmarks(
  labels: StringPart[][],
  tracked: Tracked,
): { bookmarks: Bookmark[]; warnings: string[] } {
  const [levels, labelled, states] = ['level', 'label', 'state'].map(
    (name) =>
      new Map(elementsWith(`--platen-bookmark-${name}`).map(({ element, value }) => [element, value])),
  )
  const partsOf = (element: Element) => labels[Number(labelled?.get(element) ?? -1)] ?? [{}]
  const counting = [...(labelled?.keys() ?? [])].filter((element) =>
    partsOf(element).some(({ counter }) => counter),
  )
  const counterAt = countersAt(new Set(counting))
  const found = [...document.querySelectorAll('*')].flatMap((element) => {
    const level = levels?.get(element) ?? headingLevel(element)
    if (level === undefined || level === 'none') return []
    const label = partsOf(element)
      .map((part) => (part.counter ? counterAt(element, part.counter) : textOf(part, element)))
      .join('')
      .trim()
      .slice(0, 500)
    return label === ''
      ? []
      : [{ element, level: Number(level), label, isClosed: states?.get(element) === 'closed' }]
  })
  const bookmarks = found.slice(0, MAX_BOOKMARKS).flatMap(({ element, ...bookmark }) => {
    tracked.track(element)
    const fragment = tracked.fragmentOf(element)
    return fragment === undefined ? [] : [{ ...bookmark, fragment }]
  })
  const left = found.length - bookmarks.length
  return {
    bookmarks,
    warnings: left > 0 ? [`${left} bookmark(s) are left out: a document has ${MAX_BOOKMARKS} at most`] : [],
  }
}

function headingLevel(element: Element): string | undefined {
  const level = /^h([1-6])$/.exec(element.localName)?.[1]
  return level !== undefined && element.getClientRects().length > 0 ? level : undefined
}

function textOf({ text, attr }: StringPart, element: Element): string {
  if (text !== undefined) return text
  return attr === undefined ? plainText(element) : (element.getAttribute(attr) ?? '')
}
