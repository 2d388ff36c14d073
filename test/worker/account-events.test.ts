/** Events of an account: what raises them, once, where they are sent, and what becomes of them. */
import { env } from 'cloudflare:test'
import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { taskDatabase, taskDatabases } from '../../src/databases'
import { deleteOldEvents } from '../../src/webhooks/event-deliveries'
import type { Report } from '../net/servers'
import { addKey, newAccount, type TestAccount } from '../support/accounts'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

const { site, trap } = inject('origins')
/** An event leaves the account after a second. */
const PATIENCE = { timeout: 20_000, interval: 200 }

type Json = Record<string, unknown>
type Delivery = Json & { delivery_id: string; attempts: Json[] }

let owner: TestAccount
let hook: string

const report = async () => await (await fetch(`${site}/report`)).json<Report>()
const callsOf = async (name = hook) => (await report()).hooks[name] ?? []
const told = async (name = hook) => (await callsOf(name)).map(({ body }) => JSON.parse(body) as Json)
const put = (body: unknown, key = owner.key) => send('PUT', '/v1/webhooks/events', { key, body })
const get = async (key = owner.key) => {
  const answer = await send('GET', '/v1/webhooks/events', { key })
  return answer.status === 200 ? await answer.json() : answer.status
}
const targetOf = (more: Json = {}) => ({
  url: `${site}/hook?name=${hook}`,
  events: ['credits.low', 'task.failed'],
  credits_below: 3,
  ...more,
})
const code = async (body: Json = {}, key = owner.key) =>
  await send('POST', '/v1/qrcode', { key, body: { data: crypto.randomUUID(), ...body } })
/** A task that fails: its logo is none. */
const failing = { logo_url: `${site}/file.pdf` }
const deliveries = async (query = '', key = owner.key) => {
  const answer = await send('GET', `/v1/webhooks/deliveries${query}`, { key })
  return (await answer.json<{ deliveries: Delivery[] }>()).deliveries
}

beforeAll(() => applySchema())
beforeEach(async () => {
  owner = await newAccount({ credits: 4 })
  hook = `events-${owner.accountId}`
})

describe('the address for events', () => {
  it('is set, read, replaced as a whole and removed, of each mode its own', async () => {
    const testKey = await addKey(owner, { mode: 'test', scopes: ['render', 'read', 'manage'] })
    expect(await get()).toBe(404)
    const optional = await send('GET', '/v1/webhooks/events?optional=true', { key: owner.key })
    expect([optional.status, await optional.text()]).toEqual([204, ''])
    expect((await put(targetOf())).status).toBe(201)
    expect(await get()).toEqual(targetOf())
    expect(await get(testKey)).toBe(404)
    const next = { url: 'https://example.com/x', events: ['task.failed'] }
    expect((await put({ ...next, events: ['task.failed', 'task.failed'] })).status).toBe(200)
    expect(await get()).toEqual(next)
    expect((await send('DELETE', '/v1/webhooks/events', { key: owner.key })).status).toBe(204)
    expect((await send('DELETE', '/v1/webhooks/events', { key: owner.key })).status).toBe(404)
    expect(await get()).toBe(404)
  })

  it.each<[Json, string]>([
    [{ url: 'http://169.254.169.254/latest' }, 'only public hosts'],
    [{ url: 'http://127.1/x' }, '/url'],
    [{ url: 'ftp://example.com/x' }, '/url'],
    [{ url: 'https://user:pass@example.com/x' }, '/url'],
    [{ url: 'https://platen.test/v1/transform' }, '/url'],
    [{ url: '' }, '/url'],
    [{ events: [] }, '/events'],
    [{ events: ['task.done'] }, '/events/0'],
    [{ credits_below: undefined }, 'is needed for credits.low'],
    [{ events: ['task.failed'] }, 'is only for credits.low'],
    [{ credits_below: 0 }, '/credits_below'],
    [{ secret: 'x' }, '/secret'],
  ])('is refused with %j', async (fields, reason) => {
    const answer = await put(targetOf(fields))
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(reason)
  })

  it.each(['GET', 'PUT', 'DELETE'])('is for keys of scope manage: %s', async (method) => {
    const key = await addKey(owner, { mode: 'live', scopes: ['render', 'read'] })
    const body = method === 'PUT' ? targetOf() : undefined
    expect((await send(method, '/v1/webhooks/events', { key, body })).status).toBe(403)
    expect((await send('POST', '/v1/webhooks/events/test', { key, body: {} })).status).toBe(403)
  })
})

