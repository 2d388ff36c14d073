/**
 * Footnotes at the feet of their pages. Chromium breaks pages: in a print without ink each note has room below the line of
 * its call, where it takes as much of the page as at its foot. That tells which lines and notes a page has. Then the room is
 * taken away, each page is kept ending where it did, and its notes are laid over its foot. The next print tells whether
 * that is so. Here is which of it comes next; how it is done is in `footnote-places.ts`.
 */

import { overrideStyle } from './dom'
import { FootnotePlaces } from './footnote-places'
import { prepareFootnotes } from './footnotes'
import type { FilledFurniture, NoteStyles, PrintedPages } from './furniture-types'
import type { Paper } from './paper-types'
import { document } from './true-document'

/** Prints that find out where notes are to stand; what does not settle stays below its line. */
const MAX_ROUNDS = 7

export class FootnotePages {
  /** What was found before the first print. */
  readonly #found: string[]
  readonly #places: FootnotePlaces
  #state: 'new' | 'roomy' | 'ending' | 'placed' | 'settled' = 'new'
  #rounds = 0

  constructor(styles: NoteStyles, paper: Paper, isTagged: boolean) {
    const { notes, warnings } = prepareFootnotes(styles, isTagged)
    this.#found = warnings
    this.#places = new FootnotePlaces(notes, styles, paper)
    if (notes.length > 0) document.documentElement.style.setProperty('text-rendering', 'geometricPrecision')
  }

  /** What its author should know of, so far. */
  get warnings(): string[] {
    return [...this.#found, ...this.#places.warnings]
  }

  /** Whether there are notes whose places follow from pages. */
  get any(): boolean {
    return this.#places.any
  }

  /** What tells the pages of calls, with what links name it by. */
  tracked(): Iterable<[element: Element, fragment: string]> {
    return this.#places.tracked()
  }

  /** What follows from a print. `moved`: something else has changed that moves pages. */
  next(printed: PrintedPages, moved: boolean): FilledFurniture {
    const places = this.#places
    if (!this.any) places.takeBack()
    if (!this.any || this.#state === 'settled') return { changed: 0 }
    if (this.#state === 'placed' && !moved && places.areRight(printed)) return { changed: 0 }
    if (this.#state === 'new') places.guessFirst(printed)
    if (this.#state !== 'ending' && ++this.#rounds > MAX_ROUNDS) {
      return this.#keepBelow('where they stand moves their calls to other pages')
    }
    const isRoomy = this.#state === 'roomy' || this.#state === 'ending'
    // It tells how wide lines are printed, too. Where empty pages come or go, each page has what it had.
    const isAssigned = isRoomy && places.assign(printed) && !moved
    const restore = overrideStyle(document.documentElement, {
      overflow: 'hidden',
      'box-sizing': 'border-box',
      width: `${places.lineWidth}px`,
    })
    try {
      if (isAssigned) {
        if (places.findEnds(printed)) {
          this.#state = 'ending'
          return { changed: 1, trial: true, again: true }
        }
        places.place(printed)
        this.#state = 'placed'
        return { changed: 1, again: true }
      }
      const problem = places.makeRoom(printed.count, this.#rounds)
      if (problem !== undefined) return this.#keepBelow(problem)
      this.#state = 'roomy'
      return { changed: 1, trial: true, again: true }
    } finally {
      restore()
    }
  }

  #keepBelow(reason: string): FilledFurniture {
    this.#places.leaveAllBelow(reason)
    this.#state = 'settled'
    return { changed: 1, again: true }
  }
}
