/** Webhooks to real receivers that behave in every way, over the guarded fetch. */
import { env, SELF } from 'cloudflare:test'
import { Webhook } from 'standardwebhooks'
import { describe, expect, inject, it } from 'vitest'
import { newId } from '../../src/ids'
import type { Job } from '../../src/jobs/job'
import { createBudget } from '../../src/net/file-budget'
import { createFetcher } from '../../src/net/guarded-fetch'
import { processTask } from '../../src/queue/process-task'
import { submit } from '../../src/queue/submit'
import { sweep } from '../../src/queue/sweep'
import { attemptDelivery } from '../../src/webhooks/deliver'
import type { HookCall, Report } from '../net/servers'
import { newAccount, type TestAccount, work } from '../support/accounts'
import { deliver, newWorld, type Post, toolsOf, type World } from '../support/background'
import { get, post } from '../support/http'
import { everyThirdOf } from '../support/runs'
import { applySchema } from '../support/schema'

await applySchema()

const { site, trap } = inject('origins')
type Json = Record<string, unknown>

const report = async () => await (await fetch(`${site}/report`)).json<Report>()
const callsTo = async (name: string): Promise<HookCall[]> => (await report()).hooks[name] ?? []

/** Posts as the service does, with a patience of three seconds for who never answers. */
function receiveAt(allowHosts: string[]): World['receive'] {
  return async ({ url, headers, body }: Post) => {
    const fetcher = createFetcher({
      policy: { allowHosts, ownHosts: [] },
      dohUrl: `${inject('origins').doh}/ok?resolver=webhooks`,
      budget: createBudget({ requests: 1, bytes: 0 }),
      log: () => undefined,
      now: () => Date.now(),
    })
    const timeoutMs = url.endsWith('/silent') ? 3_000 : 10_000
    const answer = await fetcher.post(url, { purpose: 'webhook', timeoutMs, headers, body })
    return { status: answer.status, headers: { ...answer.headers } }
  }
}

const world = () => newWorld({ receive: receiveAt([new URL(site).host]) })

/** Ends a task with a webhook to `url`, without its first try. */
async function ended(caller: TestAccount, at: World, url: string, metadata: Json = { order: 1 }) {
  const taskId = newId('tsk')
  await caller.account.begin(work(caller.call, [{ taskId, credits: 1, synchronous: false }]))
  const job: Job = {
    ...{ taskId, accountId: caller.accountId, kind: 'transform', mode: 'live', metadata },
    ...{ source: { html: '<p>x</p>' }, options: {}, optimize: false },
    ...{ origin: 'https://platen.test', createdAt: at.now, expiresAt: at.now + 86_400_000 * 7 },
  }
  const tools = toolsOf(at)
  await submit({ jobs: [{ job, webhookUrl: url, timeoutMs: 30_000 }] }, tools.submit(caller.account))
  for (const { id } of at.messages.splice(0)) await processTask(id, { returns: 0 }, tools)
  return { taskId, deliveryId: taskId.replace('tsk_', 'msg_') }
}

const shown = async (deliveryId: string, key: string) =>
  await (await get(`/v1/webhooks/deliveries/${deliveryId}`, key)).json<Json & { attempts: Json[] }>()