describe('low credits', () => {
  it('are told once when they fall under the mark, and again after they were above it', async () => {
    await put(targetOf())
    await code() // 3 left
    await code() // 2
    await code() // 1
    await expect.poll(() => callsOf(), PATIENCE).toHaveLength(1)
    await owner.account.grant({ amount: 5, reason: 'more' }) // 6
    await owner.account.grant({ amount: -4, reason: 'taken back' }) // 2
    await code() // 1
    await expect.poll(() => callsOf(), PATIENCE).toHaveLength(2)
    const [first, second] = await callsOf()
    const body = new Webhook('whsec_dGVzdA==').verify(first?.body ?? '', first?.headers ?? {})
    expect(body).toEqual({
      ...{ type: 'credits.low', mode: 'live', timestamp: expect.any(String) },
      data: { credits_left: 2, credits_below: 3, plan: 'Pro' },
    })
    expect(JSON.parse(second?.body ?? '')).toMatchObject({ data: { credits_left: 2 } })
    // The receiver has it before it is noted what the receiver said.
    const told = { event: 'credits.low', status: 'delivered', attempts: [{ status: 204 }] }
    await expect.poll(() => deliveries(), PATIENCE).toMatchObject([told, told])
    const [, listed] = await deliveries()
    expect(listed).not.toHaveProperty('task_id')
    // The rest of the address may be a secret.
    expect(listed?.url).toBe(site)
    const one = `/v1/webhooks/deliveries/${listed?.delivery_id}`
    expect(await (await send('GET', one, { key: owner.key })).json()).toMatchObject({ body })
    const replayed = await send('POST', `${one}/replay`, { key: owner.key, body: {} })
    expect(replayed.status).toBe(202)
    await expect.poll(() => callsOf(), PATIENCE).toHaveLength(3)
  })

  it('are no matter of what is held, or of test keys', async () => {
    const key = await addKey(owner, { mode: 'test', scopes: ['render', 'read', 'manage'] })
    await put(targetOf({ events: ['credits.low'] }))
    await put(targetOf({ events: ['credits.low'] }), key)
    // Holds 2 of 4, and gives them back.
    expect((await code(failing)).status).toBe(422)
    await code({}, key)
    await code() // 3
    expect(await told()).toEqual([])
    await code()
    await expect.poll(() => told(), PATIENCE).toMatchObject([{ type: 'credits.low' }])
    expect(await deliveries('', key)).toEqual([])
  })
})

