/** Headings, and what the page's edge must not part from them: the frame that they begin, else left empty, and their line. */
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

/** Where a heading's last line is. */
export type PlacedHeading = { element: Element; page: number; top: number; bottom: number }

/** Whether a box stands in one line with a heading, as buttons and dates do: it is not what the heading is of. */
export function standsBeside({ page, top, bottom }: PlacedHeading, first: Fragment, last: Fragment): boolean {
  const height = bottom - top
  return first.page === page && last.page === page && first.top < bottom && last.bottom < bottom + height
}

/** The outermost box that a heading is in and `next` is not: of a row of boxes, none alone is kept with what follows. */
export function lineOf(heading: Element, next: Element): Element {
  let line = heading
  for (let at: Element | null = line; at && !native(at).contains(next); at = parentOf(at)) line = at
  return line
}

/** The boxes that begin with `next`, from inside out, as far as none has the heading as well. */
export function boxesBegunBy(next: Element, heading: Element): Element[] {
  const boxes: Element[] = []
  for (let at: Element | null = next; at && !native(at).contains(heading); at = parentOf(at)) boxes.push(at)
  return boxes
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
