/** What is asked of the browser: one document, and how it is printed. */
import type { Protocol } from 'devtools-protocol'
import type { Furniture } from '../in-page/contract'
import type { AuditSettings, Paper } from '../in-page/paper-types'
import type { OptimizeRequest } from '../optimize/optimize'

/** What is put at the start and the end of the head. Scripts may write the head again: then it is put there again. */
export type OwnStyles = { start: string; end: string }

/** What is done when the document is whole, before it is printed: clicks, scrolling, then hiding. */
export type Visit = {
  click?: string[] | undefined
  hide?: string[] | undefined
  scroll?: true | undefined
}

/** What the browser is asked to print. Lengths of the viewport in CSS pixels. */
export type PrintRequest = {
  html: string
  /** Address that the document is asked for at; without one it is put into the page as it is (`compose-document.ts`). */
  url: string | undefined
  /** Media type to lay out for while loading; absent if that makes no difference. */
  media?: 'print' | 'screen' | undefined
  /** `scale`: pixels of the screen for each CSS pixel, 1 if it is absent. */
  viewport: { width: number; height: number; scale?: number }
  /** Absent if nothing is to be done, and from a caller of the release before. */
  visit?: Visit | undefined
  /** Who the page's scripts take the browser for; absent if they see what it is. */
  navigator?: Protocol.Emulation.SetUserAgentOverrideRequest | undefined
  /** Of a document without scripts there is none. */
  waitFor?: { selector: string } | { expression: string } | { ms: number } | undefined
  title?: string | undefined
  /** Whether the document may run scripts (`compose-document.ts`), and what styles of ours these must leave in it. */
  scripted: boolean
  styles?: OwnStyles | undefined
  /**
   * Whose tab it may be printed in after another document, and may leave to the next one; absent if it needs one of its
   * own (`compose-document.ts`).
   */
  tabOwner?: string | undefined
  /** It has no policies but the one that we give each; absent if it may have some, and from a caller of the release before. */
  isWithoutPolicies?: true | undefined
  /** Whose document it is; absent from a caller of the release before. */
  accountId?: string | undefined
  /** Its files are asked for with secrets of the caller's, which not every frame may have. */
  hasSecrets?: true | undefined
  /** `goCreditMode`. */
  optimize?: OptimizeRequest | undefined
  /** Asks where on paper its findings stand; absent if nobody wants to know. */
  layout?: AuditSettings | undefined
  /**
   * Whether its author is told what is cut off at the page's edge: nothing repairs it, and the window is as wide as the page.
   * Absent from a caller of the release before.
   */
  tellsCut?: true | undefined
  /** Header and footer, self-contained; a margin that is to grow with one is true in `grow`. */
  header?: string | undefined
  footer?: string | undefined
  /** Headers and footers that are drawn later and not printed: room is left for the highest. Absent if there are none. */
  drawnLater?: { header: string | undefined; footer: string | undefined }[] | undefined
  grow: { top: boolean; bottom: boolean }
  /** What is filled in when the pages are known; absent from most documents. */
  furniture?: Furniture | undefined
  /**
   * Pages that are grown by `outset` CSS pixels on each side, with what they are without, and how much of that is bleed;
   * absent from most documents, the last from a caller of the release before.
   */
  grown?: { paper: Paper; outset: number; bleed?: number } | undefined
  /** Whether the document has diagrams to be drawn; absent from a caller of the release before. */
  diagrams?: true | undefined
  /** Whether form controls become fields; absent from a caller of the release before. */
  forms?: true | undefined
  /** The paper, if it is one sheet that is as high as the document; absent from a caller of the release before. */
  sheet?: Paper | undefined
  /**
   * The paper, if pages that the document makes larger are printed smaller on it; `isKnown` if its text has such. Absent
   * from a caller of the release before.
   */
  largerPages?: { paper: Paper; isKnown: boolean } | undefined
  /** The paper, if the document's own page size may win over it: what that leaves to print on is checked. */
  paperToCheck?: Paper | undefined
  /** The paper's side lengths are in inches. */
  print: Protocol.Page.PrintToPDFRequest
  /** For the log: the request or the task that the document is for. */
  requestId?: string | undefined
  /** What is left of the document's time when it is sent. */
  timeoutMs: number
}
