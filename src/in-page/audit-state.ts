/** What stays in the page from one call to the next. */
import type { CutText } from './findings'
import type { Layout, PlacedBox, PrintedBox, Regressions } from './layout'
import type { MediaState } from './media-width'
import type { PageArea } from './paper-types'
import type { Reported } from './reported'

/** Of the last audit: the elements that a repair would have to reach, by name, with the size that its rule needs. */
export type Tags = Map<string, Map<Element, number | undefined>>

/** What an audit was of: its findings are placed by it. `page` is in CSS pixels of the content. */
export type Audited = { found: readonly Reported[]; layout: Layout; page: PageArea }

type State = {
  tags: Tags
  /** Of the last audit: what carries text or is a picture, where that is on the pages, and how many of these end early. */
  printed: PrintedBox[]
  placed: PlacedBox[]
  earlyEnds: number
  /** Of the same: what is blank at the feet of pages, in pages, and the boxes that hang over the head of one. */
  blank: number
  cutAtHeads: ReadonlySet<Element>
  /** The text that it cuts. */
  cut: CutText
  /** By how much the browser makes what was last audited smaller, to fit it on the page. */
  shrink: number
  /** Of the last audit, and what the first of all found. */
  audited: Audited | undefined
  firstFound: readonly Reported[] | undefined
  /** How media queries are answered in print, and for which area. */
  media: { key: string; states: MediaState[] } | undefined
  /** The document as it came, before the first repair; `minSizes` is how small each text may become, in CSS pixels. */
  original:
    | {
        text: string
        regressions: Regressions
        minSizes: Map<Element, number>
        piled: ReadonlySet<Element>
        cut: CutText
      }
    | undefined
  /**
   * For each repair in the document, the steps that undo it, in the order in which they were made. A call may be ended at any time:
   * each is put down before what it undoes is done, and may be taken again.
   */
  repairs: (() => void)[][]
  /** The same of what an audit changed, while it runs. */
  temporary: (() => void)[]
}

/** The state of this page: a page has one document. */
export const state: State = {
  tags: new Map(),
  printed: [],
  placed: [],
  earlyEnds: 0,
  blank: 0,
  cutAtHeads: new Set(),
  cut: { characters: 0, texts: [] },
  shrink: 1,
  audited: undefined,
  firstFound: undefined,
  media: undefined,
  original: undefined,
  repairs: [],
  temporary: [],
}

/**
 * Undoes steps, the last first, and empties the list. The browser may end this at any time, which runs no `finally`: the next
 * call goes on with the step that it was at, and behind one that failed.
 */
export function revert(steps: (() => void)[]): void {
  for (let step = steps.at(-1); step; step = steps.at(-1)) {
    try {
      step()
    } finally {
      steps.pop()
    }
  }
}
