/**
 * What can be said to one page: commands of the protocol, and texts that run in it, in a world of our own or beside the
 * document's scripts.
 */

import type { Evaluation } from '../in-page/inpage'
import type { Cdp, CdpParams } from './cdp'
import { DocumentError, exceptionText } from './page-errors'
import { ISOLATED_WORLD, type Tab } from './tab'

export class CdpSession {
  #world: number | undefined

  constructor(
    private readonly cdp: Cdp,
    private readonly sheet: Tab,
  ) {}

  send<Result = CdpParams>(method: string, params: CdpParams = {}): Promise<Result> {
    return this.cdp.send<Result>(method, params, this.sheet.sessionId)
  }

  /** Has `evaluate` use a world of our own in the document that stands now: same DOM, none of its scripts' globals. */
  async enterOwnWorld(): Promise<void> {
    const { executionContextId } = await this.send<{ executionContextId: number }>(
      'Page.createIsolatedWorld',
      { frameId: this.sheet.targetId, worldName: ISOLATED_WORLD },
    )
    this.#world = executionContextId
  }

  /** What a text comes to in the world of the document's own scripts. */
  async evaluateBesideScripts(expression: string): Promise<unknown> {
    const { result } = await this.send<Evaluation>('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    return result.value
  }

  /** Runs a function of ours, in our own world where one was entered, and answers what it returns. */
  async evaluate<Result>(expression: string, timeout?: number): Promise<Result> {
    const { result, exceptionDetails } = await this.send<Evaluation>('Runtime.evaluate', {
      expression,
      ...(this.#world !== undefined && { contextId: this.#world }),
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
