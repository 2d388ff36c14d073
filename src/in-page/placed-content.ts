/**
 * Content that is placed by coordinates in boxes that cut it, as in data grids, Gantt charts and timelines. It cannot
 * wrap: the frame around it is made smaller as a whole, and what is in it shown.
 */

import { commonAncestor, native, parentOf } from './dom'
import type { FindingCollector } from './finding-collector'
import type { Facts, Layout, ScrollContainer } from './layout'
import { isShown, isWithin, UNSEEN } from './nearly-empty'
import { withPanesBeside } from './panes-beside'
import { SMALLEST_TEXT } from './smallest-sizes'
import { document } from './true-document'

/** A container that cuts placed content, and how much of it, in CSS pixels. */
export type CutContainer = { container: ScrollContainer; across: number; down: number }

const MIN_ZOOM = 0.3
/** Elements of one container that are looked at. */
const MAX_LOOKED_AT = 2000
/** Texts of one drawing. */
const MAX_LABELS = 300
/** Cells of real tables are laid out. */
const PLACED_TAGS = 'svg,canvas,[role=gridcell]:not(td),[role=columnheader]:not(th),[role=row]:not(tr)'

/**
 * Whether what a container cuts at its sides is placed by coordinates. What stands in a box that is wholly beyond the
 * edge, as the caption of a slide, is there because of that.
 */
export function isPlaced({ element, rect }: ScrollContainer): boolean {
  const isRtl = getComputedStyle(element).direction === 'rtl'
  /** How far both ends of a box are beyond the edge where the lines of the container end. */
  const beyond = (part: Element) => {
    const { left, right } = native(part).getBoundingClientRect()
    return isRtl
      ? { start: rect.left - right, end: rect.left - left }
      : { start: left - rect.right, end: right - rect.right }
  }
  const beginsInside = (part: Element | null) => !part || beyond(part).start < -4
  return [...native(element).querySelectorAll('*')].slice(0, MAX_LOOKED_AT).some((part) => {
    if (beyond(part).end <= 4 || !beginsInside(parentOf(part))) return false
    return native(part).matches(PLACED_TAGS) || getComputedStyle(part).position === 'absolute'
  })
}

/**
 * Whether any box within an element is placed by coordinates. Where a row of a table breaks, Chromium prints such boxes in it
 * too low, by the height of the head that it repeats: events of a calendar an hour late.
 */
export function holdsPlaced(element: Element): boolean {
  const parts = [...native(element).querySelectorAll('*')].slice(0, MAX_LOOKED_AT)
  return parts.some((part) => getComputedStyle(part).position === 'absolute')
}

/** Formulas as libraries and browsers set them: their signs stand beside and over each other by their places. */
const FORMULA = '.katex,.MathJax,mjx-container,math'

/** The formula that an element is part of, if it is. */
export function formulaOf(element: Element): Element | undefined {
  let formula: Element | undefined
  for (let at = native(element).closest(FORMULA); at; at = parentOf(at)?.closest(FORMULA) ?? null)
    formula = at
  return formula
}

/** A box that becomes smaller as a whole, by `zoom`; not at all if its text would become too small. */
export type Drawing = { box: Element; zoom: number | undefined }

/**
 * The drawing that a box beyond the page's edge is, or is part of: a formula, or a box that has a picture and texts that are
 * all placed over or beside that by coordinates, as the labels of a chart are. Nothing for other boxes. A picture of scripts
 * is never made smaller alone: its lines would end beside the labels.
 */
export function drawingOf(wide: Element, page: Facts['page']): Drawing | undefined {
  const formula = formulaOf(wide)
  if (formula) {
    const signs = new Set(holdersOfText(formula, UNSEEN))
    return { box: formula, zoom: zoomToFit(formula, signs, page, contentWidth(formula)) }
  }
  const isPart = native(wide).matches('svg,canvas') || getComputedStyle(wide).position === 'absolute'
  const around = isPart ? parentOf(wide) : null
  for (const box of [wide, around]) {
    if (!box || box === document.body || !native(box).querySelector('canvas,img,svg')) continue
    const labels = labelsOf(box)
    if (!labels?.size) continue
    const zoom = zoomToFit(box, labels, page, contentWidth(box))
    const pictures = [...native(box).querySelectorAll('canvas,svg')]
    if (zoom || pictures.some((picture) => isBeyondEnd(picture, page))) return { box, zoom }
  }
  return undefined
}

function isBeyondEnd(picture: Element, { width, rtl }: Facts['page']): boolean {
  const { left, right } = picture.getBoundingClientRect()
  return rtl ? left < -1 : right > width + 1
}

/** How wide what stands in a box is, and shows. */
function contentWidth(box: Element): number {
  const { scrollWidth, currentCSSZoom = 1 } = native(box)
  return getComputedStyle(box).overflowX === 'visible' ? scrollWidth * currentCSSZoom : 0
}

/**
 * By how much a box becomes smaller as a whole that has a size of its own both ways, and in it what is placed by
 * coordinates, as a slide has: if it were narrower, its texts would lie over each other. Nothing for one in which some
 * text would become too small.
 */
export function zoomOfSlide(box: Element, page: Facts['page']): number | undefined {
  const sizes = native(box).computedStyleMap()
  const isSized = ['width', 'height'].every(
    (name) => sizes.get(name) instanceof CSSUnitValue && /px$/.test(String(sizes.get(name))),
  )
  if (!isSized || !holdsPlaced(box)) return undefined
  const labels = new Set<Element>()
  for (const label of holdersOfText(box, UNSEEN)) if (labels.add(label).size >= MAX_LOOKED_AT) break
  return zoomToFit(box, labels, page)
}

