/** Boxes that scroll or clip, and cut what is larger than they are. */
import { tagLine } from './box-tables'
import { native, parentOf } from './dom'
import type { FindingCollector } from './finding-collector'
import { isFlexRow } from './flex-rows'
import type { Layout, Rect, ScrollContainer } from './layout'
import { type CutContainer, holdsPlaced, isPlaced, labelsOf, tagFrames } from './placed-content'
import { isCut, tagTallDrawing, tallDrawingIn } from './tall-drawings'

/** Starts a container, before its content is walked. It counts as content of the container around it. */
export function scrollContainerOf(
  element: Element,
  rect: Rect,
  outer: ScrollContainer | undefined,
): ScrollContainer {
  const { clientLeft, clientTop, clientWidth, clientHeight, textContent } = native(element)
  const [across, down] = scalesOf(element, rect)
  const left = rect.left + clientLeft * across
  const top = rect.top + clientTop * down
  const width = clientWidth * across
  const height = clientHeight * down
  const inner = { left, top, right: left + width, bottom: top + height, width, height }
  if (outer && width >= 1 && height >= 1 && /\S/.test(textContent)) {
    outer.right = Math.max(outer.right, inner.right)
    outer.bottom = Math.max(outer.bottom, inner.bottom)
    outer.left = Math.min(outer.left, inner.left)
    outer.top = Math.min(outer.top, inner.top)
  }
  return {
    element,
    rect: inner,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    shown: {
      left: Math.max(inner.left, outer?.shown.left ?? inner.left),
      right: Math.min(inner.right, outer?.shown.right ?? inner.right),
    },
  }
}

/** Sizes are told before zoom and transforms, places after: by how much these make a box wider and higher. */
function scalesOf(element: Element, { width, height }: Rect): [number, number] {
  const zoom = native(element).currentCSSZoom ?? 1
  if (!(element instanceof HTMLElement)) return [zoom, zoom]
  const { offsetWidth, offsetHeight } = native(element)
  // Sizes are whole pixels.
  const scale = (size: number, told: number) =>
    told > 0 && Math.abs(size - told * zoom) > 1.5 ? size / told : zoom
  return [scale(width, offsetWidth), scale(height, offsetHeight)]
}

/** Whether a container hides a box completely. */
export function isClipped(rect: Rect, container: ScrollContainer | undefined): boolean {
  if (!container) return false
  const { left, top, right, bottom } = container.rect
  return rect.top >= bottom - 2 || rect.bottom <= top + 2 || rect.left >= right - 2 || rect.right <= left + 2
}

/**
 * Checks the containers that the walk collected. One that cuts a table or code is reported as that. `shrink` is by how
 * much Chromium makes the page smaller, which is as high as `page` then.
 */
export function checkScrollContainers(
  collector: FindingCollector,
  layout: Layout,
  shrink: number,
  page: { height: number; scale: number },
): void {
  const wide = new Set(layout.wideTables.map(({ element }) => element))
  const placed: CutContainer[] = []
  for (const container of layout.scrollContainers) {
    const { element, rect } = container
    const { localName, textContent, parentElement: parent } = native(element)
    if (rect.width < 4 || container.right === Number.NEGATIVE_INFINITY) continue
    const across = Math.max(container.right - rect.right, rect.left - container.left)
    const down = Math.max(container.bottom - rect.bottom, rect.top - container.top)
    const style = getComputedStyle(element)
    const clamped = style.webkitLineClamp !== 'none'
    if (across <= 4 && down <= (clamped ? 2 : 8)) continue
    if (rect.height < 8 && down > 8) {
      // A grid that breaks over pages gives each row the height that it needs.
      if (parent && /grid/.test(getComputedStyle(parent).display)) continue
      collector.report('collapsed', element, textContent.trim().length)
      continue
    }
    if (isSmallDrawing(container)) continue
    if (across > 4 && isPlaced(container)) {
      placed.push({ container, across, down })
      collector.report('hidden_overflow', element, Math.max(across, down))
      continue
    }
    const drawing = across <= 4 ? tallDrawingIn(container) : undefined
    if (drawing && !isCut(drawing)) continue
    if (drawing && tagTallDrawing(collector, layout, drawing, page)) {
      collector.report('hidden_overflow', element, down)
      continue
    }
    tagScrollContainer(collector, element, style, (track) => {
      const room = { width: rect.width / shrink, scale: page.scale }
      tagLine({ collector, tables: layout.boxTables }, track, room, 'hidden_overflow-line')
    })
    if (isSeenPane(container, style)) collector.tag('hidden_overflow-pane', element)
    const table = localName === 'table' ? element : native(element).querySelector('table')
    if (table && wide.has(table) && down <= 8) continue
    const code = localName === 'pre' ? element : native(element).querySelector('pre')
    if (code && across > 4) {
      collector.report('wide_code', code, across)
      collector.tag('wide_code', code)
      if (down <= 8) continue
    }
    collector.report('hidden_overflow', element, Math.max(across, down))
  }
  tagFrames(collector, layout, placed, shrink)
}

