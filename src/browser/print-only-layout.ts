/** Spares documents the layouts for the screen that come before a print and behind it: nobody sees them. */
import type { CallInPage } from '../in-page/contract'
import { ignore } from '../time/waiting'
import { isLeftAlone } from './audit-ahead'
import type { PrintRequest } from './print-request'
import type { Tab } from './tab'

/** Characters of a document for which it is worth the messages. */
const MIN_LENGTH = 16_000

/** What moves on a screen may begin anew when it is laid out again. */
const MOVES = /animat|transition/i

/**
 * Whether nothing measures a document between its being ready and its print: it is then laid out for that alone as soon as it is
 * ready, which costs no message.
 */
export function isPrintedNext(request: PrintRequest): boolean {
  const { html, media, optimize, layout, paperToCheck, print } = request
  const isMeasured = optimize || layout || paperToCheck || print.generateTaggedPDF
  return !(media || isMeasured || MOVES.test(html)) && isLeftAlone(request)
}

type LaidOutPage = {
  tab: Tab
  callInPage: CallInPage
  emulateMedia: (media: Tab['media']) => Promise<unknown>
}

/** Neither is waited for, which spares round trips: what is said to a page it hears in order. */
export class PrintOnlyLayout {
  /** What it was laid out for before. */
  #media: Tab['media'] | undefined

  constructor(
    private readonly request: Pick<PrintRequest, 'html' | 'media' | 'scripted' | 'sheet'>,
    private readonly page: LaidOutPage,
  ) {}

  /** From here on only a print lays the document out. */
  begin(): void {
    const { html, media, scripted, sheet } = this.request
    // Scripts would see it; and where the styles of screens are asked for, these are printed.
    if (scripted || sheet || media === 'screen' || html.length < MIN_LENGTH) return
    const { tab, callInPage, emulateMedia } = this.page
    if (this.#media === undefined) this.#media = tab.media
    if (tab.media !== '') emulateMedia('').catch(ignore)
    callInPage('layOutForScreen', false).catch(ignore)
  }

  /** It is to be measured again. */
  end(): void {
    const { tab, callInPage, emulateMedia } = this.page
    if (this.#media === undefined) return
    callInPage('layOutForScreen', true).catch(ignore)
    if (this.#media !== tab.media) emulateMedia(this.#media).catch(ignore)
  }
}
