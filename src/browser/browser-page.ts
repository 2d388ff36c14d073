/**
 * The conversation with one page, in raw DevTools protocol: bring the document in, wait until it is whole, make room,
 * print, read the file. `print.ts` says in which order.
 */

import type { Protocol } from 'devtools-protocol'
import type { Paper, Readiness } from '../in-page/contract'
import {
  type AskModel,
  type LaidOut,
  type Optimized,
  type OptimizeRequest,
  optimizeForPrint,
} from '../optimize/optimize'
import { sleep } from '../time'
import { BrowserLost, type Cdp, CdpError, type CdpEvent, readStream } from './cdp'
import { fontSources, heightsToReserve, raiseMargins, templateParameters } from './header-footer-space'
import { type Assets, type Interceptor, interceptRequests } from './interception'
import { OpenRequests } from './open-requests'
import {
  consoleErrorsOf,
  DocumentError,
  damagedFont,
  damagedImages,
  FloodError,
  requestFlood,
} from './page-errors'
import type { PrintRequest } from './print-request'
import { waitUntilWhole } from './readiness'
import { CdpSession } from './session'
import { inlineSprites } from './sprites'
import { interceptAll, metrics, prepareForScripts, RECORDED, SPARE_VIEWPORT, type Tab } from './tab'
import { waitUntilTrue } from './wait-for'

/** After this time a look at the document is given up. */
const AUDIT_TIME_MS = 5000
/**
 * Events beside requests. A loop of navigations within the document, or of frames, would stop the browser for all its
 * documents; a frame sends six.
 */
const MAX_EVENTS = 2000

export class BrowserPage {
  /** What the document did that its author should know of. */
  readonly warnings: string[] = []
  /**
   * Rejects with `BrowserLost` when the page's process ends, as one does that runs out of memory, and with `DocumentError`
   * when the document has put another one in its place (`blob:`, `about:blank`), which nobody asks us for, or asks for
   * files without end.
   */
  readonly gone: Promise<never>
  #lose!: (error: BrowserLost | DocumentError) => void
  #documents = 0
  #events = 0
  readonly #session: CdpSession
  readonly #interceptor: Interceptor
  readonly #open = new OpenRequests()
  /** Addresses of the files that the page was given. */
  readonly #served = new Set<string>()

