/**
 * The browser of one pool object over time: opened when it is needed, replaced after enough documents or when it is lost,
 * kept alive while it is used, closed when it is not. Its session's id is stored, so that a later life of the object (after
 * a deployment, a crash, a move) goes on with it.
 */
import { withTimeout } from '../time/waiting'
import { Browser, type BrowserOptions } from './browser'
import type { BrowserProvider } from './browser-provider'
import { BrowserUnavailable, endSession } from './browser-sessions'
import { BrowserLost } from './cdp'
import type { ReportBrowser } from './report-browser'
import { rendersBeforeRotation } from './rotation'
import { isStop } from './stop-renderer'
import type { Tab, TabRequest } from './tab'

const HEARTBEAT_MS = 45_000
const WARM_AFTER_MS = 30
const BROWSER_SESSION_KEY = 'session'
/** What it was opened with, which no later setting changes. */
const GUARDRAILS_KEY = 'session_guardrails'
/** How many documents it had begun at the last beat. */
const RENDERS_KEY = 'session_renders'

export type LifecycleOptions = BrowserOptions & {
  /** Documents after which a browser is replaced, about (`rotation.ts`). */
  rendersPerBrowser: number
  /** Minutes without a document after which it is closed; 0: never. */
  idleMinutes: number
}

/** What a browser's life is decided by. */
export type LifecycleDeps = {
  /** Whether no document is being printed. */
  isIdle: () => boolean
  /** Throws `BrowserUnavailable` if none may be opened now. A successor follows a browser that still serves. */
  permit: (asked: { successor: boolean }) => Promise<void>
  report: ReportBrowser
}

export class BrowserLifecycle {
  #browser: Promise<Browser> | undefined
  /** The one that is being opened to follow it. */
  #successor: Promise<void> | undefined
  #lastUsed = Date.now()
  #warmTimer: ReturnType<typeof setTimeout> | undefined
  /** Nobody is asked for a browser before: none was to be had. */
  #refusedUntil = 0

  constructor(
    private readonly ctx: DurableObjectState,
    private readonly provider: BrowserProvider,
    private readonly options: LifecycleOptions,
    private readonly deps: LifecycleDeps,
  ) {}

  /**
   * Goes on with the session of an earlier life, if it is still there and has the guardrails that are set now. To be called
   * first; who needs a browser waits for it.
   */
  resume(): void {
    this.#browser = this.#resume()
    this.#browser.catch(() => undefined)
  }

