/** Whether all of a data grid was read. */
import { native } from './dom'
import type { GridColumn, GridRow, Span } from './grid-model'
import { hiddenHeight, hiddenWidth, type Panes } from './grid-panes'
import { hasPager, MAX_MISSING } from './unfinished-grids'

/**
 * Whether rows and columns are as many as the grid says (WAI-ARIA 1.2, `aria-rowcount`, `aria-colcount`), and leave no
 * gaps. A pager may keep rows back.
 */
export function isComplete(
  grid: Element,
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
  { across, down }: Panes,
): boolean {
  const rowCount = hasPager(grid) ? 0 : countOf(grid, 'aria-rowcount')
  if (rowCount > rows.length + MAX_MISSING) return false
  if (countOf(grid, 'aria-colcount') > columns.length + MAX_MISSING) return false
  if (columns.some(({ isNumbered }) => isNumbered !== columns[0]?.isNumbered)) return false
  const body = rows.filter(({ isHead }) => !isHead)
  const numbers = body.flatMap(({ order, isNumbered }) => (isNumbered ? [order] : []))
  if (numbers.some((number, at) => at > 0 && number - (numbers[at - 1] ?? 0) > 1)) return false
  const box = native(grid).getBoundingClientRect()
  const tops = body.flatMap(({ span, isNumbered }) => (span && !isNumbered ? [span] : []))
  const y = down ? native(down).getBoundingClientRect().top - box.top : 0
  if (leavesGaps(tops, down && { start: y, end: y + hiddenHeight(down) + native(down).clientHeight }))
    return false
  if (overlap(tops)) return false
  const places = columns.flatMap(({ span, isNumbered }) => (span && !isNumbered ? [span] : []))
  return !leavesGaps(places, across && contentAcross(across, box.left))
}

function countOf(grid: Element, attribute: string): number {
  const counts = [grid, ...native(grid).querySelectorAll(`[${attribute}]`)].map((part) =>
    Number(native(part).getAttribute(attribute)),
  )
  return Math.max(...counts.filter(Number.isFinite))
}

/** From right to left, the content of a pane ends at its right edge. */
function contentAcross(pane: Element, from: number): Span {
  const left = native(pane).getBoundingClientRect().left - from
  const { clientWidth } = native(pane)
  const start = getComputedStyle(pane).direction === 'rtl' ? left - hiddenWidth(pane) : left
  return { start, end: start + hiddenWidth(pane) + clientWidth }
}

/** Whether between spans there is room for one more, or for more than `MAX_MISSING` before or after them. */
function leavesGaps(spans: readonly Span[], whole: Span | undefined): boolean {
  const inOrder = spans.toSorted((one, other) => one.start - other.start)
  const [first] = inOrder
  if (!first) return false
  const room = (MAX_MISSING + 1) * (first.end - first.start)
  if (whole && first.start - whole.start > room) return true
  let { end } = first
  for (const span of inOrder) {
    if (span.start - end >= 0.9 * (span.end - span.start)) return true
    end = Math.max(end, span.end)
  }
  return whole !== undefined && whole.end - end > room
}

/** Rows whose heights change while they are drawn are read at two places. */
function overlap(spans: readonly Span[]): boolean {
  const inOrder = spans.toSorted((one, other) => one.start - other.start)
  return inOrder.some(({ start, end }, at) => {
    const next = inOrder[at + 1]
    return next !== undefined && end - next.start > 0.5 * (end - start)
  })
}
