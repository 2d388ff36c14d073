/** What is asked of a page for `goCreditMode` and its layout: audits, repairs, and where findings stand. */

import type { CallInPage } from '../in-page/contract'
import type { AuditSettings, Located, Paper } from '../in-page/paper-types'
import { type LaidOut, locateFindings, putBack } from '../optimize/laid-out'
import { type AskModel, type Optimized, type OptimizeRequest, optimizeForPrint } from '../optimize/optimize'
import { TRIAL_TIME_MS } from '../optimize/trial-budget'
import { ignore } from '../time/waiting'
import { bringsSheets } from './audit-ahead'
import { BrowserLost } from './cdp'
import { raiseMargins, templatesOf } from './header-footer-space'
import { TookTooLong, type WorkLimits } from './limited-work'
import type { Assets } from './page-assets'
import { DocumentError } from './page-errors'
import type { PrintRequest } from './print-request'
import type { CdpSession } from './session'
import { fitSheet, SPARE_ROOM } from './single-sheet'
import { WorkClock } from './work-clock'

/** After so much work of the page a look at the document is given up, in milliseconds. */
const AUDIT_TIME_MS = 5000
/** And so many milliseconds for each character, for a document to which that gives more. */
const AUDIT_TIME_OF_CHARACTER_MS = 0.01
/** On a busy machine that takes longer: looks and repairs get this share of what is left of the document's time. */
const SHARE_OF_TIME = 2 / 3

const BUSY = 'the machine is busy, and a longer `timeout` may help'

function reasonOf(error: unknown, limitMs: number): string {
  if (!(error instanceof TookTooLong)) return `(${error})`
  return error.why === 'work' ? `within ${Math.round(limitMs / 1000)} seconds` : `in its time: ${BUSY}`
}

/** The page that is looked at; `resize` gives its window another size, `settle` has its scripts do what they do by themselves. */
type AuditedPage = {
  session: CdpSession
  assets: Assets
  resize: LaidOut['resize']
  settle: () => Promise<unknown>
  warnings: string[]
}

export class PageAudit {
  /** What the first audit says, if it was asked for before the document was whole. */
  #audited: LaidOut['audited']
  /** Pages of the document's own that are printed smaller. */
  #largerPages: Paper | undefined
  /** When the document's time is over, in milliseconds since 1970. */
  readonly #deadline: number
  /** When looks and repairs end, however little the page has worked. */
  #endOfLooks: number | undefined
  /** What the last look may work, in milliseconds. */
  #limitMs = AUDIT_TIME_MS
  readonly #callWithin: CallInPage

  constructor(
    private readonly request: PrintRequest,
    private readonly page: AuditedPage,
  ) {
    this.#deadline = Date.now() + request.timeoutMs
    this.#callWithin = page.session.callWithin(() => this.#limits())
  }

  /** Of one look: a large document may have the page work for longer. */
  #limits(): WorkLimits {
    const leftMs = this.#timeForLooksMs()
    const wantedMs = this.request.html.length * AUDIT_TIME_OF_CHARACTER_MS
    this.#limitMs = Math.max(AUDIT_TIME_MS, Math.min(wantedMs, leftMs / 2))
    return { maxWorkMs: this.#limitMs, maxWaitMs: Math.max(this.#limitMs, leftMs) }
  }

