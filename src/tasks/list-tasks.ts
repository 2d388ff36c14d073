/** Tasks and batches of an account as D1 has them: whoever lists them has the account `catchUp` first. */
import { type Cursor, pageOf } from '../cursor'
import { hasEnded, mergeOutcome, type TaskMode, type TaskRecord } from './record'
import { UPLOAD_STATE } from './uploads'

export type TaskFilter = {
  taskId?: string | undefined
  status?: TaskRecord['status'] | undefined
  kind?: string | undefined
  mode?: TaskMode | undefined
  /** Begin and end (exclusive) of the time at which tasks were accepted, in milliseconds since 1970. */
  from?: number | undefined
  to?: number | undefined
  /** Fields of the metadata and their values as text: a task has all of them. */
  metadata?: Readonly<Record<string, string>> | undefined
  /** Where the page before ended. */
  after?: Cursor | undefined
  limit: number
}

/**
 * One page of an account's tasks, newest first, and where the next one begins. Deleted tasks are not listed. Each filter
 * has an index that leads to its page, and the statement names it: SQLite would take another for some pairs.
 */
export async function listTasks(
  db: D1Database,
  accountId: string,
  filter: TaskFilter,
): Promise<{ tasks: TaskRecord[]; next: Cursor | undefined }> {
  const { limit } = filter
  const { sql, values } = listStatement(accountId, filter)
  const { results } = await db
    .prepare(sql)
    .bind(...values, limit + 1)
    .all<TaskRecord>()
  const { page, last } = pageOf(results, limit)
  return { tasks: page, next: last && { createdAt: last.created_at, id: last.task_id } }
}

type Condition = [condition: string, ...values: (string | number)[]]

/** The statement of one page, with its values but the number of rows. */
export function listStatement(
  accountId: string,
  { taskId, status, kind, mode, from, to, metadata = {}, after }: Omit<TaskFilter, 'limit'>,
): { sql: string; values: (string | number)[] } {
  const [first, ...others] = Object.entries(metadata)
  const ordered = first ? 'm' : 't'
  const [source, index] = first
    ? ['task_metadata m CROSS JOIN tasks t USING (task_id)', '']
    : ['tasks t', taskId === undefined ? ` INDEXED BY ${indexFor({ status, kind, mode })}` : '']
  const conditions: Condition[] = [
    [`${ordered}.account_id = ? AND t.erased_at IS NULL AND t.purged_at IS NULL`, accountId],
  ]
  if (taskId !== undefined) conditions.push([`${ordered}.task_id = ?`, taskId])
  if (first) conditions.push(['m.name = ? AND m.value = ?', ...first])
  for (const other of others) {
    conditions.push([
      `EXISTS (SELECT 1 FROM task_metadata o WHERE o.account_id = m.account_id AND o.name = ? AND o.value = ?
         AND o.created_at = m.created_at AND o.task_id = m.task_id)`,
      ...other,
    ])
  }
  if (status) conditions.push(['t.status = ?', status])
  // Partial indexes are used for what their condition says word by word.
  if (status && status !== 'completed') conditions.push(["t.status <> 'completed'"])
  if (kind) conditions.push(['t.kind = ?', kind])
  if (mode) conditions.push([`t.mode = '${mode}'`])
  if (from !== undefined) conditions.push([`${ordered}.created_at >= ?`, from])
  const before = earlier(after, to)
  if (before)
    conditions.push([`(${ordered}.created_at, ${ordered}.task_id) < (?, ?)`, before.createdAt, before.id])
  const where = conditions.map(([condition]) => condition).join(' AND ')
  return {
    sql: `SELECT t.* FROM ${source}${index} WHERE ${where} ORDER BY ${ordered}.created_at DESC, ${ordered}.task_id DESC LIMIT ?`,
    values: conditions.flatMap(([, ...values]) => values),
  }
}

/** The index in which the fewest rows stand beside those that are asked for. */
function indexFor({ status, kind, mode }: Pick<TaskFilter, 'status' | 'kind' | 'mode'>): string {
  if (mode === 'test') return 'tasks_listed_of_test_keys'
  if (status && status !== 'completed') return 'tasks_listed_by_status'
  return kind ? 'tasks_listed_by_kind' : 'tasks_listed'
}

/** The page begins before both. */
function earlier(after: Cursor | undefined, to: number | undefined): Cursor | undefined {
  if (to === undefined || (after && after.createdAt < to)) return after
  return { createdAt: to, id: '' }
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
export type FoundTask = TaskRecord & {
  erased_at: number | null
  /** Its `UploadState` as JSON, if its result goes to a bucket. */
  delivery?: string | null
}

/** The account's object as it is asked for a task. */
type TaskSource = { task(taskId: string): Promise<TaskRecord | undefined> }

/**
 * The task, if it is the account's, and of `mode` if one is given. An end that the account's object knows is the newest; what
 * a submission knew, and where a queued task stands, is in D1. Both are asked at once.
 */
export async function findTask(
  db: D1Database,
  account: TaskSource,
  { taskId, accountId, mode }: { taskId: string; accountId: string; mode?: TaskMode | undefined },
): Promise<FoundTask | undefined> {
  const readRow = async () =>
    (await db
      .prepare(`SELECT *, ${UPLOAD_STATE} AS delivery FROM tasks WHERE task_id = ? AND account_id = ?`)
      .bind(taskId, accountId)
      .first<FoundTask>()) ?? undefined
  const [held, row] = await Promise.all([account.task(taskId), readRow()])
  // An end leaves the object when D1 has it: it may have done so in between.
  const isBetween = !held && !(row && hasEnded(row))
  const found = withEnd(held, isBetween ? await readRow() : row)
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

function withEnd(held: TaskRecord | undefined, row: FoundTask | undefined): FoundTask | undefined {
  if (!held || !row) return held ? { ...held, erased_at: null } : row
  return hasEnded(held) && !hasEnded(row) ? mergeOutcome(row, held) : row
}
