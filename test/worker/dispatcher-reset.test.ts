/** Dispatchers that are reset at any moment: all that they had taken over is done, without the sweep. */
import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, it, vi } from 'vitest'
import { newId } from '../../src/ids'
import type { QrJob } from '../../src/jobs/job'
import { logFor } from '../../src/log'
import { WorkMemory } from '../../src/memory/isolate-memory'
import { qrOptions } from '../../src/qr/qr-options'
import { backgroundDependencies } from '../../src/queue/background-dependencies'
import type { DispatchedWork } from '../../src/queue/stored-work'
import { submit } from '../../src/queue/submit'
import { newAccount, type TestAccount, work } from '../support/accounts'
import { get } from '../support/http'
import { triesAll } from '../support/runs'
import { applySchema } from '../support/schema'

const TASKS = 60

beforeAll(() => applySchema())

/** Accepts a task of which no message is sent. */
async function accepted({ account, accountId, call }: TestAccount, data: string): Promise<DispatchedWork> {
  const taskId = newId('tsk')
  await account.begin(work(call, [{ taskId, credits: 1, synchronous: false }]))
  const now = Date.now()
  const job: QrJob = {
    ...{ taskId, accountId, kind: 'qrcode', mode: 'live', origin: 'https://platen.test' },
    ...{ createdAt: now, expiresAt: now + 86_400_000, options: qrOptions.parse({ data }), upload: undefined },
    cacheKey: `cache/${accountId}/live/${taskId}`,
  }
  const queue = { sendBatch: async () => ({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }) }
  await submit(
    { jobs: [{ job, webhookUrl: undefined, timeoutMs: 30_000 }] },
    { ...backgroundDependencies(env, logFor('test'), env.DB), queue, account, memory: new WorkMemory() },
  )
  return { id: taskId, accountId, mode: 'live', returns: 0 }
}

it.runIf(triesAll)('tasks that wait in a dispatcher outlive its resets', { timeout: 120_000 }, async () => {
  const owner = await newAccount({ credits: TASKS })
  const all = await Promise.all(Array.from({ length: TASKS }, (_, n) => accepted(owner, `reset ${n}`)))
  const dispatcher = () => env.DISPATCHER.get(env.DISPATCHER.idFromName('codes:reset'))
  const waiting = async () =>
    await runInDurableObject(dispatcher(), (_, { storage }) =>
      storage.sql.exec<{ tasks: number }>('SELECT count(*) AS tasks FROM work').one(),
    )
  const reset = () =>
    runInDurableObject(dispatcher(), (_, state) => state.abort('reset')).catch(() => undefined)

  expect(await dispatcher().dispatch('codes', all)).toEqual([])
  await reset()
  // One account has half of the slots, so most of its tasks were only waiting.
  expect((await waiting()).tasks).toBeGreaterThan(TASKS / 2)
  for (let resets = 0; resets < 5; resets++) {
    await runDurableObjectAlarm(dispatcher())
    await reset()
  }
  await vi.waitFor(
    async () => {
      await runDurableObjectAlarm(dispatcher())
      const answer = await get('/v1/tasks?status=completed&limit=100', owner.key)
      const { tasks } = await answer.json<{ tasks: { task_id: string }[] }>()
      expect(tasks.map(({ task_id }) => task_id).sort()).toEqual(all.map(({ id }) => id).sort())
    },
    { timeout: 90_000, interval: 200 },
  )
  expect((await waiting()).tasks).toBe(0)
  const left = await (await get('/v1/credits', owner.key)).json<{ credits_left: number }>()
  expect(left.credits_left).toBe(0)
})
