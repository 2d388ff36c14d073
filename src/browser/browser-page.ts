/**
 * The conversation with one page, in raw DevTools protocol: bring the document in, wait until it is whole, make room,
 * print, read the file. `print.ts` says in which order.
 */

import type { Furniture, HeaderFooterHeights } from '../in-page/contract'
import type { Readiness } from '../in-page/ready-types'
import { ignore, sleep } from '../time/waiting'
import { mayAuditAhead } from './audit-ahead'
import type { Cdp } from './cdp'
import { fontSources, heightsToReserve, raiseMargins, templatesOf } from './header-footer-space'
import { InPageWorld } from './in-page-world'
import { inlineSprites } from './inline-sprites'
import type { Assets } from './page-assets'
import { PageAudit } from './page-audit'
import { consoleErrorsOf, damagedImages } from './page-errors'
import { PageEvents } from './page-events'
import { PageFurnishing } from './page-furnishing'
import { type PartToPrint, printToPdf } from './print-command'
import { PrintOnlyLayout } from './print-only-layout'
import type { PrintRequest } from './print-request'
import { CdpSession } from './session'
import { printOnOneSheet } from './single-sheet'
import { hasMedia, hasViewport, metrics, prepareForScripts, RECORDED, type Tab } from './tab'
import { unfilledWarnings } from './unfilled-warnings'
import { waitUntilTrue } from './wait-for'
import { WholePage } from './whole-page'
import { writeBeginning } from './write-beginning'

export class BrowserPage {
  /** What the document did that its author should know of. */
  readonly warnings: string[] = []
  readonly audit: PageAudit
  readonly furnishing: PageFurnishing
  readonly #session: CdpSession
  readonly #events: PageEvents
  readonly #whole: WholePage
  readonly #printOnly: PrintOnlyLayout
  /** What is still to be written of a document without an address. */
  #unwritten: string | undefined
  /** Ends when the page is what the document is to be laid out for. */
  #settled: Promise<unknown> | undefined
  /** What header and footer take of a page; absent if it has neither. */
  #heights: Promise<HeaderFooterHeights> | undefined

