/** Usage as tables: an account's own by day, and all accounts' by month; and how an operator finds accounts. */
import { env } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { awayFromMidnight } from '../support/away-from-midnight'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

const operator = { authorization: `Bearer ${env.ADMIN_TOKEN}` }

beforeAll(() => applySchema())

it('an account has its own by day and kind', async () => {
  await awayFromMidnight()
  const { key } = await newAccount({ credits: 10 })
  await (await send('POST', '/v1/qrcode', { key, body: { data: 'one' } })).arrayBuffer()
  const day = new Date().toISOString().slice(0, 10)
  const table = async (query = '') => await send('GET', `/v1/usage.csv${query}`, { key })
  const answer = await table()
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(await answer.text()).toBe(
    `day,kind,credits_charged,tasks_completed,tasks_failed\r\n${day},qrcode,1,1,0\r\n`,
  )
  expect((await (await table('?kind=transform')).text()).split('\r\n')).toHaveLength(2)
  for (const query of ['?from=2026-11-22&to=2026-11-20', '?limit=3', '?kind=x'])
    expect((await table(query)).status, query).toBe(400)
})

it('the operator has all accounts’ by month, without test work', async () => {
  const account = (name: string, id: string) =>
    env.DB.prepare(`INSERT INTO accounts (account_id, name, plan, created_at) VALUES (?, ?, 'Pro', 1)`).bind(
      id,
      name,
    )
  const line = (seq: number, at: string, type: string, mode: string | null, credits: number) =>
    env.DB.prepare(
      `INSERT INTO ledger (account_id, seq, at, type, kind, mode, credits, credits_left) VALUES ('acc_b', ?, ?, ?, ?, ?, ?, 0)`,
    ).bind(seq, Date.parse(at), type, type === 'grant' ? null : 'transform', mode, credits)
  await env.DB.batch([
    account('=1+1, "quoted"', 'acc_b'),
    account('＝1+1', 'acc_c'),
    line(1, '2025-02-01T00:00:00Z', 'grant', null, 100),
    line(2, '2025-01-31T23:59:59Z', 'settle', 'live', 9),
    line(3, '2025-02-01T00:00:00Z', 'settle', 'live', 2),
    line(4, '2025-02-28T23:59:59Z', 'settle', 'live', 2),
    line(5, '2025-02-03T00:00:00Z', 'release', 'live', 2),
    line(6, '2025-02-03T00:00:00Z', 'hold', 'live', 2),
    line(7, '2025-02-03T00:00:00Z', 'settle', 'test', 5),
    line(8, '2025-03-01T00:00:00Z', 'settle', 'live', 7),
  ])
  const answer = await send('GET', '/admin/v1/usage.csv?month=2025-02', { headers: operator })
  expect(await answer.text()).toBe(
    'account_id,name,plan,kind,credits_charged,tasks_completed,tasks_failed\r\n' +
      `acc_b,"'=1+1, ""quoted""",Pro,transform,4,2,1\r\n`,
  )
  for (const query of ['', '?month=2025-13', '?month=2025'])
    expect((await send('GET', `/admin/v1/usage.csv${query}`, { headers: operator })).status, query).toBe(400)
})

it('accounts are found by a part of their name or their id', async () => {
  await env.DB.batch(
    ['Acme Ltd', 'acme 100%', 'Other'].map((name, n) =>
      env.DB.prepare(
        `INSERT INTO accounts (account_id, name, plan, created_at) VALUES (?, ?, 'Free', ?)`,
      ).bind(`acc_search${n}`, name, n),
    ),
  )
  const found = async (query: string) => {
    const answer = await send('GET', `/admin/v1/accounts?${query}`, { headers: operator })
    const { accounts, next_cursor } = await answer.json<{
      accounts: { name: string }[]
      next_cursor: string | null
    }>()
    return { names: accounts.map(({ name }) => name), next_cursor }
  }
  expect((await found('search=ACME')).names).toEqual(['acme 100%', 'Acme Ltd'])
  expect((await found('search=%25')).names).toEqual(['acme 100%'])
  expect((await found('search=acc_search2')).names).toEqual(['Other'])
  const { names, next_cursor } = await found('search=acme&limit=1')
  expect(names).toEqual(['acme 100%'])
  expect((await found(`search=acme&limit=1&cursor=${next_cursor}`)).names).toEqual(['Acme Ltd'])
})
