/**
 * Results that go to their callers' buckets, in D1: one row a task, made with it. waiting → pending → delivered | failed.
 * Every step is one conditional statement, so that a message that comes twice, late or never changes nothing.
 */
import { GRACE_MS, MAX_EARLY_MS } from './messages'

export type Upload = {
  task_id: string
  account_id: string
  host: string
  /** A sealed address as JSON; `null` once no try follows. */
  target: string | null
  /** Fences off stale tries. */
  attempt: number
  /** Counts tries, this one included. */
  tries: number
}

/** How an upload stands, as a task's `delivery` has it. Times are milliseconds since 1970. */
export type UploadState = {
  status: 'waiting' | 'pending' | 'delivered' | 'failed'
  host: string
  tries: number
  due_at: number
  ended_at: number | null
  error: string | null
}

/** Longer than a try can take. */
const LEASE_MS = 120_000
/** How often the sweep looks whether the task of an upload that waits has ended. */
const LOOK_MS = 5 * 60_000
/** A column of `tasks` rows: the state of the upload as JSON, or `null`. */
export const UPLOAD_STATE = `(SELECT json_object('status', u.status, 'host', u.host, 'tries', u.tries, 'due_at', u.due_at,
  'ended_at', u.ended_at, 'error', u.error) FROM uploads u WHERE u.task_id = tasks.task_id)`

/** Whether the upload of a task that was read is under way, so that its webhook waits for how it ends. */
export function hasOpenUpload({ delivery }: { delivery?: string | null }): boolean {
  if (!delivery) return false
  const { status } = JSON.parse(delivery) as UploadState
  return status === 'waiting' || status === 'pending'
}

/** A condition on `tasks` rows: no upload is under way, so that the webhook can tell how it ended. */
export const UPLOAD_ENDED = `NOT EXISTS (SELECT 1 FROM uploads u
  WHERE u.task_id = tasks.task_id AND u.status IN ('waiting', 'pending'))`

/** The id of an upload's messages: there is one upload of a task. */
export function uploadIdOf(taskId: string): string {
  return taskId.replace(/^tsk_/, 'upl_')
}

/** The task of an upload's message; undefined for the message of a webhook. */
export function taskOfUpload(id: string): string | undefined {
  return id.startsWith('upl_') ? id.replace(/^upl_/, 'tsk_') : undefined
}

/** The statement that makes an upload with its task. */
export function insertUpload(
  db: D1Database,
  { taskId, accountId, host, target }: { taskId: string; accountId: string; host: string; target: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO uploads (task_id, account_id, host, target, status, due_at, check_at)
       VALUES (?1, ?2, ?3, ?4, 'waiting', ?5, ?5 + ${LOOK_MS})`,
    )
    .bind(taskId, accountId, host, target, now)
}

/** The statement that begins the upload of a task that is completed, or ends that of one that failed. */
export function beginUpload(
  db: D1Database,
  { taskId, completed }: { taskId: string; completed: boolean },
  now: number,
): D1PreparedStatement {
  return completed
    ? db
        .prepare(
          `UPDATE uploads SET status = 'pending', due_at = ?2, check_at = ?2 + ${GRACE_MS}
           WHERE task_id = ?1 AND status = 'waiting'`,
        )
        .bind(taskId, now)
    : db
        .prepare(
          `UPDATE uploads SET status = 'failed', target = NULL, ended_at = ?2,
             error = 'The task failed, so there is no file to send.' WHERE task_id = ?1 AND status = 'waiting'`,
        )
        .bind(taskId, now)
}

/** Takes an upload for one try; undefined if there is nothing to do: ended, not due, or under way. */
export async function claimUpload(db: D1Database, taskId: string, now: number): Promise<Upload | undefined> {
  const claimed = await db
    .prepare(
      `UPDATE uploads SET attempt = attempt + 1, tries = tries + 1, lease_until = ?2 + ${LEASE_MS},
         check_at = ?2 + ${LEASE_MS} + ${GRACE_MS}
       WHERE task_id = ?1 AND status = 'pending' AND due_at <= ?2 + ${MAX_EARLY_MS}
         AND (lease_until IS NULL OR lease_until <= ?2)
       RETURNING task_id, account_id, host, target, attempt, tries`,
    )
    .bind(taskId, now)
    .first<Upload>()
  return claimed ?? undefined
}

/** What follows a try. */
export type UploadStep =
  | { status: 'delivered' }
  | { status: 'failed'; error: string }
  | { status: 'pending'; error: string; dueAt: number }

/** Writes down what a try came to. A try whose lease was taken over changes nothing: false. */
export async function recordUpload(
  db: D1Database,
  { task_id, attempt }: Pick<Upload, 'task_id' | 'attempt'>,
  next: UploadStep,
  now: number,
): Promise<boolean> {
  const isPending = next.status === 'pending'
  const { meta } = await db
    .prepare(
      `UPDATE uploads SET status = ?3, error = ?4, lease_until = NULL, due_at = ?5, check_at = ?5 + ${GRACE_MS},
         ended_at = ?6, target = iif(?6 IS NULL, target, NULL)
       WHERE task_id = ?1 AND attempt = ?2 AND status = 'pending'`,
    )
    .bind(
      task_id,
      attempt,
      next.status,
      next.status === 'delivered' ? null : next.error,
      isPending ? next.dueAt : now,
      isPending ? null : now,
    )
    .run()
  return meta.changes > 0
}

/** An upload that nobody has looked after in time, and how its task stands; `null` if that is gone. */
export type OverdueUpload = {
  task_id: string
  account_id: string
  status: 'waiting' | 'pending'
  task_status: string | null
}

/** Uploads whose messages were lost, or whose tasks may have ended, at most `limit`. */
export async function overdueUploads(
  db: D1Database,
  { now, limit }: { now: number; limit: number },
): Promise<OverdueUpload[]> {
  const { results } = await db
    .prepare(
      `UPDATE uploads SET check_at = ?1 + ${LOOK_MS}
       WHERE task_id IN (SELECT task_id FROM uploads
         WHERE status IN ('waiting', 'pending') AND check_at <= ?1 ORDER BY check_at LIMIT ?2)
       RETURNING task_id, account_id, status,
         (SELECT t.status FROM tasks t WHERE t.task_id = uploads.task_id) AS task_status`,
    )
    .bind(now, limit)
    .all<OverdueUpload>()
  return results
}

/** The statement that forgets the uploads of tasks. */
export function deleteUploads(db: D1Database, taskIds: readonly string[]): D1PreparedStatement {
  return db
    .prepare('DELETE FROM uploads WHERE task_id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(taskIds))
}
