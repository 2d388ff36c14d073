/** Panes side by side whose rows are one, as the tasks and the bars of a Gantt chart. */
import { adjoins } from './adjoining-panes'
import { native, parentOf } from './dom'
import { document } from './true-document'

/** Elements of a pane that are looked at. */
const MAX_LOOKED_AT = 2000
/** Rows that two panes have by chance. */
const MAX_CHANCE = 2
const MIN_ROW = 8

/** The box around a frame and the panes before it in its line that have its rows; the frame itself if there are none. */
export function withPanesBeside(frame: Element): Element {
  const rows = rowsOf(frame)
  if (rows.size <= MAX_CHANCE) return frame
  let whole = frame
  for (let inner = frame, at = parentOf(frame); at && at !== document.body; inner = at, at = parentOf(at)) {
    const box = native(inner).getBoundingClientRect()
    // What a frame shows when it is opened is at its right.
    const beside = [...native(at).children].some(
      (other) =>
        other !== inner && adjoins(native(other).getBoundingClientRect(), box) && hasRows(other, rows),
    )
    if (beside) whole = at
    else if (native(at).getBoundingClientRect().height > box.height + 2 * MIN_ROW) break
  }
  return whole
}

function hasRows(pane: Element, rows: ReadonlySet<string>): boolean {
  return [...rowsOf(pane)].filter((row) => rows.has(row)).length > MAX_CHANCE
}

/** Where boxes of a pane begin and end, of which several stand below each other. */
function rowsOf(pane: Element): Set<string> {
  const { height: most } = native(pane).getBoundingClientRect()
  const rows = new Set<string>()
  for (const part of [...native(pane).querySelectorAll('*')].slice(0, MAX_LOOKED_AT)) {
    const { top, bottom, height } = native(part).getBoundingClientRect()
    if (height > MIN_ROW && height < most / 3) rows.add(`${Math.round(top)} ${Math.round(bottom)}`)
  }
  return rows
}
