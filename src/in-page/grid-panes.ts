/** The panes of a data grid: boxes that scroll or cut, around rows. */
import { native, parentOf } from './dom'

/** Grids that are made of boxes without a role name them so. */
const BOX = 'div:not([role],[role=row] *,[role=grid] *,[role=treegrid] *,[role=table] *,table *)'
const BOX_CELL = `${BOX}[class*=row i]>${BOX}[class*=cell i]`
const BOX_HEAD = `${BOX}[class*=head i]>${BOX}[class*=head i]`
const BOX_ROWS = `${BOX}[class*=row i]:has(>div[class*=cell i]),${BOX}[class*=head i]:has(>div[class*=head i])`
/** Rows of tables and of what says that it has rows. */
export const TOLD_ROWS = '[role=row],tr'
export const ROWS = `${TOLD_ROWS},${BOX_ROWS}`
export const CELLS = `[role=gridcell],[role=cell],[role=columnheader],[role=rowheader],td,th,${BOX_CELL},${BOX_HEAD}`
export const HEADS = `[role=columnheader],th:not([role]),${BOX_HEAD}`

/** All panes, those that scroll in one direction, and of these the one that scrolls furthest. */
export type Panes = {
  all: Element[]
  sideways: Element[]
  downwards: Element[]
  across: Element | undefined
  down: Element | undefined
}

/** The pane of a grid that scrolls furthest to one side; nothing if none does. */
export function widestPane(grid: Element): Element | undefined {
  return findPanes(grid).across
}

/** Finds the panes of a grid. */
export function findPanes(grid: Element): Panes {
  const all = panesOf(grid)
  const wide = all.filter((pane) => hiddenWidth(pane) > 1)
  const high = all.filter((pane) => hiddenHeight(pane) > 1)
  const [across] = wide.toSorted(furthestOf((pane) => hiddenWidth(pane), 'overflowX'))
  // The one that scrolls in both directions is what the others follow.
  const inOrder = high.toSorted((one, other) => Number(other === across) - Number(one === across))
  const [down] = inOrder.toSorted(furthestOf((pane) => hiddenHeight(pane), 'overflowY'))
  // What stands beside the pane stays in place, though it may hide something, too.
  const sideways = wide.filter((pane) => across && overlap(pane, across, 'left', 'right'))
  const downwards = high.filter((pane) => down && overlap(pane, down, 'top', 'bottom'))
  return { all, sideways, downwards, across, down }
}

function overlap(one: Element, other: Element, start: 'left' | 'top', end: 'right' | 'bottom'): boolean {
  const [box, around] = [one, other].map((pane) => native(pane).getBoundingClientRect())
  return (
    box !== undefined && around !== undefined && box[start] < around[end] - 1 && box[end] > around[start] + 1
  )
}

/** Panes that only scripts scroll, as that of a head, follow those that readers scroll. */
function furthestOf(hidden: (pane: Element) => number, overflow: 'overflowX' | 'overflowY') {
  const isReaders = (pane: Element) => Number(/auto|scroll/.test(getComputedStyle(pane)[overflow]))
  return (one: Element, other: Element) => isReaders(other) - isReaders(one) || hidden(other) - hidden(one)
}

function panesOf(grid: Element): Element[] {
  const panes = new Set<Element>()
  const looked = new Set<Element>()
  for (const row of native(grid).querySelectorAll(ROWS)) {
    for (let at = parentOf(row); at && !looked.has(at); at = at === grid ? null : parentOf(at)) {
      looked.add(at)
      if ((hiddenWidth(at) > 1 || hiddenHeight(at) > 1) && isPane(at)) panes.add(at)
    }
  }
  return [...panes]
}

/** Whether an element scrolls or cuts what is wider or higher than it. */
export function isPane(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element)
  return /auto|scroll|hidden/.test(overflowX + overflowY)
}

/** CSS pixels of a pane's content that are beside what it shows. */
export function hiddenWidth(pane: Element): number {
  const { scrollWidth, clientWidth } = native(pane)
  return scrollWidth - clientWidth
}

/** CSS pixels of a pane's content that are above and below what it shows. */
export function hiddenHeight(pane: Element): number {
  const { scrollHeight, clientHeight } = native(pane)
  return scrollHeight - clientHeight
}

/** Whether a part of a grid moves when one of these panes is scrolled: pinned rows and columns do not. */
export function moves(part: Element, panes: readonly Element[]): boolean {
  const pane = panes.find((pane) => pane !== part && native(pane).contains(part))
  for (let at = part; pane && at !== pane; at = parentOf(at) ?? pane)
    if (getComputedStyle(at).position === 'sticky') return false
  return pane !== undefined
}

/**
 * By how much, in CSS pixels, a part of a grid was moved when its panes were scrolled; `main` is the pane that was. Panes
 * beside it follow when scripts are told, or have their content moved in place of that.
 */
export function movedBy(
  part: Element,
  panes: readonly Element[],
  main: Element,
  side: 'left' | 'top',
): number {
  const scrolled = side === 'left' ? 'scrollLeft' : 'scrollTop'
  const pane = panes.find((pane) => pane !== part && native(pane).contains(part))
  const own = pane ? native(pane)[scrolled] : 0
  const content = pane && native(pane).firstElementChild
  if (!content || own !== 0 || pane === main) return own
  const shift = native(pane).getBoundingClientRect()[side] - native(content).getBoundingClientRect()[side]
  return Math.abs(shift) > 1 ? native(main)[scrolled] : 0
}

/** Whether the cells of rows cover at least nine tenths of what the panes of a grid show. */
export function isFilled({ across, down }: Panes): boolean {
  const boxes = [across, down].flatMap((pane) => (pane ? [native(pane).getBoundingClientRect()] : []))
  const [box] = boxes
  const inner = down ?? across
  if (!box || !inner) return true
  const left = Math.max(...boxes.map(({ left }) => left))
  const right = Math.min(...boxes.map(({ right }) => right))
  const top = Math.max(...boxes.map(({ top }) => top))
  const bottom = Math.min(...boxes.map(({ bottom }) => bottom))
  let covered = 0
  for (const row of native(inner).querySelectorAll(ROWS)) {
    const line = native(row).getBoundingClientRect()
    const height = Math.min(bottom, line.bottom) - Math.max(top, line.top)
    if (height <= 0) continue
    for (const cell of native(row).querySelectorAll(CELLS)) {
      const place = native(cell).getBoundingClientRect()
      covered += height * Math.max(0, Math.min(right, place.right) - Math.max(left, place.left))
    }
  }
  return covered >= 0.9 * (right - left) * (bottom - top)
}