  /** What is left for looks and repairs, in milliseconds; the first that asks has it begin. */
  #timeForLooksMs(): number {
    const now = Date.now()
    this.#endOfLooks ??= now + (this.#deadline - now) * SHARE_OF_TIME
    return this.#endOfLooks - now
  }

  /** Asks for the audit with the document, which spares a round trip: nothing of ours changes it meanwhile. */
  askWhenReady(settings: OptimizeRequest): void {
    this.#expect(this.page.session.callInPage('auditWhenReady', settings))
  }

  /** Asks for the audit at once, which spares a round trip, of a page that may not be ready for it. */
  askIfRaised(settings: OptimizeRequest): void {
    this.#expect(this.#callWithin('auditIfRaised', settings))
  }

  #expect(audited: NonNullable<LaidOut['audited']>): void {
    this.#audited = audited
    audited.catch(ignore)
  }

  /** The document was changed since the audit was asked for. */
  forget(): void {
    this.#audited = undefined
  }

  /** Whether the document's own pages are larger than the paper, and printed smaller. */
  get hasLargerPages(): boolean {
    return this.#largerPages !== undefined
  }

  /** Has pages larger than `paper` hold where the document has such. */
  async layOutLargerPages(paper: Paper): Promise<void> {
    await this.readSheets()
    this.#largerPages = await this.page.session.callInPage('layOutLargerPages', paper)
    if (this.#largerPages && this.request.scripted) await this.#tellScriptsOf(this.#largerPages)
  }

  /** Has scripts draw for the room on `pages`. The print gives it to the document by itself: they are to see no less of it. */
  async #tellScriptsOf(pages: Paper): Promise<void> {
    const { callInPage } = this.page.session
    if (!(await callInPage('widenRoot', pages))) return
    await this.#settleAgain()
    callInPage('holdScriptsStill').catch(ignore)
    await callInPage('narrowRoot')
  }

  /** Has scripts do what they do once they are told of another size. */
  async #settleAgain(): Promise<void> {
    this.page.session.callInPage('giveScriptsTime').catch(ignore)
    await this.page.settle()
  }

  /** Repairs what prints badly. What goes wrong with that is a warning: the document is then printed as it is. */
  async optimize(request: OptimizeRequest, ask: AskModel | undefined): Promise<Optimized | undefined> {
    try {
      await this.readSheets()
      const clock = this.#workClock()
      const page = { ...this.#laidOut(clock), audited: this.#audited }
      const paper = await this.#fittedPaper(request.paper)
      if (this.request.scripted) await this.#holdScriptsStill(paper)
      // What is printed smaller already is made no smaller.
      const mayScale = request.mayScale && paper.sheet === undefined
      const now = () => clock.spentMs()
      const optimized = await optimizeForPrint(page, { ...request, paper, mayScale }, { ask, now })
      if (optimized.isCutShort) {
        await clock.read()
        const why = clock.isWaiting ? BUSY : 'the document takes long to look at'
        this.page.warnings.push(`goCreditMode: not all repairs were tried: ${why}`)
      }
      return optimized
    } catch (error) {
      if (error instanceof BrowserLost) throw error
      this.page.warnings.push(
        `goCreditMode: the document could not be audited ${reasonOf(error, this.#limitMs)}`,
      )
      return undefined
    }
  }

  /** Where on paper stands what prints badly, and what was found before it was repaired; nothing where that takes too long. */
  async locate(settings: AuditSettings, scale = settings.paper.scale): Promise<Located | undefined> {
    try {
      await this.readSheets()
      const paper = { ...(await this.#fittedPaper(settings.paper)), scale }
      return await locateFindings(this.#laidOut(), { ...settings, paper })
    } catch (error) {
      if (error instanceof BrowserLost) throw error
      await putBack(this.#laidOut())
      return undefined
    }
  }

  /** The browser silently takes other paper for a page whose margins leave nothing of it. */
  async assertPrintableArea(paper: Paper): Promise<void> {
    await this.readSheets()
    const { width, height } = await this.page.session.callInPage('measurePageArea', { ...paper, scale: 1 })
    if (Math.min(width, height) > 1) return
    throw new DocumentError(
      'the margins (0.4 inches by default) leave no printable area on a page of its own @page size',
    )
  }

  /**
   * From here on scripts change nothing: what they would do to a repaired page comes after the look at it. In a window that
   * was asked for, and is wider than the paper, they drew what the paper has no room for: they may draw it again.
   */
  async #holdScriptsStill(paper: Paper): Promise<void> {
    const { callInPage, resize } = this.#laidOut()
    if (this.request.viewport.width > paper.width / paper.scale) {
      const { width, height } = await callInPage('measurePageArea', paper)
      await resize({ width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(height)) })
      await this.#settleAgain()
    }
    // Not waited for: what is said to a page it hears in order.
    callInPage('holdScriptsStill').catch(ignore)
  }

  /** With a `clock`, that is read with each repair that is tried. */
  #laidOut(clock?: WorkClock): LaidOut {
    const callInPage: CallInPage = (name, ...args) => {
      if (name === 'tryRepair') void clock?.read()
      return this.#callWithin(name, ...args)
    }
    return { callInPage, resize: this.page.resize }
  }

  #workClock(): WorkClock {
    const maxWaitMs = Math.max(TRIAL_TIME_MS, this.#timeForLooksMs())
    return new WorkClock(this.page.session, { now: () => Date.now(), maxWorkMs: TRIAL_TIME_MS, maxWaitMs })
  }

  /**
   * The paper, or the document's own pages that are printed smaller on it; as high as the document where that is on one sheet, and
   * is not divided among pages.
   */
  async #fittedPaper(paper: Paper): Promise<Paper> {
    const { sheet } = this.request
    if (!sheet) return this.#largerPages ?? paper
    const { session, resize } = this.page
    const { height } = await fitSheet({ paper: sheet, callInPage: session.callInPage, resize }, SPARE_ROOM)
    return { ...paper, height }
  }

  /** Makes style sheets from elsewhere readable, as `reserveSpace` does; heights of 0 raise no margin. */
  async readSheets(): Promise<void> {
    const { html, grown } = this.request
    if (!bringsSheets(html) || (templatesOf(this.request).length > 0 && !grown)) return
    await this.makeSheetsReadable()
  }

  /** The same, whatever the document looks like. */
  async makeSheetsReadable(): Promise<void> {
    await raiseMargins(this.#callWithin, this.page.assets, { header: 0, footer: 0 })
  }
}
