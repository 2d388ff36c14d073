/** `DELETE /v1/status/{task_id}`: afterwards what the caller gave is found nowhere. */
import { env, runInDurableObject, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/ids'
import type { Job } from '../../src/jobs/job'
import { processTask } from '../../src/queue/process-task'
import { submit } from '../../src/queue/submit'
import { sweep } from '../../src/queue/sweep'
import { endLeases, newAccount, type TestAccount, work } from '../support/accounts'
import { newWorld, settleDown, toolsOf } from '../support/background'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

const canary = 'canary-5f1d7'
const erase = (taskId: string, key: string) =>
  SELF.fetch(`https://platen.test/v1/status/${taskId}`, { method: 'DELETE', headers: { 'x-api-key': key } })

/** Everything that D1, R2 and the account hold, as text. */
async function everything({ account }: TestAccount): Promise<string> {
  const tables = ['tasks', 'batches', 'deliveries', 'ledger', 'accounts']
  const rows = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)))
  const objects: string[] = []
  for (const { key } of (await env.FILES.list()).objects) {
    const object = await env.FILES.get(key)
    objects.push(key, JSON.stringify(object?.httpMetadata), (await object?.text()) ?? '')
  }
  const held = await runInDurableObject(account, (_, state) => {
    const sql = state.storage.sql
    const names = sql.exec(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
    )
    return names.toArray().map(({ name }) => sql.exec(`SELECT * FROM "${name}"`).toArray())
  })
  return JSON.stringify([rows.map(({ results }) => results), objects, held])
}

/** A queued task full of canaries. */
async function queued(caller: TestAccount, world = newWorld()) {
  const taskId = newId('tsk')
  await caller.account.begin(work(caller.call, [{ taskId, credits: 2, synchronous: false }]))
  const job: Job = {
    ...{ taskId, accountId: caller.accountId, kind: 'transform', mode: 'live', metadata: { note: canary } },
    ...{ source: { html: `<p>${canary}</p>` }, options: { filename: canary }, optimize: false },
    ...{ origin: 'https://platen.test', createdAt: world.now, expiresAt: world.now + 86_400_000 * 7 },
  }
  const webhookUrl = `https://receiver.example.org/${canary}`
  await submit({ jobs: [{ job, webhookUrl, timeoutMs: 30_000 }] }, toolsOf(world).submit(caller.account))
  return { taskId, world }
}

async function expectForgotten(caller: TestAccount, taskId: string) {
  expect(await everything(caller)).not.toContain(canary)
  const gone = await get(`/v1/status/${taskId}`, caller.key)
  expect(gone.status).toBe(410)
  expect(await gone.text()).not.toContain(canary)
  expect(await (await get('/v1/tasks', caller.key)).text()).not.toContain(taskId)
}

