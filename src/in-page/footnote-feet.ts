/** Notes over the feet of their pages. Lengths in CSS pixels, from the head of the first page as if all stood below each other. */

import { overrideStyle } from './dom'
import { type AreaShape, layOver, makeArea } from './footnote-area'
import type { Placed } from './footnote-firsts'
import { document } from './true-document'

/** Where the boxes begin that notes are in, which their places are counted from. */
type Origins = Map<HTMLElement, { top: number; left: number }>

/** What a print says of an element, and where each page begins. */
type Printed = {
  pageOf: (element: Element) => number | undefined
  topOf: (element: Element) => number | undefined
  startOf: (page: number) => number
}

/** The bodies of notes that are laid over something else than the first page, where that begins. */
export function bodiesApart(notes: Placed[]): HTMLElement[] {
  const { body } = document
  const isFirst = getComputedStyle(body).position === 'static'
  return notes.flatMap((note) => (isFirst && note.body.offsetParent === body ? [] : [note.body]))
}

/**
 * Takes all notes away but those, since the places of the others on their pages are known: they cost a print of a long book
 * half of its time. Returns how to take that back.
 */
export function hideBut(notes: Placed[], shown: HTMLElement[]): (() => void)[] {
  const left = new Set(shown)
  return notes.flatMap(({ body }) => (left.has(body) ? [] : [overrideStyle(body, { display: 'none' })]))
}

/**
 * By a print in which the notes are laid over the beginnings of their boxes; those that it does not tell (they are
 * hidden) begin with the first page.
 */
export function findOrigins(notes: Placed[], { pageOf, topOf, startOf }: Printed): Origins {
  return new Map(
    notes.map(({ body }) => {
      const page = pageOf(body)
      const top = page === undefined ? 0 : startOf(page) + (topOf(body) ?? 0)
      return [body, { top, left: body.getBoundingClientRect().left }]
    }),
  )
}

/** Lays the notes of one page over it, with their area, so that they end at its `foot`. Returns how to take that back. */
export function fillFoot(
  notes: Placed[],
  { foot, shape, origins }: { foot: number; shape: AreaShape; origins: Origins },
): (() => void)[] {
  const height = shape.above + notes.reduce((sum, note) => sum + note.height, 0) + shape.below
  // A hair above the foot, since what is known of it is known to a pixel.
  const top = foot - height - 2
  const area = makeArea(shape, top, height)
  const undo = [() => area.remove()]
  let at = top + shape.above
  for (const note of notes) {
    const origin = origins.get(note.body) ?? { top: 0, left: 0 }
    undo.push(layOver(note.body, shape.left - origin.left, at - origin.top, shape.width))
    at += note.height
  }
  return undo
}
