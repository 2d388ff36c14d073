/** Fixed elements, which are printed again on every page. */
import type { PagedLayout } from './columns'
import { native, parentOf } from './dom'
import type { FindingCollector } from './finding-collector'
import { isFlexRow } from './flex-rows'
import { isFloatingControl } from './floating-controls'
import type { Layout } from './layout'
import { textRect } from './overflow'
import type { PageArea } from './paper-types'
import { lastPages } from './shown-pages'
import { document } from './true-document'

/** Position of text on its page, in CSS pixels. */
type TextRect = { left: number; right: number; top: number; bottom: number }

/** Texts and pictures, and where their letters are: a bar beside them in a box as wide as the page hides nothing. */
type Ink = { element: Element; rect: TextRect }

/** What bars may lie over, if there are any; to be asked for before the document is laid out in columns. */
export function inkBesideBars({ fixed, printed }: Layout): Ink[] {
  if (fixed.length === 0) return []
  return printed
    .filter((box) => !box.fixed)
    .map(({ element, rect, text }) => ({ element, rect: text ? textRect(element) : rect }))
}

/** The same on the pages that it is printed on. */
export function inkOnPages(inks: readonly Ink[], { columns }: PagedLayout): TextRect[] {
  return inks.flatMap(({ element, rect: { left, right } }) =>
    columns.fragmentsOf(element).map(({ top, bottom }) => ({ left, right, top, bottom })),
  )
}

/** Reports fixed bars: on every page, and over the text of at least one. */
export function checkFixedElements(
  collector: FindingCollector,
  layout: Layout,
  { page, pages, texts }: { page: PageArea; pages: number; texts: TextRect[] },
): void {
  for (const { element, rect } of layout.fixed) {
    const bottom = Math.min(rect.bottom, page.height)
    const over = texts.some(
      (text) =>
        text.left < rect.right - 1 &&
        text.right > rect.left + 1 &&
        text.top < bottom - 2 &&
        text.bottom > rect.top + 2,
    )
    const wide = rect.width > page.width * 0.6
    // A running header with space of its own is intended. A menu repeated beside the text is not.
    const running = wide && rect.height < page.height * 0.15
    if (!over && (pages < 2 || running)) continue
    collector.report('repeated_bar', element, rect.height, pages > 1 ? 0 : undefined)
    if (over && isFloatingControl(element, rect, page)) {
      collector.tag('repeated_bar-control', element)
      continue
    }
    const isLow = rect.top > page.height / 2
    // In a row the text would have to make room for it at its side.
    const stays = !isLow && (!wide || standsInRow(element))
    collector.tag(stays ? 'repeated_bar-once' : 'repeated_bar-static', element)
    const isHead = wide && !stays && rect.top < 1 && rect.height < page.height / 4
    const room = isHead && roomFor(element, rect.bottom)
    if (room) collector.tag(`repeated_bar-${room.kind}`, room.box, room.rest)
  }
}

/** Whether a bar would be one of the items of a row if it were not out of the flow. */
function standsInRow(bar: Element): boolean {
  const around = parentOf(bar)
  return around !== null && isFlexRow(getComputedStyle(around))
}

/** How much more than a bar's height may be left for it: the rest is space that its neighbour has for itself. */
const MAX_SPACE = 60
/** How deep in the document what leaves room for a bar is looked for, and in how many boxes. */
const MAX_DEPTH = 6
const MAX_BOXES = 60

/**
 * What leaves room for a bar at the head of the page: the first box whose padding does, or that is moved down by its margin
 * or position. `rest` is what stays of that (CSS pixels) when the bar stands there itself.
 */
function roomFor(
  bar: Element,
  height: number,
): { kind: 'padded' | 'moved'; box: Element; rest: number } | undefined {
  // Laid out as columns and back, a document with scroll snap may stand at another place.
  const head = native(document.documentElement).getBoundingClientRect().top
  let boxes: Element[] = [document.body]
  for (let depth = 0; depth < MAX_DEPTH && boxes.length > 0; depth++) {
    for (const box of boxes) {
      const { position, top, marginTop, paddingTop } = getComputedStyle(box)
      const margin = Number.parseFloat(marginTop) || 0
      const ways = [
        ['moved', position === 'relative' ? Number.parseFloat(top) + margin : margin],
        ['padded', Number.parseFloat(paddingTop)],
      ] as const
      for (const [kind, length] of ways)
        if (length > height - 1 && length < height + MAX_SPACE)
          return { kind, box, rest: Math.max(0, length - height) }
    }
    boxes = boxes
      .flatMap((box) => [...native(box).children])
      .slice(0, MAX_BOXES)
      .filter((box) => box !== bar && native(box).getBoundingClientRect().top - head < height + MAX_SPACE)
      .filter((box) => !/absolute|fixed|sticky/.test(getComputedStyle(box).position))
  }
  return undefined
}

/** Whether a page has nothing but bars that a repair has put into the flow. */
export function areBarsAlone(paged: PagedLayout, page: number): boolean {
  const BARS = '[data-platen*="repeated_bar"]'
  if (!document.querySelector(BARS)) return false
  const { layout, columns } = paged
  const lastPageOf = lastPages(paged)
  return layout.printed.every(({ element, fixed, hidden, container }) => {
    if (fixed || hidden || native(element).closest(BARS)) return true
    if (container && lastPageOf(element) < page) return true
    return columns.fragmentsOf(element).at(-1)?.page !== page
  })
}
