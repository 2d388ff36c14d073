/** What a page does by itself while it is printed: what it asks for, where it goes, what it opens and complains of. */
import type { Protocol } from 'devtools-protocol'
import { ignore } from '../time/waiting'
import { BrowserLost, type Cdp, type CdpEvent, messageCost } from './cdp'
import { FrameOwners } from './frame-owners'
import { Interceptor } from './interception'
import { OpenRequests } from './open-requests'
import type { Assets } from './page-assets'
import { DocumentError, damagedFont, FloodError, requestFlood } from './page-errors'
import type { PrintRequest } from './print-request'
import { interceptAll, type Tab } from './tab'

/**
 * Events beside requests, by their cost. A loop of navigations within the document, or of frames, would stop the browser
 * for all its documents; a frame sends six.
 */
const MAX_EVENTS = 2000
/** So many times what its length costs: the browser also shows the address. */
const ADDRESS_COST = 8

export class PageEvents {
  /**
   * Rejects with `BrowserLost` when the page's process ends, as one does that runs out of memory, and with `DocumentError`
   * when the document has put another one in its place (`blob:`, `about:blank`), which nobody asks us for, or asks for
   * files without end.
   */
  readonly gone: Promise<never>
  readonly open = new OpenRequests()
  /** Addresses of the files that the page was given. */
  readonly served = new Set<string>()
  #lose!: (error: BrowserLost | DocumentError) => void
  #isFurnished = false
  #hasLargerPages = false
  #documents = 0
  #cost = 0
  #isTabSound = true
  readonly #frames: FrameOwners | undefined
  readonly #interceptor: Interceptor
  readonly #warnings: string[]

  /** `warnings` gets what the document's author should know of. */
  constructor(
    private readonly cdp: Cdp,
    private readonly tab: Tab,
    request: PrintRequest,
    { assets, warnings }: { assets: Assets; warnings: string[] },
  ) {
    this.#warnings = warnings
    this.#frames = request.hasSecrets && new FrameOwners(cdp, tab.sessionId, tab.targetId)
    this.#interceptor = new Interceptor(cdp, {
      documentSession: tab.sessionId,
      documentFrame: tab.targetId,
      html: request.url === undefined ? undefined : request.html,
      scripted: request.scripted,
      accountId: request.accountId,
      assets,
      open: this.open,
      isApart: this.#frames?.isApart.bind(this.#frames),
      onServed: (url) => this.served.add(url),
      onFurnished: () => {
        this.#isFurnished = true
      },
      onLargerPages: () => {
        this.#hasLargerPages = true
      },
      onLeaving: () =>
        warnings.push(
          'the document tried to navigate away while it was printed: it was printed as it was then',
        ),
      onFlood: () => this.#lose(requestFlood(request)),
    })
    this.gone = new Promise((_, reject) => {
      this.#lose = reject
    })
    this.gone.catch(ignore)
    cdp.listen(tab.sessionId, (event, length) => this.#handle(event, messageCost(length)))
  }

  /** Whether the tab is fit for another document: in this one no more happened than being written and loading files. */
  get isTabSound(): boolean {
    return this.#isTabSound
  }

  /** Whether a style sheet that it loaded asks something of pages. */
  get isFurnished(): boolean {
    return this.#isFurnished
  }

  /** Whether a style sheet that it loaded may make pages larger than the paper. */
  get hasLargerPages(): boolean {
    return this.#hasLargerPages
  }

  /** Has the browser tell what its log has, and goes on to have: that of this document, and of no other after it. */
  async readLog(): Promise<void> {
    this.#isTabSound = false
    await this.cdp.sendTo(this.tab.sessionId, 'Log.enable')
  }

  /** Answers no more requests: the document is printed, or lost. */
  stopAnswering(): void {
    this.#interceptor.stop()
  }

  #handle({ method, params }: CdpEvent, cost: number) {
    if (method === 'Fetch.requestPaused') {
      this.tab.hasFiles = true
      if (params.resourceType === 'Document') this.#isTabSound = false
      return this.#interceptor.take(params, this.tab.sessionId, cost)
    }
    this.#isTabSound = false
    if (!this.#allows(method === 'Page.navigatedWithinDocument' ? 1 + ADDRESS_COST * (cost - 1) : cost))
      return
    if (method === 'Target.attachedToTarget') this.#attach(params.sessionId)
    else if (method === 'Log.entryAdded') this.#logged(params.entry)
    else if (method === 'Page.frameAttached') this.#frames?.attached(params.frameId, params.parentFrameId)
    else if (method === 'Page.frameNavigated') this.#arrived(params.frame)
    else if (method === 'Inspector.targetCrashed') this.#lose(new BrowserLost('the page crashed'))
  }

  /** Counts an event. */
  #allows(cost: number): boolean {
    this.#cost += cost
    if (this.#cost <= MAX_EVENTS) return true
    this.#lose(new FloodError(`it navigates or creates frames more than ${MAX_EVENTS} times`))
    return false
  }

  #logged(entry: Protocol.Log.LogEntry) {
    const warning = damagedFont(entry)
    if (warning && !this.#warnings.includes(warning)) this.#warnings.push(warning)
  }

  /** Of the documents that come to stand in the page itself, the first is the one to print. */
  #arrived({ parentId }: Protocol.Page.Frame) {
    if (parentId !== undefined) return
    this.#documents++
    if (this.#documents > 1) this.#lose(new DocumentError('its scripts replaced it with another document'))
  }

  /** A worker, or a frame of its own process: the same rules before it runs. */
  #attach(session: string) {
    this.cdp.listen(session, ({ method, params }, length) => {
      const cost = messageCost(length)
      if (method === 'Fetch.requestPaused') this.#interceptor.take(params, session, cost)
      else this.#allows(cost)
    })
    interceptAll(this.cdp, session).catch(ignore)
    this.cdp.sendTo(session, 'Runtime.runIfWaitingForDebugger').catch(ignore)
  }
}
