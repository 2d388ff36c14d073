/** Tables that are too wide, and how narrow they could be made. */

import { revert, state } from './audit-state'
import { native, parentOf } from './dom'
import type { FindingCollector } from './finding-collector'
import type { WideTable } from './findings'
import { isFlexRow } from './flex-rows'
import type { Layout } from './layout'
import { SMALLEST_TEXT } from './smallest-sizes'
import { gridOf, unitWidths } from './table-grid'
import { document } from './true-document'

/**
 * Content beside a table that is too wide may move above it: tags the rows and grids that contain both, and
 * returns the width that this frees, in CSS pixels.
 */
function tagNeighbors(collector: FindingCollector, table: Element, width: number): number {
  let room = 0
  for (
    let item = table, holder = parentOf(item);
    holder && item !== document.body;
    item = holder, holder = parentOf(item)
  ) {
    const style = getComputedStyle(holder)
    const beside = native(holder).clientWidth - widthOf(item)
    if (!(isFlexRow(style) || /grid/.test(style.display)) || beside < 0.1 * width) continue
    collector.tag('wide_table-beside', holder)
    collector.tag('wide_table-item', item)
    // A narrow bar becomes as wide as the page, in columns of its former width.
    for (const neighbour of native(holder).children) {
      const size = widthOf(neighbour)
      if (neighbour !== item && size > 0 && size < width * 0.4)
        collector.tag('wide_table-neighbour', neighbour, size)
    }
    room += beside
  }
  return room
}

/**
 * Tags each table that is too wide, and measures what it could be: all at once, so that the document is laid out
 * only twice more.
 */
export function measureTables(
  collector: FindingCollector,
  layout: Layout,
  page: { width: number; height: number },
  scale: number,
): WideTable[] {
  if (layout.wideTables.length === 0) return []
  // The rules `NARROW` and `WRAP` of `optimize/fit-tables.ts`.
  const probe = document.createElement('style')
  probe.textContent = `@layer platen{[data-platen-probe],[data-platen-probe] *{white-space:normal!important}
    [data-platen-probe],[data-platen-probe] :not([data-platen-cell=drawing]){min-width:0!important}
    [data-platen-probe] :is(td,th){padding-left:4px!important;padding-right:4px!important}
    [data-platen-probe] [data-platen-cell=number]{white-space:nowrap!important}
    [data-platen-probe] [data-platen-cell=long]{overflow-wrap:anywhere!important}
    [data-platen-probe] [data-platen-cell=code]{white-space:pre-wrap!important}
    [data-platen-probe]{position:absolute!important;zoom:1!important;width:min-content!important;height:auto!important;
      max-width:none!important;display:table!important;writing-mode:horizontal-tb!important}
    [data-platen-probe=turned]{width:${page.height}px!important}}`
  // Each needs rules of its own, so only the first are repaired.
  const tables = layout.wideTables.slice(0, 200)
  const cells = tables.flatMap(({ element }) => [...element.querySelectorAll('td,th')])
  const marked = [...cells]
  // An audit that is cut short leaves nothing of this behind.
  state.temporary.push(() => {
    for (const { element } of tables) element.removeAttribute('data-platen-probe')
    for (const part of marked) part.removeAttribute('data-platen-cell')
    probe.remove()
  })
  document.documentElement.append(probe)
  for (const cell of cells) tagCell(collector, cell)
  for (const { element } of tables) tagLines(collector, element, marked)
  const measureAs = (value: 'least' | 'turned') => {
    for (const { element } of tables) element.setAttribute('data-platen-probe', value)
    return tables.map(({ element }) => element.getBoundingClientRect())
  }
  const rooms = tables.map(({ element }) => {
    const holder = element.parentElement ?? document.body
    const parent = native(holder).getBoundingClientRect()
    const { paddingLeft, paddingRight } = getComputedStyle(holder)
    const left = Math.max(0, parent.left)
    const right = Math.min(page.width, parent.right > left ? parent.right : page.width)
    return right - left - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  })
  const widened = tables.map(({ element }) => tagAround(collector, element, page.width))
  const columns = tables.map(({ element }) => columnsOf(element))
  const zooms = tables.map(({ element }) => leastZoom(element, scale))
  const fills = tables.map(({ element }) => fillsParent(element))
  const minimal = measureAs('least')
  const turned = measureAs('turned')
  revert(state.temporary)
  return tables.map(({ element, container, over }, index) => {
    collector.report('wide_table', element, over)
    collector.tag(`wide_table-${index}`, element)
    const room = rooms[index] ?? page.width
    if (container) collector.tag('wide_table-frame', container.element)
    return {
      index,
      natural: Math.max(element.getBoundingClientRect().width, element.scrollWidth),
      minWidth: minimal[index]?.width ?? 0,
      zoom: (element.currentCSSZoom ?? 1) / (element.parentElement?.currentCSSZoom ?? 1),
      turnedHeight: (turned[index]?.width ?? 0) <= page.height + 1 ? (turned[index]?.height ?? 0) : 1e6,
      room,
      roomAlone: Math.min(page.width, room + tagNeighbors(collector, element, page.width)),
      roomWidened: Math.max(room, widened[index] ?? 0),
      minZoom: zooms[index] ?? 1,
      fills: fills[index] ?? false,
      columns: columns[index] ?? [],
    }
  })
}

