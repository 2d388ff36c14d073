/**
 * The pool's object: one browser, its spare contexts and a fixed number of places. A caller reserves a place
 * without the document, then sends the document to it. Its only connection is the browser; what a page asks for
 * is asked of the caller.
 * Answers are data, never thrown: an error loses its kind between objects.
 */
import { DurableObject } from 'cloudflare:workers'
import { poolSettings } from '../settings'
import { Browser, BrowserUnavailable, endSession } from './browser'
import { BrowserLost, CdpError } from './cdp'
import { Unprintable } from './faults'
import { type Advisor, adviceWithin } from './optimise/advisor'
import { Places, type Urgency } from './places'
import { type Printed, type PrintRequest, print } from './print'
import type { Assets } from './serve'
import type { Sheet } from './sheet'
import { streamOf } from './stream'

const HEARTBEAT_MS = 45_000
const WARM_AFTER_MS = 30
const SESSION = 'session'

/** What the protocol says where the document that we were reading is no longer there. */
const LEFT = /Cannot find context|context was destroyed|target navigated/i

export type Reservation = { ok: true; place: string } | { ok: false; retryAfter: number }
/** Who asks for a slot, and how long they wait for it (milliseconds). */
export type SlotRequest = { accountId: string; urgency: Urgency; waitMs: number }
/** `refused`: the browser is there but did not print this document, and would not the next time. */
export type RenderFailure = 'timeout' | 'browser_lost' | 'unprintable' | 'refused' | 'no_place' | 'cancelled'
export type RenderResult =
  | ({ ok: true; pdf: ReadableStream<Uint8Array> } & Omit<Printed, 'pdf'>)
  | { ok: false; failure: RenderFailure; message: string }

class Deadline extends Error {}
class Cancelled extends Error {}

