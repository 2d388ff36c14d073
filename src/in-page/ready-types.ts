/** What is asked of a page that is to be ready for its print, and what it answers. */

export type ReadyRequest = {
  title?: string | undefined
  /** Where documents without a base address stand; a link to there leads nowhere. */
  documentOrigin: string
  /** Whether it may run scripts, from which content is expected that is not in the document. */
  scripted: boolean
  /** Whether it is told what the print cuts off: where nothing repairs it, and the window is as wide as the page. */
  tellsCut?: true | undefined
  /** Whether nothing but its print follows: it is then laid out for the screen no more. */
  isPrintedNext?: true | undefined
}

export type SettleRequest = ReadyRequest & {
  selector?: string | undefined
  /** Style sheets of ours by their place in the head: inserted again if a script removed them. */
  styles?: { [place: string]: string } | undefined
  /** Bytes of the scripts that the page was given, by address. It may not have received them yet. */
  scripts: { [address: string]: number }
  /** How long answers to scripts are waited for, over the life of the document. */
  maxWaitMs: number
  /** Whether the page has no script of a file or a module, and asked for nothing lately: it may rest as soon as it has loaded. */
  mayRest: boolean
  /** Whether data grids are looked for. */
  findsGrids: boolean
  /** Whether it is waited for again because the machine was too busy. */
  isMoreTime?: true | undefined
}

/**
 * `waitedMs`: how long scripts were waited for, and let run, over the life of the document. `settledMs`: how long the
 * page was watched this time after its files had come. `frames`: addresses of documents that frames can be filled with.
 * `hasGrids`: whether data grids were looked for, and found.
 * `isCutShort`: whether the time was up before its scripts had nothing to do.
 */
export type Settled = Readiness & {
  waitedMs: number
  settledMs: number
  frames: string[]
  hasGrids: boolean
  isCutShort?: true | undefined
}

/** `title` and `lang` as the document has them; empty if it has none. */
export type Readiness = PageWarnings & { title: string; lang: string }

export type PageWarnings = {
  /** For the author as they are. */
  warnings: string[]
  /** Addresses (their beginnings) of images that show nothing: damaged ones, and those that did not come. */
  blankImages: string[]
  /** Addresses of drawings whose symbols the document uses, which it cannot load by itself. */
  sprites: string[]
  /** Whether a font's bytes could not be used, or did not come. */
  fontFailed: boolean
  /** Whether it shows nothing at all, without scripts or files that could be why. */
  isBlank?: true | undefined
  /** Parts of its text where its scripts may not have filled in a value. */
  unfilled?: string | undefined
}
