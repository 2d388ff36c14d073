/** Panes that stand side by side. */

/** Places that differ by less, in CSS pixels, are the same. */
export const SAME_PLACE = 3

type Place = { left: number; right: number; top: number }

/** Whether one box ends where the other begins, in a line: a bar to scroll with may have one of them end sooner. */
export function adjoins(one: Place, other: Place): boolean {
  return Math.abs(one.right - other.left) < SAME_PLACE && Math.abs(one.top - other.top) < SAME_PLACE
}