/**
 * Tags a cell by what it holds: a number must stay on one line; text longer than any word, such as an address, may
 * break anywhere; a bar or another drawing that has its room from the cell keeps that.
 */
function tagCell(collector: FindingCollector, cell: Element): void {
  const text = cell.textContent
  const room = text.trim() === '' && cell.firstElementChild ? leastWidthOf(cell) : 0
  const isNumber = /^[-+−–€$£%\d.,\s]{1,16}$/.test(text)
  const sort = room > 0 ? 'drawing' : isNumber ? 'number' : /\S{32}/.test(text) ? 'long' : undefined
  if (!sort) return
  cell.setAttribute('data-platen-cell', sort)
  collector.tag(`wide_table-${sort}`, cell, room > 0 ? room : undefined)
}

/** 0 if that is not said in pixels. */
function leastWidthOf(cell: Element): number {
  const { minWidth } = getComputedStyle(cell)
  return minWidth.endsWith('px') ? Number.parseFloat(minWidth) : 0
}

/**
 * Tags what says within a cell that its lines must not wrap, whatever the cell says; of code the spaces and line ends
 * stay, and it stays in the line that it is in. Code is marked for the probe, and added to `marked`.
 */
function tagLines(collector: FindingCollector, table: Element, marked: Element[]): void {
  const MAX_PARTS = 5000
  for (const part of [...table.querySelectorAll('td,th,td *,th *')].slice(0, MAX_PARTS)) {
    if (part.hasAttribute('data-platen-cell')) continue
    const { whiteSpace, display } = getComputedStyle(part)
    if (/^(pre|break-spaces)$/.test(whiteSpace)) {
      collector.tag('wide_table-code', part)
      const before = display === 'inline-block' ? roomBefore(part) : 0
      if (before > 0) collector.tag('wide_table-behind', part, before)
      marked.push(part)
      part.setAttribute('data-platen-cell', 'code')
    } else if (whiteSpace === 'nowrap' && !/^t[dh]$/.test(native(part).localName))
      collector.tag('wide_table-line', part)
  }
}

/** What a box has before it in its line, in CSS pixels: the sign of a changed line, say; 0 if it begins the line. */
function roomBefore(box: Element): number {
  const { parentElement: around, previousElementSibling: before } = native(box)
  if (!around || !before || !/^inline/.test(getComputedStyle(before).display)) return 0
  const own = native(box).getBoundingClientRect()
  const { right, top } = native(before).getBoundingClientRect()
  if (right > own.left + 1 || top >= own.bottom) return 0
  const { left } = native(around).getBoundingClientRect()
  return own.left - left - native(around).clientLeft - Number.parseFloat(getComputedStyle(around).paddingLeft)
}

