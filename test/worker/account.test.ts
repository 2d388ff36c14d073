import { env, runDurableObjectAlarm, runInDurableObject, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newAccountId } from '../../src/accounts/api-keys'
import { newId } from '../../src/ids'
import { findTask } from '../../src/tasks/list-tasks'
import type { TaskRecord } from '../../src/tasks/record'
import { newAccount, work } from '../support/accounts'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

describe('an account', () => {
  it('holds, settles for less and answers duplicates with the first outcome', async () => {
    const { account, call } = await newAccount({ credits: 10 })
    const taskId = newId('tsk')
    expect(await account.begin(work(call, [{ taskId, credits: 4 }]))).toMatchObject({
      outcome: 'go',
      credits_charged: 4,
      account: { credits_left: 6, plan: 'Pro' },
    })
    expect(await account.settle({ taskId, credits: 3 })).toEqual({
      outcome: 'settled',
      credits_charged: 3,
      credits_left: 7,
    })
    expect(await account.settle({ taskId })).toEqual({
      outcome: 'settled',
      credits_charged: 3,
      credits_left: 7,
    })
    expect(await account.release({ taskId, reason: 'late' })).toMatchObject({
      outcome: 'settled',
      credits_left: 7,
    })
  })

  it('holds everything or nothing', async () => {
    const { account, call } = await newAccount({ credits: 5 })
    const refused = await account.begin(
      work(call, [
        { taskId: newId('tsk'), credits: 3 },
        { taskId: newId('tsk'), credits: 3 },
      ]),
    )
    expect(refused).toMatchObject({
      outcome: 'refused',
      code: 'insufficient_credits',
      needed: 6,
      available: 5,
    })
    expect(await account.credits()).toEqual({ credits_left: 5, plan: 'Pro' })
  })

  it('grants exactly 500 of 1,000 concurrent holds on 500 credits', async () => {
    const { account, call } = await newAccount({ credits: 500, plan: 'Max' })
    const results = await Promise.all(
      Array.from({ length: 1000 }, () =>
        account.begin(work(call, [{ taskId: newId('tsk'), credits: 1, synchronous: false }])),
      ),
    )
    const outcomes = results.map((result) => (result.outcome === 'refused' ? result.code : result.outcome))
    expect(outcomes.filter((outcome) => outcome === 'go')).toHaveLength(500)
    expect(outcomes.filter((outcome) => outcome === 'insufficient_credits')).toHaveLength(500)
    expect(await account.credits()).toMatchObject({ credits_left: 0 })
  })

  it('releases a hold whose lease is over, by its alarm, and calls the task failed', async () => {
    const { account, call, accountId } = await newAccount({ credits: 2 })
    const taskId = newId('tsk')
    await account.begin(work(call, [{ taskId, credits: 2, leaseMs: 60_000 }]))
    expect(await account.task(taskId)).toMatchObject({ status: 'processing' })
    const later = Date.now() + 61_000
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => later)
    onTestFinished(() => clock.mockRestore())
    await runDurableObjectAlarm(account)
    expect(await account.credits()).toMatchObject({ credits_left: 2 })
    const ended = await findTask(env.DB, account, { taskId, accountId })
    expect(ended).toMatchObject({ status: 'failed', credits_charged: 0 })
    expect(await account.settle({ taskId })).toMatchObject({ outcome: 'released', credits_left: 2 })
  })

  it('tells D1 of every task and every line of its ledger but those of holds', async () => {
    const { account, call, accountId } = await newAccount({ credits: 9 })
    const [done, failed] = [newId('tsk'), newId('tsk')]
    await account.begin(work(call, [{ taskId: done, credits: 2 }]))
    await account.begin(work(call, [{ taskId: failed, credits: 2 }]))
    const held = await account.task(done)
    await account.settle({
      taskId: done,
      task: { ...(held as TaskRecord), pages: 3, bytes: 1234, warnings: '["no font"]', metadata: '{"a":1}' },
    })
    await account.release({ taskId: failed, reason: 'render_timeout' })
    await account.catchUp()
    const { results } = await env.DB.prepare('SELECT * FROM tasks WHERE account_id = ? ORDER BY status')
      .bind(accountId)
      .all()
    expect(results).toMatchObject([
      { task_id: done, status: 'completed', credits_charged: 2, pages: 3, warnings: '["no font"]' },
      { task_id: failed, status: 'failed', credits_charged: 0 },
    ])
    const ledger = await env.DB.prepare('SELECT * FROM ledger WHERE account_id = ? ORDER BY seq')
      .bind(accountId)
      .all()
    expect(ledger.results.map(({ type, credits, credits_left }) => [type, credits, credits_left])).toEqual([
      ['grant', 9, 9],
      ['settle', 2, 5],
      ['release', 2, 7],
    ])
  })

  it('is not made by being asked for', async () => {
    const account = env.ACCOUNT.get(env.ACCOUNT.idFromName(newAccountId()))
    const call = { keyHash: 'nothing', scope: 'render', method: 'POST' } as const
    expect(await account.authenticate(call)).toMatchObject({ outcome: 'refused', code: 'unauthorized' })
    expect(await account.begin(work(call, []))).toMatchObject({ code: 'unauthorized' })
    expect(await account.summary()).toEqual({ outcome: 'not_found' })
    const tables = await runInDurableObject(account, (_, state) =>
      state.storage.sql.exec('SELECT name FROM sqlite_schema').toArray(),
    )
    expect(tables).toEqual([])
  })
})

describe('over HTTP', () => {
  it('an operator makes an account whose key answers its balance', async () => {
    const created = await SELF.fetch('https://platen.test/admin/v1/accounts', {
      method: 'POST',
      headers: { authorization: `Bearer ${env.ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Acme', plan: 'pro', credits: 500 }),
    })
    expect(created.status).toBe(201)
    const { api_key, ...rest } = await created.json<Record<string, string>>()
    expect(rest).toMatchObject({ name: 'Acme', plan: 'Pro', credits_left: 500 })
    const balance = await SELF.fetch('https://platen.test/v1/credits', {
      headers: { 'x-api-key': api_key ?? '' },
    })
    expect(balance.status).toBe(200)
    expect(balance.headers.get('ratelimit-policy')).toBe('"gets";q=600;w=60')
    expect(balance.headers.get('ratelimit')).toMatch(/^"gets";r=599;t=\d+$/)
    expect(await balance.json()).toEqual({ credits_left: 500, plan: 'Pro' })
    const lines = await SELF.fetch('https://platen.test/admin/v1/accounts', {
      method: 'POST',
      headers: { authorization: `Bearer ${env.ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Acme\nInc' }),
    })
    expect([lines.status, await lines.json()]).toMatchObject([
      400,
      { errors: [{ pointer: '/name', message: 'must be one line, without control characters' }] },
    ])
  })
})
