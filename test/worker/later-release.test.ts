/**
 * What a later release sent and stored, found by this one while both run or after a rollback: it waits, and nothing is
 * lost.
 */
import {
  createExecutionContext,
  createMessageBatch,
  env,
  getQueueResult,
  runInDurableObject,
} from 'cloudflare:test'
import { expect, it } from 'vitest'
import type { Account } from '../../src/accounts/account-object'
import { shardStub } from '../../src/browser/shards'
import { READ_VERSION, WRITTEN_VERSION } from '../../src/format-version'
import { newId } from '../../src/ids'
import type { Job } from '../../src/jobs/job'
import { MAX_TASK_AGE_MS } from '../../src/jobs/retry'
import { processTask } from '../../src/queue/process-task'
import { handleBatch } from '../../src/queue/queue-handler'
import { submit } from '../../src/queue/submit'
import { inputKey } from '../../src/storage/stored-files'
import { newAccount, work } from '../support/accounts'
import { newWorld, toolsOf, type World } from '../support/background'
import { get } from '../support/http'
import { applySchema } from '../support/schema'

await applySchema()

const LATER = READ_VERSION + 1

it.each([
  ['platen-jobs', { task_id: 'tsk_later' }],
  ['platen-jobs-dead', { task: 'a form of its own' }],
  ['platen-webhooks', { delivery: 'a form of its own' }],
])('a message comes back: %s', async (queue, body) => {
  const world = newWorld()
  const message = { id: 'm1', timestamp: new Date(), attempts: 1, body: { v: LATER, ...body } }
  const batch = createMessageBatch(queue, [message])
  await handleBatch(batch, toolsOf(world))
  const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext())
  expect({ explicitAcks, retried: retryMessages.map(({ msgId }) => msgId) }).toEqual({
    explicitAcks: [],
    retried: ['m1'],
  })
  expect(world.logs.join()).toContain('queue.newer')
})

it('a stored job waits for that release, however often it is tried, and is done then', async () => {
  const world = newWorld()
  const { taskId, stored, shown } = await storedByLaterRelease(world)
  for (let time = 0; time < 8; time++) {
    const retry = await processTask(taskId, { returns: time }, toolsOf(world))
    expect(retry?.retryAfterSeconds).toBeGreaterThanOrEqual(60)
    expect(await shown()).toMatchObject({ status: 'pending' })
  }
  await env.FILES.put(inputKey(taskId), stored)
  await processTask(taskId, { returns: 8 }, toolsOf(world))
  expect(await shown()).toMatchObject({ status: 'completed', credits_charged: 2 })
})

/** A queued task of an account with 5 credits, stored in a form of a later release. `stored` is what this one stores. */
async function storedByLaterRelease(world: World) {
  const caller = await newAccount({ credits: 5 })
  const taskId = newId('tsk')
  await caller.account.begin(work(caller.call, [{ taskId, credits: 2, synchronous: false }]))
  const job: Job = {
    ...{ taskId, accountId: caller.accountId, kind: 'transform', mode: 'live', metadata: {} },
    ...{ source: { html: '<p>x</p>' }, options: {}, optimize: false },
    ...{ origin: 'https://platen.test', createdAt: world.now, expiresAt: world.now + 86_400_000 },
  }
  await submit(
    { jobs: [{ job, webhookUrl: undefined, timeoutMs: 30_000 }] },
    toolsOf(world).submit(caller.account),
  )
  const stored = (await (await env.FILES.get(inputKey(taskId)))?.text()) ?? ''
  expect(stored).toContain(`"v":${WRITTEN_VERSION}`)
  await env.FILES.put(inputKey(taskId), stored.replace(`"v":${WRITTEN_VERSION}`, `"v":${LATER}`))
  const shown = async () => await (await get(`/v1/status/${taskId}`, caller.key)).json()
  return { caller, taskId, stored, shown }
}

it.each(['platen-jobs', 'platen-jobs-dead'])(
  'a stored job whose release does not come back within a day fails, uncharged, and says why: %s',
  async (queue) => {
    const world = newWorld()
    const { caller, taskId, shown } = await storedByLaterRelease(world)
    world.now += MAX_TASK_AGE_MS
    const message = { id: 'm1', timestamp: new Date(), attempts: 1, body: { task_id: taskId } }
    await handleBatch(createMessageBatch(queue, [message]), toolsOf(world))
    expect(await shown()).toMatchObject({
      status: 'failed',
      error: { code: 'internal', message: expect.stringContaining('stored by a later release') },
    })
    expect(await caller.account.credits()).toMatchObject({ credits_left: 5 })
  },
)

it('a call is not misread by an object: it refuses, and holds, settles and prints nothing', async () => {
  const { account, call } = await newAccount({ credits: 5 })
  const taskId = newId('tsk')
  const later = { ...work(call, [{ taskId, credits: 2 }]), v: LATER }
  await runInDurableObject(account, async (object: Account) => {
    await expect(object.begin(later)).rejects.toThrow('a later release')
  })
  expect(await account.credits()).toMatchObject({ credits_left: 5 })
  await account.begin(work(call, [{ taskId, credits: 2 }]))
  await runInDurableObject(account, async (object: Account) => {
    await expect(object.settle({ taskId, v: LATER })).rejects.toThrow('a later release')
    await expect(object.release({ taskId, reason: 'x', v: LATER })).rejects.toThrow('a later release')
  })
  expect(await account.credits()).toMatchObject({ credits_left: 3 })
  expect(await account.settle({ taskId })).toMatchObject({ outcome: 'settled', credits_charged: 2 })

  const pool = shardStub({ pool: env.POOL, region: 'LATER' }, 0)
  const urgent = { accountId: 'acc_1', urgency: 'caller' as const, waitMs: 0 }
  expect(await pool.reserve({ ...urgent, v: LATER })).toEqual({ ok: false, retryAfter: 5, why: 'no_browser' })

  const dispatcher = env.DISPATCHER.get(env.DISPATCHER.idFromName('later'))
  const queued = { id: 'tsk_later', accountId: 'acc_1', mode: 'live' as const, returns: 0, v: LATER }
  expect(await dispatcher.dispatch('documents', [queued])).toEqual(['tsk_later'])
})
