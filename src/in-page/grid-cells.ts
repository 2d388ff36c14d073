/** The cells of a data grid that draws what is in sight alone: it is scrolled through, and its cells are read as they come. */

import { isTransparent, native, parentOf } from './dom'
import { columnNumbers, columnOf, FAR, withoutCopies } from './grid-columns'
import { isComplete } from './grid-completeness'
import { isLoading, wouldLose } from './grid-losses'
import type { GridCell, GridCells, GridColumn, GridRow } from './grid-model'
import { CELLS, findPanes, HEADS, isFilled, movedBy, moves, type Panes, ROWS } from './grid-panes'
import { picturesOf } from './grid-pictures'
import { frameOfGrid, mayReadOn, spentOnGridsMs } from './grid-time'
import { placeOf, scrollTo, walk } from './scroll-panes'
import { document } from './true-document'
import { GRIDS } from './unfinished-grids'

type Found = { rows: Map<string, GridRow>; columns: Map<string, GridColumn> }

const MAX_CELLS = 20_000
/** How long a grid may take to draw what has come into sight, in milliseconds. */
const MAX_DRAWING_MS = 500
/** Grids draw some time after the last event of scrolling: 100 milliseconds are usual. */
const MIN_DRAWING_MS = 150
/** How long it may take to draw what it showed before it was scrolled through: it is printed so if no table takes its place. */
const MAX_RESTORING_MS = 4000
/** Grids that are looked at. */
const MAX_GRIDS = 50

/**
 * Reads all cells of a grid; nothing if there are too many, if they take too long, or if a table of their texts would not
 * be all that the grid shows.
 */
export async function readGrid(grid: Element): Promise<GridCells | undefined> {
  if (wouldLose(grid)) return
  const panes = findPanes(grid)
  const { all, across } = panes
  const isRtl = getComputedStyle(across ?? grid).direction === 'rtl'
  const wasFilled = isFilled(panes)
  const before = all.map(placeOf)
  const found: Found = { rows: new Map(), columns: new Map() }
  let isWhole = true
  await walk(panes, isRtl, async (places) => {
    await scrollTo(places, () => drawn(grid, panes))
    isWhole = mayReadOn() && readCells(grid, found, panes)
    return isWhole
  })
  await scrollTo(before, () => drawn(grid, panes, wasFilled ? MAX_RESTORING_MS : 0))
  const rows = [...found.rows.values()].sort((one, other) => one.order - other.order)
  const columns = [...found.columns.values()].sort((one, other) =>
    isRtl && !one.isNumbered ? other.order - one.order : one.order - other.order,
  )
  if (!isWhole || !isComplete(grid, rows, columns, panes) || !holdAllTexts(grid, rows)) return
  return { rows, columns: withoutCopies(columns, rows).map(({ name }) => name) }
}

/**
 * Waits until a grid has drawn what is in sight, and nothing of it has changed for two frames; for what fills it up to
 * `maxFillingMs`.
 */
async function drawn(grid: Element, panes: Panes, maxFillingMs = 0): Promise<void> {
  let changed = true
  const observer = new MutationObserver(() => {
    changed = true
  })
  observer.observe(grid, { subtree: true, childList: true, characterData: true, attributes: true })
  await frameOfGrid()
  const [begun, before] = [performance.now(), spentOnGridsMs()]
  const waitedMs = () => Math.min(performance.now() - begun, spentOnGridsMs() - before)
  const isDrawn = () => !changed && !isLoading(grid) && (waitedMs() >= MIN_DRAWING_MS || isFilled(panes))
  do {
    changed = false
    await frameOfGrid()
    await frameOfGrid()
  } while ((!isDrawn() && waitedMs() < MAX_DRAWING_MS) || (!isFilled(panes) && waitedMs() < maxFillingMs))
  observer.disconnect()
}

/** Reads the cells that are drawn now. Returns false if they cannot be had. */
function readCells(grid: Element, { rows, columns }: Found, panes: Panes): boolean {
  if (isLoading(grid) || wouldLose(grid)) return false
  const box = native(grid).getBoundingClientRect()
  const numberOf = columnNumbers(grid)
  for (const row of native(grid).querySelectorAll(ROWS)) {
    const cells = cellsOf(row)
    if (cells.length === 0) continue
    const found = rowOf(row, cells, box, panes)
    const known = knownRow(found, rows) ?? found
    rows.set(keyOf(known), known)
    for (const cell of cells) {
      const column = columnOf(cell, numberOf(cell), { box, panes, columns })
      if (columns.size * rows.size > MAX_CELLS) return false
      if (!columns.has(column.name)) columns.set(column.name, column)
      // Grids draw their heads twice, one of them empty; and what they draw first may be there for the time being.
      const read = readCell(cell, row)
      if (read.text || !known.cells.get(column.name)?.text) known.cells.set(column.name, read)
    }
  }
  return true
}

