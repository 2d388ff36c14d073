import { describe, expect, it } from 'vitest'
import type { Hold } from '../../src/accounts/ledger'
import { countWork, type OpenWork } from '../../src/accounts/open-holds'
import { plans, TEST_QUOTAS } from '../../src/accounts/plans'
import { countTestDocuments, countUncharged, quotaRefusal } from '../../src/accounts/quotas'
import type { DailyCount, Method, Window } from '../../src/accounts/rate-limit'

const DAY_MS = 86_400_000
const T0 = 1_800_000_000_000

function hold(more: Partial<Hold> = {}): Hold {
  const base = { taskId: 'tsk_1', kind: 'transform', mode: 'live', credits: 1, synchronous: false } as const
  return { ...base, heldAt: T0, expiresAt: T0, resolution: null, ...more }
}
const ended = (charged: number, more: Partial<Hold> = {}) =>
  hold({ ...more, resolution: { outcome: charged ? 'settled' : 'released', charged, at: T0, reason: null } })
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)

/** What the account keeps, in memory. */
function counts(open: Partial<OpenWork> = {}) {
  const windows = new Map<Method | DailyCount, Window>()
  return {
    holds: { openWork: () => ({ ...countWork([]), ...open }) },
    window: (name: Method | DailyCount) => windows.get(name),
    saveWindow: (name: Method | DailyCount, window: Window) => void windows.set(name, window),
  }
}
const refusal = (store: ReturnType<typeof counts>, holds: Hold[], now = T0) =>
  quotaRefusal(store, { plan: 'Free', holds, now })

describe('open work', () => {
  it('counts renders and queued tasks, those of test keys in both, and no code that somebody waits for', () => {
    const holds = [
      hold(),
      hold({ mode: 'test' }),
      hold({ synchronous: true }),
      hold({ synchronous: true, mode: 'test' }),
      hold({ kind: 'qrcode', cacheKey: 'cache/1' }),
    ]
    expect(countWork(holds)).toEqual({ renders: 2, tasks: 2, testRenders: 1, testTasks: 1 })
  })
})

describe('queued tasks that have not ended', () => {
  it('are admitted up to the number of the plan, all of a batch or none', () => {
    const limit = plans.Free.outstandingTasks
    expect(refusal(counts({ tasks: limit - 3 }), times(3, hold()))).toBeUndefined()
    expect(refusal(counts({ tasks: limit - 2 }), times(3, hold()))).toMatchObject({
      code: 'too_many_tasks',
      limit,
    })
    expect(refusal(counts({ tasks: limit }), [hold({ synchronous: true })])).toBeUndefined()
  })
})

describe('test keys', () => {
  const test = hold({ mode: 'test' })

  it('have their own numbers of renders at once and of queued tasks', () => {
    const render = hold({ mode: 'test', synchronous: true })
    expect(
      quotaRefusal(counts({ testRenders: 1 }), { plan: 'Max', holds: [render], now: T0 }),
    ).toBeUndefined()
    expect(quotaRefusal(counts({ testRenders: 2 }), { plan: 'Max', holds: [render], now: T0 })).toMatchObject(
      {
        code: 'test_quota',
        quota: 'synchronousRenders',
      },
    )
    expect(refusal(counts({ testTasks: 19 }), [test])).toBeUndefined()
    expect(refusal(counts({ testTasks: 20 }), [test])).toMatchObject({ quota: 'outstandingTasks' })
    expect(refusal(counts({ tasks: 20, testTasks: 20 }), [hold()])).toBeUndefined()
  })

  it('have so many documents a day, and the next day again', () => {
    const store = counts()
    const limit = TEST_QUOTAS.documentsPerDay
    countTestDocuments(store, times(limit, test), T0)
    countTestDocuments(store, [hold()], T0)
    expect(refusal(store, [test], T0 + 1_000)).toMatchObject({
      code: 'test_quota',
      quota: 'documentsPerDay',
      retryAfter: 86_399,
    })
    expect(refusal(store, [hold()], T0 + 1_000)).toBeUndefined()
    expect(refusal(store, [test], T0 + DAY_MS)).toBeUndefined()
  })
})

describe('live tasks that were not charged', () => {
  const end = (store: ReturnType<typeof counts>, holds: Hold[], now = T0) => {
    for (const one of holds) countUncharged(store, { plan: 'Free', hold: one, now })
  }
  const limit = plans.Free.unchargedTasksPerDay

  it('stop the next one at the number of the plan, and a charged one takes one off', () => {
    const store = counts()
    end(store, times(limit - 1, ended(0)))
    expect(refusal(store, [hold()])).toBeUndefined()
    end(store, [ended(0), ended(0, { mode: 'test' })])
    expect(refusal(store, [hold()])).toMatchObject({ code: 'too_many_uncharged', limit, retryAfter: 173 })
    expect(refusal(store, [hold({ mode: 'test' })])).toBeUndefined()
    end(store, [ended(2)])
    expect(refusal(store, [hold()])).toBeUndefined()
  })

  it('leave no credit for later: charged tasks count no further down than zero', () => {
    const store = counts()
    end(store, times(10, ended(1)))
    end(store, times(limit, ended(0)))
    expect(refusal(store, [hold()])).toBeDefined()
  })

  it('are forgotten evenly over the day', () => {
    const store = counts()
    end(store, times(limit, ended(0)))
    expect(refusal(store, [hold()], T0 + 172_000)).toMatchObject({ retryAfter: 1 })
    expect(refusal(store, [hold()], T0 + 173_000)).toBeUndefined()
    end(store, times(limit, ended(0)), T0 + DAY_MS / 2)
    expect(refusal(store, [hold()], T0 + DAY_MS)).toBeDefined()
    expect(refusal(store, [hold()], T0 + 2 * DAY_MS)).toBeUndefined()
  })

  it('number at most a day’s quota and that of the hours passed, however they are spread', () => {
    const store = counts()
    let admitted = 0
    for (let now = T0; now < T0 + 3 * DAY_MS; now += 60_000) {
      for (let request = 0; request < 30; request++) {
        if (refusal(store, [hold()], now)) break
        end(store, [ended(0)], now)
        admitted++
      }
    }
    expect(admitted).toBeGreaterThan(3.9 * limit)
    expect(admitted).toBeLessThanOrEqual(4 * limit)
  })
})
