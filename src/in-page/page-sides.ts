/** Chapters that begin on a right or left page (CSS Fragmentation 3, 3.1), which Chromium lets begin on the next. */

import { chosenBy, following, inOrder, runsRightToLeft, styleRules } from './dom'
import { document } from './true-document'

/**
 * An element, whether its page's number is to be odd, and the empty page before it once there is one; `length`: pages up to
 * what has the next side, when it last stood on its own.
 */
export type Side = { element: Element; odd: boolean; blank?: HTMLElement | undefined; length?: number }

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
 * Puts an empty page before each that would be on the wrong side, or takes it away. Returns how many came or went. `isStyled`:
 * such pages have styles of their own (`@page :blank`). `areFacing`: left pages are not as wide as right ones, so that a chapter
 * has as many pages as it had where it began on its own side.
 */
export function fillSides(
  sides: Side[],
  pageOf: (element: Element) => number | undefined,
  { isStyled, areFacing }: { isStyled: boolean; areFacing: boolean },
): number {
  const printed = sides.flatMap((side) => {
    const page = pageOf(side.element)
    return page === undefined ? [] : [{ side, page, free: page - (side.blank ? 1 : 0) }]
  })
  let changed = 0
  // The page that each begins on without an empty one before it.
  let free = printed[0]?.free ?? 1
  for (const [at, { side, page }] of printed.entries()) {
    const length = (printed[at + 1]?.free ?? page) - page
    if (isOn(side, page)) side.length = length
    // Nothing is before the first page.
    const hasBlank = free > 1 && !isOn(side, free)
    if (hasBlank !== (side.blank !== undefined)) {
      changed++
      if (side.blank) side.blank.remove()
      side.blank = hasBlank ? blankBefore(side.element, isStyled) : undefined
    }
    free += (hasBlank ? 1 : 0) + ((areFacing ? side.length : undefined) ?? length)
  }
  return changed
}

function isOn({ odd }: Side, page: number): boolean {
  return (page % 2 === 1) === odd
}

function blankBefore(element: Element, isStyled: boolean): HTMLElement {
  const blank = document.createElement('div')
  blank.style.cssText =
    'display:block;height:1px;margin:0;padding:0;border:0;break-before:page;break-after:page'
  if (isStyled) blank.style.setProperty('page', 'platen-blank')
  element.before(blank)
  return blank
}
