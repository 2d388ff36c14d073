/** The task's end as the ledger has it: a record made of a hold, or the end that a hold gives a record. */
import { EMPTY_RECORD, type TaskRecord } from '../tasks/record'
import type { Hold } from './ledger'

/** The record that follows from a hold alone: what is known of work that said nothing before it ended. */
export function recordOf(accountId: string, hold: Hold): TaskRecord {
  const { resolution } = hold
  return {
    ...EMPTY_RECORD,
    task_id: hold.taskId,
    account_id: accountId,
    kind: hold.kind,
    mode: hold.mode,
    created_at: hold.heldAt,
    started_at: hold.synchronous ? hold.heldAt : null,
    ...(resolution && outcomeOf(hold)),
  }
}

/**
 * `record` with its end as the ledger has it, which is what keeps completed ⇔ settled and failed ⇔ released true
 * whatever the caller wrote into it.
 */
export function withOutcome(record: TaskRecord, hold: Hold): TaskRecord {
  const end = outcomeOf(hold)
  return { ...record, ...end, error: end.status === 'failed' ? (record.error ?? end.error) : null }
}

function outcomeOf({
  resolution,
}: Hold): Pick<TaskRecord, 'status' | 'completed_at' | 'credits_charged' | 'error'> {
  if (!resolution) throw new Error('only a resolved hold has an end')
  const failed = resolution.outcome === 'released'
  return {
    status: failed ? 'failed' : 'completed',
    completed_at: resolution.at,
    credits_charged: resolution.charged,
    error: failed
      ? JSON.stringify({
          code: 'internal',
          message: `The work did not finish (${resolution.reason}) and nothing was charged. Send it again.`,
        })
      : null,
  }
}
