/** How many rows an account's object writes for a document: on Cloudflare each is paid for, and so is each row of an index. */
import { runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import counted from '../../scripts/scale-figures.json'
import { MAX_GATHERED } from '../../src/accounts/storage/outbox-table'
import { newId } from '../../src/ids'
import { newAccount, type TestAccount, work } from '../support/accounts'
import { triesAll } from '../support/runs'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

/**
 * Rows that the account's object writes while `use` lasts, without one for each second of it, since windows of POSTs are stored
 * by themselves if nothing else is; and the alarms that it sets, each paid for as a row.
 */
async function written({ account }: TestAccount, use: () => Promise<unknown>) {
  const cursors: { rowsWritten: number }[] = []
  let alarms = 0
  let restore = () => {}
  await runInDurableObject(account, (_, { storage }) => {
    const sql = Object.getPrototypeOf(storage.sql)
    const whole = Object.getPrototypeOf(storage)
    const { exec } = sql
    const { setAlarm } = whole
    sql.exec = function (...statement: unknown[]) {
      const cursor = exec.apply(this, statement)
      cursors.push(cursor)
      return cursor
    }
    whole.setAlarm = function (...time: unknown[]) {
      alarms++
      return setAlarm.apply(this, time)
    }
    restore = () => {
      sql.exec = exec
      whole.setAlarm = setAlarm
    }
  })
  const begunAt = performance.now()
  await use()
  const seconds = Math.floor((performance.now() - begunAt) / 1000)
  return await runInDurableObject(account, () => {
    restore()
    return { rows: cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, -seconds), alarms }
  })
}

/** What the receiver of a task's webhook took at the first try. */
async function tell({ account, accountId }: TestAccount, taskId: string) {
  const begun = await account.beginDelivery({ taskId, receiver: `${accountId} https://example.org` })
  if (begun.outcome !== 'begun' || !begun.end) throw new Error('the task has ended')
  const told = { status: 'delivered', created_at: 1, due_at: 1, ended_at: 1, log: '[]' } as const
  const webhook = { delivery_id: taskId, receiver: 'r', body: '{}', ...told }
  await account.endDelivery({ taskId, delivered: { ...begun.end, webhook } })
}

/** A timer falls into fewer of several tries. */
const TRIES = 4

it.runIf(triesAll).each([
  { documents: 'synchronous documents', figures: counted.synchronous, synchronous: true, isTold: false },
  { documents: 'queued tasks', figures: counted.queued, synchronous: false, isTold: false },
  { documents: 'queued tasks with webhooks', figures: counted.notified, synchronous: false, isTold: true },
])(
  '$documents write as many rows as docs/operate/scale.md counts with, from hold to D1',
  async ({ figures, synchronous, isTold }) => {
    const owner = await newAccount({ credits: TRIES * (2 * MAX_GATHERED + 2), plan: 'Max' })
    const { account, call } = owner
    const measure = () =>
      written(owner, async () => {
        for (let document = 0; document < MAX_GATHERED; document++) {
          const taskId = newId('tsk')
          await account.authenticate(call)
          await account.begin(work(call, [{ taskId, credits: 2, synchronous }]))
          if (!synchronous) await account.extend({ taskIds: [taskId], leaseMs: 60_000 })
          await account.settle({ taskId })
          if (isTold) await tell(owner, taskId)
        }
        await account.catchUp()
      })
    await account.catchUp()
    let { rows, alarms } = await measure()
    for (let tried = 1; tried < TRIES && rows / MAX_GATHERED > figures.accountRows; tried++)
      ({ rows, alarms } = await measure())
    expect(rows / MAX_GATHERED).toBeLessThanOrEqual(figures.accountRows)
    expect(rows / MAX_GATHERED).toBeGreaterThan(figures.accountRows - 1)
    expect(alarms / MAX_GATHERED).toBeLessThanOrEqual(figures.alarms)
  },
)