  constructor(
    private readonly cdp: Cdp,
    private readonly tab: Tab,
    private readonly request: PrintRequest,
    private readonly assets: Assets,
  ) {
    this.#session = new CdpSession(cdp, tab)
    this.#interceptor = interceptRequests(cdp, {
      documentSession: tab.sessionId,
      html: request.url === undefined ? undefined : request.html,
      scripted: request.scripted,
      assets,
      open: this.#open,
      onServed: (url) => this.#served.add(url),
      onLeaving: () =>
        this.warnings.push(
          'the document tried to navigate away while it was printed: it was printed as it was then',
        ),
      onFlood: () => this.#lose(requestFlood(request)),
    })
    this.gone = new Promise((_, reject) => {
      this.#lose = reject
    })
    this.gone.catch(ignore)
    cdp.listen(tab.sessionId, (event) => this.#handle(event))
  }

  /** Brings the document into the page: its first bytes at least are there when this ends. */
  async load(): Promise<void> {
    const { html, media, viewport, url, scripted } = this.request
    const { width, height } = SPARE_VIEWPORT
    const settled = Promise.all([
      scripted && prepareForScripts(this.cdp, this.tab.sessionId),
      media && this.#session.send('Emulation.setEmulatedMedia', { media }),
      (viewport.width !== width || viewport.height !== height) &&
        this.#session.send('Emulation.setDeviceMetricsOverride', metrics(viewport)),
    ])
    // Scripts must not begin without it. Nor may it be waited for later: the browser holds a session's commands back
    // while the session navigates.
    if (scripted) await settled
    await Promise.all([
      url === undefined ? this.#session.callInPage('writeDocument', html) : this.#navigate(url),
      settled,
    ])
    if (scripted) await this.#session.enterOwnWorld()
  }

  async #navigate(url: string): Promise<void> {
    const { errorText } = await this.#session.send('Page.navigate', { url })
    if (errorText) throw new Error(`the browser did not accept the document: ${errorText}`)
  }

  /** Waits for the load event, what the caller names, fonts, images, and what scripts ask for and do. */
  async ready(): Promise<Readiness> {
    const { waitFor } = this.request
    if (waitFor && 'expression' in waitFor) await this.#until(waitFor.expression)
    if (waitFor && 'ms' in waitFor) await sleep(waitFor.ms)
    const found = await waitUntilWhole(this.#session.callInPage, this.request, this.#open)
    const { sprites } = found
    if (sprites.length > 0) {
      this.warnings.push(...(await inlineSprites(this.#session.callInPage, this.assets, sprites)))
    }
    const damaged = damagedImages(found.blankImages, (url) => this.#served.has(url))
    this.warnings.push(...found.warnings, ...damaged)
    // The browser tells its log which font it was, and anyone who asks later all that the log has.
    if (found.fontFailed) await this.#session.send('Log.enable')
    return found
  }

  /** Has the fonts of header and footer at hand, and grows the margins so that they never overlap the text. */
  async reserveSpace(): Promise<void> {
    const { header, footer } = this.request
    const fonts = fontSources(`${header ?? ''}${footer ?? ''}`)
    if (fonts.length > 0) await this.#session.callInPage('holdFonts', fonts)
    const heights = await heightsToReserve(this.cdp, this.tab, this.request)
    await raiseMargins(this.#session.callInPage, this.assets, heights)
  }

  /** Repairs what prints badly. What goes wrong with that is a warning: the document is then printed as it is. */
  async optimize(request: OptimizeRequest, ask: AskModel | undefined): Promise<Optimized | undefined> {
    const page: LaidOut = {
      callInPage: this.#session.callWithin(AUDIT_TIME_MS),
      resize: (viewport) => this.#session.send('Emulation.setDeviceMetricsOverride', metrics(viewport)),
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
    const { html, header, footer } = this.request
    if (!/<link\b|@import/i.test(html) || header || footer) return
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

  /** Prints, at `scale` where that is not as asked, and hands the file out piece by piece. */
  async print(scale?: number): Promise<AsyncGenerator<Uint8Array>> {
    const { stream } = await this.#session
      .send('Page.printToPDF', {
        ...this.request.print,
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

  #handle({ method, params }: CdpEvent) {
    if (method === 'Fetch.requestPaused') return this.#interceptor.take(params, this.tab.sessionId)
    this.#events++
    if (this.#events > MAX_EVENTS)
      return this.#lose(new FloodError(`it navigates or creates frames more than ${MAX_EVENTS} times`))
    if (method === 'Target.attachedToTarget') this.#attach(params.sessionId)
    else if (method === 'Log.entryAdded') this.#logged(params.entry)
    else if (method === 'Page.frameNavigated') this.#arrived(params.frame)
    else if (method === 'Inspector.targetCrashed') this.#lose(new BrowserLost('the page crashed'))
  }

  #logged(entry: Protocol.Log.LogEntry) {
    const warning = damagedFont(entry)
    if (warning && !this.warnings.includes(warning)) this.warnings.push(warning)
  }

  /** Of the documents that come to stand in the page itself, the first is the one to print. */
  #arrived({ parentId }: Protocol.Page.Frame) {
    if (parentId !== undefined) return
    this.#documents++
    if (this.#documents > 1) this.#lose(new DocumentError('its scripts replaced it with another document'))
  }

  /** A worker, or a frame of its own process: the same rules before it runs. */
  #attach(session: string) {
    this.cdp.listen(session, ({ method, params }) => {
      if (method === 'Fetch.requestPaused') this.#interceptor.take(params, session)
    })
    interceptAll(this.cdp, session).catch(ignore)
    this.cdp.sendTo(session, 'Runtime.runIfWaitingForDebugger').catch(ignore)
  }

  /** Answers no more requests: the document is printed, or lost. */
  stopAnswering(): void {
    this.#interceptor.stop()
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

function ignore() {}
