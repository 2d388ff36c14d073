import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { available, expire, hold } from '../../src/accounts/ledger'
import { project } from '../../src/accounts/projection'
import { countRequest } from '../../src/accounts/rate-limit'
import { recordOf } from '../../src/accounts/task-record'
import { FakeD1 } from '../support/sqlite'

const request = { taskId: 'tsk_1', kind: 'transform', credits: 3, leaseMs: 1_000, synchronous: true }
const held = (mode: 'live' | 'test') => {
  const result = hold(
    { granted: 10, settled: 0, held: 0 },
    { requests: [{ ...request, mode }], known: () => false, now: 5_000 },
  )
  if (!result.ok || !result.holds[0]) throw new Error('ten credits are enough for three')
  return { balance: result.balance, hold: result.holds[0] }
}

describe('a hold', () => {
  it('expires at the end of its lease and not a millisecond earlier', () => {
    const { balance, hold } = held('live')
    expect(expire(balance, { hold, now: 5_999 })).toBeUndefined()
    expect(expire(balance, { hold, now: 6_000 })?.resolution).toMatchObject({
      outcome: 'released',
      charged: 0,
    })
  })

  it('is one hold where its id comes twice', () => {
    const twice = hold(
      { granted: 10, settled: 0, held: 0 },
      {
        requests: [
          { ...request, mode: 'live' },
          { ...request, mode: 'live' },
        ],
        known: () => false,
        now: 0,
      },
    )
    expect(twice).toMatchObject({ ok: true, balance: { held: 3 }, holds: [{ taskId: 'tsk_1' }] })
    expect(twice.ok && twice.holds).toHaveLength(1)
  })

  it('costs nothing with a test key', () => {
    const { balance, hold } = held('test')
    expect(available(balance)).toBe(10)
    expect(hold.credits).toBe(0)
  })
})

describe('a rate window', () => {
  it('admits exactly the plan’s number a minute, and a refused request does not prolong it', () => {
    const ask = (window: Parameters<typeof countRequest>[0], now: number) =>
      countRequest(window, { plan: 'Free', method: 'POST', now })
    let window: Parameters<typeof countRequest>[0]
    for (let n = 0; n < 30; n++) {
      const counted = ask(window, 1_000 + n)
      expect(counted).toMatchObject({ allowed: true, rate: { limit: 30, remaining: 29 - n } })
      window = counted.window
    }
    for (const now of [2_000, 40_000, 60_999]) {
      const refused = ask(window, now)
      expect(refused).toMatchObject({ allowed: false, rate: { remaining: 0 } })
      expect(refused.rate.resetSeconds).toBe(Math.ceil((61_000 - now) / 1000))
      window = refused.window
    }
    expect(ask(window, 61_000)).toMatchObject({ allowed: true, rate: { remaining: 29 } })
  })
})

describe('a task in D1', () => {
  it('keeps its first end and what only its submission knew', async () => {
    const d1 = new FakeD1(readFileSync('schema.sql', 'utf8'))
    const record = recordOf('acc_1', held('live').hold)
    const put = (change: object) =>
      project({ db: d1.binding }, [{ topic: 'task', payload: JSON.stringify({ ...record, ...change }) }])
    await put({ status: 'pending', metadata: '{"a":1}', batch_id: 'bat_1' })
    await put({ status: 'completed', pages: 2 })
    await put({ status: 'failed', pages: 9 })
    expect(d1.database.prepare('SELECT status, pages, metadata, batch_id FROM tasks').all()).toEqual([
      { status: 'completed', pages: 2, metadata: '{"a":1}', batch_id: 'bat_1' },
    ])
  })
})
