/** What is done with a document before it is printed, in the place of a reader: clicks, scrolling, and what is hidden. */

import { inlineStyle, native } from './dom'
import { nextFrame } from './ready'
import { document } from './true-document'

/** What the caller does not want to see: no audit is to miss it. */
export const HIDDEN = 'data-platen-hidden'
const MAX_STEPS = 100
/** A page that grows while it is scrolled through is followed to this many times its first length. */
const MAX_GROWTH = 2

/** Clicks the first element that a selector finds. Returns whether there was one. */
export function clickFirst(selector: string): boolean {
  const element = document.querySelector(selector)
  if (!element) return false
  const init = { bubbles: true, cancelable: true, composed: true, view: window, detail: 1 }
  // Menus of today open when the button goes down.
  for (const type of ['pointerdown', 'pointerup'])
    native(element).dispatchEvent(
      new PointerEvent(type, { ...init, pointerId: 1, isPrimary: true, pointerType: 'mouse' }),
    )
  for (const type of ['mousedown', 'mouseup']) native(element).dispatchEvent(new MouseEvent(type, init))
  if (element instanceof HTMLElement) native(element).click()
  else element.dispatchEvent(new MouseEvent('click', init))
  return true
}

/** Hides what is still shown of selectors' elements. Returns the selectors that find nothing. */
export function hideAll(selectors: readonly string[]): string[] {
  return selectors.filter((selector) => {
    const found = document.querySelectorAll(selector)
    // A style attribute wins over the rule that hides it.
    for (const element of found) {
      native(element).setAttribute(HIDDEN, '')
      if (window.getComputedStyle(element).display !== 'none')
        inlineStyle(element)?.setProperty('display', 'none', 'important')
    }
    return found.length === 0
  })
}

/** Scrolls from the top to the end and back. Returns whether it came to the end; nothing to scroll is an end too. */
export async function scrollThrough(): Promise<boolean> {
  const scroller = mainScroller()
  const { scrollHeight, clientHeight } = scroller
  if (scrollHeight <= clientHeight) return true
  const furthest = scrollHeight * MAX_GROWTH
  let top = clientHeight
  for (let step = 0; step < MAX_STEPS && top < Math.min(scroller.scrollHeight, furthest); step++) {
    scroller.scrollTo({ top, behavior: 'instant' })
    // Observers are told of it with the next frame, and what they do is drawn with the one after.
    await nextFrame()
    await nextFrame()
    top += clientHeight
  }
  scroller.scrollTo({ top: 0, behavior: 'instant' })
  await nextFrame()
  return top >= Math.min(scroller.scrollHeight, furthest)
}

/** What scrolls the page: the document, or the part in the middle of the window if the document is no longer than that. */
function mainScroller(): Element {
  const root = document.scrollingElement ?? document.documentElement
  if (root.scrollHeight > root.clientHeight) return root
  let part = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2)
  while (part && !scrolls(part)) part = native(part).parentElement
  return part ? native(part) : root
}

function scrolls(element: Element): boolean {
  const { scrollHeight, clientHeight } = native(element)
  return scrollHeight > clientHeight && /auto|scroll/.test(window.getComputedStyle(element).overflowY)
}
