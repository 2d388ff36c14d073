/** What an account's object keeps for idempotency keys: one row each, found by index, removed after a day. */
import { runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

const DAY_MS = 24 * 60 * 60 * 1000

it('a key more is one row, found among 12,000 by reading one, and none is left after a day', async () => {
  const { account, key } = await newAccount({ credits: 20, plan: 'Max' })
  const order = async (idempotencyKey: string) => {
    const response = await post('/v1/qrcode', key, { data: 'x' }, { 'idempotency-key': idempotencyKey })
    await response.arrayBuffer()
    return response.status
  }
  for (const name of ['a', 'b', 'c', 'a', 'b']) expect(await order(name)).toBe(200)
  const count = () =>
    runInDurableObject(account, (_, { storage: { sql } }) =>
      Number(sql.exec('SELECT count(*) AS count FROM calls').one().count),
    )
  expect(await count()).toBe(3)
  const { rowsRead, longest } = await runInDurableObject(account, (_, { storage: { sql } }) => {
    sql.exec(`INSERT INTO calls (route, key, fingerprint, request_id, lease_until, expires_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 12000)
      SELECT 'POST /v1/qrcode', 'k' || n, 'f', 'r', 0, 1 FROM numbers`)
    const found = sql.exec('SELECT * FROM calls WHERE route = ? AND key = ?', 'POST /v1/qrcode', 'b')
    found.one()
    const { length } = sql.exec('SELECT max(length(answer)) AS length FROM calls').one()
    return { rowsRead: found.rowsRead, longest: Number(length) }
  })
  expect(rowsRead).toBe(1)
  expect(longest).toBeLessThan(2_000)
  const left: number[] = []
  for (let alarm = 0; alarm < 3; alarm++) {
    await runInDurableObject(account, async (object) => await object.alarm())
    left.push(await count())
  }
  expect(left.at(-1)).toBe(3)
  await runInDurableObject(account, async (object, { storage: { sql } }) => {
    const { last } = sql.exec('SELECT max(expires_at) AS last FROM calls').one()
    expect(Number(last)).toBeLessThanOrEqual(Date.now() + DAY_MS)
    sql.exec('UPDATE calls SET expires_at = 1')
    await object.alarm()
  })
  expect(await count()).toBe(0)
})
