/** What the consumer, the dead letters and the sweep make of runs that die, messages that mean nothing, and old age. */
import {
  createExecutionContext,
  createMessageBatch,
  env,
  getQueueResult,
  runDurableObjectAlarm,
} from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { newId } from '../../src/ids'
import type { Job } from '../../src/jobs/job'
import { processTask } from '../../src/queue/process-task'
import { handleBatch } from '../../src/queue/queue-handler'
import { submit } from '../../src/queue/submit'
import { sweep } from '../../src/queue/sweep'
import { pendingTask } from '../../src/tasks/record'
import { insertTask, overdueTasks } from '../../src/tasks/task-store'
import { newAccount, work } from '../support/accounts'
import { newWorld, settleDown, type Tools, toolsOf, type World } from '../support/background'
import { get } from '../support/http'
import { applySchema } from '../support/schema'

await applySchema()

const pdf = new Uint8Array([37, 80, 68, 70])
const never = new Promise<never>(() => undefined)
const resend = (world: World) => sweep(toolsOf(world), () => undefined)

const jobOf = (accountId: string, createdAt: number): Job => ({
  ...{ taskId: newId('tsk'), accountId, kind: 'transform', mode: 'live', metadata: { n: 1 } },
  ...{ source: { html: '<p>x</p>' }, options: {}, optimize: false },
  ...{ origin: 'https://platen.test', createdAt, expiresAt: createdAt + 86_400_000 * 7 },
})

async function submitted(world: World) {
  const caller = await newAccount({ credits: 5 })
  const job = jobOf(caller.accountId, world.now)
  const { taskId } = job
  await caller.account.begin(work(caller.call, [{ taskId, credits: 2, synchronous: false }]))
  const webhookUrl = 'https://receiver.example.org/hook'
  await submit({ jobs: [{ job, webhookUrl, timeoutMs: 30_000 }] }, toolsOf(world).submit(caller.account))
  world.messages.length = 0
  const shown = async () =>
    await (await get(`/v1/status/${taskId}`, caller.key)).json<Record<string, unknown>>()
  const run = () => processTask(taskId, { returns: 0 }, toolsOf(world))
  const left = async () => (await caller.account.credits()) as { credits_left: number }
  return { ...caller, taskId, shown, run, left }
}

