/**
 * The conversation with one page, in raw DevTools protocol: bring the document in, wait until it is whole, make room,
 * print, read the file. `print.ts` says in which order.
 */

import type { HeaderFooterHeights, Paper, Readiness, Settled } from '../in-page/contract'
import {
  type AskModel,
  type LaidOut,
  type Optimized,
  type OptimizeRequest,
  optimizeForPrint,
} from '../optimize/optimize'
import { sleep } from '../time/waiting'
import { bringsSheets, mayAuditAhead } from './audit-ahead'
import { BrowserLost, type Cdp, CdpError, readStream } from './cdp'
import { fillFrames } from './fill-frames'
import { printFurnished } from './furnished-pages'
import {
  fontSources,
  heightsToReserve,
  raiseMargins,
  templateParameters,
  templatesOf,
} from './header-footer-space'
import { inlineSprites } from './inline-sprites'
import type { Assets } from './interception'
import { consoleErrorsOf, DocumentError, damagedImages } from './page-errors'
import { PageEvents } from './page-events'
import type { PrintRequest } from './print-request'
import { waitUntilWhole } from './readiness'
import { CdpSession } from './session'
import { metrics, prepareForScripts, RECORDED, type Tab } from './tab'
import { visitPage } from './visit-page'
import { waitUntilTrue } from './wait-for'

/** After this time a look at the document is given up. */
const AUDIT_TIME_MS = 5000

export class BrowserPage {
  /** What the document did that its author should know of. */
  readonly warnings: string[] = []
  readonly #session: CdpSession
  readonly #events: PageEvents
  /** Ends when a document without an address stands in the page. */
  #written: Promise<unknown> | undefined
  /** What the first audit says, if it was asked for before the document was whole. */
  #audited: LaidOut['audited']
  #isVisited = false
  /** What header and footer take of a page; absent if it has neither. */
  #heights: Promise<HeaderFooterHeights> | undefined

  constructor(
    private readonly cdp: Cdp,
    private readonly tab: Tab,
    private readonly request: PrintRequest,
    private readonly assets: Assets,
  ) {
    this.#session = new CdpSession(cdp, tab)
    this.#events = new PageEvents(cdp, tab, request, { assets, warnings: this.warnings })
  }

  /** As `PageEvents.gone`. */
  get gone(): Promise<never> {
    return this.#events.gone
  }

  /** As `PageEvents.isTabSound`. */
  get isTabSound(): boolean {
    return this.#events.isTabSound
  }

  /**
   * Brings the document into the page: its first bytes at least are there when this ends. One without an address is only
   * sent, and what is said to the page next finds it there.
   */
  async load(): Promise<void> {
    const { html, media = '', viewport, url, scripted, navigator } = this.request
    const { tab } = this
    tab.documents++
    if (templatesOf(this.request).length > 0 && this.#fonts().length === 0) this.#measure()
    const settled = Promise.all([
      scripted && prepareForScripts(this.cdp, tab.sessionId),
      media !== tab.media && this.#session.send('Emulation.setEmulatedMedia', { media }),
      navigator && this.#session.send('Emulation.setUserAgentOverride', navigator),
      !isSameWindow(viewport, tab.viewport) && this.#resize(viewport),
    ])
    tab.media = media
    // Scripts must not begin without it. Nor may it be waited for later: the browser holds a session's commands back
    // while the session navigates.
    if (scripted) await settled
    if (url === undefined) {
      this.#written = Promise.all([this.#session.callInPage('writeDocument', html), settled])
      this.#written.catch(ignore)
      return
    }
    // The browser holds the second back until the document stands.
    await Promise.all([this.#navigate(url), scripted && this.#session.enterOwnWorld(), settled])
  }

  async #resize(viewport: Tab['viewport']): Promise<void> {
    this.tab.viewport = viewport
    await this.#session.send('Emulation.setDeviceMetricsOverride', metrics(viewport))
  }

  /** A screen that was asked for stays, whatever size its window takes. */
  #screen(): { scale?: number } {
    const { scale } = this.request.viewport
    return scale === undefined ? {} : { scale }
  }

  async #navigate(url: string): Promise<void> {
    const { errorText } = await this.#session.send('Page.navigate', { url })
    if (errorText) throw new Error(`the browser did not accept the document: ${errorText}`)
  }