describe('a failed task', () => {
  it('is told, whoever waited for it, beside the webhook of the task', async () => {
    await put(targetOf({ events: ['task.failed'], credits_below: undefined }))
    expect((await code(failing)).status).toBe(422)
    await expect.poll(() => told(), PATIENCE).toHaveLength(1)
    const webhook_url = `${site}/hook?name=task-${hook}`
    const metadata = { order: 17 }
    const accepted = await code({ ...failing, async_mode: true, webhook_url, metadata })
    const { task_id } = await accepted.json<{ task_id: string }>()
    await expect.poll(() => told(), PATIENCE).toHaveLength(2)
    await expect.poll(() => told(`task-${hook}`), PATIENCE).toMatchObject([{ task_id, status: 'failed' }])
    expect((await told())[1]).toEqual({
      ...{ type: 'task.failed', mode: 'live', timestamp: expect.any(String) },
      data: {
        ...{ task_id, kind: 'qrcode', created_at: expect.any(String), failed_at: expect.any(String) },
        error: { code: 'asset_failed', message: expect.any(String) },
        metadata,
      },
    })
    const delivered = { status: 'delivered' }
    await expect.poll(() => deliveries(`?task=${task_id}`), PATIENCE).toMatchObject([delivered, delivered])
    // Deleted with the task.
    expect((await send('DELETE', `/v1/status/${task_id}`, { key: owner.key })).status).toBe(204)
    const left = await deliveries(`?task=${task_id}`)
    expect(left.map(({ url }) => url)).toEqual([undefined, undefined])
    const { results } = await env.DB.prepare('SELECT body FROM deliveries WHERE task_id = ?')
      .bind(task_id)
      .all()
    expect(results).toEqual([{ body: null }, { body: null }])
  })

  it('is told to its own mode, and to nobody if it was deleted or had ended well', async () => {
    const key = await addKey(owner, { mode: 'test', scopes: ['render', 'read', 'manage'] })
    await put(targetOf({ url: `${site}/hook?name=live-${hook}` }))
    await put(targetOf(), key)
    await code({}, key)
    await code(failing, key)
    await expect.poll(() => told(), PATIENCE).toMatchObject([{ type: 'task.failed', mode: 'test' }])
    expect((await callsOf()).map(({ headers }) => headers['x-test-mode'])).toEqual(['true'])
    expect(await deliveries('', key)).toMatchObject([{ event: 'task.failed' }])
    const taskId = 'tsk_deletedbeforeitsend0'
    const work = { taskId, kind: 'qrcode', credits: 1, leaseMs: 60_000, synchronous: false }
    await owner.account.begin({ call: owner.call, needs: {}, work: [work] })
    await owner.account.erase({ taskId, reply: { kind: 'problem', code: 'gone', status: 410 } as never })
    const rows = await env.DB.prepare('SELECT * FROM deliveries WHERE task_id = ?').bind(taskId).all()
    expect(rows.results).toEqual([])
    expect(await told(`live-${hook}`)).toEqual([])
  })

  it('of another database is told there, and old events are deleted', async () => {
    owner = await newAccount({ credits: 4, database: 2 })
    hook = `events-${owner.accountId}`
    await put(targetOf())
    await code(failing)
    await expect.poll(() => told(), PATIENCE).toHaveLength(1)
    const counts = await Promise.all(
      taskDatabases(env).map(async (db) => {
        const sql = 'SELECT count(*) AS rows FROM deliveries WHERE account_id = ?'
        return (await db.prepare(sql).bind(owner.accountId).first<{ rows: number }>())?.rows
      }),
    )
    expect(counts).toEqual([0, 0, 1])
    const db = taskDatabase(env, owner.accountId)
    const day = 24 * 60 * 60_000
    await deleteOldEvents(db, { now: Date.now() + 29 * day, limit: 10 })
    expect(await deliveries()).toHaveLength(1)
    await deleteOldEvents(db, { now: Date.now() + 31 * day, limit: 10 })
    expect(await deliveries()).toEqual([])
  })

  it('is tried again when the receiver fails, and reaches no private address by a redirect', async () => {
    const to = encodeURIComponent(`${trap}/secret`)
    await put(targetOf({ url: `${site}/hook?name=${hook}&status=302&to=${to}` }))
    await code(failing)
    await expect.poll(() => callsOf(), PATIENCE).toHaveLength(1)
    await expect
      .poll(() => deliveries(), PATIENCE)
      .toMatchObject([{ status: 'pending', attempts: [{ status: 302 }], next_try_at: expect.any(String) }])
    expect((await report()).trapped).toEqual([])
  })
})

describe('a test of the address', () => {
  it('sends a sample of each event, signed, and says how the receiver answered', async () => {
    const test = () => send('POST', '/v1/webhooks/events/test', { key: owner.key, body: {} })
    expect((await test()).status).toBe(404)
    await put(targetOf({ url: `${site}/hook?name=${hook}&status=204,500` }))
    const answer = await test()
    expect(answer.status).toBe(200)
    const { results } = await answer.json<{ results: Json[] }>()
    expect(results.map(({ event }) => event)).toEqual(['credits.low', 'task.failed'])
    expect(results.map(({ status, delivered }) => [status, delivered]).sort()).toEqual([
      [204, true],
      [500, false],
    ])
    const calls = await callsOf()
    for (const { body, headers } of calls) {
      expect(new Webhook('whsec_dGVzdA==').verify(body, headers)).toMatchObject({ sample: true })
      expect(results.map(({ webhook_id }) => webhook_id)).toContain(headers['webhook-id'])
      expect(headers).not.toHaveProperty('x-test-mode')
    }
    await vi.waitFor(async () => expect(await callsOf()).toHaveLength(2), PATIENCE)
    expect(await deliveries()).toEqual([])
  })

  it('says why there was no answer', async () => {
    await put(targetOf({ url: `${site}/reset`, events: ['task.failed'], credits_below: undefined }))
    const answer = await send('POST', '/v1/webhooks/events/test', { key: owner.key, body: {} })
    expect(await answer.json()).toMatchObject({
      results: [{ event: 'task.failed', delivered: false, error: expect.any(String) }],
    })
  })
})