describe('deleting a task', () => {
  it('that was not begun releases it, runs nothing and calls no webhook', async () => {
    const caller = await newAccount({ credits: 5 })
    const { taskId, world } = await queued(caller)
    expect(await everything(caller)).toContain(canary)
    expect((await erase(taskId, caller.key)).status).toBe(204)
    await expectForgotten(caller, taskId)
    await settleDown(world)
    await caller.account.catchUp()
    expect(world).toMatchObject({ renders: 0, posts: [] })
    expect(await caller.account.credits()).toMatchObject({ credits_left: 5 })
    await expectForgotten(caller, taskId)
  })

  it('that is done removes its file, its webhook and what waits for D1; the charge stays', async () => {
    const caller = await newAccount({ credits: 5 })
    const { taskId, world } = await queued(caller)
    for (const { id } of world.messages.splice(0)) await processTask(id, { returns: 0 }, toolsOf(world))
    expect(await everything(caller)).toContain(canary)
    expect((await erase(taskId, caller.key)).status).toBe(204)
    await expectForgotten(caller, taskId)
    expect(await caller.account.credits()).toMatchObject({ credits_left: 3 })
    await settleDown(world)
    expect(world.posts).toEqual([])
    expect(world.logs.join('\n')).not.toContain(canary)
    await expectForgotten(caller, taskId)
    expect((await erase(taskId, caller.key)).status).toBe(204)
  })

  it('of a batch at once after its end leaves the charge in the batch, and nothing that expires later', async () => {
    const caller = await newAccount({ credits: 5 })
    const accepted = await post('/v1/batch', caller.key, {
      endpoint: 'transform',
      entries: [{ html: '<p>x</p>', goCreditMode: false }],
    })
    const { batch_id, tasks } = await accepted.json<{ batch_id: string; tasks: { task_id: string }[] }>()
    const taskId = tasks[0]?.task_id ?? ''
    // The end is deleted as soon as the account knows it, mostly before D1 does.
    await vi.waitFor(
      async () => expect(await caller.account.task(taskId)).toMatchObject({ status: 'completed' }),
      { timeout: 20_000, interval: 20 },
    )
    await env.DB.prepare("UPDATE tasks SET status = 'processing', credits_charged = 0 WHERE task_id = ?")
      .bind(taskId)
      .run()
    expect((await erase(taskId, caller.key)).status).toBe(204)
    await caller.account.catchUp()
    const batch = await get(`/v1/batches/${batch_id}`, caller.key)
    const [shown] = (await batch.json<{ tasks: Record<string, unknown>[] }>()).tasks
    expect(shown).toMatchObject({ status: 'completed', credits_charged: 1 })
    expect(Date.parse(String(shown?.expires_at))).toBeLessThanOrEqual(Date.now())
  })

  it('that is being rendered leaves nothing of what the render still stores', async () => {
    const caller = await newAccount({ credits: 5 })
    const rendering = Promise.withResolvers<void>()
    const printed = Promise.withResolvers<Uint8Array>()
    const world = newWorld({
      print: () => {
        rendering.resolve()
        return printed.promise
      },
    })
    const { taskId } = await queued(caller, world)
    const consuming = processTask(world.messages.splice(0)[0]?.id ?? '', { returns: 0 }, toolsOf(world))
    await rendering.promise
    expect((await erase(taskId, caller.key)).status).toBe(204)
    printed.resolve(new TextEncoder().encode(`%PDF ${canary}`))
    await consuming
    await expectForgotten(caller, taskId)
    expect(await caller.account.credits()).toMatchObject({ credits_left: 5 })
    await settleDown(world)
    expect(world.posts).toEqual([])
  })

  it('that is stored after that is deleted once more, and no later request is given it', async () => {
    const caller = await newAccount({ credits: 5 })
    const store = env.FILES.put.bind(env.FILES)
    const mayStore = Promise.withResolvers<void>()
    const put = vi.spyOn(env.FILES, 'put').mockImplementation((async (...args: Parameters<typeof store>) => {
      if (args[0].startsWith('files/')) await mayStore.promise
      return await store(...args)
    }) as typeof store)
    const made = await post('/v1/studio/badge', caller.key, { data: { attendees: [canary] } })
    const taskId = made.headers.get('x-task-id') ?? ''
    expect([made.status, (await erase(taskId, caller.key)).status]).toEqual([200, 204])
    mayStore.resolve()
    await vi.waitFor(() => expect(put).toHaveResolved(), 20_000)
    put.mockRestore()
    await vi.waitFor(async () => expect(await env.FILES.head(`files/${taskId}`)).toBeNull(), 20_000)
    const again = await post('/v1/studio/badge', caller.key, { data: { attendees: [canary] } })
    expect(again.headers.get('x-cache')).toBe('MISS')
  })

  it('whose render died after it stored its file is swept up once no run can be left', async () => {
    const caller = await newAccount({ credits: 5 })
    const { taskId, world } = await queued(caller)
    expect((await erase(taskId, caller.key)).status).toBe(204)
    await env.FILES.put(`files/${taskId}`, canary)
    world.now += 20 * 60_000
    await sweep(toolsOf(world), () => undefined)
    await expectForgotten(caller, taskId)
  })

  it('that was answered under an idempotency key makes the repeat a 410', async () => {
    const caller = await newAccount({ credits: 5 })
    const body = {
      html: `<title>${canary}</title>`,
      goCreditMode: false,
      return_type: 'url',
      metadata: { note: canary },
    }
    const send = () => post('/v1/transform', caller.key, body, { 'idempotency-key': 'k' })
    const first = await send()
    const taskId = first.headers.get('x-task-id') ?? ''
    const { url } = await first.json<{ url: string }>()
    expect((await erase(taskId, caller.key)).status).toBe(204)
    await expectForgotten(caller, taskId)
    expect((await send()).status).toBe(410)
    expect((await get(url.replace('https://platen.test', ''), '')).status).toBe(410)
    await vi.waitFor(async () => {
      await caller.account.catchUp()
      await expectForgotten(caller, taskId)
    }, 20_000)
  })

  it('of another account, or with a key that may only read, is refused', async () => {
    const caller = await newAccount({ credits: 5 })
    const { taskId, world } = await queued(caller)
    expect((await erase(taskId, (await newAccount({ credits: 0 })).key)).status).toBe(404)
    const reader = await newAccount({ credits: 0, scopes: ['read'] })
    expect((await erase(taskId, reader.key)).status).toBe(403)
    await settleDown(world)
    expect((await get(`/v1/status/${taskId}`, caller.key)).status).toBe(200)
    expect((await erase(taskId, caller.key)).status).toBe(204)
  })
})

describe('the end of the retention', () => {
  it('removes files, inputs, metadata and webhooks’ bodies, and leaves a 410', async () => {
    const caller = await newAccount({ credits: 5 })
    const { taskId, world } = await queued(caller)
    await settleDown(world)
    expect((await get(`/v1/status/${taskId}`, caller.key)).status).toBe(200)
    await env.DB.prepare('UPDATE tasks SET expires_at = 1 WHERE task_id = ?').bind(taskId).run()
    await sweep(toolsOf(world), () => undefined)
    // The account forgets the end when D1 has it.
    await vi.waitFor(
      async () => {
        await caller.account.catchUp()
        expect(await everything(caller)).not.toContain(canary)
      },
      { timeout: 20_000, interval: 300 },
    )
    expect((await get(`/v1/status/${taskId}`, caller.key)).status).toBe(410)
  })

  it('is the longest of all plans for a task that ended by its lease, and takes the file it left', async () => {
    const caller = await newAccount({ credits: 5 })
    const taskId = newId('tsk')
    await caller.account.begin(work(caller.call, [{ taskId, credits: 2 }]))
    await env.FILES.put(`files/${taskId}`, canary)
    await endLeases(caller.account)
    await vi.waitFor(async () => {
      const row = await env.DB.prepare('SELECT status FROM tasks WHERE task_id = ?').bind(taskId).first()
      expect(row).toEqual({ status: 'failed' })
    }, 20_000)
    const afterDays = async (days: number) => {
      const ended = Date.now() - days * 86_400_000
      await env.DB.prepare('UPDATE tasks SET completed_at = ? WHERE task_id = ?').bind(ended, taskId).run()
      await sweep(toolsOf(newWorld()), () => undefined)
      return [await env.FILES.head(`files/${taskId}`), await get(`/v1/status/${taskId}`, caller.key)] as const
    }
    const [kept, shown] = await afterDays(29)
    expect([kept?.size, shown.status]).toEqual([canary.length, 200])
    const [left, gone] = await afterDays(31)
    expect([left, gone.status]).toEqual([null, 410])
  })
})
