/** Scrolls the panes of a data grid. */
import { native } from './dom'
import { hiddenHeight, hiddenWidth } from './grid-panes'

/** How far a pane is to be scrolled, in CSS pixels; to the left it is less than 0. */
type Place = { pane: Element; left?: number; top?: number }

/** Scripts that hear of one pane may put the next to where it was. */
const MAX_TRIES = 3

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
