/** What goes wrong at page breaks. */

import { blankFeet, pagesOfForcedEnds } from './blank-feet'
import { isWholeLine } from './blocks'
import { countPages, type Fragment, layOutInColumns, type PagedLayout } from './columns'
import { native } from './dom'
import type { FindingCollector } from './finding-collector'
import { areBarsAlone, checkFixedElements, inkBesideBars, inkOnPages } from './fixed-elements'
import { hasBreakBetween } from './forced-breaks'
import {
  boxesBegunBy,
  emptyFramePage,
  frameBegunBy,
  lineOf,
  type PlacedHeading,
  standsBeside,
} from './heading-frames'
import type { Layout, PlacedBox, PrintedBox, Rect } from './layout'
import { checkHanging, checkPushedPictures, checkSplits, checkTableHeads } from './page-breaks'
import type { PageArea } from './paper-types'
import { lastPages } from './shown-pages'
import { document } from './true-document'

/**
 * `lastPageFilled` is 0 to 1; `barsAlone`: bars that a repair put into the flow have the last page to themselves;
 * `earlyEnds` counts pages of which the last or the first three quarters are empty (unless a break is forced there),
 * and a first page of a bar at its side alone.
 */
export type Pagination = {
  pages: number
  lastPageFilled: number
  barsAlone: boolean
  earlyEnds: number
  /** What is left blank at the feet of pages, in pages. */
  blank: number
  /** And of one page, at most. */
  maxBlank: number
  /** Boxes that hang over the head of their page: the edge cuts them, and the rest is on the page before. */
  cutAtHeads: ReadonlySet<Element>
  /** Where boxes are on the pages, as far as nothing clips them. */
  placed: PlacedBox[]
}

/** What an inline box is padded hangs over its line by so many CSS pixels. */
const MAX_HANGING = 12
/** Figures of less than this share of a page leave little blank where they are kept whole. */
const SMALL_FIGURE = 0.25

/** Checks the page breaks of a document. A document that fits on one page has none and is not laid out again. */
export function checkPagination(collector: FindingCollector, layout: Layout, page: PageArea): Pagination {
  const whole = {
    lastPageFilled: 1,
    barsAlone: false,
    earlyEnds: 0,
    blank: 0,
    maxBlank: 0,
    cutAtHeads: new Set<Element>(),
  }
  if (!page.uniform) return { ...whole, pages: 0, placed: [] }
  for (const figure of layout.figures) {
    collector.tag('split_figure', figure)
    if (native(figure).getBoundingClientRect().height < page.height * SMALL_FIGURE)
      collector.tag('split_figure-small', figure)
  }
  for (const row of layout.layoutRows) collector.tag('split_row-layout', row)
  for (const element of layout.tall) {
    tagShifted(collector, element, page)
    if (isWholeLine(element, page)) collector.tag('whole_line', element)
  }
  // One that ends its page by itself stands alone on purpose.
  const alone = new Set(layout.forced.filter(({ after }) => after).map(({ element }) => element))
  for (const { heading } of layout.printed)
    if (heading && !alone.has(heading)) collector.tag('stranded_heading', heading)
  const bottom = Math.max(layout.bottom, document.body.getBoundingClientRect().bottom)
  const inks = inkBesideBars(layout)
  if (layout.forced.length === 0 && bottom <= page.height - page.firstPageLess + 0.5) {
    checkFixedElements(collector, layout, { page, pages: 1, texts: inks.map(({ rect }) => rect) })
    return { ...whole, pages: 1, placed: placedOnOnePage(layout) }
  }
  const columns = layOutInColumns(layout, page)
  const paged = { collector, layout, page, columns }
  const { filled, begins, spread, placed, cutAtHeads } = readPages(paged)
  const forced = pagesOfForcedEnds(paged)
  checkSplits(paged)
  checkTableHeads(paged)
  checkHanging(paged, cutAtHeads)
  checkPushedPictures(paged, { filled, begins, forced })
  const deeper = [...layout.forced.map(({ element }) => element), ...layout.long]
  const pages = Math.max(countPages(columns, deeper), filled.length)
  const texts = inkOnPages(inks, paged)
  const barsAlone = pages > 1 && areBarsAlone(paged, pages - 1)
  columns.restore()

  const empty = Array.from({ length: pages }, (_, at) => at).filter((at) => !filled[at])
  for (const at of empty) collector.report('empty_page', document.body, 1, at)
  if (empty.length > 0) tagEmptyPages(collector, layout)
  const lastPageFilled = (filled[pages - 1] ?? 0) / page.height
  if (pages > 1 && filled[pages - 1] && lastPageFilled < 0.15) {
    collector.report('sparse_last_page', document.body, lastPageFilled * 100, pages - 1)
    if (barsAlone) for (const element of layout.tall) collector.tag('sparse_last_page', element)
  }
  checkFixedElements(collector, layout, { page, pages, texts })
  const early = filled
    .slice(0, -1)
    .filter(
      (at, index) =>
        at && !forced.has(index) && (at < page.height * 0.25 || (index === 0 && isBarAlone(spread))),
    )
  const late = begins.filter((at, index) => index > 0 && at > page.height * 0.75)
  const earlyEnds = early.length + late.length
  const feet = blankFeet(filled, page.height, forced)
  return { pages, lastPageFilled, barsAlone, earlyEnds, ...feet, cutAtHeads, placed }
}

