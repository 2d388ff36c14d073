/**
 * Data grids as tables. A grid draws what a screen shows of it, and places it by coordinates: what it has not drawn, or
 * cannot be made small enough, would be missing on paper. As a table it breaks over pages and is split between columns.
 */

import type { GridsRead } from './contract'
import { native, overrideStyle, parentOf } from './dom'
import { dataGrids, readGrid } from './grid-cells'
import type { GridCell, GridCells, GridRow } from './grid-model'
import { hiddenWidth, ROWS, widestPane } from './grid-panes'
import { wereGridsCutShort } from './grid-time'
import { panedGrids } from './paned-grids'
import { SMALLEST_TEXT } from './smallest-sizes'
import { document } from './true-document'
import { hasRoomBelow } from './unfinished-grids'

/**
 * Puts tables in the place of grids that cannot be printed whole on pages of this width (CSS pixels). Returns how many
 * were looked through: a grid whose cells cannot all be had stays as it is, but scripts have seen it scroll.
 */
export async function showGridsAsTables(width: number): Promise<GridsRead> {
  const paned = panedGrids()
  // What is shown whole in one pane may still be cut in the next: their rows would not stay together.
  const grids = dataGrids(paned).filter((grid) => paned.includes(grid) || !fits(grid, width))
  for (const grid of grids) {
    const cells = await readGrid(grid)
    if (!cells || cells.columns.length < 2) continue
    const holder = holderOf(grid)
    holder.before(tableOf(cells, grid))
    overrideStyle(holder, { display: 'none' })
  }
  return { read: grids.length, isCutShort: wereGridsCutShort() }
}

/** Whether a grid has drawn all that it has, and can be made small enough. */
function fits(grid: Element, width: number): boolean {
  const rows = [...native(grid).querySelectorAll(ROWS)].filter(
    (row) => native(row).getClientRects().length > 0,
  )
  if (rows.length === 0) return true
  const [cell] = native(grid).querySelectorAll('[role=gridcell],td')
  const pane = widestPane(grid)
  const size = Number.parseFloat(getComputedStyle(cell ?? grid).fontSize)
  const needed = native(grid).clientWidth + (pane ? hiddenWidth(pane) : 0)
  return needed * Math.min(1, SMALLEST_TEXT / size) <= width && !hasRoomBelow(grid, rows)
}

const PICTURES = 'img,canvas,video,iframe,object,input,select,textarea'

/** The outermost box that shows nothing but the grid. */
function holderOf(grid: Element): Element {
  const picturesOf = (element: Element) => native(element).querySelectorAll(PICTURES).length
  const textOf = (element: Element) =>
    (element instanceof HTMLElement ? native(element).innerText : element.textContent)?.replace(/\s+/g, '')
  const isSame = (element: Element) =>
    textOf(element) === textOf(grid) && picturesOf(element) === picturesOf(grid)
  let holder = grid
  for (let at = parentOf(grid); at && at !== document.body && isSame(at); at = parentOf(at)) holder = at
  return holder
}

function tableOf({ rows, columns }: GridCells, grid: Element): HTMLTableElement {
  const table = document.createElement('table')
  table.dir = getComputedStyle(grid).direction
  const first = native(grid).querySelector('[role=gridcell],td') ?? grid
  const { fontFamily, fontSize, lineHeight } = getComputedStyle(first)
  Object.assign(table.style, { borderCollapse: 'collapse', fontFamily, fontSize, width: 'auto' })
  if (Number.parseFloat(lineHeight) < 2 * Number.parseFloat(fontSize)) table.style.lineHeight = lineHeight
  const shown = rows.filter(({ isHead, cells }) => !isHead || [...cells.values()].some(({ text }) => text))
  const used = columns.filter((name) => shown.some(({ cells }) => hasContent(cells.get(name))))
  for (const row of shown) {
    const section = row.isHead ? table.createTHead() : (table.tBodies[0] ?? table.createTBody())
    section.append(rowOf(row, used))
  }
  return table
}

function hasContent(cell: GridCell | undefined): boolean {
  return cell !== undefined && (cell.text !== '' || cell.pictures.length > 0)
}

function rowOf({ isHead, cells }: GridRow, names: readonly string[]): HTMLTableRowElement {
  const row = document.createElement('tr')
  for (let at = 0; at < names.length; ) {
    const { text = '', pictures = [], span = 1, looks = {} } = cells.get(names[at] ?? '') ?? {}
    const cell = document.createElement(isHead ? 'th' : 'td')
    for (const [property, value] of Object.entries(looks)) cell.style.setProperty(property, value)
    Object.assign(cell.style, { padding: '3px 8px', borderBottom: '1px solid #ccc', overflowWrap: 'normal' })
    if (span > 1) cell.colSpan = Math.min(span, names.length - at)
    if (isHead) cell.scope = span > 1 ? 'colgroup' : 'col'
    cell.append(...pictures, text)
    row.append(cell)
    at += cell.colSpan
  }
  return row
}
