/** Content beyond the page's edge or its container, and the boxes that a repair must change for it. */

import { tagCells, tagLine } from './box-tables'
import { native, parentOf } from './dom'
import type { FindingCollector } from './finding-collector'
import { isFlexRow } from './flex-rows'
import type { Facts, Layout, PrintedBox, Rect } from './layout'
import { drawingOf, formulaOf } from './placed-content'
import { fillsParent } from './tables'
import { textRange } from './text-range'
import { document } from './true-document'

/** Reports content beyond the page or its container, once for the box that causes it. */
export function checkOverflow(
  collector: FindingCollector,
  layout: Layout,
  box: PrintedBox,
  { style, state, page }: Facts,
): void {
  const { element, rect, text } = box
  if (state.fixed) return
  const { container } = state
  const { clientWidth, scrollWidth, scrollHeight, currentCSSZoom: zoom = 1 } = native(element)
  const spills = text && clientWidth > 0 && scrollWidth > clientWidth + 1
  if (container) {
    const own = container.element === element
    const reach = own && spills ? spillOf(rect, scrollWidth * zoom, style) : rect
    container.right = Math.max(container.right, reach.right)
    container.left = Math.min(container.left, reach.left)
    container.top = Math.min(container.top, rect.top)
    const bottom = own ? rect.top + scrollHeight * zoom : rect.bottom
    container.bottom = Math.max(container.bottom, bottom)
    // The visible part of a container may be beyond the page, too.
    const over = Math.max(
      Math.min(rect.right, container.shown.right) - page.width,
      -Math.max(rect.left, container.shown.left),
    )
    if (over > 8 && !box.hidden) reportTooWide(collector, layout, { element, over }, { style, state, page })
    return
  }
  let { left, right } = rect
  if (right > page.width + 1 || left < -1 || spills) {
    const reach = text ? textRect(element) : rect
    ;({ left, right } = reach)
    const over = beyondPage(reach, page)
    if (over > 8) reportTooWide(collector, layout, { element, over }, { style, state, page })
  }
  layout.left = Math.min(layout.left, left)
  layout.right = Math.max(layout.right, right)
}

/** How far content reaches beyond an edge of its page. What is wholly beyond the edge where lines begin was put out of sight. */
function beyondPage({ left, right }: Rect, { width, rtl }: Facts['page']): number {
  const [isSeen, start, end] = rtl ? [left < width, right - width, -left] : [right > 0, -left, right - width]
  return Math.max(end, isSeen ? start : 0)
}

/** Where the text of a box reaches that sticks out of it, by its own direction. */
function spillOf({ left, right }: Rect, length: number, { direction }: CSSStyleDeclaration) {
  return direction === 'rtl' ? { left: right - length, right } : { left, right: left + length }
}

/** Where the text of an element reaches, whatever its box says. */
export function textRect(element: Element): Rect {
  const range = textRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}

/** Reports the outermost box beyond the page's edge, and tags all boxes in between. */
function reportTooWide(
  collector: FindingCollector,
  { boxTables: tables, wide: { seen, drawn, climbed, grids } }: Layout,
  { element, over }: { element: Element; over: number },
  { style, state, page }: Facts,
): void {
  if (state.table) return
  if (state.code) {
    collector.tag('wide_code', state.code)
    if (!seen.has(state.code)) collector.report('wide_code', state.code, over)
    seen.add(state.code)
    return
  }
  const culprit = state.wide ?? element
  const isDrawn = () => [formulaOf(culprit), culprit, parentOf(culprit)].some((box) => box && drawn.has(box))
  if (!seen.has(culprit) && !isDrawn()) {
    collector.report('too_wide', culprit, over)
    const drawing = drawingOf(culprit, page)
    if (drawing) drawn.add(drawing.box)
    if (drawing?.zoom) collector.tag('too_wide-zoom', drawing.box, drawing.zoom)
  }
  seen.add(culprit)
  if (isDrawn()) return
  if (!climbed.has(culprit)) tagFixedHeights(collector, culprit)
  const picture = /^(img|svg|canvas|video|iframe|object|embed)$/.test(native(element).localName)
  collector.tag(picture ? 'too_wide-picture' : 'too_wide', element)
  if (/nowrap|^pre$/.test(style.whiteSpace)) collector.tag('too_wide-nowrap', element)
  else if (!picture) collector.tag('too_wide-word', element)
  const room = { width: page.width, scale: page.scale * page.shrink }
  for (let at = parentOf(element); at && at !== document.body; at = parentOf(at)) {
    const box = native(at).getBoundingClientRect()
    const fits = box.right <= page.width + 1 && box.left >= -1
    const around = window.getComputedStyle(at)
    const { display, gridTemplateColumns, marginLeft, marginRight } = around
    if (isFlexRow(around)) {
      collector.tag('too_wide-row', at)
      tagLine({ collector, tables }, at, room, 'too_wide-line')
    }
    if (/grid/.test(display)) {
      // Columns narrower than half an inch are unreadable.
      const tracks = gridTemplateColumns.split(' ').length
      const kept = tracks > 1 && tracks <= 14 && page.width / tracks >= 48 ? tracks : 0
      collector.tag(`too_wide-grid-${kept}`, at)
      grids.add(kept)
      if (!kept) tagCells({ collector, tables }, at, tracks, room)
    }
    if (fits || climbed.has(at)) break
    climbed.add(at)
    collector.tag('too_wide', at)
    const margins = [marginLeft, marginRight].map((margin) => Math.min(0, Number.parseFloat(margin)))
    if (Math.min(...margins) < -20) collector.tag('too_wide-margin', at)
    else if (Math.min(...margins) < 0) collector.tag('too_wide-hanging', at, -margins.reduce((a, b) => a + b))
    if (/^table/.test(display)) collector.tag('too_wide-table', at)
    if (display === 'table' && fillsParent(at)) collector.tag('too_wide-filling', at, page.width)
    const inFlow = /^(block|flex|grid|flow-root|list-item)$/.test(display)
    // A width in percent becomes narrower with the box around it.
    const share = /^\d{1,2}(\.\d+)?%$|^100%$/.test(String(native(at).computedStyleMap().get('width')))
    const parent = parentOf(at)
    if (inFlow && !share && !(parent && /flex|grid/.test(window.getComputedStyle(parent).display))) {
      collector.tag('too_wide-block', at)
    }
  }
}

/**
 * Tags boxes of a fixed height inside a box that becomes narrower, with that height: their text will need more.
 * Shares of such a height would come to nothing, so that empty boxes are tagged for those.
 */
function tagFixedHeights(collector: FindingCollector, culprit: Element): void {
  let looked = 0
  for (const box of [culprit, ...native(culprit).querySelectorAll('*')]) {
    if (++looked > 3000) return
    const { childNodes, children, localName } = native(box)
    const height = String(native(box).computedStyleMap().get('height'))
    if (!(childNodes.length > 0 ? /px|%/ : /%/).test(height)) continue
    const laidOut = [...children].every((child) => window.getComputedStyle(child).position !== 'absolute')
    if (laidOut && box instanceof HTMLElement && !/^(td|th|tr|img|canvas|video)$/.test(localName))
      collector.tag('too_wide-high', box, Number.parseFloat(window.getComputedStyle(box).height))
  }
}
