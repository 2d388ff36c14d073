/** Framed boxes that begin with a heading: the page's edge must not part the two, else an empty frame ends the page. */
import { isFramed } from './blocks'
import type { Fragment } from './columns'
import { native, parentOf } from './dom'
import type { Layout } from './layout'
import { document } from './true-document'

/** Less than this of a frame at the foot of a page, in CSS pixels, is not seen. */
const MIN_SEEN = 4

/** The outermost framed box that begins with `heading`, without a forced break between them. */
export function frameBegunBy(heading: Element, { forced }: Pick<Layout, 'forced'>): Element | undefined {
  let frame: Element | undefined
  for (let at = heading; !hasContentBefore(at); ) {
    const around = parentOf(at)
    const isForced = forced.some(({ element, before }) => before && element === at)
    if (!around || around === document.body || isForced) break
    if (isFramed(getComputedStyle(around))) frame = around
    at = around
  }
  return frame
}

/** The page that a frame of these `fragments` ends with nothing in it, since its heading is on `page`. */
export function emptyFramePage(fragments: readonly Fragment[], page: number): number | undefined {
  const first = fragments.find(({ top, bottom }) => bottom - top > MIN_SEEN)
  return first && first.page < page ? first.page : undefined
}

function hasContentBefore(element: Element): boolean {
  for (let node = native(element).previousSibling; node; node = native(node).previousSibling) {
    if (node instanceof Text ? /\S/.test(node.data) : node instanceof Element && isSeen(node)) return true
  }
  return false
}

function isSeen(element: Element): boolean {
  const { width, height } = native(element).getBoundingClientRect()
  return width > 0 && height > 0
}
