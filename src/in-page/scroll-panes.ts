/** Scrolls the panes of a data grid. */
import { native } from './dom'
import { CELLS, HEADS, hiddenHeight, hiddenWidth, type Panes, ROWS } from './grid-panes'

/** How far a pane is to be scrolled, in CSS pixels; to the left it is less than 0. */
type Place = { pane: Element; left?: number; top?: number }

/** Scripts that hear of one pane may put the next to where it was. */
const MAX_TRIES = 3
/** Shares of what a pane shows: what stays in place may cover some of it, which are more often columns than rows. */
const STEP_ACROSS = 0.8
const STEP_DOWN = 0.9

/** How far a pane is scrolled. */
export function placeOf(pane: Element): Required<Place> {
  return { pane, left: native(pane).scrollLeft, top: native(pane).scrollTop }
}

/** Scrolls panes, as far as they can be, and waits for `drawn` until they stay there. */
export async function scrollTo(places: readonly Place[], drawn: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES && (tries === 0 || places.some(isElsewhere)); tries++) {
    for (const { pane, left, top } of places) {
      if (left !== undefined) native(pane).scrollLeft = left
      if (top !== undefined) native(pane).scrollTop = top
    }
    await drawn()
  }
}

function isElsewhere({ pane, left, top }: Place): boolean {
  const now = placeOf(pane)
  const differs = (asked: number | undefined, at: number, most: number) =>
    asked !== undefined && Math.abs(Math.min(Math.abs(asked), most) - Math.abs(at)) > 1
  return differs(left, now.left, hiddenWidth(pane)) || differs(top, now.top, hiddenHeight(pane))
}

/** Calls `see` with places of the panes of a grid, until it has seen all that they hold or returns false. */
export async function walk(
  { across, down }: Panes,
  isRtl: boolean,
  see: (places: readonly Place[]) => Promise<boolean>,
): Promise<void> {
  for (let top = 0, isLast = false; !isLast; top += down ? native(down).clientHeight * STEP_DOWN : 0) {
    for (let left = 0, isEnd = false; !isEnd; ) {
      const places = [
        ...(down ? [{ pane: down, top }] : []),
        ...(across ? [{ pane: across, left: isRtl ? -left : left }] : []),
      ]
      if (!(await see(places))) return
      const step = across ? Math.max(native(across).clientWidth * STEP_ACROSS, drawnWidth(across, isRtl)) : 0
      isEnd = !across || left >= hiddenWidth(across) || left + step >= native(across).scrollWidth - 1
      left += step
    }
    isLast = !down || top >= hiddenHeight(down)
  }
}

/** Up to where, in CSS pixels from where a pane begins, all of its rows have their cells: grids may draw more than is in sight. */
function drawnWidth(pane: Element, isRtl: boolean): number {
  const box = native(pane).getBoundingClientRect()
  const widths = [...native(pane).querySelectorAll(ROWS)].flatMap((row) => {
    const cells = [...native(row).querySelectorAll(CELLS)].filter((cell) => !native(cell).matches(HEADS))
    const places = cells.map((cell) => native(cell).getBoundingClientRect())
    const ends = places.map(({ left, right }) => (isRtl ? box.right - left : right - box.left))
    return ends.length > 0 ? [Math.max(...ends)] : []
  })
  return widths.length > 0 ? Math.min(...widths) : 0
}
