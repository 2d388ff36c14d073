/**
 * What an account's object shows in D1: its outcomes of tasks, its ledger and its name, and the operator's list of
 * accounts. Every statement may be repeated: a ledger entry is inserted once.
 */

import { pageOf } from '../cursor'
import { outcomeStatement } from '../tasks/outcomes'
import { mayHaveWebhook, triedWebhooks } from '../webhooks/tried-webhooks'
import type { PlanName } from './plans'
import { LINE_COLUMNS } from './storage/closed-ledger'
import { LINE_SUMS } from './storage/daily-totals'

const LEDGER_COLUMNS = ['account_id', ...LINE_COLUMNS]
const ACCOUNT_COLUMNS = ['account_id', 'name', 'plan', 'created_at', 'suspended_at']

const jsonFields = (columns: string[]) => columns.map((name) => `value ->> '$.${name}'`).join(', ')

const INSERT_LEDGER = `
  INSERT OR IGNORE INTO ledger (${LEDGER_COLUMNS.join(', ')})
  SELECT ${jsonFields(LEDGER_COLUMNS)} FROM json_each(?)`

const UPSERT_ACCOUNTS = `
  INSERT INTO accounts (${ACCOUNT_COLUMNS.join(', ')})
  SELECT ${jsonFields(ACCOUNT_COLUMNS)} FROM json_each(?) WHERE true
  ON CONFLICT (account_id) DO UPDATE SET name = excluded.name, plan = excluded.plan,
    suspended_at = excluded.suspended_at`

export type Topic = 'task' | 'entry' | 'account'

/** The database of an account's tasks, and the directory of all accounts, if that is another one. */
export type AccountDatabases = { db: D1Database; directory?: D1Database }

/**
 * Writes rows, each JSON text, in one round trip and one transaction. What the account is called is written to both
 * databases, to the directory first, so that reports need no question to another one.
 */
export async function project(
  { db, directory = db }: AccountDatabases,
  rows: readonly { topic: Topic; payload: string }[],
): Promise<void> {
  const write = (topic: Topic, statement: (payloads: string[]) => D1PreparedStatement) => {
    const payloads = rows.filter((row) => row.topic === topic).map((row) => row.payload)
    return payloads.length > 0 ? [statement(payloads)] : []
  }
  const insert =
    (sql: string, into = db) =>
    (payloads: string[]) =>
      into.prepare(sql).bind(`[${payloads.join()}]`)
  const listed = directory === db ? [] : write('account', insert(UPSERT_ACCOUNTS, directory))
  if (listed.length > 0) await directory.batch(listed)
  const tried = rows.flatMap(({ topic, payload }) =>
    topic === 'task' && mayHaveWebhook(payload) ? [payload] : [],
  )
  const webhooks = tried.length > 0 ? triedWebhooks(db, tried) : []
  await db.batch([
    ...write('account', insert(UPSERT_ACCOUNTS)),
    // Before the end of a task: an ended one that has its address is one whose webhook is missing.
    ...webhooks,
    ...write('task', (records) => outcomeStatement(db, records)),
    ...write('entry', insert(INSERT_LEDGER)),
  ])
}

export type ListedAccount = {
  account_id: string
  name: string
  plan: PlanName
  created_at: number
  suspended_at: number | null
}

/**
 * A page of accounts, newest first, after the account that `cursor` names; `next` is null on the last page. `search` is
 * an id, or a part of the name in any case (of ASCII letters).
 */
export async function listAccounts(
  db: D1Database,
  {
    limit,
    cursor,
    search,
    suspended,
  }: {
    limit: number
    cursor: string | undefined
    search: string | undefined
    suspended?: boolean | undefined
  },
): Promise<{ page: ListedAccount[]; next: string | null }> {
  const conditions: [condition: string, ...values: string[]][] = [['1 = 1']]
  if (search !== undefined)
    conditions.push(['(account_id = ? OR instr(lower(name), lower(?)) > 0)', search, search])
  if (suspended !== undefined) conditions.push([`suspended_at IS ${suspended ? 'NOT ' : ''}NULL`])
  if (cursor)
    conditions.push([
      '(created_at, account_id) < (SELECT created_at, account_id FROM accounts WHERE account_id = ?)',
      cursor,
    ])
  const { results } = await db
    .prepare(
      `SELECT account_id, name, plan, created_at, suspended_at FROM accounts WHERE ${conditions.map(([condition]) => condition).join(' AND ')}
       ORDER BY created_at DESC, account_id DESC LIMIT ?`,
    )
    .bind(...conditions.flatMap(([, ...values]) => values), limit + 1)
    .all<ListedAccount>()
  const { page, last } = pageOf(results, limit)
  return { page, next: last?.account_id ?? null }
}

/** A line of the ledger as D1 has it, by its key, and the task that it charged. */
export type ProjectedLine = { account_id: string; seq: number; charged_task: string | null }

/** Lines from before `before`, oldest first. */
export async function oldLines(
  db: D1Database,
  { before, limit }: { before: number; limit: number },
): Promise<ProjectedLine[]> {
  const { results } = await db
    .prepare(
      `SELECT account_id, seq, iif(type = 'settle', task_id, NULL) AS charged_task FROM ledger INDEXED BY ledger_by_time
       WHERE at < ? ORDER BY at LIMIT ?`,
    )
    .bind(before, limit)
    .all<ProjectedLine>()
  return results
}

/** The statement that deletes D1's copy of lines. */
export function deleteLines(db: D1Database, lines: readonly ProjectedLine[]): D1PreparedStatement {
  const keys = JSON.stringify(lines.map(({ account_id, seq }) => [account_id, seq]))
  return db
    .prepare(
      `DELETE FROM ledger WHERE (account_id, seq) IN
         (SELECT value ->> '$[0]', value ->> '$[1]' FROM json_each(?))`,
    )
    .bind(keys)
}

/** What an account was charged for one kind of work. */
export type AccountUsage = Pick<ListedAccount, 'account_id' | 'name' | 'plan'> & {
  kind: string
  credits_charged: number
  tasks_completed: number
  tasks_failed: number
}

/** The live work of all accounts that ended in a span, by account and kind; times in milliseconds since 1970. */
export async function monthlyUsage(
  db: D1Database,
  { from, to }: { from: number; to: number },
): Promise<AccountUsage[]> {
  const { results } = await db
    .prepare(
      `SELECT account_id, coalesce(a.name, '') AS name, coalesce(a.plan, '') AS plan, kind, ${LINE_SUMS}
       FROM ledger INDEXED BY ledger_by_time LEFT JOIN accounts a USING (account_id)
       WHERE at >= ? AND at < ? AND type IN ('settle', 'release', 'expire') AND kind IS NOT NULL
         AND coalesce(mode, 'live') = 'live'
       GROUP BY account_id, kind ORDER BY account_id, kind`,
    )
    .bind(from, to)
    .all<AccountUsage>()
  return results
}
