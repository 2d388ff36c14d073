/** When an account's rows go to D1, and which of them. */
import fs from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { flushAll, flushOutbox } from '../../src/accounts/outbox'
import { AccountStore } from '../../src/accounts/storage/account-store'
import { GATHER_MS, MAX_GATHERED } from '../../src/accounts/storage/outbox-table'
import { EMPTY_RECORD, type TaskRecord } from '../../src/tasks/record'
import { FakeD1, ObjectStorage } from '../support/sqlite'

let storage: ObjectStorage
let store: AccountStore
let d1: FakeD1

beforeEach(() => {
  storage = new ObjectStorage()
  store = new AccountStore(storage.sql)
  store.create({
    accountId: 'acc_1',
    name: 'One',
    plan: 'Pro',
    createdAt: 1,
    webhookSecret: 'whsec_1',
    balance: { granted: 0, settled: 0, held: 0 },
  })
  d1 = new FakeD1(fs.readFileSync('schema.sql', 'utf8'))
})

function enqueue(id: string, gatherMs: number = GATHER_MS.ended, now = 0): void {
  const row = { account_id: id, name: id, plan: 'Pro', created_at: 1 }
  store.outbox.enqueue('account', id, row, { now, gatherMs })
}
const told = () => d1.database.prepare('SELECT account_id FROM accounts').all()

describe('what waits for D1', () => {
  it.each(Object.values(GATHER_MS))('goes after %i ms, and not before', (gatherMs) => {
    enqueue('a', gatherMs)
    expect(store.nextDue()).toBe(gatherMs)
    expect([gatherMs - 1, gatherMs].map((now) => store.isProjectionDue(now))).toEqual([false, true])
  })

  it('goes at once when it is much', () => {
    for (let row = 1; row < MAX_GATHERED; row++) enqueue(`a${row}`, GATHER_MS.ended, 5)
    store.due.takeEarliest()
    expect(store.isProjectionDue(5)).toBe(false)
    enqueue('last', GATHER_MS.ended, 5)
    expect([store.due.takeEarliest(), store.isProjectionDue(5)]).toEqual([5, true])
  })

  it('goes when lists are asked for, however many rows D1 does not take', async () => {
    for (let row = 0; row < 500; row++) enqueue(`stuck${row}`)
    storage.database.exec(`UPDATE outbox SET attempts = 3, due_at = ${Number.MAX_SAFE_INTEGER}`)
    enqueue('new')
    expect(await flushAll(store, { db: d1.binding })).toEqual([])
    expect(told()).toEqual([{ account_id: 'new' }])
  })

  it('and was not taken once goes with the next list, before its time', async () => {
    enqueue('a')
    d1.fails = 'before'
    expect(await flushAll(store, { db: d1.binding })).toMatchObject([{ rows: 1, attempts: 1 }])
    d1.fails = undefined
    expect(await flushAll(store, { db: d1.binding })).toEqual([])
    expect(told()).toEqual([{ account_id: 'a' }])
  })
})

/** The end of a task, as D1 takes it. */
function end(task_id: string, more: Partial<TaskRecord> = {}): TaskRecord {
  const facts = { kind: 'transform', mode: 'live', created_at: 1, started_at: 1 } as const
  return { ...EMPTY_RECORD, ...facts, task_id, account_id: 'acc_1', status: 'completed', ...more }
}
const endTask = (task_id: string, more?: Partial<TaskRecord>) =>
  store.outbox.enqueue('task', task_id, end(task_id, more), { now: 0, gatherMs: GATHER_MS.ended })
const rows = () =>
  storage.database
    .prepare('SELECT ref FROM outbox ORDER BY id')
    .all()
    .map(({ ref }) => ref)
const ended = () =>
  d1.database
    .prepare('SELECT task_id, file_name FROM tasks ORDER BY task_id')
    .all()
    .map((row) => ({ ...row }))

describe('ends of tasks', () => {
  it('share rows, are counted each, and are found, changed and taken back each', async () => {
    for (let task = 10; task < 10 + MAX_GATHERED; task++) endTask(`tsk_${task}`)
    expect([rows().length, store.due.takeEarliest()]).toEqual([MAX_GATHERED / 20, 0])
    expect(store.outbox.find('task', 'tsk_1')).toBeUndefined()
    store.outbox.rewrite('task', 'tsk_31', end('tsk_31', { file_name: 'changed.pdf' }))
    expect(store.outbox.find('task', 'tsk_31')).toMatchObject({ file_name: 'changed.pdf' })
    for (let task = 11; task < 10 + MAX_GATHERED; task++)
      if (task !== 31) store.outbox.dequeue('task', `tsk_${task}`)
    expect(rows()).toEqual(['tsk_10', 'tsk_31'])
    expect(await flushAll(store, { db: d1.binding })).toEqual([])
    expect([ended(), rows()]).toEqual([
      [
        { task_id: 'tsk_10', file_name: null },
        { task_id: 'tsk_31', file_name: 'changed.pdf' },
      ],
      [],
    ])
  })

  it('that come while others are on their way have a row of their own, as long ones have', async () => {
    endTask('tsk_1')
    const onTheWay = flushOutbox(store, { db: d1.binding, now: GATHER_MS.ended })
    endTask('tsk_2')
    endTask('tsk_3', { warnings: 'x'.repeat(8_000) })
    await onTheWay
    expect(rows()).toEqual(['tsk_2', 'tsk_3'])
    expect(await flushAll(store, { db: d1.binding })).toEqual([])
    expect(ended()).toHaveLength(3)
  })

  it('travel alone once D1 has not taken them several times', async () => {
    for (const task of ['tsk_1', 'tsk_2', 'tsk_3']) endTask(task)
    d1.fails = 'before'
    for (let time = 1; time <= 3; time++) {
      expect(rows()).toHaveLength(1)
      await flushOutbox(store, { db: d1.binding, now: time * 1e9 })
    }
    expect(rows()).toEqual(['tsk_1', 'tsk_2', 'tsk_3'])
    d1.fails = undefined
    await flushOutbox(store, { db: d1.binding, now: 1e12 })
    expect([ended().length, rows()]).toEqual([3, []])
  })
})
