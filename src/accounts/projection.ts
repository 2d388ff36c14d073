/**
 * What an account's object shows in D1: its outcomes of tasks, its ledger and its name, and the operator's list of
 * accounts. Every statement may be repeated: a ledger entry is inserted once.
 */

import { pageOf } from '../cursor'
import { outcomeStatement } from '../tasks/outcomes'
import type { PlanName } from './plans'

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
const ACCOUNT_COLUMNS = ['account_id', 'name', 'plan', 'created_at']

const jsonFields = (columns: string[]) => columns.map((name) => `value ->> '$.${name}'`).join(', ')

const INSERT_LEDGER = `
  INSERT OR IGNORE INTO ledger (${LEDGER_COLUMNS.join(', ')})
  SELECT ${jsonFields(LEDGER_COLUMNS)} FROM json_each(?)`

const UPSERT_ACCOUNTS = `
  INSERT INTO accounts (${ACCOUNT_COLUMNS.join(', ')})
  SELECT ${jsonFields(ACCOUNT_COLUMNS)} FROM json_each(?) WHERE true
  ON CONFLICT (account_id) DO UPDATE SET name = excluded.name, plan = excluded.plan`

export type Topic = 'task' | 'entry' | 'account'

/** Writes rows, each JSON text, in one round trip and one transaction. */
export async function project(
  db: D1Database,
  rows: readonly { topic: Topic; payload: string }[],
): Promise<void> {
  const write = (topic: Topic, statement: (payloads: string[]) => D1PreparedStatement) => {
    const payloads = rows.filter((row) => row.topic === topic).map((row) => row.payload)
    return payloads.length > 0 ? [statement(payloads)] : []
  }
  const insert = (sql: string) => (payloads: string[]) => db.prepare(sql).bind(`[${payloads.join()}]`)
  await db.batch([
    ...write('account', insert(UPSERT_ACCOUNTS)),
    ...write('task', (records) => outcomeStatement(db, records)),
    ...write('entry', insert(INSERT_LEDGER)),
  ])
}

export type ListedAccount = { account_id: string; name: string; plan: PlanName; created_at: number }

/** A page of accounts, newest first, after the account that `cursor` names; `next` is null on the last page. */
export async function listAccounts(
  db: D1Database,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ page: ListedAccount[]; next: string | null }> {
  const older = cursor
    ? 'WHERE (created_at, account_id) < (SELECT created_at, account_id FROM accounts WHERE account_id = ?2)'
    : ''
  const { results } = await db
    .prepare(
      `SELECT account_id, name, plan, created_at FROM accounts ${older} ORDER BY created_at DESC, account_id DESC LIMIT ?1`,
    )
    .bind(limit + 1, ...(cursor ? [cursor] : []))
    .all<ListedAccount>()
  const { page, last } = pageOf(results, limit)
  return { page, next: last?.account_id ?? null }
}
