/** Pages of `GET /v1/tasks`: whole, in order, found by what is asked for, and each read from an index alone. */
import { env, SELF } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { listStatement, listTasks } from '../../src/tasks/list-tasks'
import { newAccount } from '../support/accounts'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

const TASKS = 1000
const LIMIT = 100

beforeAll(() => applySchema())

/** An account with completed tasks, two of each moment. */
async function accountWithTasks() {
  const owner = await newAccount({ credits: 0 })
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)
     INSERT INTO tasks (task_id, account_id, kind, mode, status, created_at, completed_at)
     SELECT 'tsk_' || ?1 || printf('%05d', i), ?1, 'qrcode', 'live', 'completed', ?3 + i / 2, ?3 + i / 2 FROM n`,
  )
    .bind(owner.accountId, TASKS, Date.now())
    .run()
  return owner
}

it('lead to every task once, newest first', async () => {
  const { key } = await accountWithTasks()
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const address: string = `https://platen.test/v1/tasks?limit=${LIMIT}${cursor && `&cursor=${cursor}`}`
    const response = await SELF.fetch(address, { headers: { 'x-api-key': key } })
    const page: { tasks: { task_id: string }[]; next_cursor: string | null } = await response.json()
    ids.push(...page.tasks.map(({ task_id }) => task_id))
    cursor = page.next_cursor ?? null
  }
  expect(new Set(ids).size).toBe(TASKS)
  expect(ids).toEqual(ids.toSorted().toReversed())
})

it('read no more rows late than early', async () => {
  const { accountId } = await accountWithTasks()
  const read: number[] = []
  // D1 says how many rows a statement read only to who sends it.
  const db = new Proxy(env.DB, {
    get: (target, name) =>
      name === 'prepare' ? (sql: string) => counted(target.prepare(sql)) : Reflect.get(target, name),
  })
  const counted = (statement: D1PreparedStatement) => ({
    bind: (...values: unknown[]) => ({
      async all() {
        const answer = await statement.bind(...values).all()
        read.push(answer.meta.rows_read)
        return answer
      },
    }),
  })
  let after: Parameters<typeof listTasks>[2]['after']
  do after = (await listTasks(db, accountId, { limit: LIMIT, after })).next
  while (after)
  expect(read).toHaveLength(TASKS / LIMIT)
  expect(Math.max(...read)).toBeLessThan(3 * LIMIT)
})

/** Tasks of one account that differ in all that is asked for, by their ids, the oldest first. */
async function variedTasks() {
  const owner = await newAccount({ credits: 0 })
  const row = async (id: string, given: Record<string, string | number | null>) => {
    const fields = {
      ...{ task_id: id + owner.accountId, account_id: owner.accountId, kind: 'transform', mode: 'live' },
      ...{ status: 'completed', created_at: Date.parse('2026-11-20T08:00:00Z'), completed_at: 1 },
      ...given,
    }
    const names = Object.keys(fields)
    await env.DB.prepare(`INSERT INTO tasks (${names.join()}) VALUES (${names.map(() => '?').join()})`)
      .bind(...Object.values(fields))
      .run()
  }
  await row('code', { kind: 'qrcode', metadata: '{"order":17,"customer":"Zoë & Co","paid":true,"rate":1.5}' })
  await row('failed', { status: 'failed', metadata: '{"order":"17","customer":"Acme","lines":[17]}' })
  await row('later', { created_at: Date.parse('2026-11-21T08:00:00Z'), metadata: '{"order":18}' })
  await row('deleted', { erased_at: 1, metadata: '{"order":17}' })
  const found = async (query: string) => {
    const { tasks } = await (await send('GET', `/v1/tasks?${query}`, owner)).json<{
      tasks: { task_id: string }[]
    }>()
    return tasks.map(({ task_id }) => task_id.replace(owner.accountId, ''))
  }
  return { owner, found }
}

