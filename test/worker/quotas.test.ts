/** How much work may be under way or left behind unpaid, through HTTP. */
import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { mintKey } from '../../src/accounts/api-keys'
import { plans, TEST_QUOTAS } from '../../src/accounts/plans'
import { newId } from '../../src/ids'
import { newAccount, type TestAccount, work } from '../support/accounts'
import { post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

type Problem = { status: number; code: string; detail: string }

const later = (key: string, data: string, headers: Record<string, string> = {}) =>
  post('/v1/qrcode', key, { data, async_mode: true }, headers)

/** Begins `count` tasks at once, as so many requests would have. */
async function beginTasks({ account, call }: Pick<TestAccount, 'account' | 'call'>, count: number) {
  const items = Array.from({ length: count }, () => ({
    taskId: newId('tsk'),
    credits: 1,
    synchronous: false,
  }))
  expect(await account.begin(work(call, items))).toMatchObject({ outcome: 'go' })
  return items.map(({ taskId }) => taskId)
}

async function testKeyOf({ account, accountId }: TestAccount) {
  const { key, hash } = await mintKey({ accountId, mode: 'test', secret: env.SIGNING_SECRET ?? '' })
  await account.addKey({ keyId: newId('key'), keyHash: hash, mode: 'test', scopes: ['render', 'read'] })
  return { key, account, call: { keyHash: hash, scope: 'render', method: 'POST' } as const }
}

describe('queued tasks that have not ended', () => {
  it('are limited by the plan, and the next one is accepted when one has ended', async () => {
    const owner = await newAccount({ credits: 200, plan: 'Free' })
    const [first] = await beginTasks(owner, plans.Free.outstandingTasks)
    const refused = await later(owner.key, 'one more', { 'idempotency-key': 'order-101' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    const problem = await refused.json<Problem>()
    expect(problem.code).toBe('too_many_tasks')
    expect(problem.detail).toContain('100 queued tasks')
    await owner.account.release({ taskId: first ?? '', reason: 'failed' })
    expect((await later(owner.key, 'one more', { 'idempotency-key': 'order-101' })).status).toBe(202)
  })
})

describe('the check of an invoice', () => {
  it('counts as a render that somebody waits for, and not as a queued task', async () => {
    const owner = await newAccount({ credits: 200, plan: 'Free' })
    await beginTasks(owner, plans.Free.outstandingTasks)
    const check = () => post('/v1/invoice/check', owner.key, { invoice_xml: '<none/>' })
    expect((await check()).status).toBe(200)
    const renders = Array.from({ length: plans.Free.synchronousRenders }, () => ({
      taskId: newId('tsk'),
      credits: 1,
    }))
    await owner.account.begin(work(owner.call, renders))
    const refused = await check()
    expect([refused.status, (await refused.json<Problem>()).code]).toEqual([429, 'too_many_renders'])
  })
})

describe('test keys', () => {
  it('have 20 queued tasks, which leave the rest to live keys', async () => {
    const owner = await newAccount({ credits: 5 })
    const test = await testKeyOf(owner)
    await beginTasks(test, TEST_QUOTAS.outstandingTasks)
    const refused = await later(test.key, 'one more')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    const problem = await refused.json<Problem>()
    expect(problem.code).toBe('test_quota')
    expect(problem.detail).toBe(
      'Test keys allow 20 queued tasks that have not ended. Try again in 5 s, or use a live key.',
    )
    expect((await later(owner.key, 'one more')).status).toBe(202)
  })

  it('have 500 documents and codes a day', async () => {
    const owner = await newAccount({ credits: 5 })
    const test = await testKeyOf(owner)
    const code = (key: string, data: string) => post('/v1/qrcode', key, { data })
    expect((await code(test.key, 'first')).status).toBe(200)
    await runInDurableObject(owner.account, async (_, { storage }) => {
      const counted = storage.sql.exec(`SELECT used FROM windows WHERE method = 'test documents'`).one()
      expect(counted.used).toBe(1)
      storage.sql.exec(
        `UPDATE windows SET used = ? WHERE method = 'test documents'`,
        TEST_QUOTAS.documentsPerDay,
      )
    })
    const refused = await code(test.key, 'second')
    expect([refused.status, (await refused.json<Problem>()).code]).toEqual([429, 'test_quota'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
    expect((await code(test.key, 'first')).headers.get('x-cache')).toBe('HIT')
    expect((await code(owner.key, 'second')).status).toBe(200)
  })
})

describe('live tasks that are not charged', () => {
  it('are limited a day, failed ones and copies of stored results alike', async () => {
    const owner = await newAccount({ credits: 5, plan: 'Free' })
    const code = (body: object) => post('/v1/qrcode', owner.key, body)
    const used = () =>
      runInDurableObject(
        owner.account,
        async (_, { storage }) =>
          storage.sql.exec(`SELECT used FROM windows WHERE method = 'uncharged tasks'`).toArray().at(0)?.used,
      )
    expect((await code({ data: 'paid' })).status).toBe(200)
    expect(await used()).toBeUndefined()
    expect((await code({ data: 'x', logo_url: 'data:image/png;base64,AAAA' })).status).toBe(422)
    expect(await used()).toBe(1)
    await runInDurableObject(owner.account, async (_, { storage }) => {
      storage.sql.exec(
        `UPDATE windows SET used = ? WHERE method = 'uncharged tasks'`,
        plans.Free.unchargedTasksPerDay,
      )
    })
    const refused = await code({ data: 'paid', async_mode: true })
    expect([refused.status, (await refused.json<Problem>()).code]).toEqual([429, 'too_many_uncharged'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(100)
    // What makes no task is not counted.
    expect((await code({ data: 'paid' })).headers.get('x-cache')).toBe('HIT')
  })
})