  constructor(
    private readonly cdp: Cdp,
    private readonly tab: Tab,
    private readonly request: PrintRequest,
    private readonly assets: Assets,
  ) {
    // What is navigated to has nothing of the page before.
    if (request.url !== undefined) tab.world = new InPageWorld()
    this.#session = new CdpSession(cdp, tab)
    this.#events = new PageEvents(cdp, tab, request, { assets, warnings: this.warnings })
    const session = this.#session
    const { open } = this.#events
    this.#whole = new WholePage(request, { session, assets, open, warnings: this.warnings })
    const page = { session, assets, resize: this.#fitWindow, warnings: this.warnings }
    this.audit = new PageAudit(request, { ...page, settle: () => this.#whole.untilWhole() })
    const { callInPage } = session
    this.#printOnly = new PrintOnlyLayout(request, { tab, callInPage, emulateMedia: this.#emulateMedia })
    const measureAgain = () => this.#printOnly.end()
    this.furnishing = new PageFurnishing({ ...page, find: () => this.#findFurniture(), measureAgain })
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
   * Brings the document into the page: its first bytes at least are there when this ends. One without an address comes, or
   * its end, with the question whether it is ready, which saves a message.
   */
  async load(): Promise<void> {
    const { html, media = '', viewport, url, scripted, navigator, isWithoutPolicies } = this.request
    const { tab } = this
    tab.documents++
    tab.hasPolicies = !isWithoutPolicies
    if (templatesOf(this.request).length > 0 && this.#fonts().length === 0) this.#measure()
    const settled = Promise.all([
      scripted && !tab.scripted && prepareForScripts(this.cdp, tab.sessionId),
      !hasMedia(tab, media) && this.#emulateMedia(media),
      navigator && this.#session.send('Emulation.setUserAgentOverride', navigator),
      !hasViewport(tab, viewport) && this.#resize(viewport),
    ])
    // Scripts must not begin without it. Nor may it be waited for later: the browser holds a session's commands back
    // while the session navigates.
    if (scripted) await settled
    if (url === undefined) {
      settled.catch(ignore)
      this.#settled = settled
      this.#unwritten = await writeBeginning(html, (part) => this.#session.callInPage('writePart', part))
      return
    }
    // The browser holds the second back until the document stands.
    await Promise.all([this.#navigate(url), scripted && this.#session.enterOwnWorld(), settled])
  }

  readonly #emulateMedia = async (media: Tab['media']): Promise<void> => {
    this.tab.media = media
    await this.#session.send('Emulation.setEmulatedMedia', { media })
  }

  async #resize(viewport: Tab['viewport']): Promise<void> {
    this.tab.viewport = viewport
    await this.#session.send('Emulation.setDeviceMetricsOverride', metrics(viewport))
  }

  /** A screen that was asked for stays, whatever size its window takes. */
  readonly #fitWindow = async (viewport: Tab['viewport']): Promise<void> => {
    const { scale } = this.request.viewport
    await this.#resize({ ...viewport, ...(scale !== undefined && { scale }) })
  }

  async #navigate(url: string): Promise<void> {
    const { errorText } = await this.#session.send('Page.navigate', { url })
    if (errorText) throw new Error(`the browser did not accept the document: ${errorText}`)
  }

  /** Waits for the load event, what the caller names, fonts, images, and what scripts ask for and do. */
  async ready(): Promise<Readiness> {
    const { optimize, scripted } = this.request
    // The protocol runs it whatever the document's policy says: only where the lockdown stands.
    const waitFor = scripted ? this.request.waitFor : undefined
    const ask = (text: string) => this.#session.evaluateBesideScripts(text)
    if (waitFor && 'expression' in waitFor) await waitUntilTrue(waitFor.expression, ask)
    if (waitFor && 'ms' in waitFor) await sleep(waitFor.ms)
    const whole = this.#whole.untilWhole(this.#unwritten)
    if (optimize && mayAuditAhead(this.request)) this.audit.askWhenReady(optimize)
    const [loaded] = await Promise.all([whole, this.#settled])
    const found = await this.#whole.complete(loaded)
    const { sprites } = found
    if (sprites.length > 0) {
      this.audit.forget()
      this.warnings.push(...(await inlineSprites(this.#session.callInPage, this.assets, sprites)))
    }
    const damaged = damagedImages(found.blankImages, (url) => this.#events.served.has(url))
    this.warnings.push(...found.warnings, ...damaged, ...unfilledWarnings(found, this.request))
    // The browser tells its log which font it was, and anyone who asks later all that the log has.
    if (found.fontFailed) await this.#events.readLog()
    return found
  }

  /** Has pages that the document makes larger than the paper printed smaller, as a browser does; returns whether it has such. */
  async shrinkPages(): Promise<boolean> {
    const { largerPages } = this.request
    const isKnown = largerPages?.isKnown || this.#events.hasLargerPages
    if (largerPages && isKnown && !this.#events.isFurnished)
      await this.audit.layOutLargerPages(largerPages.paper)
    return this.audit.hasLargerPages
  }

  /** Makes sheets larger than their pages, where a bleed or marks are asked for. */
  async growPages(): Promise<void> {
    const { grown } = this.request
    if (!grown) return
    await this.audit.readSheets()
    await this.#session.callInPage('growPages', grown.paper, grown.outset, grown.bleed)
  }

  /** Has the fonts of header and footer at hand, and grows the margins so that they never overlap the text. */
  async reserveSpace(): Promise<void> {
    const { optimize, sheet } = this.request
    if (templatesOf(this.request).length === 0) return
    const fonts = this.#fonts()
    // The page must hold them before another one that shares its process has loaded them.
    if (fonts.length > 0) await this.#session.callInPage('holdFonts', fonts)
    const heights = await (this.#heights ?? this.#measure())
    const raised = raiseMargins(this.#session.callInPage, this.assets, heights)
    if (optimize && !sheet) this.audit.askIfRaised(optimize)
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

  /** Has the tags of tables complete, where there are tags and may be tables. */
  async prepareTags(): Promise<void> {
    const { print, scripted, html } = this.request
    if (print.generateTaggedPDF && (scripted || /<t[dh]\b/i.test(html)))
      await this.furnishing.settle(this.#session.callInPage('fillEmptyCells'))
  }

  /** Puts links over form controls, and in what its styles ask of pages. */
  async prepareFurniture(): Promise<void> {
    if (this.request.forms) this.warnings.push(...(await this.#session.callInPage('prepareForms')))
    await this.furnishing.prepare()
  }

  /** What its styles ask of pages, those of its links too, which can be read then. */
  async #findFurniture(): Promise<Furniture | undefined> {
    const { furniture, media } = this.request
    if (!this.#events.isFurnished) return furniture
    await this.audit.makeSheetsReadable()
    if (media === undefined) await this.#emulateMedia('print')
    return (await this.assets.furniture?.()) ?? furniture
  }

  /** Prints, at `scale` where that is not as asked, and hands the file out piece by piece. */
  async print(scale?: number): Promise<AsyncGenerator<Uint8Array>> {
    const { print, sheet } = this.request
    const { scale: asked = 1, pageRanges = '' } = print
    // Not waited for: what is said to a page it hears in order.
    if ((scale ?? asked) !== 1) this.#session.callInPage('keepAtEdge').catch(ignore)
    const printPart = (part: PartToPrint = {}) => {
      if (!part.isTrial) this.#printOnly.begin()
      return printToPdf(this.#session, this.request, {
        ...part,
        ...(scale !== undefined && { scale }),
        ...(this.audit.hasLargerPages && { preferCSSPageSize: false }),
      })
    }
    if (sheet) {
      // Else heights in parts of the window, which its style sheets may have, would be parts of the sheet.
      await this.audit.readSheets()
      const paper = { ...sheet, scale: scale ?? sheet.scale }
      const page = { paper, callInPage: this.#session.callInPage, resize: this.#fitWindow }
      return await printOnOneSheet(page, { print: printPart, pageRanges, warnings: this.warnings })
    }
    return await this.furnishing.print(printPart, { pageRanges, scale: scale ?? asked })
  }

  /** Answers no more requests: the document is printed, or lost. */
  stopAnswering(): void {
    this.#events.stopAnswering()
  }

  /** What the document's scripts complained of. */
  async consoleErrors(): Promise<string[]> {
    return consoleErrorsOf(await this.#session.evaluateBesideScripts(RECORDED))
  }
}