export class Pool extends DurableObject<Env> {
  readonly #settings = poolSettings(this.env)
  #browser: Promise<Browser> | undefined
  /** The one that is being opened to follow it. */
  #successor: Promise<void> | undefined
  readonly #places = new Places(this.#settings.rendersInFlight)
  /** Ends the render at a place, by the place's name. */
  readonly #cancels = new Map<string, () => void>()
  #lastUsed = Date.now()
  #warmTimer: ReturnType<typeof setTimeout> | undefined

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    // A session of an earlier life is of no use and would count against the account's limit.
    ctx.blockConcurrencyWhile(async () => {
      const stale = await ctx.storage.get<string>(SESSION)
      if (!stale) return
      await endSession(env.BROWSER, stale).catch(() => undefined)
      await ctx.storage.delete(SESSION)
    })
  }

  /**
   * Gives out a place, at once or within `waitMs`; it is kept for ten seconds until the document comes, from when there
   * is a browser.
   */
  async reserve({ waitMs, urgency }: SlotRequest): Promise<Reservation> {
    const place = await this.#places.claim(waitMs, urgency)
    if (!place) return { ok: false, retryAfter: 2 }
    try {
      await this.#usableBrowser()
      this.#places.reserve(place)
      return { ok: true, place }
    } catch (error) {
      this.#places.free(place)
      return { ok: false, retryAfter: error instanceof BrowserUnavailable ? error.retryAfter : 1 }
    }
  }

  /** Prints a document at a reserved place. The place is free again when the file has been read, or on failure. */
  async render(
    place: string,
    request: PrintRequest,
    assets: Assets,
    advisor?: Advisor,
  ): Promise<RenderResult> {
    if (!this.#places.use(place)) return failed('no_place', 'the reservation has expired')
    this.#lastUsed = Date.now()
    clearTimeout(this.#warmTimer)

    let browser: Browser | undefined
    let sheet: Sheet | undefined
    let expire!: (error: Deadline | Cancelled) => void
    const deadline = new Promise<never>((_, reject) => {
      expire = reject
    })
    deadline.catch(() => undefined)
    const timer = setTimeout(() => expire(new Deadline()), request.timeoutMs)
    this.#cancels.set(place, () => expire(new Cancelled()))
    const finish = () => {
      clearTimeout(timer)
      this.#cancels.delete(place)
      this.#places.free(place)
      this.ctx.waitUntil(this.#afterRender(browser, sheet))
    }
    try {
      browser = await Promise.race([this.#usableBrowser(), deadline])
      sheet = await this.#takeSheet(browser, deadline)
      // A page may wait for time alone to pass, which no loss of the browser would end.
      const { cdp } = browser
      const ask = advisor && adviceWithin(advisor, Date.now() + request.timeoutMs)
      const printing = print(cdp, sheet, request, { assets, ask })
      const printed = await Promise.race([printing, cdp.lost, deadline])
      return { ok: true, ...printed, pdf: streamOf(printed.pdf, deadline, finish) }
    } catch (error) {
      finish()
      if (error instanceof Deadline) return failed('timeout', 'the render took too long')
      if (error instanceof Cancelled) return failed('cancelled', 'the render was cancelled')
      if (error instanceof Unprintable) return failed('unprintable', error.message)
      if (error instanceof CdpError && LEFT.test(error.message))
        return failed('unprintable', 'its scripts put another document in its place')
      const lost = error instanceof BrowserLost || !browser?.cdp.open
      return failed(lost ? 'browser_lost' : 'refused', String(error))
    }
  }

  /** Ends the render at `place`, or the reservation if nothing was sent to it yet. Its place is free then. */
  cancel(place: string): void {
    const cancelRender = this.#cancels.get(place)
    if (cancelRender) cancelRender()
    else this.#places.free(place)
  }

  /** A sheet before the deadline. One that comes later is given back; a browser that makes none is used no more. */
  async #takeSheet(browser: Browser, deadline: Promise<never>): Promise<Sheet> {
    const taking = browser.take()
    taking.catch(() => {
      browser.retired = true
    })
    try {
      return await Promise.race([taking, deadline])
    } catch (error) {
      this.ctx.waitUntil(taking.catch(() => undefined).then((late) => this.#afterRender(browser, late)))
      throw error instanceof Deadline || error instanceof Cancelled ? error : new BrowserLost(String(error))
    }
  }

  /** Keeps the session while it is used, and closes it when it is not. */
  override async alarm(): Promise<void> {
    const browser = await this.#browser?.catch(() => undefined)
    if (!browser?.usable) return
    const { idleMinutes } = this.#settings
    const idle = this.#places.used === 0 && Date.now() - this.#lastUsed >= idleMinutes * 60_000
    if (idleMinutes > 0 && idle) await this.#drop(browser)
    else {
      await browser.keepAlive()
      await this.ctx.storage.setAlarm(Date.now() + HEARTBEAT_MS)
    }
  }

  /** What `/health` and the operator see. */
  async status(): Promise<{
    places: number
    used: number
    waiting: number
    browser: boolean
    renders: number
  }> {
    const browser = await this.#browser?.catch(() => undefined)
    return {
      places: this.#settings.rendersInFlight,
      used: this.#places.used,
      waiting: this.#places.waiting,
      browser: browser?.usable ?? false,
      renders: browser?.renders ?? 0,
    }
  }

  /**
   * The browser that new documents go to: the present one, or a new one where that has gone. All who ask while one is
   * being opened get that one. One that has served enough serves on until another is there to follow it.
   */
  async #usableBrowser(): Promise<Browser> {
    for (;;) {
      const opening = this.#browser
      const present = await opening?.catch(() => undefined)
      if (present?.usable) {
        if (present.renders >= this.#settings.rendersPerBrowser) this.#replace(present)
        return present
      }
      if (this.#browser !== opening) continue
      if (this.#successor) {
        await this.#successor
        continue
      }
      this.#browser = this.#open()
      if (present) this.#retire(present)
      return await this.#browser
    }
  }

  /** Opens a successor meanwhile. Where none can be had, the present one serves as many documents again. */
  #replace(present: Browser): void {
    if (this.#successor) return
    const opened = this.#open().then(
      (browser) => {
        this.#browser = Promise.resolve(browser)
        this.#retire(present)
      },
      () => {
        present.renders = 0
      },
    )
    this.#successor = opened.finally(() => {
      this.#successor = undefined
    })
    this.ctx.waitUntil(this.#successor)
  }

  /** Begins nothing new in a browser, which goes with its last render. */
  #retire(browser: Browser): void {
    browser.retired = true
    if (browser.inUse === 0) this.ctx.waitUntil(this.#drop(browser))
  }

  async #open(): Promise<Browser> {
    const browser = await Browser.open(this.env.BROWSER, this.#settings)
    await this.ctx.storage.put(SESSION, browser.sessionId)
    await this.ctx.storage.setAlarm(Date.now() + HEARTBEAT_MS)
    this.ctx.waitUntil(browser.fillSpares(true))
    return browser
  }

  /** Cleans up behind a render: the context goes, a spare is made, a retired browser closes with its last context. */
  async #afterRender(browser: Browser | undefined, sheet: Sheet | undefined): Promise<void> {
    if (browser && sheet) await browser.giveBack(sheet)
    if (!browser) return
    if (!browser.usable) {
      if (browser.inUse === 0) await this.#drop(browser)
      return
    }
    await browser.fillSpares(false)
    // Starting renderers in advance costs others' throughput, so it waits for a quiet moment.
    clearTimeout(this.#warmTimer)
    this.#warmTimer = setTimeout(() => {
      if (this.#places.used === 0) void browser.fillSpares(true).catch(() => undefined)
    }, WARM_AFTER_MS)
  }

  async #drop(browser: Browser): Promise<void> {
    await browser.close().catch(() => undefined)
    if ((await this.ctx.storage.get(SESSION)) === browser.sessionId) await this.ctx.storage.delete(SESSION)
  }
}

function failed(failure: RenderFailure, message: string): RenderResult {
  return { ok: false, failure, message }
}