/** Whether a table is given a width, and is as wide as the box around it: however little is in it, it stays so. */
export function fillsParent(table: Element): boolean {
  const parent = native(table).parentElement ?? document.body
  if (String(native(table).computedStyleMap().get('width')) === 'auto') return false
  const { paddingLeft, paddingRight } = getComputedStyle(parent)
  const room = native(parent).clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  return room > 0 && widthOf(table) >= room - 2
}

/** The width of a box with its borders; 0 for elements that are not HTML. */
function widthOf(element: Element): number {
  return element instanceof HTMLElement ? native(element).offsetWidth : 0
}

/**
 * Tags the boxes around a table that keep it narrower than the page, and returns the width it would have if they did
 * not; 0 if something stands beside it.
 */
function tagAround(collector: FindingCollector, table: Element, width: number): number {
  let room = width
  const body = getComputedStyle(document.body)
  for (const side of ['margin', 'padding']) {
    for (const edge of ['left', 'right'])
      room -= Number.parseFloat(body.getPropertyValue(`${side}-${edge}`)) || 0
  }
  const around: Element[] = []
  for (let at = parentOf(table); at && at !== document.body; at = parentOf(at)) {
    const style = getComputedStyle(at)
    const { display, float, position, borderLeftWidth, borderRightWidth, paddingLeft, paddingRight } = style
    const alone = float === 'none' && !/absolute|fixed/.test(position) && native(at).childElementCount > 0
    if (!alone || !/^(block|flow-root)$/.test(display)) return 0
    const borders = Number.parseFloat(borderLeftWidth) + Number.parseFloat(borderRightWidth)
    const framed = borders > 0 || !/, 0\)$/.test(style.backgroundColor)
    if (framed) room -= borders + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
    else collector.tag('wide_table-unpadded', at)
    around.push(at)
  }
  for (const box of around) collector.tag('wide_table-around', box)
  return room
}

/** No column needs more to be read, in CSS pixels. */
const MAX_COLUMN = 220

/**
 * Widths in CSS pixels of the columns that a table can be split between, those that a cell spans as one; none if it
 * cannot be split: its frames would load again, and a drawing in the first column would be copied empty.
 */
function columnsOf(table: Element): number[] {
  if (!(table instanceof HTMLTableElement) || table.querySelector('iframe,video,object,embed')) return []
  const grid = gridOf(table)
  const [first = 0] = grid?.units ?? []
  const copied = grid?.rows.flatMap(({ cells }) => cells.filter(({ end }) => end <= first)) ?? []
  if (!grid || copied.some(({ cell }) => cell.querySelector('canvas'))) return []
  const { units } = grid
  return unitWidths(grid).map((width, at) =>
    Math.min(width, MAX_COLUMN * ((units[at] ?? 0) - (units[at - 1] ?? 0))),
  )
}

/**
 * The zoom at which a table's smallest text has six points, or eight CSS pixels, as `scale` prints it; of a long table,
 * in its first rows. What is smaller already says nothing of the rest.
 */
function leastZoom(table: Element, scale: number): number {
  const MAX_CELLS = 300
  let zoom = 0
  const parts = [...table.querySelectorAll('td,th,td *,th *')].slice(0, MAX_CELLS)
  for (const part of parts) {
    if (!/\S/.test(native(part).textContent)) continue
    const size =
      Number.parseFloat(getComputedStyle(part).fontSize) * (native(part).currentCSSZoom ?? 1) * scale
    zoom = Math.max(zoom, size < SMALLEST_TEXT ? 0.7 : SMALLEST_TEXT / size)
  }
  return zoom || 1
}
