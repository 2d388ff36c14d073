/** One browser session, driven over one socket in raw DevTools protocol: its tabs, handed out and taken back. */

import { withTimeout } from '../time/waiting'
import type { BrowserProvider } from './browser-provider'
import { acquireSession, connectToSession, endSession } from './browser-sessions'
import type { Cdp } from './cdp'
import { KeptTabs } from './kept-tabs'
import { SpareTabs } from './spare-tabs'
import { emptyTab, openTab, prewarmTab, type Tab, type TabRequest } from './tab'

/** After this time without an answer a context counts as hung, and its browser is given up. */
const CLOSE_TIMEOUT_MS = 3000

/** And after this one the browser itself does, when it was asked the simplest thing, or a page that was to be emptied. */
const ANSWER_TIMEOUT_MS = 1000

/** A session of before that is not ready after this time is ended. */
const RESUME_TIMEOUT_MS = 2000

/** A page that is asked the simplest thing and takes longer is busy, or its machine is very. */
const PAGE_ANSWER_MS = 400

export type BrowserOptions = { spares: number; keepAliveSeconds: number; guardrails: boolean }

/** How often the round trip is measured, of which the median counts. */
const MEASURED_ROUND_TRIPS = 9

export class Browser {
  /** Documents begun since it was opened, or since no successor was to be had: when it has served long enough. */
  renders = 0
  /** Tabs handed out and not yet given back. */
  inUse = 0
  /** Set when nothing new may begin here. */
  retired = false
  readonly #spares: SpareTabs
  readonly #kept = new KeptTabs((tab) => void this.#destroy(tab).catch(() => undefined))

