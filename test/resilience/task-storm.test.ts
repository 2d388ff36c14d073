/** Messages as a queue may deliver them: several times, in any order, many at once; and inputs of every kind. */
import { env } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'
import { Problem } from '../../src/errors'
import { newId } from '../../src/ids'
import type { AnyJob, Job } from '../../src/jobs/job'
import { processTask } from '../../src/queue/process-task'
import { submit } from '../../src/queue/submit'
import { randomFrom } from '../fuzz/random'
import { newAccount, work } from '../support/accounts'
import { newWorld, settleDown, toolsOf } from '../support/background'
import { applySchema } from '../support/schema'

await applySchema()

const TASKS = 400
const AT_ONCE = 40

it('400 tasks, each message delivered one to five times and shuffled, come to 400 ends and 400 settlements', async () => {
  const { account, accountId, call } = await newAccount({ credits: 2 * TASKS, plan: 'Max' })
  const random = randomFrom(8)
  const tries = new Map<string, number>()
  const world = newWorld({
    print: async (job) => {
      const tried = (tries.get(job.taskId) ?? 0) + 1
      tries.set(job.taskId, tried)
      const kind = kindOf(job)
      if (kind === 'unprintable') throw new Problem('document_invalid', { detail: 'It cannot be printed.' })
      if (kind === 'second try' && tried === 1) throw new Problem('browser_lost', { detail: 'It went away.' })
      if (kind === 'pool full' && tried <= 7) throw new Problem('pool_full', { detail: 'All are busy.' })
      if (kind === 'poison') throw new Error('this document breaks every browser')
      return new Uint8Array([37, 80, 68, 70])
    },
  })
  const tools = toolsOf(world)
  const ids = Array.from({ length: TASKS }, () => newId('tsk'))
  for (let at = 0; at < TASKS; at += 100) {
    const part = ids.slice(at, at + 100)
    await account.begin(
      work(
        call,
        part.map((taskId) => ({ taskId, credits: 2, synchronous: false })),
      ),
    )
    const jobs = part.map((taskId, index) => ({
      job: jobOf(taskId, accountId, at + index),
      webhookUrl: undefined,
      timeoutMs: 30_000,
    }))
    await submit({ jobs }, tools.submit(account))
  }
  const messages = world.messages
    .splice(0)
    .flatMap((message) => Array.from({ length: 1 + random.integer(5) }, () => message))
    .map((message) => ({ message, place: random.fraction() }))
    .sort((a, b) => a.place - b.place)
  expect(messages.length).toBeGreaterThan(2 * TASKS)
  const line = messages.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const { message } of line) {
        if (await processTask(message.id, { returns: 0 }, tools)) world.messages.push(message)
      }
    }),
  )
  await settleDown(world, { rounds: 30 })

  const statement = await account.statement({ limit: 1 })
  const expected = ids.filter((_, index) => endOf(index) === 'completed').length
  expect(statement).toMatchObject({
    ...{ credits_held: 0, credits_left: 2 * TASKS - 2 * expected },
    totals: { tasks_completed: expected, tasks_failed: TASKS - expected, credits_charged: 2 * expected },
  })
  const results = await vi.waitFor(
    async () => {
      await account.catchUp()
      const { results: rows } = await env.DB.prepare(
        'SELECT task_id, status, error FROM tasks WHERE account_id = ?',
      )
        .bind(accountId)
        .all<{ task_id: string; status: string; error: string | null }>()
      expect(new Map(rows.map(({ task_id, status }) => [task_id, status]))).toEqual(
        new Map(ids.map((taskId, index) => [taskId, endOf(index)])),
      )
      return rows
    },
    { timeout: 200_000, interval: 500 },
  )
  const poisoned = results.find(({ task_id }) => task_id === ids[99])
  expect(JSON.parse(poisoned?.error ?? '')).toMatchObject({ code: 'internal' })
  expect(tries.get(ids[99] ?? '')).toBe(5)
}, 900_000)

const kinds = ['unprintable', 'second try', 'pool full', 'poison'] as const

/** One in a hundred of each kind of trouble, the rest prints. */
function kindOf({ metadata }: AnyJob) {
  return kinds[(Number(metadata?.index) % 100) - 96]
}

function endOf(index: number): 'completed' | 'failed' {
  return [96, 99].includes(index % 100) ? 'failed' : 'completed'
}

function jobOf(taskId: string, accountId: string, index: number): Job {
  const now = Date.now()
  return {
    ...{ taskId, accountId, kind: 'transform', mode: 'live', metadata: { index } },
    ...{ source: { html: '<p>x</p>' }, options: {}, optimize: false },
    ...{ origin: 'https://platen.test', createdAt: now, expiresAt: now + 86_400_000 * 7 },
  }
}
