/** A task as it is written to D1: one plain row of `tasks`. Times are milliseconds since 1970, JSON stays text. */
import type { Hold } from './ledger'

export type TaskRecord = {
  task_id: string
  account_id: string
  kind: string
  mode: 'live' | 'test'
  status: 'pending' | 'processing' | 'completed' | 'failed'
  created_at: number
  started_at: number | null
  completed_at: number | null
  pages: number | null
  bytes: number | null
  credits_charged: number
  file_key: string | null
  file_name: string | null
  content_type: string | null
  /** JSON array of texts. */
  warnings: string | null
  /** JSON `{code, message}`. */
  error: string | null
  /** JSON object, as the caller gave it. */
  metadata: string | null
  batch_id: string | null
  /** JSON object of further fields of the task: what the file conforms to, the profile of its invoice, the report of goCreditMode. */
  report: string | null
  /** Origin of the addresses that are given out for this task. */
  origin: string | null
  /** When the file is removed. */
  expires_at: number | null
}

/** What a record says of work that has only begun, beside who asked for what and when. */
export const EMPTY_RECORD = {
  status: 'processing',
  completed_at: null,
  pages: null,
  bytes: null,
  credits_charged: 0,
  file_key: null,
  file_name: null,
  content_type: null,
  warnings: null,
  error: null,
  metadata: null,
  batch_id: null,
  report: null,
  origin: null,
  expires_at: null,
} as const satisfies Partial<TaskRecord>

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