/**
 * Tags a box of several pages that is moved down (`position: relative`), as beneath a fixed bar: it is divided as if it
 * were not, so that the page's edge cuts its lines. A margin of that size moves it as far, and is minded.
 */
function tagShifted(collector: FindingCollector, element: Element, page: PageArea): void {
  const { position, top, marginTop } = getComputedStyle(element)
  const shift = Number.parseFloat(top)
  if (position !== 'relative' || !(shift >= 1 && shift < page.height / 4)) return
  if (native(element).getBoundingClientRect().height <= page.height) return
  collector.tag('shifted', element, shift + (Number.parseFloat(marginTop) || 0))
}

/** Whether the first page has nothing but a bar at its side, what stood beside it being on the next. */
function isBarAlone([first = 1, ...others]: readonly number[]): boolean {
  const WIDTH = 0.55
  return first < WIDTH && others.some((share) => share > first + 0.35)
}

/** Into how many strips a page's width is divided. */
const STRIPS = 20

/**
 * Reads the pages in order. Returns where what is on each begins and ends (CSS pixels from its head) and on which share of
 * its width there is anything, and reports headings that end one.
 */
function readPages(paged: PagedLayout): {
  filled: number[]
  begins: number[]
  spread: number[]
  placed: PlacedBox[]
  cutAtHeads: ReadonlySet<Element>
} {
  const { collector, layout, columns } = paged
  const { width, height } = paged.page
  const lastPageOf = lastPages(paged)
  const cutAtHeads = new Set<Element>()
  const placed: PlacedBox[] = []
  const filled: number[] = []
  const begins: number[] = []
  /** For each page a bit for each strip. */
  const strips: number[] = []
  let heading: (PlacedHeading & { order: number; frame: Element | undefined }) | undefined
  const reportStranded = (element: Element, page: number, frame: Element | undefined) => {
    collector.report('stranded_heading', element, native(element).getBoundingClientRect().height, page)
    if (frame) collector.tag('stranded_heading-box', frame)
  }
  // What stands inside a text of one fragment is where that is: it is not asked for.
  let around: { box: PrintedBox; fragments: Fragment[] } | undefined
  layout.printed.forEach((box, order) => {
    if (box.fixed || box.hidden) return
    const inside =
      around &&
      box.rect.bottom <= around.box.rect.bottom + 1 &&
      native(around.box.element).contains(box.element)
    const all = inside && around ? around.fragments : columns.fragmentsOf(box.element)
    const fragments = box.container ? all.filter(({ page }) => page <= lastPageOf(box.element)) : all
    if (!inside) around = box.text && fragments.length === 1 ? { box, fragments } : undefined
    const [first] = fragments
    const last = fragments.at(-1)
    if (!first || !last) return
    if (!inside && !box.container) {
      placed.push({ element: box.element, rects: fragments.map((part) => rectOf(part, height)) })
    }
    for (const { page, top, bottom, start, end } of fragments) {
      if (end <= 1 || start >= width - 1) continue // Nobody sees it.
      if (page > 0 && top < -MAX_HANGING) cutAtHeads.add(box.element)
      filled[page] = Math.max(filled[page] ?? 0, bottom)
      begins[page] = Math.min(begins[page] ?? top, top)
      const from = Math.max(0, Math.floor((start / width) * STRIPS))
      const to = Math.min(STRIPS, Math.ceil((end / width) * STRIPS))
      if (to > from) strips[page] = (strips[page] ?? 0) | (2 ** to - 2 ** from)
    }
    if (heading && heading.element !== box.heading) {
      const { element, frame } = heading
      const at = (box.text ? columns.firstPageOf(box.element) : undefined) ?? first.page
      if (at > heading.page && !hasBreakBetween(layout, heading, { element: box.element, order })) {
        reportStranded(element, heading.page, frame)
        collector.tag('stranded_heading-line', lineOf(element, box.element))
        for (const next of boxesBegunBy(box.element, element)) collector.tag('stranded_heading-next', next)
      }
    }
    if (!box.heading) heading = heading && standsBeside(heading, first, last) ? heading : undefined
    else if (heading?.element !== box.heading) {
      const frame = frameBegunBy(box.heading, layout)
      const emptied = frame && emptyFramePage(columns.fragmentsOf(frame), first.page)
      if (emptied !== undefined) reportStranded(box.heading, emptied, frame)
      heading = { element: box.heading, page: last.page, top: last.top, bottom: last.bottom, order, frame }
    } else heading = { ...heading, page: last.page, bottom: last.bottom, order }
  })
  const spread = strips.map((mask) => mask.toString(2).replaceAll('0', '').length / STRIPS)
  for (const figure of layout.figures)
    if (columns.fragmentsOf(figure).some(({ page, top }) => page > 0 && top < -MAX_HANGING))
      cutAtHeads.add(figure)
  return { filled, begins, spread, placed, cutAtHeads }
}

