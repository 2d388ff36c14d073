/** Which column of a data grid a cell is in. */
import { native } from './dom'
import type { GridColumn, GridRow } from './grid-model'
import { CELLS, HEADS, movedBy, moves, type Panes } from './grid-panes'

/** What grids call a column if they do not number it. */
const NAMES = ['tabulator-field', 'data-field', 'col-id', 'data-colindex']
/** Beyond every place in a grid. */
export const FAR = 1e6
/** Columns that are nearer to each other, in CSS pixels, are one. */
const SAME_PLACE = 3

/**
 * Returns the number that a cell's column has (WAI-ARIA 1.2, `aria-colindex`). Grids that have drawn some of their columns may
 * number the heads of these from the first that is drawn: that of a head is the number of the cells under it.
 */
export function columnNumbers(grid: Element): (cell: Element) => string | null {
  const numbers = new Map<string, string>()
  const place = (cell: Element) => {
    const { left, right } = native(cell).getBoundingClientRect()
    return `${Math.round(left)} ${Math.round(right)}`
  }
  const isHead = (cell: Element) => native(cell).matches(HEADS) || native(cell).closest('thead') !== null
  for (const cell of native(grid).querySelectorAll(CELLS)) {
    const number = native(cell).getAttribute('aria-colindex')
    if (number && !isHead(cell)) numbers.set(place(cell), number)
  }
  return (cell) => {
    const own = native(cell).getAttribute('aria-colindex')
    return (own && isHead(cell) && numbers.get(place(cell))) || own
  }
}

/** A column that has neither number nor name is known by its place. */
export function columnOf(
  cell: Element,
  number: string | null,
  { box, panes, columns }: { box: DOMRect; panes: Panes; columns: ReadonlyMap<string, GridColumn> },
): GridColumn {
  const { across, sideways } = panes
  const name = number || NAMES.map((attribute) => native(cell).getAttribute(attribute)).find(Boolean)
  const known = name && columns.get(name)
  if (known) return known
  if (number) return { name: number, order: Number(number), isNumbered: true, span: undefined }
  const { left, right } = native(cell).getBoundingClientRect()
  const isMoving = across !== undefined && moves(cell, sideways)
  const x = (isMoving ? movedBy(cell, sideways, across, 'left') : 0) - box.left
  const pane = across && native(across).getBoundingClientRect()
  const side = !pane || isMoving ? 0 : left + right > pane.left + pane.right ? FAR : -FAR
  const order = left + x + side
  const same = name
    ? undefined
    : [...columns.values()].find((other) => Math.abs(other.order - order) < SAME_PLACE)
  const span = side ? undefined : { start: left + x, end: right + x }
  return same ?? { name: name ?? `at ${Math.round(order)}`, order, isNumbered: false, span }
}

/** Columns without those that scroll beneath a copy of theirs, which stays in place. */
export function withoutCopies(columns: readonly GridColumn[], rows: readonly GridRow[]): GridColumn[] {
  const pinned = columns.filter(({ span, isNumbered }) => !span && !isNumbered)
  const text = ({ cells }: GridRow, { name }: GridColumn) => cells.get(name)?.text ?? ''
  const isSame = (one: GridColumn, other: GridColumn) =>
    rows.every((row) => text(row, one) === text(row, other))
  const hasHead = (column: GridColumn) => rows.some((row) => row.isHead && text(row, column) !== '')
  return columns.filter(
    (column) => !column.span || !hasHead(column) || !pinned.some((other) => isSame(column, other)),
  )
}
