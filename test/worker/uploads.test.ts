/** Results that go to a bucket of their caller (`deliver_to`): what is sent, when it is sent again, and what is told of it. */
import { env } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { newId } from '../../src/ids'
import type { Job } from '../../src/jobs/job'
import { eraseTask } from '../../src/queue/erase-task'
import { submit } from '../../src/queue/submit'
import { nextUploadStep } from '../../src/webhooks/upload-file'
import type { Report } from '../net/servers'
import { newAccount, type TestAccount, work } from '../support/accounts'
import { deliver, newWorld, settleDown, toolsOf, type World } from '../support/background'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

const { site, trap } = inject('origins')
const SECRET = 'X-Amz-Signature=5f6e7d8c9b0a'
const presigned = (name: string) => `${site}/hook?name=${name}&${SECRET}`

let owner: TestAccount
type Json = Record<string, unknown>

const report = async () => await (await fetch(`${site}/report`)).json<Report>()
const callsOf = async (name: string) => (await report()).hooks[name] ?? []
const statusOf = async (taskId: string) =>
  await (await send('GET', `/v1/status/${taskId}`, { key: owner.key })).json<Json>()

beforeAll(applySchema)
beforeEach(async () => {
  owner = await newAccount({ credits: 20 })
})

describe('the service', () => {
  it('puts the file into the bucket, then calls the webhook once, and keeps the address to itself', async () => {
    const log: string[] = []
    for (const method of ['log', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation((...words) => void log.push(words.map(String).join(' ')))
    const bucket = `put-${owner.accountId}`
    const hook = `hook-${owner.accountId}`
    const body = {
      ...{ data: 'to a bucket', async_mode: true, deliver_to: presigned(bucket) },
      webhook_url: `${site}/hook?name=${hook}`,
    }
    const accepted = await send('POST', '/v1/qrcode', { key: owner.key, body })
    const { task_id } = await accepted.json<{ task_id: string }>()
    await expect.poll(() => callsOf(hook), { timeout: 20_000 }).toHaveLength(1)
    const [put, ...more] = await callsOf(bucket)
    expect(more).toEqual([])
    const task = await statusOf(task_id)
    expect(put).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': 'image/png', 'content-length': String(task.bytes) },
    })
    expect(put?.headers).not.toHaveProperty('transfer-encoding')
    expect(task.delivery).toEqual({
      ...{ status: 'delivered', host: new URL(site).host, tries: 1, ended_at: expect.any(String) },
    })
    const [call] = await callsOf(hook)
    expect(JSON.parse(call?.body ?? '')).toMatchObject({
      task_id,
      status: 'completed',
      delivery: { status: 'delivered' },
    })
    const rows = await env.DB.prepare('SELECT * FROM uploads, tasks, deliveries').all()
    for (const text of [JSON.stringify(rows), JSON.stringify(task), log.join('\n')])
      expect(text).not.toContain('5f6e7d8c9b0a')
    expect(log.join('\n')).toContain('upload.tried')
  })

  it.each<[object, string]>([
    [{ deliver_to: 'https://example.com/put' }, 'needs async_mode: true'],
    [{ deliver_to: 'http://169.254.169.254/latest', async_mode: true }, 'only public hosts'],
    [{ deliver_to: 'ftp://example.com/x', async_mode: true }, '/deliver_to'],
    [{ deliver_to: 'https://user:pass@example.com/x', async_mode: true }, '/deliver_to'],
    [{ deliver_to: { url: 'https://example.com' }, async_mode: true }, '/deliver_to'],
  ])('refuses %j, for nothing', async (fields, reason) => {
    for (const [path, rest] of [
      ['/v1/qrcode', { data: 'x' }],
      ['/v1/transform', { html: '<p>x' }],
      ['/v1/generate', { template_id: 'event/badge', data: {} }],
      ['/v1/studio/badge', {}],
    ] as const) {
      const answer = await send('POST', path, { key: owner.key, body: { ...rest, ...fields } })
      expect(answer.status, path).toBe(400)
      const text = await answer.text()
      expect(text).toContain(reason)
      expect(text).not.toContain('user:pass')
    }
    expect(await (await send('GET', '/v1/credits', { key: owner.key })).json()).toMatchObject({
      credits_left: 20,
    })
  })
})

/** A task with an upload and a webhook, run to its end; the messages that follow wait. */
async function ended(at: World, taskId = newId('tsk')) {
  await owner.account.begin(work(owner.call, [{ taskId, credits: 1, synchronous: false }]))
  const job: Job = {
    ...{ taskId, accountId: owner.accountId, kind: 'transform', mode: 'live' },
    ...{ source: { html: '<p>x</p>' }, options: {}, optimize: false },
    ...{ origin: 'https://platen.test', createdAt: at.now, expiresAt: at.now + 86_400_000 * 7 },
  }
  const queued = { job, webhookUrl: 'https://a.example/hook', deliverTo: 'https://b.example/put?secret' }
  await submit({ jobs: [{ ...queued, timeoutMs: 30_000 }] }, toolsOf(at).submit(owner.account))
  await deliver(at, toolsOf(at))
  return taskId
}
const told = (at: World) => at.posts.map(({ body }) => JSON.parse(body) as Json)