  async #resume(): Promise<Browser> {
    const { storage } = this.ctx
    const former = await storage.get<string>(BROWSER_SESSION_KEY)
    if (!former) throw new BrowserLost('there was no session before')
    if ((await storage.get<boolean>(GUARDRAILS_KEY)) !== this.options.guardrails) {
      await storage.delete(BROWSER_SESSION_KEY)
      this.ctx.waitUntil(endSession(this.provider, former).catch(() => undefined))
      throw new BrowserLost('the session of before was opened with other guardrails')
    }
    const browser = await Browser.resume(this.provider, former, this.options)
    if (!browser) {
      await storage.delete(BROWSER_SESSION_KEY)
      throw new BrowserLost('the session of before is gone')
    }
    this.deps.report('resumed')
    this.#reportLoss(browser, Date.now())
    browser.renders = (await storage.get<number>(RENDERS_KEY)) ?? 0
    await storage.setAlarm(Date.now() + HEARTBEAT_MS)
    this.ctx.waitUntil(browser.fillSpares(true))
    return browser
  }

  /** The browser that is there, without opening one. */
  async present(): Promise<Browser | undefined> {
    return await this.#browser?.catch(() => undefined)
  }

  /** Whether there is a browser, or one is being opened. */
  async isOpen(): Promise<boolean> {
    if (!this.#browser) return false
    const isUsable = this.present().then((browser) => browser?.usable ?? false)
    return await withTimeout(isUsable, 0, () => true)
  }

  /**
   * The browser that new documents go to: the present one, or a new one if that has gone. All who ask while one is being
   * opened get that one. One that has served enough serves on until another is there to follow it. Throws
   * `BrowserUnavailable` or `BrowserLost`.
   */
  async usable(): Promise<Browser> {
    this.#lastUsed = Date.now()
    clearTimeout(this.#warmTimer)
    for (;;) {
      const opening = this.#browser
      const present = await opening?.catch(() => undefined)
      if (present?.usable) {
        const { rendersPerBrowser } = this.options
        if (present.renders >= rendersBeforeRotation(rendersPerBrowser, present.sessionId))
          this.#replace(present)
        return present
      }
      if (this.#browser !== opening) continue
      if (this.#successor) {
        await this.#successor
        continue
      }
      this.#browser = this.#open({ successor: false })
      if (present) this.#retire(present)
      return await this.#browser
    }
  }

  /**
   * A tab for a document before the render is stopped: one that its owner kept, if it has one. One that comes later is
   * closed; a browser that makes none is used no more.
   */
  async takeTab(browser: Browser, request: TabRequest, stopped: Promise<never>): Promise<Tab> {
    const taking = browser.take(request)
    taking.catch(() => {
      browser.retired = true
    })
    try {
      return await Promise.race([taking, stopped])
    } catch (error) {
      this.ctx.waitUntil(taking.catch(() => undefined).then((late) => this.endTab(browser, late)))
      throw isStop(error) ? error : new BrowserLost(String(error))
    }
  }

  /**
   * Keeps a tab for the next document of `owner`, if there is anybody, or closes it, which ends its renderer however busy
   * that is. A spare is made for one that was taken, and a retired browser closes with its last tab.
   */
  async endTab(browser: Browser | undefined, tab: Tab | undefined, owner?: string): Promise<void> {
    if (browser && tab) await browser.giveBack(tab, owner)
    if (!browser) return
    if (browser.usable) this.ctx.waitUntil(this.#refill(browser))
    else if (browser.inUse === 0) await this.#close(browser)
  }

  /** Keeps the session while it is used, and closes it when it is not. To be called by the object's alarm. */
  async beat(): Promise<void> {
    const browser = await this.present()
    if (!browser?.usable) return
    const { idleMinutes } = this.options
    const idle = this.deps.isIdle() && Date.now() - this.#lastUsed >= idleMinutes * 60_000
    if (idleMinutes > 0 && idle) await this.#close(browser)
    else {
      await browser.keepAlive()
      await this.ctx.storage.put(RENDERS_KEY, browser.renders)
      await this.ctx.storage.setAlarm(Date.now() + HEARTBEAT_MS)
    }
  }

  /** Opens a successor meanwhile. If none can be had, the present one serves as many documents again. */
  #replace(present: Browser): void {
    if (this.#successor) return
    const opened = this.#open({ successor: true }).then(
      (browser) => {
        this.#browser = Promise.resolve(browser)
        this.deps.report('rotated')
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

  /** Begins nothing new in a browser, which closes with its last render. */
  #retire(browser: Browser): void {
    browser.retired = true
    if (browser.inUse === 0) this.ctx.waitUntil(this.#close(browser))
  }

  async #open(asked: { successor: boolean }): Promise<Browser> {
    const browser = await this.#openSession(asked)
    await this.ctx.storage.put({
      [BROWSER_SESSION_KEY]: browser.sessionId,
      [GUARDRAILS_KEY]: this.options.guardrails,
      [RENDERS_KEY]: 0,
    })
    await this.ctx.storage.setAlarm(Date.now() + HEARTBEAT_MS)
    this.ctx.waitUntil(browser.fillSpares(true))
    return browser
  }

  /** Opens a browser, and tells how that went and if the browser goes away by itself. */
  async #openSession({ successor }: { successor: boolean }): Promise<Browser> {
    const startedAt = Date.now()
    if (startedAt < this.#refusedUntil)
      throw new BrowserUnavailable(Math.ceil((this.#refusedUntil - startedAt) / 1000))
    // A successor that was not allowed is no trouble.
    if (successor) await this.deps.permit({ successor })
    const opening = successor ? Browser.open(this.provider, this.options) : this.#openPermitted()
    const browser = await opening.catch((error: unknown) => {
      if (error instanceof BrowserUnavailable) this.#refusedUntil = Date.now() + error.retryAfter * 1000
      this.deps.report('refused', { ms: Date.now() - startedAt, error })
      throw error
    })
    const openedAt = Date.now()
    this.deps.report('opened', { ms: openedAt - startedAt })
    this.#reportLoss(browser, openedAt)
    return browser
  }

  async #openPermitted(): Promise<Browser> {
    await this.deps.permit({ successor: false })
    return await Browser.open(this.provider, this.options)
  }

  #reportLoss(browser: Browser, since: number): void {
    browser.cdp.lost.catch((error: unknown) => {
      if (!browser.retired) this.deps.report('lost', { ms: Date.now() - since, error })
    })
  }

  async #refill(browser: Browser): Promise<void> {
    await browser.fillSpares(false)
    // Starting renderers in advance costs others' throughput, so it waits for a quiet moment.
    clearTimeout(this.#warmTimer)
    this.#warmTimer = setTimeout(() => {
      if (this.deps.isIdle()) void browser.fillSpares(true).catch(() => undefined)
    }, WARM_AFTER_MS)
  }

  async #close(browser: Browser): Promise<void> {
    await browser.close().catch(() => undefined)
    if ((await this.ctx.storage.get(BROWSER_SESSION_KEY)) === browser.sessionId)
      await this.ctx.storage.delete(BROWSER_SESSION_KEY)
  }
}
