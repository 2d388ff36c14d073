/**
 * Ends a task in its account, once, through a connection that may fail: a call that threw may still have worked, so
 * it is repeated, and the first outcome holds. What cannot be reached at all ends by the hold's lease.
 */

import { withRetry } from '../accounts/account-client'
import type { Account } from '../accounts/account-object'
import type { Reply } from '../accounts/reply'
import { Problem } from '../errors'
import { WRITTEN_VERSION } from '../format-version'
import type { TaskRecord } from '../tasks/record'

export type SettledCredits = { creditsCharged: number; creditsLeft: number }

export type Ledger = {
  /**
   * Charges the hold, or `credits` of it, and keeps the reply for a repeat; throws `render_timeout` if its lease was
   * over before.
   */
  settle(
    taskId: string,
    task: TaskRecord,
    more?: { reply?: Reply | undefined; credits?: number },
  ): Promise<SettledCredits>
  /** Releases the hold. If the account cannot be reached, calls the callback of `accountLedger`. */
  release(taskId: string, task: TaskRecord, reply?: Reply): Promise<void>
}

/**
 * The ledger of one account. `onReleaseFailed` is called with the error of a release that failed, and may throw: the
 * hold's lease ends it.
 */
export function accountLedger(
  account: DurableObjectStub<Account>,
  onReleaseFailed: (error: unknown) => void,
): Ledger {
  return {
    async settle(taskId, task, { reply, credits } = {}) {
      const settle = { v: WRITTEN_VERSION, taskId, task, reply, ...(credits !== undefined && { credits }) }
      const result = await withRetry(async () => account.settle(settle))
      if (result.outcome === 'settled') {
        return { creditsCharged: result.credits_charged, creditsLeft: result.credits_left }
      }
      throw new Problem('render_timeout', {
        detail: 'The work ended after its deadline. Nothing was charged; send it again.',
      })
    },
    async release(taskId, task, reply) {
      const reason = task.error ? (JSON.parse(task.error) as { code: string }).code : 'failed'
      const release = { v: WRITTEN_VERSION, taskId, reason, task, reply }
      await withRetry(async () => account.release(release)).catch(onReleaseFailed)
    },
  }
}

/** A queued task whose release could not be told is not finished: it is looked after again. */
export function rethrow(error: unknown): never {
  throw error
}
