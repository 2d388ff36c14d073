/**
 * The only writer of an account's tasks' ends, ledger lines and name in D1. Every statement may be repeated: a ledger
 * line is inserted once, a task's end is written once and never changed by a later one.
 */

const TASK_COLUMNS = [
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
]
const LEDGER_COLUMNS = [
  'account_id',
  'seq',
  'at',
  'type',
  'task_id',
  'kind',
  'mode',
  'credits',
  'credits_left',
  'reason',
]
/** What the row may know from submission and the end may not: kept where the end says nothing. */
const KEPT_FROM_SUBMISSION = ['metadata', 'batch_id', 'origin', 'started_at', 'expires_at']

const jsonFields = (columns: string[]) => columns.map((name) => `value ->> '$.${name}'`).join(', ')

const INSERT_LEDGER = `
  INSERT OR IGNORE INTO ledger (${LEDGER_COLUMNS.join(', ')})
  SELECT ${jsonFields(LEDGER_COLUMNS)} FROM json_each(?)`

const UPSERT_TASKS = `
  INSERT INTO tasks (${TASK_COLUMNS.join(', ')})
  SELECT ${jsonFields(TASK_COLUMNS)} FROM json_each(?) WHERE true
  ON CONFLICT (task_id) DO UPDATE SET ${TASK_COLUMNS.filter(
    (name) => !['task_id', 'account_id', 'kind', 'mode', 'created_at'].includes(name),
  )
    .map((name) =>
      KEPT_FROM_SUBMISSION.includes(name)
        ? `${name} = coalesce(excluded.${name}, tasks.${name})`
        : `${name} = excluded.${name}`,
    )
    .join(', ')}
  WHERE tasks.status NOT IN ('completed', 'failed')`

const ACCOUNT_COLUMNS = ['account_id', 'name', 'plan', 'created_at']

const UPSERT_ACCOUNTS = `
  INSERT INTO accounts (${ACCOUNT_COLUMNS.join(', ')})
  SELECT ${jsonFields(ACCOUNT_COLUMNS)} FROM json_each(?) WHERE true
  ON CONFLICT (account_id) DO UPDATE SET name = excluded.name, plan = excluded.plan`

export type Topic = 'task' | 'entry' | 'account'

type ProjectedRows = readonly { topic: Topic; payload: string }[]

/** Writes JSON rows, as many as there are, in one round trip and one transaction. */
export async function project(db: D1Database, rows: ProjectedRows): Promise<void> {
  await db.batch(projectionStatements(db, rows))
}

/** The statements that write JSON rows, for a transaction that does more. */
export function projectionStatements(db: D1Database, rows: ProjectedRows): D1PreparedStatement[] {
  const write = (topic: Topic, statement: string) => {
    const payloads = rows.filter((row) => row.topic === topic).map((row) => row.payload)
    return payloads.length > 0 ? [db.prepare(statement).bind(`[${payloads.join()}]`)] : []
  }
  return [
    ...write('account', UPSERT_ACCOUNTS),
    ...write('task', UPSERT_TASKS),
    ...write('entry', INSERT_LEDGER),
  ]
}
