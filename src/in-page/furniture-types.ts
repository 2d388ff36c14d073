/** What page furniture is filled in from, by the service and in the page. */

/** What a document's styles ask for; `render/furniture-styles.ts` says by which names. */
export type FurnitureStyles = {
  /** Page numbers in a style of counters; if there is none, another counter of the target, or its text. */
  targets: { source: TargetSource; style: string | undefined; counter?: CounterUse | undefined }[]
  /** Texts that are repeated up to the end of a line. */
  leaders: string[]
  /** Texts of the document in page margins. */
  strings: { name: string; which: 'first' | 'last' | 'first-except' }[]
  /** What elements set these texts to. */
  sets: { name: string; parts: StringPart[] }[][]
  /** Whether chapters begin on a left or right page, and whether pages that are empty for it have styles of their own. */
  sides: boolean
  blanks: boolean
  /** Styles of counters that page numbers in margins are written in, where elements set them. */
  pageStyles: string[]
  /** What elements set page numbers to. */
  pageSets: number[]
  /** Whether styles say which elements are bookmarks, and what the labels of these say. */
  bookmarks: { found: boolean; labels: StringPart[][] }
  notes: NoteStyles
  /**
   * Rules for each page whose number is `a` times something from 0 on, and `b`, by their places in the list: of all pages, of
   * those with a name, or counted among these. Absent from a caller of the release before.
   */
  nths?: { a: number; b: number; name?: string | undefined; isOfGroup: boolean }[]
}

/** Pages that the same rules are for, by their places in the list. */
export type PageVariant = { rules: number[]; pages: number[] }

/** How footnotes look. */
export type NoteStyles = {
  /** Whether there may be some. */
  found: boolean
  /** Selectors of the notes whose calls and markers have styles: `data-platen-call` and `-marker` hold their places here. */
  calls: string[]
  markers: string[]
  /** Whether their area has styles of its own. */
  area: boolean
  /** Whether they are counted anew on each page. */
  perPage: boolean
}

/** An item of the file's outline: its level, from 1, and the fragment of what it leads to. */
export type Bookmark = { level: number; label: string; isClosed: boolean; fragment: string }

/** An attribute of the element, or an id. */
export type TargetSource = { attr: string } | { id: string }

/** A counter of the document's, in a style of counters. */
export type CounterUse = { name: string; style: string }

/** A text, an attribute, a counter, or else the element's own text, which nobody sees if it is `hidden`. */
export type StringPart = { text?: string; attr?: string; counter?: CounterUse; hidden?: true }

/** Pages, from 1, of the fragments that links lead to, CSS pixels from the heads of their areas, and how many pages there are. */
export type PrintedPages = {
  pages: { [fragment: string]: number }
  tops: { [fragment: string]: number }
  count: number
}

/**
 * How many values changed; 0 means that what was printed is right. `resize`: give the window that size and call again.
 * `trial`: the next print only finds out more, without ink. `again`: this print is not to be kept in any case; that is said a
 * bounded number of times. `warnings` are all so far.
 */
export type FilledFurniture = {
  changed: number
  resize?: { width: number; height: number }
  trial?: boolean
  again?: boolean
  warnings?: string[]
  /** Pages that are to be printed once more when all others are right. */
  variants?: PageVariant[]
  /** Of a guess: a print with these pages has all values right, and nothing more is to be done. Absent if that is not all. */
  expected?: ExpectedPages
}

/** Pages by the fragments that lead to them, 0 of what is not printed; `count` only if it matters how many there are. */
export type ExpectedPages = { pages: { [fragment: string]: number }; count?: number | undefined }
