/**
 * Queued tasks in D1 and their legal transitions: pending → processing → completed | failed. Each step is one
 * conditional update: a claim takes a lease and a new attempt number, and a step of an older attempt changes nothing.
 * The outcome is written by `outcomes.ts` alone, since the account decides it.
 */
import type { MessageTask } from './messages'
import type { TaskRecord } from './record'
import { UPLOAD_ENDED, UPLOAD_STATE } from './uploads'

/** A row of `tasks` with what the queue needs to know. */
export type QueuedTask = TaskRecord & {
  attempt: number
  tries: number
  lease_ms: number
  check_at: number
  input_bytes: number
  batch_index: number | null
  webhook_url: string | null
  /** Of a claimed task: 1 if its result goes to a bucket. */
  has_upload?: number
  /** Of a task that is read: its `UploadState` as JSON, or `null`. */
  delivery?: string | null
}

/** What a submission knows of a task. */
export type NewTask = {
  record: TaskRecord
  leaseMs: number
  inputBytes: number
  batchIndex: number | null
  webhookUrl: string | null
}

/** A message that was not seen for this long counts as lost; what is older is looked after less often. */
const LOST_AFTER_MS = 60_000
const MAX_CHECK_INTERVAL_MS = 15 * 60_000
/** The webhook of a task that ended so long ago counts as lost: its first try is over in less, and D1 knows of it. */
const UNNOTIFIED_MS = 60_000

const SUBMITTED_COLUMNS = [
  'task_id',
  'account_id',
  'kind',
  'mode',
  'status',
  'created_at',
  'metadata',
  'batch_id',
  'origin',
  'expires_at',
] as const

