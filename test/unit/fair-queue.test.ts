/** Accounts that share slots: turns, shares, test work and the bound on what waits. */
import { describe, expect, it } from 'vitest'
import { FairQueue, type QueuedWork } from '../../src/queue/fair-queue'

const LIMITS = { slots: 10, maxWaiting: 1_000 }

function fill(
  queue: FairQueue<QueuedWork>,
  accountId: string,
  count: number,
  mode: 'live' | 'test' = 'live',
) {
  return Array.from({ length: count }, (_, n) => queue.add({ id: `${accountId}${n}`, accountId, mode }))
}

/** Starts what may start. */
function startAll(queue: FairQueue<QueuedWork>): QueuedWork[] {
  const started: QueuedWork[] = []
  for (let work = queue.start(); work; work = queue.start()) started.push(work)
  return started
}

const countOf = (work: QueuedWork[], accountId: string) =>
  work.filter((one) => one.accountId === accountId).length

describe('slots', () => {
  it('are half an account’s while it is alone, so that others find some free', () => {
    const queue = new FairQueue(LIMITS)
    fill(queue, 'a', 50)
    expect(startAll(queue)).toHaveLength(5)
    fill(queue, 'b', 50)
    expect(countOf(startAll(queue), 'b')).toBe(3)
    fill(queue, 'c', 50)
    expect(startAll(queue).map(({ accountId }) => accountId)).toEqual(['c'])
    fill(queue, 'd', 1)
    expect(startAll(queue).map(({ id }) => id)).toEqual(['d0'])
  })

  it('go to the account served longest ago, however many another has waiting', () => {
    const queue = new FairQueue({ ...LIMITS, slots: 4 })
    fill(queue, 'a', 50)
    fill(queue, 'b', 3)
    fill(queue, 'c', 3)
    const order: string[] = []
    for (let work = queue.start(); work; work = queue.start()) {
      order.push(work.accountId)
      queue.end(work)
    }
    expect(order.slice(0, 9)).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c'])
    expect(order).toHaveLength(56)
  })

  it('are taken by test work only when no live work may start, and never more than half of them', () => {
    const queue = new FairQueue(LIMITS)
    fill(queue, 'test', 50, 'test')
    fill(queue, 'other-test', 50, 'test')
    fill(queue, 'live', 2)
    const started = startAll(queue)
    expect(started.slice(0, 2).map(({ accountId }) => accountId)).toEqual(['live', 'live'])
    expect(started.filter(({ mode }) => mode === 'test').length).toBeLessThanOrEqual(5)
    fill(queue, 'late', 1)
    expect(startAll(queue).map(({ accountId }) => accountId)).toEqual(['late'])
  })

  it('count live and test work of an account together', () => {
    const queue = new FairQueue(LIMITS)
    fill(queue, 'a', 50)
    for (let n = 0; n < 50; n++) queue.add({ id: `test${n}`, accountId: 'a', mode: 'test' })
    expect(startAll(queue)).toHaveLength(5)
  })

  it('are given again when they come free, until nothing is left, whatever the order of the ends', () => {
    const queue = new FairQueue(LIMITS)
    const accounts = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    for (const [index, account] of accounts.entries()) fill(queue, account, 10 * (index + 1), 'live')
    const ended = new Set<string>()
    let running = startAll(queue)
    for (let step = 0; running.length > 0; step++) {
      expect(running.length).toBeLessThanOrEqual(10)
      const [work] = running.splice((step * 7) % running.length, 1)
      if (!work) break
      queue.end(work)
      expect(ended.has(work.id)).toBe(false)
      ended.add(work.id)
      running = [...running, ...startAll(queue)]
    }
    expect(ended.size).toBe(280)
  })
})

describe('what waits', () => {
  it('takes half of the room for one account, half of the rest for a second, and one of each account when it is full', () => {
    const queue = new FairQueue({ slots: 1, maxWaiting: 8 })
    const added = ['a', 'b', 'c', 'd', 'e'].map(
      (accountId) => fill(queue, accountId, 10).filter(Boolean).length,
    )
    expect(added).toEqual([4, 2, 1, 1, 1])
  })

  it('takes more of an account when there is room again', () => {
    const queue = new FairQueue({ slots: 1, maxWaiting: 4 })
    fill(queue, 'a', 2)
    const next = { id: 'a2', accountId: 'a', mode: 'live' } as const
    expect(queue.add(next)).toBe(false)
    queue.start()
    expect(queue.add(next)).toBe(true)
  })

  it('is there once, however often it comes', () => {
    const queue = new FairQueue(LIMITS)
    fill(queue, 'a', 1)
    fill(queue, 'a', 1)
    expect(startAll(queue)).toHaveLength(1)
  })

  it('starts no more once it is removed, and makes room', () => {
    const queue = new FairQueue({ slots: 10, maxWaiting: 4 })
    expect(fill(queue, 'a', 3)).toEqual([true, true, false])
    queue.remove('a0')
    expect(queue.add({ id: 'a2', accountId: 'a', mode: 'live' })).toBe(true)
    expect(startAll(queue).map(({ id }) => id)).toEqual(['a1', 'a2'])
  })
})