describe('a task', () => {
  it('whose run dies each time fails after five tries, is released once and told of', async () => {
    const world = newWorld({ print: () => never })
    const task = await submitted(world)
    for (let n = 1; n <= 5; n++) {
      void task.run()
      await expect.poll(() => world.renders, { timeout: 20_000 }).toBe(n)
      expect(await task.shown()).toMatchObject({ status: 'processing' })
      world.now += 91_000
    }
    await task.run()
    expect(world.renders).toBe(5)
    expect(await task.shown()).toMatchObject({
      status: 'failed',
      error: { code: 'browser_lost' },
      metadata: { n: 1 },
    })
    expect(await task.left()).toMatchObject({ credits_left: 5 })
    await settleDown(world)
    const told = world.posts
      .map(({ body }) => JSON.parse(body))
      .filter(({ task_id }) => task_id === task.taskId)
    expect(told).toMatchObject([{ status: 'failed' }])
  })

  it('is begun by one of many messages that come at once, and by none while it is under way', async () => {
    const printed = Promise.withResolvers<Uint8Array>()
    const world = newWorld({ print: () => printed.promise })
    const task = await submitted(world)
    const first = Promise.all(Array.from({ length: 10 }, task.run))
    await expect.poll(() => world.renders, { timeout: 20_000 }).toBe(1)
    expect(await task.run()).toBeUndefined()
    printed.resolve(pdf)
    expect(await first).toEqual(Array.from({ length: 10 }, () => undefined))
    expect(await task.run()).toBeUndefined()
    expect(world.renders).toBe(1)
    expect(await task.left()).toMatchObject({ credits_left: 3 })
  })

  it('whose run was given up too early ends once, though both runs finish', async () => {
    const slow = Promise.withResolvers<Uint8Array>()
    const world = newWorld({ print: () => slow.promise })
    const task = await submitted(world)
    const first = task.run()
    await expect.poll(() => world.renders, { timeout: 20_000 }).toBe(1)
    world.now += 91_000
    world.print = async () => pdf
    await task.run()
    slow.resolve(pdf)
    await first
    expect(await task.shown()).toMatchObject({ status: 'completed', credits_charged: 2 })
    expect(await task.left()).toMatchObject({ credits_left: 3 })
    await settleDown(world)
    expect(world.posts.filter(({ body }) => JSON.parse(body).task_id === task.taskId)).toHaveLength(1)
    expect(await env.FILES.head(`files/${task.taskId}`)).not.toBeNull()
  })

  it('that failed late does not take away the file of the run that replaced it', async () => {
    const slow = Promise.withResolvers<Uint8Array>()
    const world = newWorld({ print: () => slow.promise })
    const task = await submitted(world)
    const first = task.run()
    await expect.poll(() => world.renders, { timeout: 20_000 }).toBe(1)
    world.now += 91_000
    world.print = async () => pdf
    await task.run()
    await runDurableObjectAlarm(task.account)
    slow.reject(new Error('the browser went away'))
    await first
    expect(await task.shown()).toMatchObject({ status: 'completed', download_url: expect.any(String) })
  })

  it('whose message was lost is sent again after a minute, and then less and less often', async () => {
    const world = newWorld()
    const task = await submitted(world)
    const sent = async () => {
      await resend(world)
      return world.messages.splice(0).filter(({ id }) => id === task.taskId).length
    }
    world.now += 50_000
    expect(await sent()).toBe(0)
    world.now += 11_000
    expect(await sent()).toBe(1)
    expect(await sent()).toBe(0)
    world.now += 62_000
    expect(await sent()).toBe(1)
    world.now += 62_000
    expect(await sent()).toBe(0)
    await task.run()
    // Its account tells D1 of the end long before its lease there is over.
    await task.account.catchUp()
    world.now += 86_400_000
    expect(await sent()).toBe(0)
  })

  it('is sent again although another account has more to send than is taken at a time', async () => {
    const now = Date.now()
    const overdue = (accountId: string, ageMs: number) =>
      insertTask(env.DB, {
        record: pendingTask(jobOf(accountId, now - ageMs)),
        ...{ leaseMs: 90_000, inputBytes: 0, batchIndex: null, webhookUrl: null },
      })
    await env.DB.batch([
      ...[90_000, 80_000, 70_000].map((ageMs) => overdue('acc_busy', ageMs)),
      overdue('acc_other', 60_000),
    ])
    const sent = await overdueTasks(env.DB, { now, limit: 2 })
    expect(sent.map(({ account_id }) => account_id).sort()).toEqual(['acc_busy', 'acc_other'])
  })

  it('that found no browser for a day fails', async () => {
    const world = newWorld()
    const task = await submitted(world)
    world.now += 86_400_000
    await task.run()
    expect(world.renders).toBe(0)
    expect(await task.shown()).toMatchObject({ status: 'failed', error: { code: 'pool_full' } })
    expect(await task.left()).toMatchObject({ credits_left: 5 })
  })

  it('whose input is not there fails at once', async () => {
    const world = newWorld()
    const task = await submitted(world)
    await env.FILES.delete(`inputs/${task.taskId}`)
    await task.run()
    expect(await task.shown()).toMatchObject({ status: 'failed', error: { code: 'internal' } })
    expect(await task.left()).toMatchObject({ credits_left: 5 })
  })
})