it('have what is asked for, and nothing else', async () => {
  const { owner, found } = await variedTasks()
  const answers: Record<string, string[]> = {
    '': ['later', 'failed', 'code'],
    'kind=qrcode': ['code'],
    'status=failed': ['failed'],
    'status=failed&kind=qrcode': [],
    'from=2026-11-21': ['later'],
    'to=2026-11-20': ['failed', 'code'],
    'from=2026-11-20T08:00:00Z&to=2026-11-21T08:00:00Z': ['failed', 'code'],
    'metadata.order=17': ['failed', 'code'],
    'metadata[order]=17&status=failed': ['failed'],
    'metadata.order=17&metadata.customer=Zo%C3%AB%20%26%20Co': ['code'],
    'metadata.paid=true&metadata.rate=1.5': ['code'],
    'metadata.lines=17': [],
    'metadata.order=18&to=2026-11-20': [],
    [`task_id=code${owner.accountId}`]: ['code'],
    [`task_id=code${owner.accountId}&metadata.order=17`]: ['code'],
    [`task_id=code${owner.accountId}&status=failed`]: [],
    [`task_id=deleted${owner.accountId}`]: [],
  }
  for (const [query, ids] of Object.entries(answers)) expect(await found(query), query).toEqual(ids)

  await env.DB.prepare(`UPDATE tasks SET metadata = NULL WHERE task_id = ?`)
    .bind(`code${owner.accountId}`)
    .run()
  expect(await found('metadata.order=17')).toEqual(['failed'])
  await env.DB.prepare(`DELETE FROM tasks WHERE account_id = ?`).bind(owner.accountId).run()
  const left = env.DB.prepare('SELECT count(*) AS n FROM task_metadata WHERE account_id = ?')
  expect(await left.bind(owner.accountId).first('n')).toBe(0)
})

it.each([
  ['from=2026-11-22&to=2026-11-20', '/from must not be later than to'],
  ['from=yesterday', '/from must be a day'],
  [`metadata.order=${'x'.repeat(201)}`, 'more than 200 characters'],
  [`metadata.${'x'.repeat(65)}=1`, '64 characters'],
  ['metadata.__proto__=x', 'named __proto__'],
  [[1, 2, 3, 4, 5, 6].map((n) => `metadata.f${n}=1`).join('&'), 'at most 5 fields'],
  ['metadata=17', '/metadata must be an object'],
  ['metadata.order=1&metadata.order=2', 'came 2 times'],
])('of what nobody can find are refused: %s', async (query, reason) => {
  const { key } = await newAccount({ credits: 0 })
  const answer = await send('GET', `/v1/tasks?${query}`, { key })
  expect(answer.status).toBe(400)
  expect((await answer.json<{ detail: string }>()).detail).toContain(reason)
})

it.each([
  ['nothing', {}, /USING INDEX tasks_listed \(account_id=\? AND \(created_at,task_id\)</],
  [
    'the status',
    { status: 'failed' },
    /tasks_listed_by_status \(account_id=\? AND status=\? AND \(created_at/,
  ],
  [
    'the kind, within a span',
    { kind: 'qrcode', from: 1 },
    /tasks_listed_by_kind \(account_id=\? AND kind=\? AND created_at>\?/,
  ],
  [
    'a test key',
    { mode: 'test', kind: 'qrcode' },
    /tasks_listed_of_test_keys \(account_id=\? AND \(created_at/,
  ],
  [
    'metadata',
    { metadata: { order: '17', paid: 'true' } },
    /PRIMARY KEY \(account_id=\? AND name=\? AND value=\? AND \(created_at/,
  ],
] as const)('are led to by an index when %s is asked for', async (_, filter, index) => {
  const { sql, values } = listStatement('acc', { ...filter, after: { createdAt: 9, id: 'tsk' } })
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...values, 50)
    .all<{ detail: string }>()
  const plan = results.map(({ detail }) => detail).join('\n')
  expect(plan).toMatch(index)
  expect(plan).not.toMatch(/SCAN|TEMP B-TREE/)
})

it('are led to by an index whatever is asked for together', async () => {
  const choices = {
    status: [undefined, 'pending', 'processing', 'completed', 'failed'],
    kind: [undefined, 'qrcode'],
    mode: [undefined, 'test'],
    taskId: [undefined, 'tsk'],
    from: [undefined, 1],
    to: [undefined, 9],
    metadata: [undefined, { order: '17' }, { order: '17', paid: 'true', customer: 'Zoë' }],
    after: [undefined, { createdAt: 9, id: 'tsk' }],
  }
  let filters: object[] = [{}]
  for (const [name, values] of Object.entries(choices))
    filters = filters.flatMap((filter) => values.map((value) => ({ ...filter, [name]: value })))
  expect(filters).toHaveLength(960)
  const statements = filters.map((filter) => listStatement('acc', filter))
  const plans = await env.DB.batch<{ detail: string }>(
    statements.map(({ sql, values }) => env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...values, 50)),
  )
  const slow = plans.flatMap(({ results }, index) => {
    const plan = results.map(({ detail }) => detail).join('\n')
    const isRead =
      /SEARCH [tm] USING (INDEX (tasks_listed|sqlite_autoindex_tasks_1)|PRIMARY KEY \((task_id=\?|account_id=\? AND name=\?))/.test(
        plan,
      )
    return isRead && !/SCAN|TEMP B-TREE/.test(plan) ? [] : [`${JSON.stringify(filters[index])}: ${plan}`]
  })
  expect(slow).toEqual([])
})
