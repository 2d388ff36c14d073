/** Pages of `GET /v1/tasks`: whole, in order, and each read from the index alone. */
import { env, SELF } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { listTasks } from '../../src/tasks/list'
import { newAccount } from '../support/accounts'
import { applySchema } from '../support/schema'

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
