/** No work that renders is free: what is answered for 0 credits is a copy of a file that was paid for. */

import { env, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { accountLedger, type SettledCredits } from '../../src/jobs/account-ledger'
import type { Job } from '../../src/jobs/job'
import { rememberResult, resultKey } from '../../src/jobs/result-cache'
import { WorkMemory } from '../../src/memory/isolate-memory'
import { runQueued } from '../../src/queue/run-queued'
import { submit } from '../../src/queue/submit'
import { vaultOf } from '../../src/settings'
import { storeFile } from '../../src/storage/stored-files'
import { completedTask } from '../../src/tasks/record'
import type { Report } from '../net/servers'
import { newAccount, type TestAccount, work } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

const { site } = inject('origins')
beforeAll(() => applySchema())

const send = (method: string, path: string, { key }: TestAccount, body?: unknown) =>
  SELF.fetch(`https://platen.test${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function endOf(taskId: string, { key }: TestAccount) {
  return await vi.waitFor(
    async () => {
      const task = (await (await get(`/v1/status/${taskId}?wait=10`, key)).json()) as Record<string, unknown>
      expect(['completed', 'failed']).toContain(task.status)
      return task
    },
    { timeout: 60_000 },
  )
}

const file = { bytes: new Uint8Array([1, 2, 3]), contentType: 'application/pdf', fileName: 'paid.pdf' }

/** An account's cached result of another task, and a queued job of the same input that held `credits`. */
async function acceptedJob(owner: TestAccount, credits: number, taskId: string): Promise<Job> {
  const cacheKey = resultKey({ accountId: owner.accountId, mode: 'live' }, 'express-1')
  const now = Date.now()
  const source = { cacheKey, taskId: `${taskId}_source`, expiresAt: now + 60_000 }
  await storeFile(env.FILES, source.taskId, file)
  await rememberResult(env.FILES, source, { fileName: 'paid.pdf', pages: 1 })
  await owner.account.begin(work(owner.call, [{ taskId, credits, synchronous: false }]))
  return {
    taskId,
    kind: 'studio',
    accountId: owner.accountId,
    mode: 'live',
    source: { html: 'x' },
    options: {},
    optimize: false,
    origin: 'https://platen.test',
    createdAt: now,
    expiresAt: now + 60_000,
    cacheKey,
  }
}

/** Runs the job as the queue does; answers how it ended and how often it was rendered. */
async function runAs(owner: TestAccount, job: Job) {
  let renders = 0
  const ledger = accountLedger(owner.account, (error) => {
    throw error
  })
  const make = async (): Promise<typeof produced & SettledCredits> => {
    renders++
    return {
      ...produced,
      ...(await ledger.settle(job.taskId, completedTask(job, { startedAt: 0, produced }))),
    }
  }
  const produced = { ...file, fileName: 'made.pdf', pages: 2, warnings: [] }
  const tools = { files: env.FILES, account: owner.account, ledger, now: () => Date.now() }
  const end = await runQueued(job, tools, make).catch((error: { code: string }) => error.code)
  return { end, renders }
}

const left = async ({ account }: TestAccount) =>
  ((await account.credits()) as { credits_left: number }).credits_left

describe('a queued task whose result was cached when it was accepted', () => {
  it('is completed for nothing from its own copy, although the source was deleted before it began', async () => {
    const owner = await newAccount({ credits: 0 })
    const job = await acceptedJob(owner, 0, 'tsk_copied')
    const sent: unknown[] = []
    const queue = { sendBatch: async (messages: Iterable<unknown>) => void sent.push(...messages) }
    await submit(
      { jobs: [{ job, webhookUrl: undefined, timeoutMs: 1_000, reused: true }] },
      {
        db: env.DB,
        files: env.FILES,
        vault: vaultOf(env),
        queue: queue as never,
        account: owner.account,
        log: () => undefined,
        memory: new WorkMemory(),
      },
    )
    await env.FILES.delete(['files/tsk_copied_source', job.cacheKey ?? ''])
    const stored = await env.FILES.get('inputs/tsk_copied')
    const queued = ((await stored?.json()) as { job: Job } | undefined)?.job ?? job
    const { end, renders } = await runAs(owner, queued)
    expect(end).toMatchObject({ creditsCharged: 0, fileName: 'paid.pdf', pages: 1 })
    expect(renders).toBe(0)
    const copy = await env.FILES.get('files/tsk_copied')
    expect(await copy?.bytes()).toEqual(file.bytes)
    expect(copy?.httpMetadata?.contentType).toBe('application/pdf')
  })

  it('holds its price when the result is gone, and is charged for what it renders', async () => {
    const owner = await newAccount({ credits: 1 })
    const job = await acceptedJob(owner, 0, 'tsk_raised')
    await env.FILES.delete('files/tsk_raised_source')
    const { end, renders } = await runAs(owner, job)
    expect(end).toMatchObject({ creditsCharged: 1, creditsLeft: 0, fileName: 'made.pdf' })
    expect(renders).toBe(1)
    const { lines } = (await owner.account.statement({ limit: 10 })) as {
      lines: { type: string; credits: number }[]
    }
    expect(lines.map(({ type, credits }) => `${type} ${credits}`)).toEqual([
      'settle 1',
      'hold 1',
      'hold 0',
      'grant 1',
    ])
  })

  it('fails without being rendered when its price is not there', async () => {
    const owner = await newAccount({ credits: 0 })
    const job = await acceptedJob(owner, 0, 'tsk_poor')
    await env.FILES.delete('files/tsk_poor_source')
    expect(await runAs(owner, job)).toEqual({ end: 'insufficient_credits', renders: 0 })
    expect(await left(owner)).toBe(0)
  })

  it('is completed for nothing when the result appeared after its price was held', async () => {
    const owner = await newAccount({ credits: 1 })
    const job = await acceptedJob(owner, 1, 'tsk_late')
    const { end, renders } = await runAs(owner, job)
    expect(end).toMatchObject({ creditsCharged: 0, creditsLeft: 1, fileName: 'paid.pdf' })
    expect(renders).toBe(0)
  })
})

describe('a storm of identical requests and deletions', () => {
  it('never gives a document that differs from a paid one for 0 credits', async () => {
    const owner = await newAccount({ credits: 2 })
    const html = '<p id="a"></p><script>document.body.append(Math.random())</script>'
    await send('PUT', '/v1/endpoints/live', owner, { name: 'Live', html, express: true })
    const paid = await post('/v1/studio/live', owner.key, {})
    const source = paid.headers.get('x-task-id') ?? ''
    const original = await paid.bytes()
    // Asked for too soon, it would be made and charged once more.
    const isCached = async () => {
      const told = await post('/v1/studio/live', owner.key, { dry_run: true })
      return (await told.json<{ cached?: boolean }>()).cached
    }
    await expect.poll(isCached, { timeout: 20_000 }).toBe(true)
    await owner.account.grant({ amount: -1, reason: 'test' })
    const accepted = await Promise.all(
      [1, 2].map(() => send('POST', '/v1/batch', owner, { endpoint: 'live', entries: Array(5).fill({}) })),
    )
    const deleted = send('DELETE', `/v1/status/${source}`, owner)
    const late = await send('POST', '/v1/batch', owner, { endpoint: 'live', entries: Array(5).fill({}) })
    expect((await deleted).status).toBe(204)
    const answers = [...accepted, ...(late.status === 202 ? [late] : [])]
    const ids: string[] = []
    for (const answer of answers) {
      expect(answer.status).toBe(202)
      const { tasks } = (await answer.json()) as { tasks: { task_id: string }[] }
      ids.push(...tasks.map(({ task_id }) => task_id))
    }
    for (const id of ids) {
      const end = await endOf(id, owner)
      expect(end.credits_charged).toBe(0)
      if (end.status === 'failed') expect(end.error).toMatchObject({ code: 'insufficient_credits' })
      else expect(await (await SELF.fetch(String(end.download_url))).bytes()).toEqual(original)
    }
    expect(await left(owner)).toBe(0)
    const { totals } = (await owner.account.statement({ limit: 1 })) as {
      totals: { credits_charged: number }
    }
    expect(totals.credits_charged).toBe(1)
  })

  it('never gives a QR code that was deleted before it was charged to the next request', async () => {
    const owner = await newAccount({ credits: 1 })
    const accepted = await post('/v1/qrcode', owner.key, { data: 'once', async_mode: true })
    const { task_id } = (await accepted.json()) as { task_id: string }
    await send('DELETE', `/v1/status/${task_id}`, owner)
    const spent = 1 - (await left(owner))
    await owner.account.grant({ amount: -(await left(owner)), reason: 'test' }).catch(() => undefined)
    const again = await post('/v1/qrcode', owner.key, { data: 'once' })
    expect(again.status, `${spent} charged before`).toBe(402)
  })

  it('sends no file to a bucket whose task was deleted before it was charged', async () => {
    const owner = await newAccount({ credits: 12 })
    const bucket = (at: number) => `${owner.accountId}-${at}`
    const isSent = async (name: string) =>
      ((await (await fetch(`${site}/report`)).json<Report>()).hooks[name] ?? []).length > 0
    const ids = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const deliver_to = `${site}/hook?name=${bucket(at)}`
        const accepted = await post('/v1/qrcode', owner.key, {
          data: `to ${at}`,
          async_mode: true,
          deliver_to,
        })
        const { task_id } = await accepted.json<{ task_id: string }>()
        if (at % 3 === 0) return task_id
        await new Promise((resolve) => setTimeout(resolve, at * 25))
        expect((await send('DELETE', `/v1/status/${task_id}`, owner)).status).toBe(204)
        return task_id
      }),
    )
    await Promise.all(ids.filter((_, at) => at % 3 === 0).map((id) => endOf(id, owner)))
    await expect.poll(() => isSent(bucket(9)), { timeout: 20_000 }).toBe(true)
    const { lines } = (await owner.account.statement({ limit: 100 })) as {
      lines: { type: string; task_id: string | null }[]
    }
    const charged = new Set(lines.flatMap(({ type, task_id }) => (type === 'settle' ? [task_id] : [])))
    for (const [at, id] of ids.entries())
      if (!charged.has(id)) expect(await isSent(bucket(at)), id).toBe(false)
    expect(await left(owner)).toBe(12 - charged.size)
  })
})
