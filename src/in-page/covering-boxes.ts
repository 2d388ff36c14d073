/** Boxes out of the flow that come up over text, as menus do. */
import { finishAnimations } from './animations'
import { takeEnded } from './begun-animations'
import { isTransparent, isVisible, native } from './dom'
import { textRange } from './text-range'
import { document } from './true-document'

/** Boxes within one that are looked at for what is painted behind its text. */
const MAX_PAINTED = 50
/** Texts of the document that it may cover. */
const MAX_TEXTS = 5000

/** Finished, and not looked at: a call that was cut short leaves some to the next. */
const waiting: Animation[] = []

/**
 * Finishes animations (`animations.ts`), and returns how many those were. What then lies over other text, or does so since an
 * animation has ended by itself, stays as it was before it came up, which is how a browser prints what comes up for the print.
 */
export function finishEntrances(): number {
  const ended = takeEnded()
  const finished = finishAnimations()
  waiting.push(...ended, ...finished)
  // One after the other: of two boxes that cover each other one is shown.
  for (let [animation] = waiting; animation; [animation] = waiting) {
    if (comesUpOverText(animation)) {
      // In this order: a pause waits for the next frame, unless it is told the time.
      animation.pause()
      animation.currentTime = animation.effect?.getComputedTiming().delay ?? 0
    }
    waiting.shift()
  }
  return finished.length
}

/**
 * Whether an animation brings up a box from nothing, over text that it then hides: a menu that a visitor would have closed. A
 * browser prints transitions as they end, whatever they are told.
 */
function comesUpOverText(animation: Animation): boolean {
  const { effect } = animation
  if (animation instanceof CSSTransition || !(effect instanceof KeyframeEffect)) return false
  if (effect.pseudoElement || !(effect.target instanceof HTMLElement)) return false
  const { target: box } = effect
  if (String(effect.getKeyframes()[0]?.opacity) !== '0') return false
  return /absolute|fixed/.test(getComputedStyle(box).position) && coversText(box)
}

/** Half of the window and more is a page of its own, not a menu. */
function coversText(box: HTMLElement): boolean {
  const { width, height } = native(box).getBoundingClientRect()
  if (width * height === 0 || width * height > (window.innerWidth * window.innerHeight) / 2) return false
  const painted = [box, ...native(box).querySelectorAll('*')]
    .slice(0, MAX_PAINTED)
    .filter((part) => !isTransparent(getComputedStyle(part).backgroundColor))
    .map((part) => native(part).getBoundingClientRect())
  if (painted.length === 0) return false
  const range = textRange()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let looked = 0; looked < MAX_TEXTS; looked++) {
    const node = texts.nextNode()
    if (!node) return false
    if (!node.parentElement || !/\S/.test(node.nodeValue ?? '') || native(box).contains(node)) continue
    range.selectNodeContents(node)
    const hides = (line: DOMRect) => painted.some((over) => holdsMiddle(over, line))
    if ([...range.getClientRects()].some(hides) && isVisible(node.parentElement)) return true
  }
  return false
}

/** Whether the middle of a line is within a box, or the box within the line's length. */
function holdsMiddle(over: DOMRect, { left, right, top, bottom }: DOMRect): boolean {
  const middle = (top + bottom) / 2
  return over.top < middle && over.bottom > middle && over.left < right - 2 && over.right > left + 2
}
