/**
 * The pool's object: one browser, its spare contexts and a fixed number of places. A caller reserves a place
 * without the document, then sends the document to it. Its only connection is the browser; what a page asks for
 * is asked of the caller.
 *
 * Waiting is bounded twice: by a number (as many as there are places, and again as many) and by the caller's
 * patience. Answers are data, never thrown: an error loses its kind between objects.
 */
import { DurableObject } from 'cloudflare:workers'
import { poolSettings } from '../settings'
import { Browser, BrowserUnavailable, endSession } from './browser'
import { BrowserLost, CdpError } from './cdp'
import { type Advisor, adviceWithin } from './optimise/advisor'
import { Unprintable } from './page-session'
import { type Printed, type PrintRequest, print } from './print'
import type { Assets } from './serve'
import type { Sheet } from './sheet'

/** A place that nobody used for this long is free again. */
const RESERVATION_MS = 10_000
const HEARTBEAT_MS = 45_000
const WARM_AFTER_MS = 30
const SESSION = 'session'

/** Whether somebody waits for the answer, or the work can come back later. */
export type Urgency = 'caller' | 'queued'

/** What the protocol says where the document that we were reading is no longer there. */
const LEFT = /Cannot find context|context was destroyed|target navigated/i

export type Reservation = { ok: true; place: string } | { ok: false; retryAfter: number }
/** `refused`: the browser is there but did not print this document, and would not the next time. */
export type RenderFailure = 'timeout' | 'browser_lost' | 'unprintable' | 'refused' | 'no_place'
export type RenderResult =
  | ({ ok: true; pdf: ReadableStream<Uint8Array> } & Omit<Printed, 'pdf'>)
  | { ok: false; failure: RenderFailure; message: string }

class Deadline extends Error {}

export class Pool extends DurableObject<Env> {
  readonly #settings = poolSettings(this.env)
  #browser: Promise<Browser> | undefined
  /** Places given out: by name, with the timer that ends an unused reservation, which runs once there is a browser. */
  readonly #places = new Map<string, ReturnType<typeof setTimeout> | undefined>()
  /** Who waits for a place: callers first, then queued work. */
  readonly #lines: Record<Urgency, ((place: string) => void)[]> = { caller: [], queued: [] }
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
   * Gives out a place, at once or within `waitMs`. A place is kept for ten seconds until the document comes. Queued
   * work never takes the last place and stands behind every caller.
   */
  async reserve(waitMs: number, urgency: Urgency): Promise<Reservation> {
    const place = this.#hasRoomFor(urgency) ? this.#claim() : await this.#stand(waitMs, urgency)
    if (!place) return { ok: false, retryAfter: 2 }
    try {
      await this.#usableBrowser()
      this.#places.set(
        place,
        setTimeout(() => this.#free(place), RESERVATION_MS),
      )
      return { ok: true, place }
    } catch (error) {
      this.#free(place)
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
    const reservation = this.#places.get(place)
    if (reservation === undefined) return failed('no_place', 'the reservation has expired')
    clearTimeout(reservation)
    this.#lastUsed = Date.now()
    clearTimeout(this.#warmTimer)

    let browser: Browser | undefined
    let sheet: Sheet | undefined
    let expire!: (error: Deadline) => void
    const deadline = new Promise<never>((_, reject) => {
      expire = reject
    })
    deadline.catch(() => undefined)
    const timer = setTimeout(() => expire(new Deadline()), request.timeoutMs)
    const finish = () => {
      clearTimeout(timer)
      this.#free(place)
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
      if (error instanceof Unprintable) return failed('unprintable', error.message)
      if (error instanceof CdpError && LEFT.test(error.message))
        return failed('unprintable', 'its scripts put another document in its place')
      const lost = error instanceof BrowserLost || !browser?.cdp.open
      return failed(lost ? 'browser_lost' : 'refused', String(error))
    }
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
      this.ctx.waitUntil(taking.then((late) => this.#afterRender(browser, late)).catch(() => undefined))
      throw error instanceof Deadline ? error : new BrowserLost(String(error))
    }
  }

  /** Keeps the session while it is used, and closes it when it is not. */
  override async alarm(): Promise<void> {
    const browser = await this.#browser?.catch(() => undefined)
    if (!browser?.usable) return
    const { idleMinutes } = this.#settings
    const idle = this.#places.size === 0 && Date.now() - this.#lastUsed >= idleMinutes * 60_000
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
      used: this.#places.size,
      waiting: this.#lines.caller.length + this.#lines.queued.length,
      browser: browser?.usable ?? false,
      renders: browser?.renders ?? 0,
    }
  }

  /**
   * The browser that new documents go to: the present one, or a new one where that has gone or has served enough.
   * All who ask while one is being opened get that one.
   */
  async #usableBrowser(): Promise<Browser> {
    for (;;) {
      const opening = this.#browser
      const present = await opening?.catch(() => undefined)
      if (present?.usable && present.renders < this.#settings.rendersPerBrowser) return present
      if (this.#browser !== opening) continue
      this.#browser = this.#open(present)
      return await this.#browser
    }
  }

  /** Opens a browser; the one before it goes with its last render. */
  async #open(previous: Browser | undefined): Promise<Browser> {
    if (previous) {
      previous.retired = true
      if (previous.inUse === 0) await this.#drop(previous)
    }
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
      if (this.#places.size === 0) void browser.fillSpares(true).catch(() => undefined)
    }, WARM_AFTER_MS)
  }

  async #drop(browser: Browser): Promise<void> {
    await browser.close().catch(() => undefined)
    if ((await this.ctx.storage.get(SESSION)) === browser.sessionId) await this.ctx.storage.delete(SESSION)
  }

