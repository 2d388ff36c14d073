/**
 * One browser session: acquired through the platform's library, driven over one socket in raw DevTools protocol.
 * The only file that uses the `BROWSER` binding.
 *
 * A session is acquired with guardrails that deny the browser all outgoing traffic, and each context has a proxy
 * that leads nowhere, so that whatever interception should miss reaches no network either.
 */

import { acquire, type BrowserWorker } from '@cloudflare/puppeteer'
import { withTimeout } from '../time'
import { BrowserLost, Cdp } from './cdp'
import { openTab, prewarmTab, type Tab } from './tab'

const SESSIONS = 'https://browser.invalid/v1/devtools/browser'
/** After this time without an answer a context counts as hung, and its browser is given up. */
const CLOSE_TIMEOUT_MS = 3000

/** And after this one the browser itself does, when it was asked the simplest thing. */
const ANSWER_TIMEOUT_MS = 1000

/** A page that is asked the simplest thing and takes longer is busy. */
const PAGE_ANSWER_MS = 200

/** No browser can be had right now: the platform answered 429. */
export class BrowserUnavailable extends Error {
  override readonly name = 'BrowserUnavailable'
  constructor(readonly retryAfter: number) {
    super('the platform has no free browser')
  }
}

export type BrowserOptions = { spares: number; keepAliveSeconds: number }

export class Browser {
  /** Documents begun since it was opened, or since no successor was to be had: when it has served long enough. */
  renders = 0
  /** Sheets handed out and not yet given back. */
  inUse = 0
  /** Set when nothing new may begin here. */
  retired = false
  readonly #spares: Promise<Tab>[] = []

  private constructor(
    readonly sessionId: string,
    readonly cdp: Cdp,
    private readonly binding: BrowserWorker,
    private readonly options: BrowserOptions,
  ) {}

  /** Acquires a session and connects to it; throws `BrowserUnavailable` if the platform is at its limit. */
  static async open(binding: BrowserWorker, options: BrowserOptions): Promise<Browser> {
    const { sessionId } = await acquire(binding, {
      keep_alive: options.keepAliveSeconds * 1000,
      guardrails: { allowedDomains: [] },
    }).catch((error: Error) => {
      throw /code: 429/.test(error.message) ? new BrowserUnavailable(2) : new BrowserLost(error.message)
    })
    try {
      const response = await binding.fetch(`${SESSIONS}/${sessionId}`, { headers: { Upgrade: 'websocket' } })
      if (!response.webSocket) throw new BrowserLost(`no connection to the session: ${response.status}`)
      return new Browser(sessionId, new Cdp(response.webSocket), binding, options)
    } catch (error) {
      await endSession(binding, sessionId).catch(() => undefined)
      throw error
    }
  }

  get usable() {
    return this.cdp.open && !this.retired
  }

  /** A context nobody has used: a spare one if there is one. */
  async take(): Promise<Tab> {
    this.inUse++
    this.renders++
    try {
      return await (this.#spares.shift() ?? openTab(this.cdp))
    } catch (error) {
      this.inUse--
      throw error
    }
  }

  /**
   * Destroys a used context, and with it its renderer process, which it shares with no other: also one that loops, lays
   * out or shows a dialogue ends within 0.1 s. If it would not close, nothing new begins in this session; and if the browser
   * answers nothing else either, the connection ends, so that others' renders go elsewhere at once.
   */
  async giveBack(tab: Tab): Promise<void> {
    const { cdp } = this
    cdp.listen(tab.sessionId, undefined)
    const closed = Promise.all([
      cdp.send('Target.closeTarget', { targetId: tab.targetId }),
      cdp.send('Target.disposeBrowserContext', { browserContextId: tab.browserContextId }),
    ]).then(
      () => true,
      () => !cdp.open,
    )
    const clean = await withTimeout(closed, CLOSE_TIMEOUT_MS, () => false)
    this.inUse--
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
    while (this.usable && this.#spares.length < this.options.spares) {
      this.#spares.push(this.#spare(openTab(this.cdp)))
    }
    if (!warm) return
    for (const spare of [...this.#spares]) {
      const tab = await spare.catch(() => undefined)
      const place = this.#spares.indexOf(spare)
      if (!tab || tab.warm || place < 0 || this.inUse > 0) continue
      // Whoever takes it meanwhile waits: a document must not begin while the empty page is still coming.
      const warmed = this.#spare(prewarmTab(this.cdp, tab))
      this.#spares[place] = warmed
      await warmed.catch(() => undefined)
    }
  }

  /** A spare that is forgotten if it cannot be made. */
  #spare(tab: Promise<Tab>): Promise<Tab> {
    tab.catch(() => {
      const place = this.#spares.indexOf(tab)
      if (place >= 0) this.#spares.splice(place, 1)
    })
    return tab
  }

  /** Tells the platform that the session is still wanted. A browser that does not answer that is given up. */
  async keepAlive(): Promise<void> {
    const answers = this.cdp.send('Browser.getVersion').then(
      () => true,
      () => false,
    )
    if (!(await withTimeout(answers, ANSWER_TIMEOUT_MS, () => false))) this.cdp.close()
  }

  /** Ends the session with everything in it. */
  async close(): Promise<void> {
    this.retired = true
    this.cdp.close()
    await endSession(this.binding, this.sessionId)
  }
}

/** Ends a session by id, also one of an earlier life of the object. */
export async function endSession(binding: BrowserWorker, sessionId: string): Promise<void> {
  await binding.fetch(`${SESSIONS}/${sessionId}`, { method: 'DELETE' })
}
