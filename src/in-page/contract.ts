/**
 * What the service and the functions inside the page agree on. Arguments and results are JSON. No types of the DOM
 * here: both sides import this file.
 */
import type { Audit } from './findings'
import type { Bookmark, FilledFurniture, FurnitureStyles, PrintedPages } from './furniture-types'
import type { AuditSettings, Located, PageArea, Paper, Repair, Trial, WrongWindow } from './paper-types'
import type { Readiness, ReadyRequest, Settled, SettleRequest } from './ready-types'

/** The functions that the service can call in a page, by name. */
export type InPage = LoadFunctions &
  SettleFunctions &
  PaperFunctions &
  FurnitureFunctions &
  FootnoteFunctions &
  FormFunctions &
  BleedFunctions &
  NthFunctions &
  MarginFunctions &
  VisitFunctions &
  SheetFunctions &
  DiagramFunctions &
  GridFunctions &
  OptimizeFunctions

/** Calls a function in a page. Throws what the function throws. */
export type CallInPage = <Name extends keyof InPage>(
  name: Name,
  ...args: Parameters<InPage[Name]>
) => Promise<Awaited<ReturnType<InPage[Name]>>>

/** What our world asks the service for, of the document's own server, to know that it was told of all requests before. */
export const TOLD_PATH = '/.platen-told'

/** What every document needs. */
export type LoadFunctions = {
  /** Begins a long document, or goes on with it; `waitUntilReady` brings its end. */
  writePart(html: string): void
  /**
   * Puts `html`, if there is any, into the page that stands. Waits for the document and its files, and returns what is known of
   * it then.
   */
  waitUntilReady(request: ReadyRequest, html?: string): Promise<Readiness>
  /** Resolves when `waitUntilReady` does, which was called before. */
  whenReady(): Promise<void>
  /** Whether the document is laid out for the screen, too, or for print alone. */
  layOutForScreen(isWanted: boolean): void
}

/** What documents with scripts need instead. */
export type SettleFunctions = {
  /** As `waitUntilReady`, and waits for what scripts do by themselves. */
  waitUntilSettled(request: SettleRequest): Promise<Settled>
  /** Gives frames the documents (HTML by address) that they name; `waitUntilSettled` waits for them. */
  fillFrames(files: { [address: string]: string }): void
  /** Has `waitUntilSettled` wait for what scripts do once they are told of another size, also if they do something for ever. */
  giveScriptsTime(): void
  /** Has the document's scripts no longer be told of sizes, times and changes: what is audited is then what is printed. */
  holdScriptsStill(): void
}

/** What headers, footers, drawings of other files, tags and the document's own paper need. */
export type PaperFunctions = {
  /** Has empty cells of tables tagged as cells. */
  fillEmptyCells(): void
  /** Puts drawings (texts by address) into the page for those that use symbols of them. */
  inlineSprites(files: { [address: string]: string }): void
  /**
   * Raises `@page` margins that are smaller than a header or footer needs. Heights in CSS pixels, 0: leave alone.
   * Returns the addresses of imported style sheets that it could not read; call it again with their content.
   */
  raiseMargins(heights: HeaderFooterHeights, sheets: ReadSheets): Promise<string[]>
  /** Whether `raiseMargins` was called, has ended, and read all sheets. */
  areMarginsRaised(): boolean
  /** Heights of header and footer in CSS pixels. `active`: they contain something that could run. */
  measureHeaderFooter(parts: HeaderFooterHtml): Promise<HeaderFooterHeights & { active: boolean }>
  /** Loads fonts (`url(data:…)`) and keeps them for header and footer. */
  holdFonts(sources: string[]): Promise<void>
  /** The area that is printed on. */
  measurePageArea(paper: Paper): PageArea
  /** Has the document's own page size hold, to be printed smaller, and returns it; nothing if it is not larger than the paper. */
  layOutLargerPages(paper: Paper): Paper | undefined
  /**
   * Has the document be as wide in its window as on `pages`, and tells scripts, which may draw again what they fitted to boxes.
   * Returns whether they were told, and are to be waited for.
   */
  widenRoot(pages: Paper): boolean
  /** Ends that, once scripts are held still: a browser lays wide documents out on wider pages. */
  narrowRoot(): void
  /** Has a document that is printed smaller or larger, and whose root runs from right to left, begin at the right edge. */
  keepAtEdge(): void
}

/** What documents need that ask for page numbers in their text, or for texts of it in page margins. */
export type FurnitureFunctions = {
  /** Inserts the contents list, and a link to all whose page must be known. Returns warnings, and what the styles make bookmarks. */
  prepareFurniture(furniture: Furniture): { warnings: string[]; bookmarks: Bookmark[] }
  /**
   * As `fillFurniture`, with the pages that a layout in columns has, for a print at `scale`. Nothing where such a layout says
   * too little.
   */
  fillByGuess(scale: number, sized: boolean): FilledFurniture | undefined
  /** Has nothing drawn until `fillFurniture` is called: the print that only finds the pages is quick then. */
  hideForTrial(): void
  /** Writes what follows from the pages; call it again with those that came of it. `sized`: the window is as wide as it can be. */
  fillFurniture(printed: PrintedPages, sized: boolean): FilledFurniture
}

