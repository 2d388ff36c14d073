/**
 * What can be said to one page: commands of the protocol, calls of our in-page functions, and texts that run beside the
 * document's scripts.
 */

import type { CallInPage } from '../in-page/contract'
import type { Cdp, CdpCommand, CdpParams, CdpResult } from './cdp'
import { readStream } from './file-stream'
import { InPageWorld } from './in-page-world'
import { DocumentError, exceptionText } from './page-errors'
import { ISOLATED_WORLD, type Tab } from './tab'

export class CdpSession {
  #contextId: number | undefined
  #world: InPageWorld
  /** Calls an in-page function, in our own world if one was entered. */
  readonly callInPage: CallInPage = this.callWithin()

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

  /** As `callInPage`; a call that keeps the page busy ends after `timeoutMs`. */
  callWithin(timeoutMs?: number): CallInPage {
    return (name, ...args) => this.#evaluate(this.#world.expression(name, ...args), timeoutMs)
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
