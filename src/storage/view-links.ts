/**
 * Links that show a task's file to people without a key, in D1: each can be taken back alone. A link is known by the
 * second at which it ends, so its address says nothing of this table.
 */
import { newId } from '../ids'

/** Times are milliseconds since 1970. */
export type View = { viewId: string; createdAt: number; expiresAt: number }

/** Links of one task that have not ended, those that were taken back included. */
export const MAX_VIEWS = 100

/**
 * Writes a link down that ends at `expiresAt`, or a second before the next one of its task that does. Undefined if the
 * task has as many links as it may.
 */
export async function insertView(
  db: D1Database,
  { taskId, expiresAt }: { taskId: string; expiresAt: number },
  now: number,
): Promise<View | undefined> {
  const viewId = newId('viw')
  const [, made] = await db.batch<{ expires: number }>([
    db.prepare('DELETE FROM views WHERE task_id = ? AND expires <= ?').bind(taskId, Math.floor(now / 1000)),
    db
      .prepare(
        `INSERT INTO views (task_id, expires, view_id, created_at)
         WITH RECURSIVE free (at) AS (
           SELECT ?2 UNION ALL
           SELECT at - 1 FROM free WHERE EXISTS (SELECT 1 FROM views WHERE task_id = ?1 AND expires = at))
         SELECT ?1, at, ?3, ?4 FROM free
         WHERE (SELECT count(*) FROM views WHERE task_id = ?1) < ${MAX_VIEWS} ORDER BY at LIMIT 1
         RETURNING expires`,
      )
      .bind(taskId, Math.floor(expiresAt / 1000), viewId, now),
  ])
  const [row] = made?.results ?? []
  return row && { viewId, createdAt: now, expiresAt: row.expires * 1000 }
}

/** The links of a task that work, the newest first. */
export async function listViews(db: D1Database, taskId: string, now: number): Promise<View[]> {
  const { results } = await db
    .prepare(
      `SELECT view_id AS viewId, created_at AS createdAt, expires * 1000 AS expiresAt FROM views
       WHERE task_id = ? AND expires > ? AND revoked_at IS NULL ORDER BY created_at DESC, expires`,
    )
    .bind(taskId, Math.floor(now / 1000))
    .all<View>()
  return results
}

/** Takes a link back. False if there is none of this id. */
export async function revokeView(
  db: D1Database,
  { taskId, viewId }: { taskId: string; viewId: string },
  now: number,
): Promise<boolean> {
  const { meta } = await db
    .prepare('UPDATE views SET revoked_at = coalesce(revoked_at, ?3) WHERE task_id = ?1 AND view_id = ?2')
    .bind(taskId, viewId, now)
    .run()
  return meta.changes > 0
}

/** Whether the link of a task that ends at this second, counted from 1970, was taken back. */
export async function isRevoked(
  db: D1Database,
  { taskId, expires }: { taskId: string; expires: number },
): Promise<boolean> {
  const found = await db
    .prepare('SELECT 1 FROM views WHERE task_id = ? AND expires = ? AND revoked_at IS NOT NULL')
    .bind(taskId, expires)
    .first()
  return found !== null
}

/** The statement that forgets the links of tasks, whose files are gone. */
export function deleteViews(db: D1Database, taskIds: readonly string[]): D1PreparedStatement {
  return db
    .prepare('DELETE FROM views WHERE task_id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(taskIds))
}