describe('a message', () => {
  const batchOf = (queue: string, bodies: unknown[]) =>
    createMessageBatch(
      queue,
      bodies.map((body, index) => ({ id: `m${index}`, timestamp: new Date(), attempts: 1, body })),
    )

  it('that means nothing is done with, and holds up none beside it', async () => {
    const world = newWorld()
    const task = await submitted(world)
    const bodies = [null, 'junk', { task_id: 7 }, { task_id: 'tsk_unknown' }, { task_id: task.taskId }]
    const batch = batchOf('platen-jobs', bodies)
    await handleBatch(batch, toolsOf(world))
    expect(await task.shown()).toMatchObject({ status: 'completed' })
    for (const queue of ['platen-jobs-dead', 'platen-webhooks', 'platen-webhooks-dead'])
      await handleBatch(batchOf(queue, [null, { delivery_id: 1 }]), toolsOf(world))
    const poisoned = world.logs.filter((line) => line.includes('queue.poisoned'))
    expect(poisoned.flatMap((line) => JSON.parse(line).message_ids)).toHaveLength(7)
    expect(world.queueFaults).toEqual([
      ...['poisoned platen-jobs', 'dead platen-jobs-dead', 'poisoned platen-jobs-dead'],
      ...['poisoned platen-webhooks', 'dead platen-webhooks-dead'],
    ])
  })

  it('of the release before is read: it names no account, and its class by another name', async () => {
    const world = newWorld()
    const dispatched: unknown[] = []
    const dispatch: Tools['dispatch'] = async (queueClass, work) => {
      dispatched.push(...work.map((one) => ({ queueClass, ...one })))
      return []
    }
    const tools = { ...toolsOf(world), dispatch }
    await handleBatch(
      batchOf('platen-jobs', [{ task_id: 'tsk_1', line: 'codes', returns: 2 }, { task_id: 'tsk_2' }]),
      tools,
    )
    await handleBatch(batchOf('platen-webhooks', [{ delivery_id: 'msg_1' }]), tools)
    const unnamed = { accountId: '', mode: 'live' }
    expect(dispatched).toEqual([
      { queueClass: 'codes', id: 'tsk_1', ...unnamed, returns: 2 },
      { queueClass: 'documents', id: 'tsk_2', ...unnamed, returns: 0 },
      { queueClass: 'webhooks', id: 'msg_1', ...unnamed, returns: 0 },
    ])
  })

  it.each(['platen-staging-jobs', 'platen-jobs'])('is known by the end of its queue: %s', async (queue) => {
    const world = newWorld()
    const task = await submitted(world)
    await handleBatch(batchOf(queue, [{ task_id: task.taskId }]), toolsOf(world))
    expect(await task.shown()).toMatchObject({ status: 'completed' })
  })

  it('of a queue that nobody knows is kept, and reported', async () => {
    const world = newWorld()
    const batch = batchOf('platen-letters', [{ task_id: 'tsk_1' }])
    await handleBatch(batch, toolsOf(world))
    const { ackAll, explicitAcks, retryBatch } = await getQueueResult(batch, createExecutionContext())
    expect({ ackAll, explicitAcks, retryBatch }).toEqual({
      ackAll: false,
      explicitAcks: [],
      retryBatch: { retry: true },
    })
    expect(world.logs.some((line) => line.includes('queue.unknown'))).toBe(true)
    expect(world.queueFaults).toEqual(['unknown platen-letters'])
  })

  it('for which there is no room stays in the queue, and the sweep does not send it a second time', async () => {
    const world = newWorld()
    const [first, second] = [await submitted(world), await submitted(world)]
    const tools = { ...toolsOf(world), dispatch: async () => [second.taskId] }
    const batch = batchOf('platen-jobs', [{ task_id: first.taskId }, { task_id: second.taskId }])
    await handleBatch(batch, tools)
    const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext())
    expect(explicitAcks).toEqual(['m0'])
    expect(retryMessages).toEqual([{ msgId: 'm1' }])
    world.now += 2 * 60_000
    const swept = async () => {
      world.messages.length = 0
      await sweep(tools, (error) => expect.unreachable(String(error)))
      return world.messages.map(({ id }) => id)
    }
    const early = await swept()
    expect(early).toContain(first.taskId)
    expect(early).not.toContain(second.taskId)
    world.now += 4 * 60_000
    expect(await swept()).toContain(second.taskId)
  })

  it('that the platform gave up leaves its task to the sweep while it has tries left', async () => {
    const world = newWorld()
    const task = await submitted(world)
    await handleBatch(batchOf('platen-jobs-dead', [{ task_id: task.taskId }]), toolsOf(world))
    expect(await task.shown()).toMatchObject({ status: 'pending' })
    expect(world.logs.some((line) => line.includes('queue.dead'))).toBe(true)
    await settleDown(world)
    expect(await task.shown()).toMatchObject({ status: 'completed' })
  })

  it('that the platform gave up is reported once, however often it comes back', async () => {
    const world = newWorld()
    const down = toolsOf(world, async () => {
      throw new Error('the database is down')
    })
    for (const attempts of [1, 2, 3]) {
      const message = { id: 'm0', timestamp: new Date(), attempts, body: { task_id: 'tsk_1' } }
      await handleBatch(createMessageBatch('platen-jobs-dead', [message]), down)
    }
    expect(world.logs.filter((line) => line.includes('queue.not_given_up'))).toHaveLength(3)
    expect(world.queueFaults).toEqual(['dead platen-jobs-dead'])
  })

  it('that the platform gave up fails its task when the tries are used up', async () => {
    const world = newWorld()
    const task = await submitted(world)
    await env.DB.prepare('UPDATE tasks SET tries = 5 WHERE task_id = ?').bind(task.taskId).run()
    await handleBatch(batchOf('platen-jobs-dead', [{ task_id: task.taskId }]), toolsOf(world))
    expect(await task.shown()).toMatchObject({ status: 'failed', error: { code: 'browser_lost' } })
  })
})