/** In CSS pixels: about a line. What is higher may lose labels that somebody reads. */
const SMALL_DRAWING = 32

/** Whether a container is a drawing of a line's height, as a sparkline is: what it cuts of its labels has no room there. */
function isSmallDrawing({ element, rect }: ScrollContainer): boolean {
  if (rect.height > SMALL_DRAWING) return false
  const fills = ({ width, height }: Rect) =>
    Math.abs(width - rect.width) < 4 && Math.abs(height - rect.height) < 4
  const drawings = [...native(element).querySelectorAll('svg,canvas')]
  return drawings.some((drawing) => fills(drawing.getBoundingClientRect())) && labelsOf(element) !== undefined
}

/** Whether a container scrolls down, and is itself in sight: not beside the box that cuts it, as a closed drawer is. */
function isSeenPane({ shown }: ScrollContainer, { overflowY }: CSSStyleDeclaration): boolean {
  return /auto|scroll/.test(overflowY) && shown.right - shown.left > 4
}

/** Tags what a repair must change so that a container shows all its content: itself, tracks in it, fixed heights around it. */
function tagScrollContainer(
  collector: FindingCollector,
  element: Element,
  style: CSSStyleDeclaration,
  tagIfLine: (track: Element) => void,
): void {
  collector.tag('hidden_overflow', element)
  if (style.display === 'block') collector.tag('hidden_overflow-block', element)
  if (/nowrap|^pre$/.test(style.whiteSpace) && native(element).localName !== 'pre') {
    collector.tag('hidden_overflow-nowrap', element)
  }
  const box = native(element)
  const { right } = box.getBoundingClientRect()
  for (const picture of box.querySelectorAll('img,svg,canvas,video')) {
    if (picture.getBoundingClientRect().right > right + 4) collector.tag('hidden_overflow-picture', picture)
  }
  for (const track of box.querySelectorAll('*')) {
    if (native(track).scrollWidth <= box.clientWidth + 1 || native(track).closest('table, pre')) continue
    if (!isFlexRow(getComputedStyle(track))) continue
    tagTrack(collector, track)
    tagIfLine(track)
  }
  if (isFlexRow(style)) tagTrack(collector, element)
  for (let at = parentOf(element), inner = element; at; inner = at, at = parentOf(at)) {
    // A box out of the flow makes nothing around it grow, unless it may return to the flow.
    if (/absolute|fixed/.test(getComputedStyle(inner).position)) {
      if (!isFilling(inner, at)) break
      collector.tag('hidden_overflow-filling', inner)
    }
    const sizes = native(at).computedStyleMap()
    const fixed = ['height', 'max-height'].some((name) => !/^(auto|none)$/.test(String(sizes.get(name))))
    if (fixed) collector.tag('hidden_overflow-grow', at)
    if (at instanceof HTMLTableElement && at.tHead && holdsPlaced(element))
      collector.tag('hidden_overflow-head', at.tHead)
  }
}

/** Whether a box out of the flow is all that the box around it shows, and as large: calendars are made so. */
function isFilling(inner: Element, around: Element): boolean {
  const [own, outer] = [inner, around].map((box) => native(box).getBoundingClientRect())
  const isAlone = [...native(around).children].every(
    (box) => box === inner || native(box).getBoundingClientRect().height < 1,
  )
  if (!own || !outer || !isAlone || getComputedStyle(around).position === 'static') return false
  return Math.abs(own.width - outer.width) < 4 && Math.abs(own.height - outer.height) < 4
}

/** Tags a row of slides, which will wrap. A slide whose text is out of the flow keeps its height. */
function tagTrack(collector: FindingCollector, track: Element): void {
  collector.tag('hidden_overflow-track', track)
  for (const slide of native(track).children) {
    const inside = [...native(slide).children]
    const empty = inside.every((part) => /absolute|fixed/.test(getComputedStyle(part).position))
    if (inside.length > 0 && empty)
      collector.tag(
        'hidden_overflow-slide',
        slide,
        slide instanceof HTMLElement ? native(slide).offsetHeight : undefined,
      )
  }
}