/** The boxes of a document of one page, those that `readPages` looks at. */
function placedOnOnePage({ printed }: Layout): PlacedBox[] {
  let around: PrintedBox | undefined
  return printed.flatMap((box) => {
    const { element, rect, text, fixed, hidden, container } = box
    if (fixed || hidden) return []
    if (around && rect.bottom <= around.rect.bottom + 1 && native(around.element).contains(element)) return []
    around = text ? box : undefined
    return container ? [] : [{ element, rects: [rect] }]
  })
}

/** Where a fragment is if the pages stand one below the other. */
function rectOf({ page, top, bottom, start, end }: Fragment, height: number): Rect {
  const from = page * height
  return {
    left: start,
    right: end,
    top: from + top,
    bottom: from + bottom,
    width: end - start,
    height: bottom - top,
  }
}

/** Tags what may cause empty pages: blocks of a screen's height, and breaks around nothing. */
function tagEmptyPages(collector: FindingCollector, layout: Layout): void {
  for (const { element } of layout.forced) {
    if (!/\S/.test(native(element).textContent) && !native(element).querySelector('img,svg,canvas,video')) {
      collector.tag('empty_page-break', element)
    }
  }
  for (const element of layout.tall) {
    const sizes = native(element).computedStyleMap()
    const set = ['height', 'min-height'].some((name) => !/^(auto|0px|none)$/.test(String(sizes.get(name))))
    if (set) collector.tag('empty_page', element)
  }
}
