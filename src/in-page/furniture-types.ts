/** What page furniture is filled in from, by the service and in the page. */

/** What a document's styles ask for; `render/furniture-styles.ts` says by which names. */
export type FurnitureStyles = {
  /** Page numbers in a style of counters, or the text of the target if there is none. */
  targets: { source: TargetSource; style: string | undefined }[]
  /** Texts that are repeated up to the end of a line. */
  leaders: string[]
  /** Texts of the document in page margins. */
  strings: { name: string; which: 'first' | 'last' | 'first-except' }[]
  /** What elements set these texts to. */
  sets: { name: string; parts: StringPart[] }[][]
  /** Whether chapters begin on a left or right page. */
  sides: boolean
}

/** An attribute of the element, or an id. */
export type TargetSource = { attr: string } | { id: string }

/** A text, an attribute, or else the element's own text. */
export type StringPart = { text?: string; attr?: string }

/** Pages, from 1, of the fragments that links lead to, and how many there are. */
export type PrintedPages = { pages: { [fragment: string]: number }; count: number }

/** How many values changed; 0 means that what was printed is right. `resize`: give the window that size and call again. */
export type FilledFurniture = { changed: number; resize?: { width: number; height: number } }
