/** What D1 says of work that waits. Each query reads an index of open work only: a large database costs no more. */

export type StorageGauges = {
  pendingTasks: number
  processingTasks: number
  /** How long the oldest queued task that has not ended waits, in milliseconds; 0 if there is none. */
  oldestTaskMs: number
  pendingDeliveries: number
  /** How long the file has outlived its retention that should have been removed first, in milliseconds. */
  purgeLagMs: number
}

/** Reads them from all databases of tasks. Throws what D1 says. */
export async function readStorageGauges(databases: D1Database[], now: number): Promise<StorageGauges> {
  const read = await Promise.all(databases.map((db) => readDatabase(db, now)))
  const sum = (name: keyof StorageGauges) => read.reduce((total, gauges) => total + gauges[name], 0)
  const max = (name: keyof StorageGauges) => Math.max(...read.map((gauges) => gauges[name]))
  return {
    pendingTasks: sum('pendingTasks'),
    processingTasks: sum('processingTasks'),
    oldestTaskMs: max('oldestTaskMs'),
    pendingDeliveries: sum('pendingDeliveries'),
    purgeLagMs: max('purgeLagMs'),
  }
}

async function readDatabase(db: D1Database, now: number): Promise<StorageGauges> {
  const [tasks, deliveries, expired] = await db.batch<Record<string, number | null>>([
    db.prepare(
      `SELECT sum(status = 'pending') AS pending, sum(status = 'processing') AS processing, min(created_at) AS oldest
       FROM tasks INDEXED BY tasks_to_check
       WHERE status IN ('pending', 'processing') AND lease_ms IS NOT NULL`,
    ),
    db.prepare(
      `SELECT count(*) AS pending FROM deliveries INDEXED BY deliveries_to_check WHERE status = 'pending'`,
    ),
    db.prepare(
      `SELECT min(expires_at) AS oldest FROM tasks INDEXED BY tasks_to_purge
       WHERE expires_at IS NOT NULL AND purged_at IS NULL`,
    ),
  ])
  const first = (result: D1Result<Record<string, number | null>> | undefined) => result?.results[0] ?? {}
  const since = (time: number | null | undefined) => Math.max(0, now - (time ?? now))
  return {
    pendingTasks: first(tasks).pending ?? 0,
    processingTasks: first(tasks).processing ?? 0,
    oldestTaskMs: since(first(tasks).oldest),
    pendingDeliveries: first(deliveries).pending ?? 0,
    purgeLagMs: since(first(expired).oldest),
  }
}