  #claim(): string {
    const place = crypto.randomUUID()
    this.#places.set(place, undefined)
    return place
  }

  #hasRoomFor(urgency: Urgency): boolean {
    const { rendersInFlight } = this.#settings
    return this.#places.size < (urgency === 'caller' ? rendersInFlight : Math.max(1, rendersInFlight - 1))
  }

  /** Waits in its line, if that is not too long, for a place to come free. */
  async #stand(waitMs: number, urgency: Urgency): Promise<string | undefined> {
    const line = this.#lines[urgency]
    if (waitMs <= 0 || line.length >= 2 * this.#settings.rendersInFlight) return undefined
    return await new Promise((resolve) => {
      const next = (place: string) => {
        clearTimeout(timer)
        resolve(place)
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(next), 1)
        resolve(undefined)
      }, waitMs)
      line.push(next)
    })
  }

  /** Frees a place: it goes to the first caller in line, or to queued work where that may have it. */
  #free(place: string) {
    if (!this.#places.has(place)) return
    clearTimeout(this.#places.get(place))
    this.#places.delete(place)
    for (const urgency of ['caller', 'queued'] as const) {
      if (this.#lines[urgency].length > 0 && this.#hasRoomFor(urgency)) {
        this.#lines[urgency].shift()?.(this.#claim())
        return
      }
    }
  }
}

function failed(failure: RenderFailure, message: string): RenderResult {
  return { ok: false, failure, message }
}

/** The pieces as a stream of bytes; `finish` is called once when all is read, given up or broken. */
function streamOf(
  pieces: AsyncGenerator<Uint8Array>,
  deadline: Promise<never>,
  finish: () => void,
): ReadableStream<Uint8Array> {
  let open = true
  const end = () => {
    if (open) finish()
    open = false
  }
  // Whoever was to read it may be gone without a word.
  deadline.catch(end)
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      try {
        const { done, value } = await Promise.race([pieces.next(), deadline])
        if (value) return controller.enqueue(value)
        if (done) {
          controller.close()
          // A byte stream that is closed while somebody reads into a buffer of theirs must say so there too.
          controller.byobRequest?.respond(0)
          end()
        }
      } catch (error) {
        end()
        throw error
      }
    },
    cancel: end,
  })
}
