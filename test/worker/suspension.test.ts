/** Accounts that the operator has suspended: what they may still do, and what becomes of their queued work. */
import { env } from 'cloudflare:test'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../../src/ids'
import { newAccount, type TestAccount, work } from '../support/accounts'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

let owner: TestAccount

const operator = (method: string, path: string, body?: unknown) =>
  send(method, `/admin/v1/accounts${path}`, {
    body,
    headers: { authorization: `Bearer ${env.ADMIN_TOKEN}` },
  })
const patch = async (body: object) => {
  const answer = await operator('PATCH', `/${owner.accountId}`, body)
  expect(answer.status).toBe(200)
  return await answer.json<{ suspended_at?: string; plan: string }>()
}
const ask = (method: string, path: string, body?: unknown) => send(method, path, { key: owner.key, body })

beforeAll(applySchema)
beforeEach(async () => {
  owner = await newAccount({ credits: 20 })
})

it('makes nothing and sends nothing until it is resumed', async () => {
  const made = await ask('POST', '/v1/qrcode', { data: 'kept', return_type: 'url' })
  const { url } = await made.json<{ url: string }>()
  const target = { url: 'https://example.com/events', events: ['task.failed'] }
  expect((await ask('PUT', '/v1/webhooks/events', target)).status).toBe(201)
  expect((await patch({ suspended: true })).suspended_at).toMatch(/^\d{4}-/)
  for (const [path, body] of [
    ['/v1/transform', { html: '<p>x' }],
    ['/v1/generate', { template_id: 'event/badge', data: {} }],
    ['/v1/studio/badge', {}],
    // What is stored and would cost nothing, too.
    ['/v1/qrcode', { data: 'kept' }],
    ['/v1/qrcode', { data: 'x', async_mode: true }],
    ['/v1/batch', { endpoint: 'transform', entries: [{ html: '<p>x' }] }],
    ['/v1/finish', { files: [{ url: 'https://example.com/a.pdf' }] }],
    ['/v1/inspect', { file: { url: 'https://example.com/a.pdf' } }],
    ['/v1/invoice/check', { invoice: {} }],
    ['/v1/preview', { endpoint: 'transform', request: { html: '<p>x' }, output: 'html' }],
    ['/v1/transform', { html: '<p>x', dry_run: true }],
    ['/v1/webhooks/deliveries/msg_1/replay', {}],
    ['/v1/webhooks/events/test', {}],
  ] as const) {
    const answer = await ask('POST', path, body)
    expect([answer.status, (await answer.json<{ code: string }>()).code], path).toEqual([
      403,
      'account_suspended',
    ])
  }
  // What is there is read, fetched, managed and deleted.
  const { pathname, search } = new URL(url)
  expect((await send('GET', pathname + search)).status).toBe(200)
  for (const path of ['/v1/credits', '/v1/tasks', '/v1/usage', '/v1/keys', '/v1/templates', '/v1/assets'])
    expect((await ask('GET', path)).status, path).toBe(200)
  expect((await ask('POST', '/v1/keys', { scopes: ['read'] })).status).toBe(201)
  const taskId = made.headers.get('x-task-id') ?? pathname.split('/')[2] ?? ''
  expect((await ask('DELETE', `/v1/status/${taskId}`)).status).toBe(204)

  expect(await patch({ suspended: false })).not.toHaveProperty('suspended_at')
  expect((await ask('POST', '/v1/qrcode', { data: 'again' })).status).toBe(200)
})

it('is refused by its object also when the request was let in a moment before', async () => {
  await patch({ suspended: true })
  const begun = await owner.account.begin(work(owner.call, [{ taskId: newId('tsk'), credits: 1 }]))
  expect(begun).toMatchObject({ outcome: 'refused', code: 'account_suspended' })
})

it('fails its queued tasks at once, uncharged, and finishes what callers wait for', async () => {
  const [queued, awaited] = [newId('tsk'), newId('tsk')]
  await owner.account.begin(work(owner.call, [{ taskId: queued, credits: 3, synchronous: false }]))
  await owner.account.begin(work(owner.call, [{ taskId: awaited, credits: 2 }]))
  await patch({ suspended: true, plan: 'Max' })
  expect(await (await ask('GET', `/v1/status/${queued}`)).json()).toMatchObject({
    status: 'failed',
    credits_charged: 0,
    error: { code: 'account_suspended' },
  })
  const row = await env.DB.prepare('SELECT status FROM tasks WHERE task_id = ?').bind(queued).first()
  expect(row).toEqual({ status: 'failed' })
  expect(await owner.account.settle({ taskId: queued })).toMatchObject({ outcome: 'released' })
  expect(await owner.account.settle({ taskId: awaited })).toMatchObject({
    outcome: 'settled',
    credits_left: 18,
  })
  // Again is no other moment.
  const first = await patch({})
  expect(await patch({ suspended: true })).toEqual(first)
})

it('is found by the operator in the list', async () => {
  await operator('PATCH', `/${owner.accountId}`, { name: `Suspended ${owner.accountId}` })
  await patch({ suspended: true })
  const listed = async (query: string) => {
    const answer = await operator('GET', `?search=${owner.accountId}&${query}`)
    return (await answer.json<{ accounts: object[] }>()).accounts
  }
  await expect
    .poll(() => listed('suspended=true'), { timeout: 15_000 })
    .toMatchObject([{ account_id: owner.accountId, suspended_at: expect.any(String) }])
  expect(await listed('suspended=false')).toEqual([])
  await patch({ suspended: false })
  await expect.poll(() => listed('suspended=false'), { timeout: 15_000 }).toHaveLength(1)
  expect((await operator('GET', '?suspended=maybe')).status).toBe(400)
})
