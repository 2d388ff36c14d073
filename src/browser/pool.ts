/**
 * The pool's object: one browser and a fixed number of slots. A caller reserves a slot without the document, then sends
 * the document to it. The object's only connection is the browser; what a page asks for is asked of the caller.
 * Results are data, never thrown: an error loses its kind between objects.
 */

import { DurableObject } from 'cloudflare:workers'
import { type Advisor, adviceWithin } from '../optimize/advisor'
import { poolSettings } from '../settings'
import { withTimeout } from '../time'
import { type Browser, BrowserUnavailable } from './browser'
import { BrowserLifecycle } from './browser-lifecycle'
import { BrowserLost, CdpError } from './cdp'
import type { Assets } from './interception'
import { DocumentError, FloodError } from './page-errors'
import { type Printed, print } from './print'
import type { PrintRequest } from './print-request'
import { isQuarantine } from './quarantine'
import { type SlotRequest, Slots } from './slots'
import { BrowserStalled, Cancelled, DeadlinePassed, SlotTaken, Stop } from './stop-renderer'
import { streamOf } from './stream'
import type { Tab } from './tab'
import { Watchdog } from './watchdog'

/**
 * Documents that wait for the one slot of a quarantine: all that another browser was rid of, when it no longer answered,
 * may come at once.
 */
const MAX_WAITING_APART = 8

/** A renderer that takes longer to be ended gives its slot back all the same. */
const MAX_END_MS = 1000

/** What the protocol says if the document that we were reading is no longer there. */
const LEFT = /Cannot find context|context was destroyed|target navigated/i

export type Reservation = { ok: true; slot: string } | { ok: false; retryAfter: number }
export type RenderFailure =
  /** `busy`: the page did not answer any more; otherwise it waited. */
  | { failure: 'timeout'; busy: boolean }
  /**
   * `refused`: the browser is there but did not print this document, and would not the next time. `stalled`: it did not
   * answer while scripts of this document ran, which may not be the cause. `flooded`: the document sent more messages than
   * the connection can carry for all.
   */
  | {
      failure:
        | 'browser_lost'
        | 'page_crashed'
        | 'unprintable'
        | 'refused'
        | 'no_slot'
        | 'slot_taken'
        | 'stalled'
        | 'flooded'
        | 'cancelled'
    }
export type RenderResult =
  | ({ ok: true; pdf: ReadableStream<Uint8Array> } & Omit<Printed, 'pdf'>)
  | ({ ok: false; message: string } & RenderFailure)

export class Pool extends DurableObject<Env> {
  readonly #slots: Slots
  readonly #lifecycle: BrowserLifecycle
  /** The renders under way, by slot. */
  readonly #stops = new Map<string, Stop>()
  readonly #watchdog = new Watchdog()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const settings = poolSettings(env)
    const quarantine = isQuarantine(ctx.id.name)
    const onTake = (slot: string) => this.#stops.get(slot)?.takeSlot()
    this.#slots = quarantine
      ? new Slots(1, { maxWaiting: MAX_WAITING_APART, onTake })
      : new Slots(settings.rendersInFlight, { onTake })
    const options = quarantine ? { ...settings, spares: 0, idleMinutes: 1 } : settings
    this.#lifecycle = new BrowserLifecycle(ctx, env.BROWSER, options, () => this.#slots.used === 0)
    ctx.blockConcurrencyWhile(() => this.#lifecycle.endStaleSession())
  }

  /** Gives out a slot, at once or within `waitMs`. It is kept for ten seconds until the document comes. */
  async reserve(request: SlotRequest): Promise<Reservation> {
    const slot = await this.#slots.claim(request)
    if (!slot) return { ok: false, retryAfter: 2 }
    try {
      await this.#lifecycle.usable()
      this.#slots.reserve(slot)
      return { ok: true, slot }
    } catch (error) {
      this.#slots.free(slot)
      return { ok: false, retryAfter: error instanceof BrowserUnavailable ? error.retryAfter : 1 }
    }
  }

  /** Prints a document in a reserved slot. The slot is free again when the file has been read, or on failure. */
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
    const finish = () => {
      stop.clear()
      unwatch()
      this.#stops.delete(slot)
      return this.#lifecycle.endTab(browser, tab)
    }
    try {
      browser = await Promise.race([this.#lifecycle.usable(), stop.stopped])
      tab = await this.#lifecycle.takeTab(browser, stop.stopped)
      // A page may wait for time alone to pass, which no loss of the browser would end.
      const { cdp } = browser
      const ask = advisor && adviceWithin(advisor, Date.now() + request.timeoutMs)
      if (request.scripted) unwatch = this.#watchdog.watch(cdp, () => stop.stall())
      const printing = print(cdp, tab, request, { assets, ask })
      const printed = await Promise.race([printing, cdp.lost, stop.stopped])
      stop.printed = true
      const pdf = streamOf(printed.pdf, stop.stopped, () => {
        this.#slots.free(slot)
        this.ctx.waitUntil(finish())
      })
      return { ok: true, ...printed, pdf }
    } catch (error) {
      const result = await failureOf(error, browser, tab)
      // Its renderer may use a processor to the end. The slot is given to nobody before that.
      const ended = withTimeout(
        finish().catch(() => undefined),
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

  /** What `/health` and the operator see. */
  async status(): Promise<{
    slots: number
    used: number
    waiting: number
    browser: boolean
    renders: number
  }> {
    const browser = await this.#lifecycle.present()
    return {
      slots: this.#slots.count,
      used: this.#slots.used,
      waiting: this.#slots.waiting,
      browser: browser?.usable ?? false,
      renders: browser?.renders ?? 0,
    }
  }
}

async function failureOf(
  error: unknown,
  browser: Browser | undefined,
  tab: Tab | undefined,
): Promise<RenderResult> {
  if (error instanceof DeadlinePassed) {
    const busy = browser !== undefined && tab !== undefined && !(await browser.answers(tab))
    return { ok: false, failure: 'timeout', busy, message: 'the render took too long' }
  }
  if (error instanceof Cancelled) return failed('cancelled', 'the render was cancelled')
  if (error instanceof SlotTaken) return failed('slot_taken', 'others needed the slot')
  if (error instanceof BrowserStalled)
    return failed('stalled', 'the browser itself stopped responding while scripts of the document ran')
  if (error instanceof FloodError) return failed('flooded', error.message)
  if (error instanceof DocumentError) return failed('unprintable', error.message)
  if (error instanceof CdpError && LEFT.test(error.message))
    return failed('unprintable', 'its scripts replaced it with another document')
  const open = browser?.cdp.open ?? false
  if (open && !(error instanceof BrowserLost)) return failed('refused', String(error))
  return failed(open && tab ? 'page_crashed' : 'browser_lost', String(error))
}

function failed(failure: Exclude<RenderFailure['failure'], 'timeout'>, message: string): RenderResult {
  return { ok: false, failure, message }
}