/** Rows of panes that stand beside each other may have their borders at other places. */
function knownRow(row: GridRow, rows: ReadonlyMap<string, GridRow>): GridRow | undefined {
  const offsets = row.isNumbered ? [0] : [0, -1, 1, -2, 2]
  return offsets.map((offset) => rows.get(keyOf(row, offset))).find(Boolean)
}

function keyOf({ isHead, order }: GridRow, offset = 0): string {
  return `${isHead ? 'h' : 'b'}${order + offset}`
}

function cellsOf(row: Element): Element[] {
  return [...native(row).querySelectorAll(CELLS)].filter(
    (cell) => native(cell).closest(ROWS) === row && isOutermost(cell, row) && isDrawn(cell),
  )
}

function rowOf(row: Element, cells: readonly Element[], box: DOMRect, { down, downwards }: Panes): GridRow {
  // The corner over numbers of rows may be a button.
  const isHead = native(row).closest('thead') !== null || cells.every((cell) => native(cell).matches(HEADS))
  const index = native(row).getAttribute('aria-rowindex') ?? cells[0]?.getAttribute('aria-rowindex')
  const { top, bottom } = native(row).getBoundingClientRect()
  const isMoving = !isHead && down !== undefined && moves(row, downwards)
  const y = (isMoving ? movedBy(row, downwards, down, 'top') : 0) - box.top
  const isAbove = isHead || !down || top < native(down).getBoundingClientRect().bottom - (bottom - top)
  const order = index ? Number(index) : Math.round(top + y + (isMoving || !down ? 0 : isAbove ? -FAR : FAR))
  const span = isMoving || (!down && !isHead) ? { start: top + y, end: bottom + y } : undefined
  return { order, isNumbered: Boolean(index), isHead, span, cells: new Map() }
}

/** The head of a column may be a part of its cell. */
function isOutermost(cell: Element, row: Element): boolean {
  const around = parentOf(cell)?.closest(CELLS)
  return !around || around === row || native(around).closest(ROWS) !== row
}

/** Heads that only give the columns of a body their widths have no height. */
function isDrawn(cell: Element): boolean {
  return [...native(cell).getClientRects()].some(({ width, height }) => width >= 1 && height >= 1)
}

/** Whether all texts of cells that are drawn now were read. */
function holdAllTexts(grid: Element, rows: readonly GridRow[]): boolean {
  const texts = new Set(rows.flatMap(({ cells }) => [...cells.values()].map(({ text }) => text)))
  const cells = [...native(grid).querySelectorAll(ROWS)].flatMap(cellsOf)
  return cells.map(textOf).every((text) => !text || texts.has(text))
}

function readCell(cell: Element, row: Element): GridCell {
  const style = getComputedStyle(cell)
  const { backgroundColor } =
    [style, getComputedStyle(row)].find(({ backgroundColor }) => !isTransparent(backgroundColor)) ?? style
  const { color, fontWeight, fontStyle, textAlign, justifyContent } = style
  const isHead = native(cell).matches('[role=columnheader],th')
  const align = /end|right/.exec(justifyContent)?.[0] ?? textAlign
  return {
    text: textOf(cell),
    pictures: picturesOf(cell, isHead),
    span: Math.max(
      1,
      Number(native(cell).getAttribute('aria-colspan') ?? native(cell).getAttribute('colspan')) || 1,
    ),
    looks: {
      color,
      'font-weight': fontWeight,
      'font-style': fontStyle,
      'text-align': align,
      'background-color': backgroundColor,
    },
  }
}

function textOf(cell: Element): string {
  return (cell instanceof HTMLElement ? native(cell).innerText : (native(cell).textContent ?? '')).trim()
}

/** Whether a part of the document is inside another of those parts. */
function isWithin(part: Element, others: readonly Element[]): boolean {
  return others.some((other) => other !== part && native(other).contains(part))
}

/** The first `MAX_GRIDS` data grids that are no tables: those are laid out by the browser, with all that they have. */
export function dataGrids(paned: readonly Element[]): Element[] {
  const grids = [...new Set([...paned, ...document.querySelectorAll(GRIDS)])]
    .filter((grid) => !(grid instanceof HTMLTableElement) && native(grid).getClientRects().length > 0)
    .slice(0, MAX_GRIDS)
  return grids.filter((grid) => !isWithin(grid, grids))
}
