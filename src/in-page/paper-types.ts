/** What a document is printed on, what goCreditMode asks of it there, and is told. Both sides import this, as `contract.ts`. */
import type { Audit, Kind } from './findings'

/** What the caller asked for. Lengths in CSS pixels of the paper, before `scale`. */
export type Paper = {
  width: number
  height: number
  /** Margins that the caller set, which win over the document's. */
  margins: { top?: number; right?: number; bottom?: number; left?: number }
  defaultMargin: number
  /** Whether the document's own size holds. */
  preferCssPageSize: boolean
  scale: number
  /**
   * What pages of this size are printed on, smaller; absent if they are as large as the paper. Its margins are those that
   * the caller set, on it.
   */
  sheet?: Pick<Paper, 'width' | 'height' | 'margins'> | undefined
}

export type PageArea = {
  /** In CSS pixels of the content, after `scale`. */
  width: number
  height: number
  /** The sheet and its margins, in CSS pixels of the paper. */
  paper: { width: number; height: number }
  margins: Margins
  /** What the first page has less to print on than the others. */
  firstPageLess: number
  /** Whether pages have a background of their own, by an `@page` rule. */
  tinted: boolean
  /** False if pages differ in another way, or run sideways. */
  uniform: boolean
}

export type Margins = { top: number; right: number; bottom: number; left: number }

export type AuditSettings = { paper: Paper; backgrounds: boolean }

/** A box around what a finding is about, in CSS pixels of the paper; `page` counts from 1. */
export type PlacedFinding = { kind: Kind; page: number; x: number; y: number; width: number; height: number }

/** What is wrong with the document as it stands, and where that is now which was wrong with it as it came. */
export type Located = {
  paper: PageArea['paper']
  margins: Margins
  now: PlacedFinding[]
  before: PlacedFinding[]
}

/** The window does not have the size of the page area (CSS pixels): resize it and call again. */
export type WrongWindow = { resize: { width: number; height: number } }

export type Repair = {
  /** Style rules; they stand in the document's first cascade layer, where `!important` beats all but that of a `style` attribute. */
  css: string
  /** Elements that the rules reach by `[data-platen~=name]`, as the audit marked them. */
  tags: string[]
  title?: string
  lang?: string
  /** Rows that read as a head become one. */
  heads?: boolean
  /** Tables to split, by the name of their tag. */
  splits?: TableSplit[]
}

/**
 * A table that becomes several, each with the first column and those up to (not with) one of `ends`. Columns that a cell
 * spans count as one.
 */
export type TableSplit = { tag: string; ends: number[] }

/**
 * What came of a repair. `textKept` is false if text that could be seen no longer can; `harmless` is false if there is
 * more of what `regressions.ts` counts.
 */
export type Trial = { audit: Audit; textKept: boolean; harmless: boolean }
