/**
 * Outcomes of tasks as the accounts decide them, written to D1. The statement may be repeated: an outcome is written once
 * and never changed by a later one.
 */
import type { TaskRecord } from './record'

const COLUMNS = [
  'task_id',
  'account_id',
  'kind',
  'mode',
  'status',
  'created_at',
  'started_at',
  'completed_at',
  'pages',
  'bytes',
  'credits_charged',
  'file_key',
  'file_name',
  'content_type',
  'warnings',
  'error',
  'metadata',
  'batch_id',
  'report',
  'origin',
  'expires_at',
] as const satisfies (keyof TaskRecord)[]
/** Columns that an outcome never changes. */
const FIXED: readonly string[] = ['task_id', 'account_id', 'kind', 'mode', 'created_at']
/** Columns that a submission may know and an outcome may not: kept if the outcome has nothing there. */
const KEPT: readonly string[] = ['metadata', 'batch_id', 'origin', 'started_at', 'expires_at']

const UPDATES = COLUMNS.filter((name) => !FIXED.includes(name)).map((name) =>
  KEPT.includes(name) ? `${name} = coalesce(excluded.${name}, tasks.${name})` : `${name} = excluded.${name}`,
)

const UPSERT = `
  INSERT INTO tasks (${COLUMNS.join(', ')})
  SELECT ${COLUMNS.map((name) => `value ->> '$.${name}'`).join(', ')} FROM json_each(?) WHERE true
  ON CONFLICT (task_id) DO UPDATE SET ${UPDATES.join(', ')}
  WHERE tasks.status NOT IN ('completed', 'failed')`

/** The statement that writes the outcomes of tasks, each a `TaskRecord` as JSON text. */
export function outcomeStatement(db: D1Database, records: readonly string[]): D1PreparedStatement {
  return db.prepare(UPSERT).bind(`[${records.join()}]`)
}
