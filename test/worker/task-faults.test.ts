/**
 * A queued task through submission, claim, render, store, settlement and webhook, with the connection broken at each
 * single step: before it, after it, from then on for a while, and by a crash that nothing survives.
 */
import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/ids'
import type { Job } from '../../src/jobs/job'
import { processTask } from '../../src/queue/process-task'
import { submit } from '../../src/queue/submit'
import { fileKey } from '../../src/storage/stored-files'
import { attemptDelivery } from '../../src/webhooks/deliver'
import { endLeases, newAccount, type TestAccount, work } from '../support/accounts'
import { newWorld, settleDown, toolsOf, type Wire, type World } from '../support/background'
import { rowsOf } from '../support/runs'
import { applySchema } from '../support/schema'

await applySchema()

const faults = [
  'fails before',
  'fails after',
  'fails from there on',
  'crashes before',
  'crashes after',
] as const
type Fault = (typeof faults)[number]

const never = new Promise<never>(() => undefined)

/** The steps of an undisturbed task, in order: what the table below breaks, one by one. */
const steps = await (async () => {
  const seen: string[] = []
  const { account } = await scenario((step, call) => {
    seen.push(step)
    return call()
  })
  // Else the sweep of the next world finds a webhook that D1 does not know.
  await account.account.catchUp()
  return seen
})()

beforeAll(() => expect(steps.length).toBeGreaterThan(12))

describe.each(steps.map((step, index) => ({ step, index })))(
  'a task whose step $index, $step,',
  ({ index }) => {
    it.each(rowsOf([...faults.slice(index % 5), ...faults.slice(0, index % 5)], 2))(
      '%s, ends once, is charged or released once and is told of',
      async (fault) => {
        const crashed = Promise.withResolvers<'crashed'>()
        const wire = broken(index, fault, () => crashed.resolve('crashed'))
        const { account, taskId, world, submitted } = await scenario(wire, crashed.promise)
        // The lease of an acceptance that broke off is over before anybody looks after its tasks.
        if (submitted !== 'accepted') await endLeases(account.account)
        await settleDown(world)
        await runDurableObjectAlarm(account.account)
        await endsOnce({ account, taskId, world, submitted })
      },
    )
  },
)

type Submitted = 'accepted' | 'refused' | 'crashed'

/** Submits, consumes and tells, each as its own process; what a crash leaves waits in the world. */
async function scenario(wire: Wire, crash: Promise<'crashed'> = never) {
  const account = await newAccount({ credits: 10 })
  const taskId = newId('tsk')
  const world = newWorld()
  await account.account.begin(work(account.call, [{ taskId, credits: 3, synchronous: false }]))
  const tools = toolsOf(world, wire)
  const job = jobOf(taskId, account.accountId, world.now)
  const queued = { job, webhookUrl: 'https://receiver.example.org/hook', timeoutMs: 30_000 }
  const submitted: Submitted = await Promise.race([
    submit({ jobs: [queued] }, tools.submit(account.account)).then(
      () => 'accepted' as const,
      () => 'refused' as const,
    ),
    crash,
  ])
  const process = async () => {
    for (const { id } of world.messages.splice(0)) {
      if (await processTask(id, { returns: 0 }, tools)) world.messages.push({ queue: 'jobs', id })
    }
    for (const { queue, id } of world.messages.splice(0)) {
      if (queue === 'webhooks') await attemptDelivery(id, tools)
      else world.messages.push({ queue, id })
    }
  }
  await Promise.race([process(), crash])
  return { account, taskId, world, submitted }
}

function broken(at: number, fault: Fault, crash: () => void): Wire {
  let index = -1
  let dead = false
  return async (_, call) => {
    if (dead) return await never
    index++
    if (fault === 'fails from there on' ? index >= at && index < at + 6 : index === at) {
      if (fault === 'crashes before' || fault === 'crashes after') {
        dead = true
        if (fault === 'crashes after') await call()
        crash()
        return await never
      }
      if (fault === 'fails after') await call()
      throw new Error('the connection broke')
    }
    return await call()
  }
}

async function endsOnce({
  account: { account },
  taskId,
  world,
  submitted,
}: {
  account: TestAccount
  taskId: string
  world: World
  submitted: Submitted
}) {
  const statement = await account.statement({ limit: 100 })
  if (statement.outcome !== 'read') throw new Error('the account exists')
  const types = statement.lines.map(({ type }) => type).filter((type) => type !== 'grant')
  expect(types).toHaveLength(2)
  const [end, hold] = types
  expect(hold).toBe('hold')
  const completed = end === 'settle'
  expect(statement.credits_held).toBe(0)
  expect(statement.credits_left).toBe(completed ? 7 : 10)

  await account.catchUp()
  const row = await env.DB.prepare('SELECT * FROM tasks WHERE task_id = ?').bind(taskId).first()
  // A submission that was taken back leaves none; where even that was interrupted, it is told as failed.
  if (submitted !== 'refused' || row)
    expect(row).toMatchObject({
      status: completed ? 'completed' : 'failed',
      credits_charged: completed ? 3 : 0,
    })
  if (submitted === 'accepted') expect(completed).toBe(true)
  expect((await env.FILES.head(fileKey(taskId))) !== null).toBe(completed)

  const { results } = await env.DB.prepare('SELECT * FROM deliveries WHERE task_id = ?').bind(taskId).all()
  if (submitted === 'refused') expect(completed).toBe(false)
  if (submitted === 'accepted') expect(results).toHaveLength(1)
  for (const delivery of results)
    expect(delivery).toMatchObject({ status: 'delivered', attempt: expect.any(Number) })
  expect(world.posts.length > 0).toBe(results.length > 0)
  expect(new Set(world.posts.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(
    results.length,
  )
  for (const { body } of world.posts) {
    expect(JSON.parse(body)).toMatchObject({
      task_id: taskId,
      status: completed ? 'completed' : 'failed',
      metadata: { order: 5 },
    })
  }
}

function jobOf(taskId: string, accountId: string, now: number): Job {
  return {
    ...{ taskId, accountId, kind: 'transform', mode: 'live', metadata: { order: 5 } },
    ...{ source: { html: '<p>x</p>' }, options: {}, optimize: false },
    ...{ origin: 'https://platen.test', createdAt: now, expiresAt: now + 86_400_000 },
  }
}
