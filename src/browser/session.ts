/**
 * What can be said to one page: commands of the protocol, calls of our in-page functions, and texts that run beside the
 * document's scripts.
 */

import type { CallInPage } from '../in-page/contract'
import { ignore } from '../time/waiting'
import type { Cdp, CdpCommand, CdpParams, CdpResult } from './cdp'
import { readStream } from './file-stream'
import { InPageWorld } from './in-page-world'
import { limitWork, TookTooLong, type WorkLimits } from './limited-work'
import { DocumentError, exceptionText } from './page-errors'
import { ISOLATED_WORLD, type Tab } from './tab'

export class CdpSession {
  #contextId: number | undefined
  #world: InPageWorld
  /** Calls an in-page function, in our own world if one was entered. */
  readonly callInPage: CallInPage = (name, ...args) => this.#evaluate(this.#world.expression(name, ...args))

  constructor(
    private readonly cdp: Cdp,
    private readonly tab: Tab,
  ) {
    this.#world = tab.world
  }

  /** As `Cdp.sendTo`, to this page. */
  send<Command extends CdpCommand>(
    method: Command,
    ...params: CdpParams<Command>
  ): Promise<CdpResult<Command>> {
    return this.cdp.sendTo(this.tab.sessionId, method, ...params)
  }

  /** As `readStream`, of this page. */
  readStream(stream: string): AsyncGenerator<Uint8Array> {
    return readStream(this.cdp, this.tab.sessionId, stream)
  }

  /** Has calls go to a world of our own in the document that stands now: same DOM, none of its scripts' globals. */
  async enterOwnWorld(): Promise<void> {
    const { executionContextId } = await this.send('Page.createIsolatedWorld', {
      frameId: this.tab.targetId,
      worldName: ISOLATED_WORLD,
    })
    this.#contextId = executionContextId
    this.#world = new InPageWorld()
  }

  /** What a text comes to in the world of the document's own scripts. */
  async evaluateBesideScripts(expression: string): Promise<unknown> {
    const { result } = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    return result.value
  }

  /** As `callInPage`; a call that keeps the page busy beyond `limits` ends with `TookTooLong`. */
  callWithin(limits: () => WorkLimits): CallInPage {
    return (name, ...args) => this.#evaluateWithin(this.#world.expression(name, ...args), limits())
  }

  async #evaluateWithin<Result>(expression: string, limits: WorkLimits): Promise<Result> {
    this.tellMetrics()
    const call = this.#evaluate<Result>(expression, limits.maxWaitMs)
    let ended: TookTooLong['why'] | undefined
    this.limitWork(call, limits, (why) => {
      ended = why
      this.send('Runtime.terminateExecution').catch(ignore)
    })
    return await call.catch((error): never => {
      // The browser says no more of a call that was ended.
      throw /Internal error|was terminated/.test(String(error)) ? new TookTooLong(ended ?? 'wait') : error
    })
  }

  /** Calls `end` if `work` has the page work for too long; as `limitWork` says. */
  limitWork(work: Promise<unknown>, limits: WorkLimits, end: (why: TookTooLong['why']) => void): void {
    void limitWork(work, limits, { threadTimeMs: this.threadTimeMs, end })
  }

  /** Has `threadTimeMs` answered while the page is busy. Not waited for: what is said to a page it hears in order. */
  tellMetrics(): void {
    if (this.tab.tellsMetrics) return
    this.tab.tellsMetrics = true
    this.send('Performance.enable').catch(ignore)
  }

  /** What the page's main thread has had of the processor since it began, in milliseconds; nothing if the browser does not tell. */
  readonly threadTimeMs = async (): Promise<number | undefined> => {
    this.tellMetrics()
    const { metrics } = await this.send('Performance.getMetrics').catch(() => ({ metrics: [] }))
    const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value
    return seconds === undefined ? undefined : seconds * 1000
  }

  /** Has the page hold a script of ours that a call needs. */
  async sendLibrary(script: string): Promise<void> {
    await this.#evaluate(`${script};0`)
  }

  async #evaluate<Result>(expression: string, timeout?: number): Promise<Result> {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      ...(this.#contextId !== undefined && { contextId: this.#contextId }),
      ...(timeout !== undefined && { timeout }),
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) {
      const text = exceptionText(exceptionDetails)
      const selector = /is not a valid selector/.test(text)
      throw selector ? new DocumentError('`wait_for` is not a valid CSS selector') : new Error(text)
    }
    return result.value as Result
  }
}
