/**
 * Which edge of its page a print begins at, and what Chromium makes of content that is wider than the page.
 *
 * Whichever way a page runs, what reaches beyond its right edge makes all of the document smaller, down to two thirds, and
 * what reaches beyond its left edge is cut. A page that runs from right to left overflows at its left: it is cut at once.
 *
 * A document that is printed smaller is laid out on a page that is as much larger. If its root runs from right to left,
 * Chromium moves that page to the left by what it is wider than the paper's: at a scale of 0.8 a quarter of each line is lost
 * beyond the paper's edge, at 1.2 the lines begin beyond the right one. If only the body runs so, nothing is moved.
 */
import { overrideStyle, runsRightToLeft } from './dom'
import { document } from './true-document'

/**
 * Has a document that is printed smaller or larger begin at the right edge of its page, if it runs so: its root no longer
 * does, but its body. `steps` get how that is undone.
 */
export function keepAtEdge(steps: (() => void)[] = []): void {
  const { body, documentElement: root } = document
  if (!body || window.getComputedStyle(root).direction !== 'rtl' || !runsRightToLeft()) return
  const { left } = body.getBoundingClientRect()
  overrideStyle(body, { direction: 'rtl' }, steps)
  overrideStyle(root, { direction: 'ltr' }, steps)
  // A body of a width of its own stood at the right.
  if (Math.abs(body.getBoundingClientRect().left - left) > 1)
    overrideStyle(body, { 'margin-left': 'auto' }, steps)
}
