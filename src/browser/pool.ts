/**
 * The pool's object: one browser and a fixed number of slots. A caller reserves a slot without the document, then sends
 * the document to it. The object's only connection is the browser; what a page asks for is asked of the caller.
 * Results are data, never thrown: an error loses its kind between objects.
 */

import { DurableObject } from 'cloudflare:workers'
import { isNewer, type Versioned } from '../format-version'
import { logFor } from '../log'
import { type Advisor, adviceWithin } from '../optimize/advisor'
import { poolSettings } from '../settings'
import { withTimeout } from '../time/waiting'
import type { Browser } from './browser'
import { BrowserLifecycle } from './browser-lifecycle'
import { type BrowserProvider, browserProvider } from './browser-provider'
import { BrowserUnavailable, platformLimits } from './browser-sessions'
import { fileOf } from './file-stream'
import { type OpeningAnswer, OpeningGovernor } from './opening-governor'
import type { Assets } from './page-assets'
import { print } from './print'
import type { PrintRequest } from './print-request'
import { isQuarantine } from './quarantine'
import { failed, failureOf, type RenderResult } from './render-failure'
import { browserReport } from './report-browser'
import { requestOpening } from './request-opening'
import { type SlotRequest, Slots } from './slots'
import { BrowserStalled, Stop } from './stop-renderer'
import type { Tab } from './tab'
import { Watchdog } from './watchdog'

/**
 * Documents that wait for the one slot of a quarantine: all that another browser was rid of, when it no longer answered,
 * may come at once.
 */
const MAX_WAITING_APART = 8

/**
 * How much more than for us a browser's process may work, in milliseconds, before its documents with scripts are taken
 * out. Apart nobody else waits for it, and the document is then refused: it is allowed what its layout may cost besides.
 */
const MAX_EXCESS_MS = { shared: 300, apart: 700 }

/** A renderer that takes longer to be ended gives its slot back all the same. */
const MAX_END_MS = 1000

/** Why there is no slot: all are taken; no browser is open, and none was to be opened; none can be had. */
export type NoSlot = 'full' | 'closed' | 'no_browser'
/** `waiting`: how many stand in line. A former release says neither this nor why. */
export type Reservation =
  | { ok: true; slot: string }
  | { ok: false; retryAfter: number; why?: NoSlot; waiting?: number }
export type BrowserMeasurement =
  | { ok: true; version: string; roundTripMs: number; guardrails: boolean; limits: object | undefined }
  | { ok: false; message: string }