describe('a webhook', () => {
  it('is a POST with exactly the fields of the contract, which the published library verifies', async () => {
    const caller = await newAccount({ credits: 5 })
    const at = world()
    const { taskId, deliveryId } = await ended(caller, at, `${site}/hook?name=${caller.accountId}`)
    await deliver(at, toolsOf(at))
    const [call, ...more] = await callsTo(caller.accountId)
    expect(more).toEqual([])
    expect(call?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': deliveryId })
    expect(new Webhook('whsec_dGVzdA==').verify(call?.body ?? '', call?.headers ?? {})).toEqual({
      task_id: taskId,
      status: 'completed',
      download_url: `https://platen.test/files/${taskId}/printed.pdf`,
      metadata: { order: 1 },
    })
    expect(() => new Webhook('whsec_b3RoZXI=').verify(call?.body ?? '', call?.headers ?? {})).toThrow()
    expect(await shown(deliveryId, caller.key)).toMatchObject({
      ...{ delivery_id: deliveryId, task_id: taskId, status: 'delivered', tries: 1 },
      attempts: [{ status: 204, at: expect.any(String), ms: expect.any(Number) }],
      body: { task_id: taskId },
    })
  })

  it('is signed with both secrets while one is being replaced', async () => {
    const caller = await newAccount({ credits: 5 })
    const rotated = await post('/v1/webhooks/secret/rotate', caller.key, { grace_seconds: 3600 })
    const { webhook_secret } = await rotated.json<{ webhook_secret: string }>()
    const at = world()
    await ended(caller, at, `${site}/hook?name=${caller.accountId}`)
    await deliver(at, toolsOf(at))
    const [call] = await callsTo(caller.accountId)
    for (const secret of [webhook_secret, 'whsec_dGVzdA=='])
      expect(new Webhook(secret).verify(call?.body ?? '', call?.headers ?? {})).toMatchObject({
        status: 'completed',
      })

    await post('/v1/webhooks/secret/rotate', caller.key, { grace_seconds: 0 })
    await ended(caller, at, `${site}/hook?name=${caller.accountId}`)
    await deliver(at, toolsOf(at))
    const last = (await callsTo(caller.accountId)).at(-1)
    expect(() => new Webhook(webhook_secret).verify(last?.body ?? '', last?.headers ?? {})).toThrow()
  })

  it.each([200, 201, 204])('is delivered by %i', async (status) => {
    expect(await firstTry(`${site}/hook?name=s${status}&status=${status}`)).toMatchObject({
      status: 'delivered',
      attempts: [{ status }],
    })
  })

  it.each(everyThirdOf([301, 302, 303, 307, 308]))('follows no %i', async (status) => {
    const url = `${site}/hook?name=s${status}&status=${status}&to=${encodeURIComponent(`${trap}/caught`)}`
    expect(await firstTry(url)).toMatchObject({ status: 'pending', attempts: [{ status }] })
    expect((await report()).trapped).toEqual([])
  })

  it.each(everyThirdOf([400, 404, 500, 502, 503]))('is tried again after %i', async (status) => {
    expect(await firstTry(`${site}/hook?name=s${status}&status=${status}`)).toMatchObject({
      status: 'pending',
      attempts: [{ status }],
      next_try_at: expect.any(String),
    })
  })

  it('is tried no more after 410', async () => {
    expect(await firstTry(`${site}/hook?name=gone&status=410`)).toMatchObject({ status: 'failed', tries: 1 })
  })

  it('waits as long as a receiver asks for', async () => {
    const { next_try_at, created_at } = await firstTry(`${site}/hook?name=busy&status=429`)
    expect(Date.parse(String(next_try_at)) - Date.parse(String(created_at))).toBeGreaterThanOrEqual(119_000)
  })

  it.each(
    everyThirdOf([
      ['breaks the connection', `${site}/reset`],
      ['never answers', `${site}/silent`],
      ['speaks no HTTP', `${site}/no-http`],
      ['has no server', 'http://127.0.0.1:1/hook'],
      ['is private', `${trap}/caught`],
      ['has a name that leads home', 'https://loopback.example.org/hook'],
    ]),
  )('is tried again where a receiver %s', async (_, url) => {
    const delivery = await firstTry(url)
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ error: expect.any(String) }] })
    expect((await report()).trapped).toEqual([])
  })

  it.each([
    ['a gigabyte', `${site}/endless`],
    ['a byte now and then', `${site}/drip`],
  ])('reads no more than the head of an answer of %s', async (_, url) => {
    expect(await firstTry(url)).toMatchObject({ status: 'delivered', attempts: [{ status: 200 }] })
    // The other side hears of the end a moment later.
    const open = async () => (await report()).open.filter((path) => ['/endless', '/drip'].includes(path))
    await expect.poll(open, { timeout: 20_000 }).toEqual([])
  })

  it('is the same, byte for byte, at each of its eight tries, and is given up after two days', async () => {
    // Nothing of other tests is overdue.
    await applySchema()
    const caller = await newAccount({ credits: 5 })
    const at = world()
    const { deliveryId } = await ended(caller, at, `${site}/hook?name=${caller.accountId}&status=500`)
    const begun = at.now
    for (let round = 0; round < 30; round++) {
      // Messages that wait are lost now and then; the sweep makes up for them.
      if (round % 3 === 1) at.messages.length = 0
      await deliver(at, toolsOf(at))
      const { status, next_try_at } = await shown(deliveryId, caller.key)
      if (status !== 'pending') break
      at.now = Math.max(at.now, Date.parse(String(next_try_at))) + 10 * 60_000
      await sweep(toolsOf(at), () => undefined)
    }
    const calls = await callsTo(caller.accountId)
    expect(calls).toHaveLength(8)
    expect(new Set(calls.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
    expect(await shown(deliveryId, caller.key)).toMatchObject({ status: 'failed', tries: 8 })
    expect(at.now - begun).toBeLessThan(48 * 3_600_000)
  })

  it('is sent once where its message comes several times at once', async () => {
    const caller = await newAccount({ credits: 5 })
    const at = world()
    const { deliveryId } = await ended(caller, at, `${site}/hook?name=${caller.accountId}`)
    await Promise.all(Array.from({ length: 5 }, () => attemptDelivery(deliveryId, toolsOf(at))))
    expect(await callsTo(caller.accountId)).toHaveLength(1)
  })

  it('tells of a failure', async () => {
    const caller = await newAccount({ credits: 5 })
    const at = newWorld({ ...world(), print: () => Promise.reject(new TypeError('secret detail')) })
    const taskId = (await ended(caller, at, `${site}/hook?name=${caller.accountId}`)).taskId
    for (let round = 0; round < 8; round++) {
      at.now += 10 * 60_000
      await sweep(toolsOf(at), () => undefined)
      await deliver(at, toolsOf(at))
    }
    const [call] = await callsTo(caller.accountId)
    expect(JSON.parse(call?.body ?? '')).toEqual({
      ...{ task_id: taskId, status: 'failed', download_url: null, metadata: { order: 1 } },
      error: { code: 'internal', message: expect.not.stringContaining('secret detail') },
    })
  })
})

