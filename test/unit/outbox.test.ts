/** When an account's rows go to D1, and which of them. */
import fs from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { flushAll } from '../../src/accounts/outbox'
import { AccountStore } from '../../src/accounts/storage/account-store'
import { GATHER_MS, MAX_GATHERED } from '../../src/accounts/storage/outbox-table'
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