export class Pool extends DurableObject<Env> {
  readonly #isQuarantine: boolean
  readonly #provider: BrowserProvider
  readonly #slots: Slots
  readonly #lifecycle: BrowserLifecycle
  /** The renders under way, by slot. */
  readonly #stops = new Map<string, Stop>()
  readonly #watchdog: Watchdog
  /** Used in one object alone, which has no browser. */
  readonly #governor = new OpeningGovernor(() => platformLimits(this.#provider))

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const settings = poolSettings(env)
    this.#isQuarantine = isQuarantine(ctx.id.name)
    this.#provider = browserProvider(ctx, env)
    const onTake = (slot: string) => this.#stops.get(slot)?.takeSlot()
    this.#slots = this.#isQuarantine
      ? new Slots(1, { maxWaiting: MAX_WAITING_APART, onTake })
      : new Slots(settings.rendersInFlight, { onTake })
    this.#watchdog = new Watchdog(MAX_EXCESS_MS[this.#isQuarantine ? 'apart' : 'shared'])
    const options = this.#isQuarantine ? { ...settings, spares: 0, idleMinutes: 1 } : settings
    const report = browserReport(env, ctx.id.name ?? 'pool')
    const isIdle = () => this.#slots.used === 0
    const permit = (asked: { successor: boolean }) => requestOpening(env.POOL, asked)
    this.#lifecycle = new BrowserLifecycle(ctx, this.#provider, options, { isIdle, permit, report })
    this.#lifecycle.resume()
  }

  /**
   * Gives out a slot, at once or within `waitMs`. It is kept for ten seconds until the document comes. Unless `mayOpen` is
   * false, a browser is opened if there is none.
   */
  async reserve(request: SlotRequest & Versioned & { mayOpen?: boolean }): Promise<Reservation> {
    if (isNewer(request)) return { ok: false, retryAfter: 5, why: 'no_browser' }
    if (request.mayOpen === false && !(await this.#lifecycle.isOpen()))
      return { ok: false, retryAfter: 1, why: 'closed' }
    const slot = await this.#slots.claim(request)
    if (!slot) return { ok: false, retryAfter: 2, why: 'full', waiting: this.#slots.waiting }
    try {
      await this.#lifecycle.usable()
      this.#slots.reserve(slot)
      return { ok: true, slot }
    } catch (error) {
      this.#slots.free(slot)
      logFor(request.requestId ?? '')('slot.no_browser', { pool: this.ctx.id.name, error })
      const retryAfter = error instanceof BrowserUnavailable ? error.retryAfter : 1
      return { ok: false, retryAfter, why: 'no_browser', waiting: this.#slots.waiting }
    }
  }

  /** Prints a document in a reserved slot. The slot is free again when the file has been read, or on failure. A small file is read here. */
  async render(
    slot: string,
    request: PrintRequest,
    assets: Assets,
    advisor?: Advisor,
  ): Promise<RenderResult> {
    if (!this.#slots.use(slot)) return failed('no_slot', 'the reservation has expired')
    const stop = new Stop(request.timeoutMs)
    this.#stops.set(slot, stop)
    let browser: Browser | undefined
    let tab: Tab | undefined
    let unwatch = () => {}
    const finish = (isTabSound: boolean) => {
      stop.clear()
      unwatch()
      this.#stops.delete(slot)
      return this.#lifecycle.endTab(browser, tab, isTabSound ? request.tabOwner : undefined)
    }
    try {
      browser = await Promise.race([this.#lifecycle.usable(), stop.stopped])
      tab = await this.#lifecycle.takeTab(browser, request, stop.stopped)
      // A page may wait for time alone to pass, which no loss of the browser would end.
      const { cdp } = browser
      const ask = advisor && adviceWithin(advisor, Date.now() + request.timeoutMs)
      const account = request.accountId ?? slot
      if (request.scripted) unwatch = this.#watchdog.watch(cdp, account, (isSole) => stop.stall(isSole))
      if (!request.scripted || this.#isQuarantine) this.#watchdog.allowLayout(cdp, request.html.length)
      const roundTripsBefore = cdp.roundTrips(tab.sessionId)
      const printing = print(cdp, tab, request, { assets, ask })
      const { isTabSound, ...printed } = await Promise.race([printing, cdp.lost, stop.stopped])
      stop.printed = true
      // One more brings the beginning of the file.
      const roundTrips = cdp.roundTrips(tab.sessionId) - roundTripsBefore + 1
      const pdf = await fileOf(printed.pdf, stop.stopped, (isWhole) => {
        // The next document of its owner may come at once, and is to find it.
        const finished = finish(isWhole && isTabSound)
        this.#slots.free(slot)
        this.ctx.waitUntil(finished)
      })
      return { ok: true, ...printed, roundTrips, pdf }
    } catch (error) {
      const result = await failureOf(error, browser, tab)
      // Its account is paused for that, but others of its documents may be on their way.
      if (this.#isQuarantine && request.accountId && error instanceof BrowserStalled)
        this.#slots.turnAway(request.accountId)
      logFor(request.requestId ?? '')('render.failed', { pool: this.ctx.id.name, ...result })
      // Its renderer may use a processor to the end. The slot is given to nobody before that.
      const ended = withTimeout(
        finish(false).catch(() => undefined),
        MAX_END_MS,
        () => undefined,
      )
      this.ctx.waitUntil(ended.then(() => this.#slots.free(slot)))
      return result
    }
  }

  /** Ends the render in `slot`, or the reservation if nothing was sent to it yet. The slot is free within a second. */
  cancel(slot: string): void {
    const stop = this.#stops.get(slot)
    if (stop) stop.cancel()
    else this.#slots.free(slot)
  }

  /** Keeps the browser alive, or closes it. */
  override async alarm(): Promise<void> {
    await this.#lifecycle.beat()
  }

  /** Whether another object of the pool may open a browser now. Asked of the object that `request-opening.ts` names. */
  async mayOpen(asked: { successor: boolean }): Promise<OpeningAnswer> {
    return await this.#governor.ask(asked)
  }

  /** Measures the browser, for the operator. Opens one if there is none. */
  async measureBrowser(): Promise<BrowserMeasurement> {
    try {
      const measured = await (await this.#lifecycle.usable()).measure()
      return { ok: true, ...measured, limits: await platformLimits(this.#provider) }
    } catch (error) {
      return { ok: false, message: String(error) }
    }
  }

  /** What `/health` and the operator see. */
  async status(): Promise<{
    slots: number
    used: number
    waiting: number
    browser: boolean
    /** Tabs that stay with an account. */
    kept: number
    renders: number
  }> {
    const browser = await this.#lifecycle.present()
    return {
      slots: this.#slots.count,
      used: this.#slots.used,
      waiting: this.#slots.waiting,
      browser: browser?.usable ?? false,
      kept: browser?.kept ?? 0,
      renders: browser?.renders ?? 0,
    }
  }
}