/**
 * By how much a box becomes smaller to fit, with content of a width; nothing if it stands beyond the edge where lines begin,
 * or one of its texts would be too small.
 */
function zoomToFit(
  box: Element,
  labels: ReadonlySet<Element>,
  page: Facts['page'],
  content = 0,
): number | undefined {
  const { left, right } = native(box).getBoundingClientRect()
  if (page.rtl ? right > page.width : left < 0) return undefined
  const width = Math.max(right - left, content)
  const around = parentOf(box)?.getBoundingClientRect()
  const room = page.rtl
    ? right - Math.max(around?.left ?? 0, 0)
    : Math.min(around?.right ?? page.width, page.width) - left
  const zoom = Math.floor((100 * room) / width) / 100
  const smallest = Math.min(
    ...[...labels].map((label) => Number.parseFloat(getComputedStyle(label).fontSize)),
  )
  return zoom > 0 && smallest * zoom * page.scale * page.shrink >= SMALLEST_TEXT ? zoom : undefined
}

/** The elements of all texts in a box; nothing if one of them is in its flow, or there are too many. */
export function labelsOf(box: Element): Set<Element> | undefined {
  const labels = new Set<Element>()
  for (const label of holdersOfText(box, `svg,${UNSEEN}`)) {
    if (labels.size >= MAX_LABELS || !isOutOfFlow(label, box)) return undefined
    labels.add(label)
  }
  return labels
}

/** The elements of the texts in a box that are shown, but for those within `left`. */
function* holdersOfText(box: Element, left: string): Generator<Element> {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { parentElement: holder } = node
    if (holder && /\S/.test(node.nodeValue ?? '') && isShown(node) && !isWithin(node, left)) yield holder
  }
}

function isOutOfFlow(label: Element, box: Element): boolean {
  for (let at: Element | null = label; at && at !== box; at = parentOf(at))
    if (getComputedStyle(at).position === 'absolute') return true
  return false
}

/** Whether a text is placed by coordinates over a picture that is placed so, as the labels of a drawing are. */
export function isLabelOn(picture: Element, text: Element): boolean {
  const around = native(picture).matches('canvas,img,svg') ? parentOf(picture) : null
  if (!around?.contains(text)) return false
  return getComputedStyle(picture).position === 'absolute' && isOutOfFlow(text, around)
}

/**
 * Tags the frames around containers, with the zoom at which all of their content fits or has six points. `shrink` is by
 * how much Chromium makes the page smaller as it is, which it will not if all fits.
 */
export function tagFrames(
  collector: FindingCollector,
  { printed, scrollContainers }: Layout,
  cut: readonly CutContainer[],
  shrink: number,
): void {
  for (const { frame: cutting, members } of groupByFrame(cut)) {
    const frame = withPanesBeside(cutting)
    const { width } = native(frame).getBoundingClientRect()
    // Grids draw the columns that are in sight, and know how many there are.
    const over = Math.max(
      ...members.map(({ across, container: { element } }) =>
        Math.max(across, native(element).scrollWidth - native(element).clientWidth),
      ),
    )
    const sizes = printed
      .filter(({ element, text }) => text && native(frame).contains(element))
      .map(({ size }) => size * shrink)
    const least = Math.min(1, Math.max(MIN_ZOOM, SMALLEST_TEXT / Math.min(...sizes)))
    const zoom = Math.max(least, Math.floor((width / (width + over)) * 100) / 100)
    collector.tag('hidden_overflow-zoom', frame, zoom)
    for (const { element } of scrollContainers)
      if (native(frame).contains(element)) collector.tag('hidden_overflow-open', element)
    for (const { container, down } of members) {
      const height = native(container.element).scrollHeight
      if (down > 8) tagHeights(collector, container.element, { height, more: down })
    }
  }
}

/** Containers side by side or one in the other, as the head and the body of a grid, have one frame. */
function groupByFrame(cut: readonly CutContainer[]): { frame: Element; members: CutContainer[] }[] {
  /** A frame may be so many times as wide as what it holds. */
  const MAX_SHARE = 1.3
  const groups: { frame: Element; members: CutContainer[] }[] = []
  for (const one of cut) {
    const last = groups.at(-1)
    const common = last && commonAncestor(last.frame, one.container.element)
    const isFrame =
      common &&
      common !== document.body &&
      native(common).getBoundingClientRect().width < one.container.rect.width * MAX_SHARE
    if (last && isFrame) {
      last.frame = common
      last.members.push(one)
    } else groups.push({ frame: one.container.element, members: [one] })
  }
  return groups
}

/** Tags a container with the height of its content, and the boxes of fixed heights around it with what they need: so much `more`. */
export function tagHeights(
  collector: FindingCollector,
  element: Element,
  { height, more }: { height: number; more: number },
): void {
  collector.tag('hidden_overflow-high', element, height)
  for (let at = parentOf(element); at && at !== document.body; at = parentOf(at)) {
    const sizes = native(at).computedStyleMap()
    const fixed = ['height', 'max-height'].some((name) => !/^(auto|none)$/.test(String(sizes.get(name))))
    if (fixed && at instanceof HTMLElement)
      collector.tag('hidden_overflow-higher', at, native(at).offsetHeight + more)
  }
}