describe('an upload', () => {
  it('is tried again until the bucket takes it, and the webhook waits for that', async () => {
    const at = newWorld({ store: async () => ({ status: at.puts.length < 3 ? 503 : 200 }) })
    const taskId = await ended(at)
    await deliver(at, toolsOf(at))
    expect(await statusOf(taskId)).toMatchObject({
      status: 'completed',
      delivery: { status: 'pending', tries: 1, error: 'The bucket answered 503.' },
    })
    expect(at.posts).toEqual([])
    await settleDown(at)
    expect(at.puts).toHaveLength(3)
    expect(at.puts[0]).toMatchObject({ url: 'https://b.example/put?secret', contentType: 'application/pdf' })
    expect(told(at)).toMatchObject([{ status: 'completed', delivery: { status: 'delivered' } }])
    expect((await statusOf(taskId)).delivery).toMatchObject({ status: 'delivered', tries: 3 })
  })

  it.each<[string, World['store'], number, string]>([
    ['says 403', async () => ({ status: 403 }), 1, 'The bucket answered 403. The address may have expired'],
    ['redirects', async () => ({ status: 307 }), 1, 'redirects are not followed'],
    ['is refused', async () => ({ error: 'It is private.', final: true }), 1, 'It is private.'],
    ['never answers', async () => ({ error: 'It took too long.', final: false }), 6, 'It took too long.'],
  ])('into a bucket that %s is given up, told in task and webhook', async (_, store, tries, error) => {
    const at = newWorld({ store })
    const taskId = await ended(at)
    await settleDown(at, { rounds: 12, stepMs: 40 * 60_000 })
    expect(at.puts).toHaveLength(tries)
    const delivery = { status: 'failed', error: expect.stringContaining(error) }
    expect(told(at)).toMatchObject([{ status: 'completed', delivery }])
    expect(await statusOf(taskId)).toMatchObject({ status: 'completed', credits_charged: 1, delivery })
    const row = await env.DB.prepare('SELECT target FROM uploads WHERE task_id = ?').bind(taskId).first()
    expect(row).toEqual({ target: null })
  })

  it('is sent once, though messages come twice, and is found if all are lost', async () => {
    const at = newWorld()
    await ended(at)
    at.messages.push(...at.messages)
    await deliver(at, toolsOf(at))
    expect(at.puts).toHaveLength(1)
    await settleDown(at)
    const lost = newWorld()
    await ended(lost)
    lost.messages.splice(0)
    lost.now += 60_000
    await settleDown(lost)
    expect(lost.puts).toHaveLength(1)
    expect(told(lost)).toMatchObject([{ delivery: { status: 'delivered' } }])
  })

  it('begins by the sweep, if a release before ended its task, or nobody wrote that down', async () => {
    const at = newWorld()
    const taskId = await ended(at)
    at.messages.splice(0)
    await env.DB.prepare("UPDATE uploads SET status = 'waiting' WHERE task_id = ?").bind(taskId).run()
    at.now += 6 * 60_000
    await settleDown(at)
    expect(at.puts).toHaveLength(1)
  })

  it('of a task that failed ends with it', async () => {
    const at = newWorld({
      print: async () => {
        throw new Error('no page')
      },
    })
    const taskId = await ended(at)
    await settleDown(at, { rounds: 12 })
    expect(at.puts).toEqual([])
    expect(told(at)).toMatchObject([{ status: 'failed', download_url: null }])
    expect(await statusOf(taskId)).toMatchObject({
      status: 'failed',
      delivery: { status: 'failed', tries: 0 },
    })
  })

  it('of a deleted task is not sent, and forgotten', async () => {
    const at = newWorld()
    const taskId = await ended(at)
    const reply = { kind: 'json', status: 410, body: {}, facts: {} } as never
    const { accountId, account } = owner
    const deps = { db: env.DB, files: env.FILES, account, now: at.now }
    await eraseTask({ taskId, accountId, reply }, deps)
    await settleDown(at)
    expect([at.puts, at.posts]).toEqual([[], []])
    expect(await env.DB.prepare('SELECT * FROM uploads WHERE task_id = ?').bind(taskId).first()).toBe(null)
  })

  it('waits as long as the bucket asks for, an hour at most', () => {
    const waitFor = (retryAfter: string | undefined) =>
      nextUploadStep({ status: 429, retryAfter }, { tries: 1, now: 0, random: 0 })
    expect([waitFor(undefined), waitFor('120'), waitFor('999999')]).toMatchObject([
      { dueAt: 5_000 },
      { dueAt: 120_000 },
      { dueAt: 3_600_000 },
    ])
  })
})

it('no redirect of a bucket is followed', async () => {
  const to = encodeURIComponent(`${trap}/caught`)
  const body = { data: 'x', async_mode: true, deliver_to: `${site}/hook?name=away&status=307&to=${to}` }
  const answer = await send('POST', '/v1/qrcode', { key: owner.key, body })
  const { task_id } = await answer.json<{ task_id: string }>()
  await expect
    .poll(async () => (await statusOf(task_id)).delivery, { timeout: 20_000 })
    .toMatchObject({ status: 'failed', tries: 1 })
  expect((await report()).trapped).toEqual([])
})