  private constructor(
    readonly sessionId: string,
    readonly cdp: Cdp,
    private readonly provider: BrowserProvider,
    private readonly options: BrowserOptions,
  ) {
    this.#spares = new SpareTabs(options.spares, {
      open: (use) => openTab(cdp, use),
      warm: (tab) => prewarmTab(cdp, tab),
      dispose: (tab) => void this.#destroy(tab).catch(() => undefined),
    })
  }

  /** Acquires a session and connects to it; throws `BrowserUnavailable` if the platform is at its limit. */
  static async open(provider: BrowserProvider, options: BrowserOptions): Promise<Browser> {
    const sessionId = await acquireSession(provider, options)
    try {
      return await Browser.#connect(provider, sessionId, options)
    } catch (error) {
      await endSession(provider, sessionId).catch(() => undefined)
      throw error
    }
  }

  /**
   * Connects to the session of an earlier life of the object and empties it: what was rendered there belongs to nobody any
   * more, and its callers try again. `undefined` if it is gone, or does not answer in time: it is ended then.
   */
  static async resume(
    provider: BrowserProvider,
    sessionId: string,
    options: BrowserOptions,
  ): Promise<Browser | undefined> {
    const resuming = Browser.#connect(provider, sessionId, options).then(async (browser) => {
      await browser.#disposeContexts()
      return browser
    })
    const resumed = await withTimeout(
      resuming.catch(() => undefined),
      RESUME_TIMEOUT_MS,
      () => undefined,
    )
    if (resumed) return resumed
    void endSession(provider, sessionId).catch(() => undefined)
    resuming.then(
      (late) => late.cdp.close(),
      () => undefined,
    )
    return undefined
  }

  static async #connect(
    provider: BrowserProvider,
    sessionId: string,
    options: BrowserOptions,
  ): Promise<Browser> {
    return new Browser(sessionId, await connectToSession(provider, sessionId), provider, options)
  }

  /** Destroys all contexts that were made, with their pages. */
  async #disposeContexts(): Promise<void> {
    const { browserContextIds } = await this.cdp.send('Target.getBrowserContexts')
    await Promise.all(
      browserContextIds.map((browserContextId) =>
        this.cdp.send('Target.disposeBrowserContext', { browserContextId }),
      ),
    )
  }

  /** Tabs that are kept for a next document of their owners. */
  get kept(): number {
    return this.#kept.count
  }

  get usable() {
    return this.cdp.open && !this.retired
  }

  /** A tab that was kept for its owner, if there is one; else one that nobody has used: a spare one if one fits. */
  async take(request: TabRequest): Promise<Tab> {
    const { tabOwner: owner } = request
    this.inUse++
    this.renders++
    try {
      const kept = owner === undefined ? undefined : await this.#kept.take(owner)
      return kept ?? (await this.#spares.take(request))
    } catch (error) {
      this.inUse--
      throw error
    }
  }

  /** Takes a tab back: keeps it for the next document of `owner`, if there is anybody, or destroys it. */
  async giveBack(tab: Tab, owner: string | undefined): Promise<void> {
    const { cdp } = this
    if (owner === undefined || !this.usable || !this.#kept.makeRoom(owner, tab, Date.now())) {
      cdp.listen(tab.sessionId, undefined)
      await this.#destroy(tab)
    } else {
      // An empty page has nothing to say but that its process ended.
      cdp.listen(tab.sessionId, () => this.#kept.drop(tab))
      this.#kept.keep(owner, tab, this.#emptied(tab))
    }
    this.inUse--
  }

  /** Ends when the page is empty; throws if that takes too long for a page that is well. */
  async #emptied(tab: Tab): Promise<void> {
    const throwLate = (): never => {
      throw new Error('the tab does not answer')
    }
    await withTimeout(emptyTab(this.cdp, tab), ANSWER_TIMEOUT_MS, throwLate)
  }

  /**
   * Destroys a context, and with it its renderer process, which it shares with no other: also one that loops, lays
   * out or shows a dialogue ends within 0.1 s. If it would not close, nothing new begins in this session; and if the browser
   * answers nothing else either, the connection ends, so that others' renders go elsewhere at once.
   */
  async #destroy(tab: Tab): Promise<void> {
    const { cdp } = this
    const closed = Promise.all([
      cdp.send('Target.closeTarget', { targetId: tab.targetId }),
      cdp.send('Target.disposeBrowserContext', { browserContextId: tab.browserContextId }),
    ]).then(
      () => true,
      () => !cdp.open,
    )
    const clean = await withTimeout(closed, CLOSE_TIMEOUT_MS, () => false)
    if (clean) return
    this.retired = true
    await this.keepAlive()
  }

  /** Whether the page of `tab` still answers: one that runs a script, lays out or prints does not. */
  async answers({ sessionId }: Tab): Promise<boolean> {
    const answered = this.cdp.sendTo(sessionId, 'Runtime.evaluate', { expression: '0' }).then(
      () => true,
      () => false,
    )
    return await withTimeout(answered, PAGE_ANSWER_MS, () => false)
  }

  /** Makes contexts ready in advance; `warm` also starts their renderers, which pays only while idle. */
  async fillSpares(warm: boolean): Promise<void> {
    if (!this.usable) return
    this.#spares.fill()
    if (warm) await this.#spares.warm(() => this.inUse === 0)
  }

  /** Tells the platform that the session is still wanted. A browser that does not answer that is given up. */
  async keepAlive(): Promise<void> {
    const answers = this.cdp.send('Browser.getVersion').then(
      () => true,
      () => false,
    )
    if (!(await withTimeout(answers, ANSWER_TIMEOUT_MS, () => false))) this.cdp.close()
  }

  /**
   * The browser's product and version, whether it was opened with guardrails, and the median time of a round trip to it in
   * milliseconds.
   */
  async measure(): Promise<{ version: string; guardrails: boolean; roundTripMs: number }> {
    const times: number[] = []
    let version = ''
    while (times.length < MEASURED_ROUND_TRIPS) {
      const startedAt = Date.now()
      version = (await this.cdp.send('Browser.getVersion')).product
      times.push(Date.now() - startedAt)
    }
    const middle = times.toSorted((a, b) => a - b)[MEASURED_ROUND_TRIPS >> 1]
    return { version, guardrails: this.options.guardrails, roundTripMs: middle ?? 0 }
  }

  /** Ends the session with everything in it. */
  async close(): Promise<void> {
    this.retired = true
    this.#kept.clear()
    this.cdp.close()
    await endSession(this.provider, this.sessionId)
  }
}