describe('deliveries', () => {
  it('are listed, shown and replayed with the same id and body', async () => {
    const caller = await newAccount({ credits: 5 })
    const at = world()
    const { taskId, deliveryId } = await ended(
      caller,
      at,
      `${site}/hook?name=${caller.accountId}&status=410,204`,
    )
    await deliver(at, toolsOf(at))
    const list = await (await get('/v1/webhooks/deliveries?status=failed', caller.key)).json<Json>()
    expect(list).toMatchObject({
      deliveries: [{ delivery_id: deliveryId, task_id: taskId }],
      next_cursor: null,
    })

    const replayed = await post(`/v1/webhooks/deliveries/${deliveryId}/replay`, caller.key, {})
    expect(replayed.status).toBe(202)
    at.now = Date.now()
    await attemptDelivery(deliveryId, toolsOf(at))
    const [first, second] = await callsTo(caller.accountId)
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect((await shown(deliveryId, caller.key)).status).toBe('delivered')
  })

  it('keep the latest twenty tries, however often they are replayed', async () => {
    const caller = await newAccount({ credits: 5 })
    const at = world()
    const hook = `${site}/hook?name=${caller.accountId}&status=204,202`
    const { deliveryId } = await ended(caller, at, hook)
    await deliver(at, toolsOf(at))
    await caller.account.catchUp()
    const log = JSON.stringify(Array.from({ length: 20 }, (_, index) => ({ at: index, ms: 1, status: 500 })))
    await env.DB.prepare('UPDATE deliveries SET log = ? WHERE delivery_id = ?').bind(log, deliveryId).run()
    await (await post(`/v1/webhooks/deliveries/${deliveryId}/replay`, caller.key, {})).text()
    at.now = Date.now()
    await attemptDelivery(deliveryId, toolsOf(at))
    const { attempts } = await shown(deliveryId, caller.key)
    expect(attempts).toHaveLength(20)
    expect(attempts[0]?.at).toBe(new Date(1).toISOString())
    expect(attempts.at(-1)?.status).toBe(202)
  })

  it.each([
    ['/deliveries/{id}/replay', 202],
    ['/secret/rotate', 200],
  ])('take nothing or {} at %s, and refuse what they do not know', async (path, status) => {
    const caller = await newAccount({ credits: 5 })
    const at = world()
    const { deliveryId } = await ended(caller, at, `${site}/hook?name=${caller.accountId}`)
    await deliver(at, toolsOf(at))
    const send = async (body: string | undefined) => {
      const headers = {
        'x-api-key': caller.key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const url = `https://platen.test/v1/webhooks${path.replace('{id}', deliveryId)}`
      const answer = await SELF.fetch(url, { method: 'POST', headers, ...(body !== undefined && { body }) })
      const { code, errors } = await answer.json<{ code?: string; errors?: { pointer: string }[] }>()
      return [answer.status, code, errors?.map(({ pointer }) => pointer)]
    }
    expect(await send('{"again": true}')).toEqual([400, 'invalid_request', ['/again']])
    expect(await send('[]')).toEqual([400, 'invalid_request', ['']])
    expect(await send('{"again"')).toEqual([400, 'invalid_json', undefined])
    expect(await send('{}')).toEqual([status, undefined, undefined])
    expect(await send(undefined)).toEqual([status, undefined, undefined])
  })

  it('are one account’s own', async () => {
    const [caller, other] = [await newAccount({ credits: 5 }), await newAccount({ credits: 5 })]
    const at = world()
    const { deliveryId } = await ended(caller, at, `${site}/hook?name=${caller.accountId}`)
    await deliver(at, toolsOf(at))
    expect((await get(`/v1/webhooks/deliveries/${deliveryId}`, other.key)).status).toBe(404)
    expect((await post(`/v1/webhooks/deliveries/${deliveryId}/replay`, other.key, {})).status).toBe(404)
    expect(await (await get('/v1/webhooks/deliveries', other.key)).json()).toMatchObject({ deliveries: [] })
  })

  it('are sent though D1 gets the end of their task after it was asked for that', async () => {
    const caller = await newAccount({ credits: 5 })
    const at = world()
    const { deliveryId } = await ended(caller, at, `${site}/hook?name=${caller.accountId}`)
    const begin = async (first: Parameters<typeof caller.account.beginDelivery>[0]) => {
      await caller.account.catchUp()
      return await caller.account.beginDelivery(first)
    }
    const late = new Proxy(caller.account, {
      get: (stub, name) => (name === 'beginDelivery' ? begin : Reflect.get(stub, name)),
    })
    await attemptDelivery(deliveryId, { ...toolsOf(at), account: () => late })
    expect(await callsTo(caller.accountId)).toHaveLength(1)
  })

  it('to a receiver that hangs leave room for those to others', async () => {
    const caller = await newAccount({ credits: 40 })
    const at = world()
    // Ten seconds each: none has ended before all were begun.
    const silent = Array.from({ length: 24 }, () => ended(caller, world(), `${site}/silent?long`))
    const hanging = (await Promise.all(silent)).map(({ deliveryId }) => deliveryId)
    const tries = Promise.all(hanging.map((id) => attemptDelivery(id, toolsOf(at))))
    const { deliveryId } = await ended(caller, at, `${trap.replace('127.0.0.1', 'localhost')}/x`)
    await tries
    const shownAll = await Promise.all(hanging.map((id) => shown(id, caller.key)))
    // Twenty at once, and the others wait without having been tried.
    expect(shownAll.filter(({ attempts }) => attempts.length === 1)).toHaveLength(20)
    expect(shownAll.filter(({ attempts }) => attempts.length === 0)).toHaveLength(4)
    await attemptDelivery(deliveryId, toolsOf(at))
    expect((await shown(deliveryId, caller.key)).attempts).toHaveLength(1)
  })

  it('need an address that may be reached when the work is sent', async () => {
    const { key } = await newAccount({ credits: 5 })
    const body = { html: '<p>x</p>', async_mode: true, webhook_url: 'http://10.0.0.1/hook' }
    const refused = await post('/v1/transform', key, body)
    expect(refused.status).toBe(400)
    const { errors } = await refused.json<{ errors: { pointer: string; message: string }[] }>()
    expect(errors).toEqual([{ pointer: '/webhook_url', message: expect.stringContaining('ALLOW_HOSTS') }])
  })
})

/** What became of a webhook to `url` at its first try. */
async function firstTry(url: string) {
  const caller = await newAccount({ credits: 5 })
  const at = world()
  const { deliveryId } = await ended(caller, at, url)
  await attemptDelivery(deliveryId, toolsOf(at))
  return await shown(deliveryId, caller.key)
}