/** What `prepareFurniture` needs of documents with footnotes. */
export type FootnoteFunctions = {
  /** Has the page hold what lays out footnotes. */
  loadFootnotes(): void
}

/** What documents need whose form controls become fields. */
export type FormFunctions = {
  /** Lays a link over each form control, which says what its field is to be. Returns warnings. */
  prepareForms(): string[]
}

/** What `prepareFurniture` needs of documents with rules for single pages. */
export type NthFunctions = {
  /** Has the page hold what finds these pages. */
  loadNthPages(): void
  /** Has these rules hold for all pages, until it is called again. */
  usePageRules(rules: number[]): void
}

/** What `prepareFurniture` needs of documents with running elements, or with their own counters beside page numbers. */
export type MarginFunctions = {
  /** Has the page hold what finds these. */
  loadMargins(): void
}

/** What documents need with a bleed or crop marks. */
export type BleedFunctions = {
  /**
   * Makes all pages larger by `outset` CSS pixels on each side, and their margins as much wider. `paper` is what they are
   * without; backgrounds in their margins reach `bleed` beyond that, nothing from a caller of the release before.
   */
  growPages(paper: Paper, outset: number, bleed?: number): void
}

/** What is done before a document is printed, for a caller who asks for it. */
export type VisitFunctions = {
  /** Clicks the first element that a selector finds. Returns whether there was one. */
  clickFirst(selector: string): boolean
  /** Hides all elements of selectors. Returns the selectors that find nothing. */
  hideAll(selectors: string[]): string[]
  /** Scrolls to the end and back. Returns whether it came to the end. */
  scrollThrough(): Promise<boolean>
}

/** What a document needs that is printed on one sheet. */
export type SheetFunctions = {
  /**
   * Gives the page the document's height and some more (CSS pixels), 10 metres at most. Returns the height of the sheet;
   * `isCut`: there is more of the document.
   */
  fitSheet(paper: Paper, more: number): WrongWindow | { height: number; isCut: boolean }
}

/** What Markdown with diagrams needs, once the page has the library that draws them. */
export type DiagramFunctions = {
  /** Draws all diagrams. Returns how many, and what could not be drawn. */
  drawDiagrams(): Promise<DrawnDiagrams>
}
export type DrawnDiagrams = { drawn: number; warnings: string[] }

/** What goCreditMode needs for data grids. */
export type GridFunctions = {
  /** Puts tables in the place of grids that are not whole on pages of this width (CSS pixels). */
  showGridsAsTables(width: number): Promise<GridsRead>
  /** Has it end with the grids that it has read by now. */
  endGrids(): void
}
/** `read`: how many were scrolled through; `isCutShort`: one was not read to its end, since that took too long. */
export type GridsRead = { read: number; isCutShort: boolean }

/** What goCreditMode needs of a page. */
export type OptimizeFunctions = {
  /** Audits the document as it stands, and leaves it so. */
  audit(settings: AuditSettings): Audit | WrongWindow
  /** As `audit`, when `waitUntilReady` has ended, which was called before. */
  auditWhenReady(settings: AuditSettings): Promise<Audit | WrongWindow>
  /** As `audit`; nothing while `raiseMargins` has something to do. */
  auditIfRaised(settings: AuditSettings): Audit | WrongWindow | undefined
  /** Applies a repair and audits the document again. */
  tryRepair(settings: AuditSettings, repair: Repair): Trial | WrongWindow
  /** Undoes what an interrupted audit left behind, and the repairs after the first `kept`, if that is said. */
  undo(kept?: number): void
  /** The elements as an indented list of at most `limit` characters. */
  outline(limit: number): string
  /** Where on paper the findings stand. */
  locate(settings: AuditSettings): Located | WrongWindow
}

export type HeaderFooterHtml = { header: string | undefined; footer: string | undefined }

/** In CSS pixels. */
export type HeaderFooterHeights = { header: number; footer: number }

/** A style sheet from elsewhere as a `data:` address, by the address it has in the document. */
export type ReadSheets = { [address: string]: string }

/** What is filled in when the pages are known. */
export type Furniture = {
  /** The contents list: headings down to `depth`, under `title`. */
  toc: { depth: number; title: string | undefined } | undefined
  styles: FurnitureStyles
  /** Number of the first page. */
  firstPage: number
  paper: Paper
  /** Whether the file says what its parts are. */
  tagged: boolean
  /** Whether nothing follows from the pages of a print: there are bookmarks alone. Absent from a caller of the release before. */
  isStatic?: boolean
}
