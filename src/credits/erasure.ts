/** Forgetting what a caller gave with a task: what remains says that there was one, how it ended and what it cost. */
import type { StoredAnswer } from './idempotency'
import { releaseWork } from './resolution'
import type { AccountStore } from './store'
import { closed, recordOf, type TaskRecord } from './task-record'

export type Erasure = {
  taskId: string
  /** What the idempotency keys of the task answer from now on. */
  answer: StoredAnswer
}

/**
 * Ends the task as released where it has no end yet, replaces its idempotent answers, and strips what waits for D1.
 * Answers the stripped record; `undefined` for a task that the account no longer holds anything of.
 */
export function eraseTask(
  store: AccountStore,
  { taskId, answer }: Erasure,
  now: number,
): TaskRecord | undefined {
  store.calls.replaceAnswers(taskId, answer)
  const hold = store.hold(taskId)
  if (!hold) return undefined
  const { accountId } = store.profile()
  if (!hold.resolution) {
    const task = { ...recordOf(accountId, hold), error: JSON.stringify(deleted) }
    releaseWork(store, { taskId, reason: 'deleted', task, answer }, now)
  }
  const ended = store.hold(taskId) ?? hold
  const stripped = recordOf(accountId, ended)
  const remains = hold.resolution ? stripped : closed({ ...stripped, error: JSON.stringify(deleted) }, ended)
  store.outbox.rewrite('task', taskId, remains)
  return remains
}

const deleted = { code: 'gone', message: 'The task was deleted before it ended. Nothing was charged.' }
