/** Data grids that draw what is in sight alone, and say how much there is (WAI-ARIA 1.2, `aria-rowcount`). */

import { native, parentOf } from './dom'
import { document } from './true-document'

const SIZES = [
  { attribute: 'aria-rowcount', drawn: '[role=row],tr', what: 'rows' },
  { attribute: 'aria-colcount', drawn: '[role=columnheader],th', what: 'columns' },
] as const
/** What may be a data grid. A table of other elements may scroll under a head that is a table of its own. */
export const GRIDS = '[role=grid],[role=treegrid],[role=table],[aria-rowcount],[aria-colcount]'
/** Heads and foots may be counted or not. */
export const MAX_MISSING = 2

/** What grids call the part of them that turns their pages. */
const PAGER = ['pagin', 'paging', 'pager'].map((name) => `[class*=${name} i]`).join()

/** A warning for the grids that have not drawn all of their rows or columns. */
export function findUnfinishedGrids(): string[] {
  return SIZES.flatMap(({ attribute, drawn, what }) => {
    const unfinished = [...document.querySelectorAll(`[${attribute}]`)].flatMap((grid) => {
      const count = Number(native(grid).getAttribute(attribute))
      const there = [...native(grid).querySelectorAll(drawn)]
      const isUnfinished =
        native(grid).getClientRects().length > 0 && there.length > 0 && count > there.length + MAX_MISSING
      return isUnfinished && !(what === 'rows' && showsOnePage(grid, there)) ? { count, there } : []
    })
    const [first] = unfinished
    if (!first) return []
    return [
      `a data grid has drawn ${first.there.length} of its ${first.count} ${what}: have it draw all of them, as its setting for printing does`,
    ]
  })
}

/** Whether a grid has pages, and has drawn all rows of the one that it shows. */
function showsOnePage(grid: Element, rows: Element[]): boolean {
  return hasPager(grid) && !hasRoomBelow(grid, rows)
}

/** A pager may stand beside its grid, two levels up in AG Grid; not beside another one. */
export function hasPager(grid: Element): boolean {
  let around: Element = grid
  for (let levels = 0; levels < 2; levels++) {
    const outer = parentOf(around)
    if (!outer || native(outer).querySelectorAll('[aria-rowcount]').length > 1) break
    around = outer
  }
  return [...native(around).querySelectorAll(PAGER)].some(
    (pager) => native(pager).getClientRects().length > 0,
  )
}

/** Whether rows stand in a pane of the grid that scrolls on below all of them, as for rows that are not drawn. */
export function hasRoomBelow(grid: Element, rows: Element[]): boolean {
  const boxes = rows.map((row) => native(row).getBoundingClientRect())
  const lowest = Math.max(...boxes.map(({ bottom }) => bottom))
  const room = (MAX_MISSING + 1) * Math.max(...boxes.map(({ height }) => height))
  const panes = new Set<Element>()
  for (const row of rows) {
    for (let pane = parentOf(row); pane && !panes.has(pane); pane = pane === grid ? null : parentOf(pane))
      panes.add(pane)
  }
  return [...panes].some((pane) => {
    const { scrollHeight, clientHeight, scrollTop } = native(pane)
    const end = native(pane).getBoundingClientRect().top + scrollHeight - scrollTop
    return scrollHeight > clientHeight + 1 && end > lowest + room
  })
}