/** Inserts the rows of one submission; throws if one exists. */
export function insertTask(
  db: D1Database,
  { record, leaseMs, inputBytes, batchIndex, webhookUrl }: NewTask,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO tasks (${SUBMITTED_COLUMNS.join(', ')}, lease_ms, check_at, input_bytes, batch_index, webhook_url)
       VALUES (${SUBMITTED_COLUMNS.map(() => '?').join(', ')}, ?, ?, ?, ?, ?)`,
    )
    .bind(
      ...SUBMITTED_COLUMNS.map((name) => record[name]),
      leaseMs,
      record.created_at + LOST_AFTER_MS,
      inputBytes,
      batchIndex,
      webhookUrl,
    )
}

/** Forgets tasks whose submission failed before anybody was told their ids. */
export async function withdrawTasks(db: D1Database, taskIds: readonly string[]): Promise<void> {
  await db
    .prepare('DELETE FROM tasks WHERE attempt = 0 AND task_id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(taskIds))
    .run()
}

/** pending, or processing with a dead lease → processing. `undefined` if there is nothing to do. */
export async function claimTask(
  db: D1Database,
  taskId: string,
  now: number,
): Promise<QueuedTask | undefined> {
  const row = await db
    .prepare(
      `UPDATE tasks SET status = 'processing', attempt = attempt + 1, tries = tries + 1,
         started_at = coalesce(started_at, ?2), lease_until = ?2 + lease_ms, check_at = ?2 + lease_ms
       WHERE task_id = ?1 AND status IN ('pending', 'processing') AND lease_ms IS NOT NULL
         AND (lease_until IS NULL OR lease_until <= ?2)
       RETURNING *, EXISTS (SELECT 1 FROM uploads u WHERE u.task_id = ?1) AS has_upload`,
    )
    .bind(taskId, now)
    .first<QueuedTask>()
  return row ?? undefined
}

/**
 * processing → waiting for its next try after `delayMs`. A try that did not count is taken back, and a task with none
 * left is pending again: it has not begun.
 */
export async function postponeTask(
  db: D1Database,
  { task_id, attempt }: Pick<QueuedTask, 'task_id' | 'attempt'>,
  { now, delayMs, counted }: { now: number; delayMs: number; counted: boolean },
): Promise<void> {
  const back = counted ? 0 : 1
  await db
    .prepare(
      `UPDATE tasks SET lease_until = NULL, check_at = ?3 + ${LOST_AFTER_MS}, tries = tries - ?4,
         status = iif(tries = ?4, 'pending', status), started_at = iif(tries = ?4, NULL, started_at)
       WHERE task_id = ?1 AND attempt = ?2 AND status = 'processing'`,
    )
    .bind(task_id, attempt, now + delayMs, back)
    .run()
}

/**
 * Unfinished tasks that nobody has looked after in time: message lost, or lease dead. Accounts take turns, so what an
 * account has waiting does not keep the lost tasks of others. Each task is looked after less often.
 */
export async function overdueTasks(
  db: D1Database,
  { now, limit }: { now: number; limit: number },
): Promise<MessageTask[]> {
  const { results } = await db
    .prepare(
      `UPDATE tasks SET check_at = ?1 + min(max(?1 - created_at, ${LOST_AFTER_MS}), ${MAX_CHECK_INTERVAL_MS})
       WHERE task_id IN (SELECT task_id FROM tasks
         WHERE status IN ('pending', 'processing') AND check_at <= ?1
         ORDER BY row_number() OVER (PARTITION BY account_id ORDER BY check_at), check_at LIMIT ?2)
       RETURNING task_id, account_id, kind, mode`,
    )
    .bind(now, limit)
    .all<MessageTask>()
  return results
}

/** Marks tasks whose messages are known to wait in the queue: the sweep does not look for them before `checkAt`. */
export async function deferChecks(
  db: D1Database,
  taskIds: readonly string[],
  checkAt: number,
): Promise<void> {
  await db
    .prepare(
      `UPDATE tasks SET check_at = max(check_at, ?2)
       WHERE task_id IN (SELECT value FROM json_each(?1)) AND status = 'pending'`,
    )
    .bind(JSON.stringify(taskIds), checkAt)
    .run()
}

/** Ended tasks whose webhook is neither made nor tried for the first time, at most `limit`. */
export async function pendingNotifications(
  db: D1Database,
  { now, limit }: { now: number; limit: number },
): Promise<QueuedTask[]> {
  const { results } = await db
    .prepare(
      `SELECT *, ${UPLOAD_STATE} AS delivery FROM tasks
       WHERE webhook_url IS NOT NULL AND status IN ('completed', 'failed') AND completed_at <= ? AND ${UPLOAD_ENDED}
       ORDER BY completed_at LIMIT ?`,
    )
    .bind(now - UNNOTIFIED_MS, limit)
    .all<QueuedTask>()
  return results
}

/** The task as it stands in D1. */
export async function readTask(db: D1Database, taskId: string): Promise<QueuedTask | undefined> {
  return (
    (await db
      .prepare(`SELECT *, ${UPLOAD_STATE} AS delivery FROM tasks WHERE task_id = ?`)
      .bind(taskId)
      .first<QueuedTask>()) ?? undefined
  )
}

/** The account's part of a row, for what writes ends. */
export function recordFromRow(row: QueuedTask): TaskRecord {
  const {
    attempt,
    tries,
    lease_ms,
    check_at,
    input_bytes,
    batch_index,
    webhook_url,
    has_upload,
    delivery,
    ...record
  } = row
  return record
}

/** Inserts the batch that tasks belong to. */
export function insertBatch(
  db: D1Database,
  {
    batchId,
    accountId,
    count,
    createdAt,
  }: { batchId: string; accountId: string; count: number; createdAt: number },
): D1PreparedStatement {
  return db
    .prepare('INSERT INTO batches (batch_id, account_id, count, created_at) VALUES (?, ?, ?, ?)')
    .bind(batchId, accountId, count, createdAt)
}

/** Marks a task's webhook as created, in the transaction that creates it. */
export function clearWebhookUrl(
  db: D1Database,
  { taskId, status }: { taskId: string; status: string },
): D1PreparedStatement {
  return db
    .prepare(`UPDATE tasks SET webhook_url = NULL WHERE task_id = ? AND status = ? AND ${UPLOAD_ENDED}`)
    .bind(taskId, status)
}

/** Marks the webhooks of records, each with a field `webhook` if it was made, in the transaction that makes them. */
export function clearWebhookUrls(db: D1Database, records: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE tasks SET webhook_url = NULL WHERE webhook_url IS NOT NULL
         AND task_id IN (SELECT value ->> '$.task_id' FROM json_each(?) WHERE value -> '$.webhook' IS NOT NULL)`,
    )
    .bind(records)
}