  /** Waits for the load event, what the caller names, fonts, images, and what scripts ask for and do. */
  async ready(): Promise<Readiness> {
    const { waitFor, optimize } = this.request
    if (waitFor && 'expression' in waitFor) await this.#until(waitFor.expression)
    if (waitFor && 'ms' in waitFor) await sleep(waitFor.ms)
    const whole = this.#untilWhole()
    if (optimize && mayAuditAhead(this.request)) this.#auditAhead(optimize)
    const [loaded] = await Promise.all([whole, this.#written])
    const first = await this.#visit(await this.#drawDiagrams(loaded))
    const found = 'frames' in first ? await this.#complete(first) : first
    const { sprites } = found
    if (sprites.length > 0) {
      this.#audited = undefined
      this.warnings.push(...(await inlineSprites(this.#session.callInPage, this.assets, sprites)))
    }
    const damaged = damagedImages(found.blankImages, (url) => this.#events.served.has(url))
    this.warnings.push(...found.warnings, ...damaged)
    // The browser tells its log which font it was, and anyone who asks later all that the log has.
    if (found.fontFailed) await this.#events.readLog()
    return found
  }

  #untilWhole() {
    // What the caller waited for may be gone once something was clicked.
    const request = this.#isVisited ? { ...this.request, waitFor: undefined } : this.request
    return waitUntilWhole(this.#session.callInPage, request, this.#events.open)
  }

  async #drawDiagrams(loaded: Readiness | Settled): Promise<Readiness | Settled> {
    if (!this.request.diagrams) return loaded
    await this.#session.sendLibrary((await import('../in-page/mermaid.data')).mermaidLibrary)
    const { warnings } = await this.#session.callInPage('drawDiagrams')
    this.warnings.push(...warnings)
    return await this.#untilWhole()
  }

  /** Does what is to be done before the document is printed. Returns what is known of it then. */
  async #visit(loaded: Readiness | Settled): Promise<Readiness | Settled> {
    const { visit } = this.request
    if (!visit) return loaded
    this.#isVisited = true
    const { callInPage } = this.#session
    const untilWhole = () => this.#untilWhole()
    return await visitPage(visit, loaded, { callInPage, untilWhole, warnings: this.warnings })
  }

  /** Asks for the audit with the document, which spares a round trip: nothing of ours changes it meanwhile. */
  #auditAhead(settings: OptimizeRequest): void {
    this.#audited = this.#session.callInPage('auditWhenReady', settings)
    this.#audited.catch(ignore)
  }

  /** Fills frames, has data grids show all of their cells, and waits for the whole again if there was anything to do. */
  async #complete(found: Settled): Promise<Readiness> {
    const { optimize, viewport, accountId } = this.request
    const { callInPage } = this.#session
    const { frames } = found
    let changes = frames.length
    if (changes > 0)
      this.warnings.push(...(await fillFrames(frames, { callInPage, assets: this.assets, accountId })))
    if (optimize && found.hasGrids)
      changes += await callInPage('showGridsAsTables', Math.min(viewport.width, printedWidth(optimize)))
    return changes > 0 ? await this.#untilWhole() : found
  }

  /** Has the fonts of header and footer at hand, and grows the margins so that they never overlap the text. */
  async reserveSpace(): Promise<void> {
    const { optimize } = this.request
    if (templatesOf(this.request).length === 0) return
    const fonts = this.#fonts()
    // The page must hold them before another one that shares its process has loaded them.
    if (fonts.length > 0) await this.#session.callInPage('holdFonts', fonts)
    const heights = await (this.#heights ?? this.#measure())
    const raised = raiseMargins(this.#session.callInPage, this.assets, heights)
    // Asked for at once, which spares a round trip, of a page that may not be ready for it.
    if (optimize) {
      this.#audited = this.#session.callWithin(AUDIT_TIME_MS)('auditIfRaised', optimize)
      this.#audited.catch(ignore)
    }
    await raised
  }

  /** The fonts that header and footer bring. */
  #fonts(): string[] {
    const { header = '', footer = '' } = this.request
    return fontSources(header + footer)
  }

  #measure(): Promise<HeaderFooterHeights> {
    this.#heights = heightsToReserve(this.cdp, this.tab, this.request)
    this.#heights.catch(ignore)
    return this.#heights
  }

  /** Repairs what prints badly. What goes wrong with that is a warning: the document is then printed as it is. */
  async optimize(request: OptimizeRequest, ask: AskModel | undefined): Promise<Optimized | undefined> {
    const page: LaidOut = {
      callInPage: this.#session.callWithin(AUDIT_TIME_MS),
      audited: this.#audited,
      resize: (viewport) => this.#resize({ ...viewport, ...this.#screen() }),
    }
    try {
      await this.#readSheets()
      return await optimizeForPrint(page, request, { ask, now: () => Date.now() })
    } catch (error) {
      if (error instanceof BrowserLost) throw error
      this.warnings.push(`goCreditMode: the document could not be audited (${error})`)
      return undefined
    }
  }

  /** Makes style sheets from elsewhere readable, as `reserveSpace` does; heights of 0 raise no margin. */
  async #readSheets(): Promise<void> {
    if (!bringsSheets(this.request.html) || templatesOf(this.request).length > 0) return
    await raiseMargins(this.#session.callWithin(AUDIT_TIME_MS), this.assets, { header: 0, footer: 0 })
  }

  /** The browser silently takes other paper for a page whose margins leave nothing of it. */
  async assertPrintableArea(paper: Paper): Promise<void> {
    await this.#readSheets()
    const { width, height } = await this.#session.callInPage('measurePageArea', { ...paper, scale: 1 })
    if (Math.min(width, height) > 1) return
    throw new DocumentError(
      'the margins (0.4 inches by default) leave no printable area on a page of its own @page size',
    )
  }

  /** Has the tags of tables complete, where there are tags and may be tables. */
  async prepareTags(): Promise<void> {
    const { print, scripted, html } = this.request
    if (print.generateTaggedPDF && (scripted || /<t[dh]\b/i.test(html))) {
      await this.#session.callInPage('fillEmptyCells')
    }
  }

  /** Puts in the contents list and what its pages are to be found by, and links over form controls. */
  async prepareFurniture(): Promise<void> {
    const { furniture, forms } = this.request
    if (forms) this.warnings.push(...(await this.#session.callInPage('prepareForms')))
    if (furniture) this.warnings.push(...(await this.#session.callInPage('prepareFurniture', furniture)))
  }

  /** Prints, at `scale` where that is not as asked, and hands the file out piece by piece. */
  async print(scale?: number): Promise<AsyncGenerator<Uint8Array>> {
    const { furniture, print } = this.request
    if (!furniture) return this.#print(scale)
    return await printFurnished({
      print: (part) => this.#print(scale, part),
      pageRanges: print.pageRanges ?? '',
      callInPage: this.#session.callInPage,
      resize: (viewport) => this.#resize({ ...viewport, ...this.#screen() }),
      hasNoteTags: furniture.tagged && furniture.styles.notes.found,
      warnings: this.warnings,
    })
  }

  async #print(scale?: number, part: { pageRanges?: string } = {}): Promise<AsyncGenerator<Uint8Array>> {
    const { stream } = await this.#session
      .send('Page.printToPDF', {
        ...this.request.print,
        ...part,
        ...(scale !== undefined && { scale }),
        ...templateParameters(this.request),
        transferMode: 'ReturnAsStream',
      })
      .catch((error: unknown) => {
        if (error instanceof CdpError && /page range/i.test(error.message)) {
          throw new DocumentError('`page_ranges` names no page of the document')
        }
        throw error
      })
    if (stream === undefined) throw new CdpError('Page.printToPDF returned no stream')
    return readStream(this.cdp, this.tab.sessionId, stream)
  }

  /** Answers no more requests: the document is printed, or lost. */
  stopAnswering(): void {
    this.#events.stopAnswering()
  }

  /** What the document's scripts complained of. */
  async consoleErrors(): Promise<string[]> {
    return consoleErrorsOf(await this.#session.evaluateBesideScripts(RECORDED))
  }

  async #until(expression: string): Promise<void> {
    if (await waitUntilTrue(expression, (text) => this.#session.evaluateBesideScripts(text))) return
    throw new DocumentError('`wait_for.expression` is not a JavaScript expression')
  }
}

/** What the paper leaves between its margins, in CSS pixels: a window that was asked for may be wider. */
function printedWidth({ paper }: OptimizeRequest): number {
  const { left = paper.defaultMargin, right = paper.defaultMargin } = paper.margins
  return Math.floor((paper.width - left - right) / paper.scale)
}

function isSameWindow(one: Tab['viewport'], other: Tab['viewport']): boolean {
  return one.width === other.width && one.height === other.height && (one.scale ?? 1) === (other.scale ?? 1)
}

function ignore() {}
