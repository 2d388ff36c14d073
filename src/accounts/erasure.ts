/** Forgetting what a caller gave with a task: what remains says that there was one, how it ended and what it cost. */
import type { TaskRecord } from '../tasks/record'
import type { Reply } from './reply'
import { DELETED, releaseWork } from './settlement'
import type { AccountStore } from './storage/account-store'
import { recordOf, withOutcome } from './task-record'

export type Erasure = {
  taskId: string
  /** What repeats under the task's idempotency keys get from now on. */
  reply: Reply
}

/**
 * Ends the task as released if it has no end yet, replaces the replies to its idempotency keys, and strips what waits for D1.
 * Returns the stripped record; `undefined` for a task that the account no longer holds anything of.
 */
export function eraseTask(
  store: AccountStore,
  { taskId, reply }: Erasure,
  now: number,
): TaskRecord | undefined {
  store.idempotency.replaceReplies(taskId, reply)
  store.events.removeOfTask(taskId)
  const hold = store.holds.find(taskId)
  if (!hold) return undefined
  const { accountId } = store.profile()
  if (!hold.resolution) {
    const task = { ...recordOf(accountId, hold), error: JSON.stringify(DELETED_ERROR) }
    releaseWork(store, { taskId, reason: DELETED, task, reply }, now)
  }
  const ended = store.holds.find(taskId) ?? hold
  const stripped = recordOf(accountId, ended)
  const remains = hold.resolution
    ? stripped
    : withOutcome({ ...stripped, error: JSON.stringify(DELETED_ERROR) }, ended)
  store.outbox.rewrite('task', taskId, remains)
  return remains
}

const DELETED_ERROR = { code: 'gone', message: 'The task was deleted before it ended. Nothing was charged.' }
