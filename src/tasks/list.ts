/** Tasks and batches of an account as D1 has them: at most a second behind their ends. */
import { type Cursor, pageOf } from '../cursor'
import { hasEnded, mergeOutcome, type TaskMode, type TaskRecord } from './record'

export type TaskFilter = {
  status?: TaskRecord['status'] | undefined
  kind?: string | undefined
  mode?: TaskMode | undefined
  /** Where the page before ended. */
  after?: Cursor | undefined
  limit: number
}

/**
 * One page of an account's tasks, newest first, and where the next one begins. Deleted tasks are not listed. Only the
 * conditions that are asked for stand in the statement: a cursor that may be absent would keep the index from leading to
 * its page.
 */
export async function listTasks(
  db: D1Database,
  accountId: string,
  { status, kind, mode, after, limit }: TaskFilter,
): Promise<{ tasks: TaskRecord[]; next: Cursor | undefined }> {
  const conditions: [condition: string, ...values: (string | number)[]][] = [
    ['account_id = ? AND erased_at IS NULL AND purged_at IS NULL', accountId],
  ]
  if (status) conditions.push(['status = ?', status])
  if (kind) conditions.push(['kind = ?', kind])
  if (mode) conditions.push(['mode = ?', mode])
  if (after) conditions.push(['(created_at, task_id) < (?, ?)', after.createdAt, after.id])
  const where = conditions.map(([condition]) => condition).join(' AND ')
  const { results } = await db
    .prepare(`SELECT * FROM tasks WHERE ${where} ORDER BY created_at DESC, task_id DESC LIMIT ?`)
    .bind(...conditions.flatMap(([, ...values]) => values), limit + 1)
    .all<TaskRecord>()
  const { page, last } = pageOf(results, limit)
  return { tasks: page, next: last && { createdAt: last.created_at, id: last.task_id } }
}

export type Batch = { batch_id: string; count: number; created_at: number }

/** A task in its batch; a deleted one keeps its place. */
export type BatchTask = TaskRecord & { batch_index: number; erased_at: number | null }

/** A batch with its tasks in the order of the entries; `undefined` if there is none. */
export async function findBatch(
  db: D1Database,
  batchId: string,
): Promise<{ batch: Batch; accountId: string; tasks: BatchTask[] } | undefined> {
  const [batches, tasks] = await db.batch([
    db.prepare('SELECT * FROM batches WHERE batch_id = ?').bind(batchId),
    db.prepare('SELECT * FROM tasks WHERE batch_id = ? ORDER BY batch_index').bind(batchId),
  ])
  const [found] = (batches?.results ?? []) as (Batch & { account_id: string })[]
  if (!found) return undefined
  const { account_id: accountId, ...batch } = found
  return { batch, accountId, tasks: (tasks?.results ?? []) as BatchTask[] }
}

/** A task as it is read back, with the time at which its caller deleted it. */
export type FoundTask = TaskRecord & { erased_at: number | null }

/** The account's object as it is asked for a task. */
type TaskSource = { task(taskId: string): Promise<TaskRecord | undefined> }

/**
 * The task, if it is the account's, and of `mode` if one is given. The account's object is asked first, since a row leaves it only when D1 has it:
 * an end that it knows is the newest. What a submission knew, and where a queued task stands, is in D1.
 */
export async function findTask(
  db: D1Database,
  account: TaskSource,
  { taskId, accountId, mode }: { taskId: string; accountId: string; mode?: TaskMode | undefined },
): Promise<FoundTask | undefined> {
  const held = await account.task(taskId)
  const found = await withRow(db, held, { taskId, accountId })
  return mode === undefined || found?.mode === mode ? found : undefined
}

/**
 * The tasks of these ids that are the account's, of `mode`, and ended as D1 has it: one query, however many. What it
 * lacks, `findTask` may know.
 */
export async function findEndedTasks(
  db: D1Database,
  { taskIds, accountId, mode }: { taskIds: readonly string[]; accountId: string; mode: TaskMode },
): Promise<Map<string, FoundTask>> {
  const { results } = await db
    .prepare(
      `SELECT * FROM tasks WHERE account_id = ?1 AND mode = ?2
         AND task_id IN (SELECT value FROM json_each(?3))`,
    )
    .bind(accountId, mode, JSON.stringify(taskIds))
    .all<FoundTask>()
  return new Map(results.filter(hasEnded).map((task) => [task.task_id, task]))
}

async function withRow(
  db: D1Database,
  held: TaskRecord | undefined,
  { taskId, accountId }: { taskId: string; accountId: string },
): Promise<FoundTask | undefined> {
  const row = await db
    .prepare('SELECT * FROM tasks WHERE task_id = ? AND account_id = ?')
    .bind(taskId, accountId)
    .first<FoundTask>()
  if (!held || !row) return held ? { ...held, erased_at: null } : (row ?? undefined)
  return hasEnded(held) && !hasEnded(row) ? mergeOutcome(row, held) : row
}
