/** Closing an account's ledger: whoever asks gets the same answers before and after, and the object keeps little. */
import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import type { Account } from '../../src/accounts/account-object'
import { LedgerArchive } from '../../src/accounts/ledger-archive'
import { conditions } from '../../src/accounts/statement-filter'
import { ClosedLedger } from '../../src/accounts/storage/closed-ledger'
import { AccountSql } from '../../src/accounts/storage/sql'
import { newId } from '../../src/ids'
import { newAccount, type TestAccount, work } from '../support/accounts'
import { awayFromMidnight } from '../support/away-from-midnight'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

const DAY = 24 * 60 * 60_000
const DAYS = 200
const LINES = 12_000

beforeAll(() => applySchema())

/** Runs `use` with the object's database. */
const inside = <Result>({ account }: TestAccount, use: (sql: SqlStorage, object: Account) => Result) =>
  runInDurableObject(account, (object, { storage }) => use(storage.sql, object as unknown as Account))

/** An account of some months: a task of 200 days ago that D1 knows, and thousands of lines since. */
async function oldAccount(): Promise<{ owner: TestAccount; taskId: string; start: number }> {
  const owner = await newAccount({ credits: 100_000 })
  const taskId = newId('tsk')
  await owner.account.begin(work(owner.call, [{ taskId, credits: 2 }]))
  await owner.account.settle({ taskId, credits: 1 })
  await owner.account.catchUp()
  const start = Date.now() - DAYS * DAY
  await inside(owner, (sql) => {
    sql.exec('UPDATE entries SET at = at - ?', DAYS * DAY)
    sql.exec('UPDATE holds SET held_at = held_at - ?1, resolved_at = resolved_at - ?1', DAYS * DAY)
    sql.exec(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${LINES})
       INSERT INTO entries (at, type, task_id, kind, mode, credits, credits_left)
         SELECT ${start} + i * ${(DAYS * DAY) / LINES}, CASE WHEN i % 2 THEN 'hold' WHEN i % 14 THEN 'settle' ELSE 'release' END,
           'tsk_' || ((i + 1) / 2), iif((i + 1) / 2 % 3, 'transform', 'qrcode'), 'live', 2, 99999 - i / 2 FROM n`,
    )
    sql.exec(
      `INSERT INTO holds (task_id, kind, mode, credits, synchronous, held_at, expires_at, outcome, charged, resolved_at)
       SELECT task_id, kind, mode, 2, 1, at, at, 'settled', 2, at FROM entries WHERE type = 'settle' AND task_id <> ?`,
      taskId,
    )
    // As if D1 had them.
    sql.exec('UPDATE ledger_projection SET seq = (SELECT max(seq) FROM entries)')
  })
  await env.DB.prepare(
    'UPDATE tasks SET created_at = created_at - ?2, completed_at = completed_at - ?2 WHERE task_id = ?1',
  )
    .bind(taskId, DAYS * DAY)
    .run()
  return { owner, taskId, start }
}

it('usage, its pages and its table are the same before and after, and the balance is untouched', async () => {
  await awayFromMidnight()
  const { owner, taskId, start } = await oldAccount()
  const { accountId, account, key } = owner
  const time = (days: number) => new Date(start + days * DAY + 1234).toISOString()
  const day = (days: number) => time(days).slice(0, 10)
  const asked = [
    '/v1/usage',
    '/v1/usage.csv',
    '/v1/credits',
    `/v1/usage?day=${day(3)}&limit=500`,
    `/v1/usage?from=${time(2)}&to=${time(30)}&limit=20`,
    `/v1/usage?from=${time(2)}&to=${time(2.3)}&kind=qrcode&limit=500`,
    `/v1/usage.csv?from=${time(10)}&to=${time(199)}&kind=transform`,
    `/v1/usage?task=${taskId}`,
    `/v1/usage?task=tsk_5999`,
  ]
  const answers = async () =>
    await Promise.all(
      asked.map(async (path) => {
        const answer = await send('GET', path, { key })
        expect(answer.status, path).toBe(200)
        return await answer.text()
      }),
    )
  const pages = async () => {
    const entries: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more = cursor === '' ? '' : `&cursor=${cursor}`
      const answer = await send('GET', `/v1/usage?limit=500&kind=qrcode${more}`, { key })
      const page = await answer.json<{ entries: unknown[]; next_cursor: string | null }>()
      entries.push(...page.entries)
      cursor = page.next_cursor
    }
    return entries
  }
  const before = { answers: await answers(), pages: await pages() }
  expect(before.pages).toHaveLength(LINES / 3)
  expect(JSON.parse(before.answers[7] ?? '').entries).toHaveLength(2)

  // The first alarm adds lines up. Then a part is stored, and the object breaks off before it knows that.
  await inside(owner, (_, object) => object.alarm())
  const alreadyClosed = await inside(owner, (sql) => new ClosedLedger(new AccountSql(sql)).upTo())
  const part = await inside(owner, (sql) => new ClosedLedger(new AccountSql(sql)).nextPart(Date.now()))
  if (!part) throw new Error('nothing is to be closed')
  expect(part.first).toBe(alreadyClosed + 1)
  await new LedgerArchive(env.FILES).put(accountId, part)
  const counts = (sql: SqlStorage) =>
    sql
      .exec<{ lines: number; holds: number; parts: number; oldest: number }>(
        `SELECT (SELECT count(*) FROM entries) AS lines, (SELECT count(*) FROM holds) AS holds,
           (SELECT count(*) FROM closed_parts) AS parts, (SELECT min(at) FROM entries) AS oldest`,
      )
      .one()
  let left = await inside(owner, counts)
  for (let alarms = 0, parts = -1; parts !== left.parts && alarms < 20; alarms++) {
    parts = left.parts
    await inside(owner, (_, object) => object.alarm())
    left = await inside(owner, counts)
  }
  const now = new Date()
  expect(left.oldest).toBeGreaterThanOrEqual(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
  expect(left.parts).toBeGreaterThan(0)
  expect(left.holds).toBeLessThan(LINES / 2 - 1)
  const { objects } = await env.FILES.list({ prefix: `ledger/${accountId}/` })
  expect(objects).toHaveLength(left.parts)

  expect({ answers: await answers(), pages: await pages() }).toEqual(before)
  const next = newId('tsk')
  await account.begin(work(owner.call, [{ taskId: next, credits: 2 }]))
  expect(await account.settle({ taskId: next })).toMatchObject({ outcome: 'settled', credits_left: 99_997 })
  expect(await account.wasCharged(taskId)).toBe(true)
  expect(await account.task(taskId)).toBeUndefined()
})

it('open lines of a task are found without reading the others', async () => {
  const { owner } = await oldAccount()
  const { account, call } = owner
  const underWay = newId('tsk')
  await account.begin(work(call, [{ taskId: underWay, credits: 2 }]))
  const found = await inside(owner, (sql) =>
    [underWay, 'tsk_3000'].map((taskId) => {
      const { where, values } = conditions({ taskId, limit: 10 }, sql)
      const cursor = sql.exec(`SELECT type FROM entries WHERE ${where}`, ...values)
      return { types: cursor.toArray().map(({ type }) => type), rowsRead: cursor.rowsRead }
    }),
  )
  expect(found.map(({ types }) => types)).toEqual([['hold'], ['hold', 'settle']])
  for (const { rowsRead } of found) expect(rowsRead).toBeLessThan(100)
})
