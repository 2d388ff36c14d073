/** Chapters that begin on a right or left page (CSS Fragmentation 3, 3.1), which Chromium lets begin on the next. */

import { chosenBy, following, inOrder, runsRightToLeft, styleRules } from './dom'
import { document } from './true-document'

/** An element, whether its page's number is odd, and the empty page before it once there is one. */
export type Side = { element: Element; odd: boolean; blank?: HTMLElement | undefined }

const SIDE = /^(?:right|left|recto|verso)$/

/**
 * The elements that begin on a side, since they or what stands before them ask for it, in the order of the document. Of pages
 * from left to right, the first is a right one.
 */
export function chapterSides(): Side[] {
  const asked = new Map<Element, boolean>()
  const rtl = runsRightToLeft()
  const isOdd = (side: string) => side === 'recto' || side === (rtl ? 'left' : 'right')
  for (const element of asking()) {
    const { breakBefore, breakAfter } = getComputedStyle(element)
    if (element.getClientRects().length === 0) continue
    const next = SIDE.test(breakAfter) ? following(element) : undefined
    if (next && !asked.has(next)) asked.set(next, isOdd(breakAfter))
    if (SIDE.test(breakBefore)) asked.set(element, isOdd(breakBefore))
  }
  return inOrder(asked.keys()).map((element) => ({ element, odd: asked.get(element) === true }))
}

/** The elements that may ask for one, by their own style or by rules. */
function* asking(): Generator<Element> {
  for (const rule of styleRules(document.styleSheets)) {
    if (!(rule instanceof CSSStyleRule)) continue
    const { breakBefore, breakAfter } = rule.style
    if (SIDE.test(breakBefore) || SIDE.test(breakAfter)) yield* chosenBy(rule.selectorText)
  }
  yield* document.querySelectorAll('[style*="break-"]')
}

/**
 * Puts an empty page before each that is on the wrong side, or takes it away. Returns how many came or went. `isStyled`: such
 * pages have styles of their own (`@page :blank`).
 */
export function fillSides(
  sides: Side[],
  pageOf: (element: Element) => number | undefined,
  isStyled: boolean,
): number {
  let changed = 0
  let moved = 0
  for (const side of sides) {
    const page = pageOf(side.element)
    if (page === undefined) continue
    const isOdd = (page + moved) % 2 === 1
    // Nothing is before the first page.
    if (isOdd === side.odd || page === 1) continue
    changed++
    if (side.blank) {
      side.blank.remove()
      side.blank = undefined
      moved--
      continue
    }
    const blank = document.createElement('div')
    blank.style.cssText =
      'display:block;height:1px;margin:0;padding:0;border:0;break-before:page;break-after:page'
    if (isStyled) blank.style.setProperty('page', 'platen-blank')
    side.element.before(blank)
    side.blank = blank
    moved++
  }
  return changed
}
