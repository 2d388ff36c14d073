/** How rows of `tasks` end: deleted by their caller, or past their retention. What remains of a row is a tombstone. */
import type { TaskRecord } from './record'

/** Longer than any run of one attempt. */
const MAX_RUN_MS = 15 * 60_000

/** The columns that hold what a caller gave or got, emptied. */
const CLEARED_COLUMNS = [
  'file_key',
  'file_name',
  'metadata',
  'warnings',
  'report',
  'error',
  'origin',
  'webhook_url',
]
  .map((name) => `${name} = NULL`)
  .join(', ')

/**
 * Statements that make a task's row a tombstone. `remains` is the task as its account still knows it. The row is purged
 * once more after the longest run, since a run that is under way may still store a file.
 */
export function eraseStatements(
  db: D1Database,
  { taskId, accountId, remains }: { taskId: string; accountId: string; remains: TaskRecord | undefined },
  now: number,
): D1PreparedStatement[] {
  const { kind = '', mode = 'live', status = 'failed' } = remains ?? {}
  const { created_at = now, completed_at = null, credits_charged = 0, error = null } = remains ?? {}
  return [
    // A synchronous task may not be in D1 yet. Its outcome, which the account sends later, must find the tombstone.
    db
      .prepare(
        `INSERT OR IGNORE INTO tasks (task_id, account_id, kind, mode, status, created_at, completed_at, credits_charged, error)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(taskId, accountId, kind, mode, status, created_at, completed_at, credits_charged, error),
    db
      .prepare(
        `UPDATE tasks SET erased_at = coalesce(erased_at, ?2), expires_at = ?2 + ${MAX_RUN_MS}, purged_at = NULL,
           status = iif(status IN ('completed', 'failed'), status, ?3),
           credits_charged = iif(status IN ('completed', 'failed'), credits_charged, ?5),
           completed_at = coalesce(completed_at, ?4), lease_until = NULL, ${CLEARED_COLUMNS}
         WHERE task_id = ?1`,
      )
      .bind(taskId, now, status, completed_at ?? now, credits_charged),
  ]
}

/**
 * Ids of ended tasks past their retention, at most `limit`. A task that its account ended alone (its hold expired) has no
 * time of expiry, but its run may have stored a file: it is kept for `maxRetentionMs` after its end.
 */
export async function expiredTasks(
  db: D1Database,
  { now, maxRetentionMs, limit }: { now: number; maxRetentionMs: number; limit: number },
): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT task_id, expires_at AS due FROM tasks
         WHERE expires_at <= ?1 AND purged_at IS NULL AND status IN ('completed', 'failed')
       UNION ALL SELECT task_id, completed_at + ?2 FROM tasks
         WHERE expires_at IS NULL AND completed_at <= ?1 - ?2 AND purged_at IS NULL AND status IN ('completed', 'failed')
       ORDER BY due LIMIT ?3`,
    )
    .bind(now, maxRetentionMs, limit)
    .all<{ task_id: string }>()
  return results.map(({ task_id }) => task_id)
}

/** The statement that makes the rows of purged tasks tombstones: their ids go on returning 410. */
export function purgeStatement(db: D1Database, taskIds: readonly string[], now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE tasks SET purged_at = ?2, expires_at = coalesce(expires_at, ?2), ${CLEARED_COLUMNS}
       WHERE task_id IN (SELECT value FROM json_each(?1))`,
    )
    .bind(JSON.stringify(taskIds), now)
}

/** Tombstones of tasks that were not charged, purged at `before` or earlier, oldest first. */
export async function unchargedTombstones(
  db: D1Database,
  { before, limit }: { before: number; limit: number },
): Promise<{ task_id: string; batch_id: string | null }[]> {
  const { results } = await db
    .prepare(
      `SELECT task_id, batch_id FROM tasks WHERE purged_at IS NOT NULL AND purged_at <= ?1 AND credits_charged = 0
       ORDER BY purged_at LIMIT ?2`,
    )
    .bind(before, limit)
    .all<{ task_id: string; batch_id: string | null }>()
  return results
}

/** Those of `taskIds` that are tombstones. */
export async function tombstonesOf(
  db: D1Database,
  taskIds: readonly string[],
): Promise<{ task_id: string; batch_id: string | null }[]> {
  const { results } = await db
    .prepare(
      `SELECT task_id, batch_id FROM tasks
       WHERE task_id IN (SELECT value FROM json_each(?)) AND purged_at IS NOT NULL`,
    )
    .bind(JSON.stringify(taskIds))
    .all<{ task_id: string; batch_id: string | null }>()
  return results
}

/** Statements that delete tasks, and the batches that have none left. */
export function deleteStatements(
  db: D1Database,
  rows: readonly { task_id: string; batch_id: string | null }[],
): D1PreparedStatement[] {
  const taskIds = JSON.stringify(rows.map(({ task_id }) => task_id))
  const batchIds = JSON.stringify([...new Set(rows.flatMap(({ batch_id }) => batch_id ?? []))])
  return [
    db.prepare('DELETE FROM tasks WHERE task_id IN (SELECT value FROM json_each(?))').bind(taskIds),
    db
      .prepare(
        `DELETE FROM batches WHERE batch_id IN (SELECT value FROM json_each(?))
           AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.batch_id = batches.batch_id)`,
      )
      .bind(batchIds),
  ]
}
