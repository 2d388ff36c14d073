/** Which footnote of each page has room for the edges of their area too. */
import type { Room } from './footnote-room'
import type { Note } from './footnotes'

export type Placed = Note & {
  height: number
  room: Room | undefined
  /** Pages of the call and of the note, which is the next one if the foot of that has no room. */
  callPage: number | undefined
  page: number | undefined
  /** Whether it has room for the area's edges too. */
  isFirst: boolean
}

/** Before any note has room: by the pages of the calls. */
export function guessFirst(notes: Placed[], pageOf: (call: Element) => number | undefined): void {
  let last: number | undefined
  for (const note of notes) {
    const page = pageOf(note.call)
    note.isFirst = page !== last
    last = page
  }
}

/**
 * By the pages that a print found. `isExact`: as it should be; else so that each page has at least one: more only leave
 * space. Returns whether room was made so.
 */
export function chooseFirst(all: Placed[], { isExact }: { isExact: boolean }): boolean {
  let isRight = true
  for (const notes of Map.groupBy(all, ({ page }) => page).values()) {
    if (!isExact && notes.some(({ isFirst }) => isFirst)) continue
    for (const [at, note] of notes.entries()) {
      if (note.isFirst !== (at === 0)) isRight = false
      note.isFirst = at === 0
    }
  }
  return isRight
}
