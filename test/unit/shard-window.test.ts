import { describe, expect, it } from 'vitest'
import { homeOf, ShardWindow } from '../../src/browser/shard-window'

/** A window whose clock stands still until it is told, and whose choice is always the last shard. */
function windowAt({ random = (): number => 0.999 } = {}) {
  const clock = { now: 0 }
  const window = new ShardWindow(() => clock.now, random)
  const order = (shards: number) => [...window.order(shards, 'acc')]
  return { clock, window, order }
}

describe('a window of shards', () => {
  it('begins with the first shard and doubles to all of them', () => {
    expect(windowAt().order(30)).toEqual([
      { shard: 0, width: 1 },
      { shard: 1, width: 2 },
      { shard: 3, width: 4 },
      { shard: 7, width: 8 },
      { shard: 15, width: 16 },
      { shard: 29, width: 30 },
    ])
  })

  it('asks no shard twice, and each there is if they are few', () => {
    for (const shards of [1, 2, 3, 5]) {
      const asked = windowAt({ random: Math.random })
        .order(shards)
        .map(({ shard }) => shard)
      expect([...asked].sort()).toEqual(Array.from({ length: shards }, (_, shard) => shard))
    }
  })

  it('is one wider for every four slots that were found beyond it, and narrows with time', () => {
    const { clock, window } = windowAt()
    for (let found = 0; found < 28; found++) window.found(30, 30)
    expect(window.width(30)).toBe(8)
    window.found(8, 30)
    expect(window.width(30)).toBe(8)
    clock.now = 20_000
    expect(window.width(30)).toBe(4)
    clock.now = 600_000
    expect(window.width(30)).toBe(1)
  })

  it('leaves out a shard that refused, for as long as it was told', () => {
    const { clock, window, order } = windowAt()
    window.pause(0, 100)
    window.pause(29, 2000)
    const asked = () => order(30).map(({ shard }) => shard)
    expect(asked()).not.toContain(0)
    expect(asked()).toContain(28)
    clock.now = 101
    expect(asked()[0]).toBe(0)
    expect(asked()).not.toContain(29)
  })

  it('asks the home of an account if all shards refused', () => {
    const { window, order } = windowAt()
    for (const shard of [0, 1]) window.pause(shard, 100)
    expect(order(2)).toEqual([{ shard: 0, width: 2 }])
  })
})

describe('the home of an account', () => {
  const accounts = Array.from({ length: 3000 }, (_, at) => `acc_${at}`)

  it('is each shard as often', () => {
    const counts = Array.from({ length: 30 }, () => 0)
    for (const account of accounts) counts[homeOf(account, 30)] = (counts[homeOf(account, 30)] ?? 0) + 1
    expect(Math.min(...counts)).toBeGreaterThan(60)
    expect(Math.max(...counts)).toBeLessThan(150)
  })

  it('moves only to a shard that is new in a wider window', () => {
    const moved = accounts.filter((account) => homeOf(account, 8) !== homeOf(account, 9))
    expect(moved.every((account) => homeOf(account, 9) === 8)).toBe(true)
    expect(moved.length).toBeGreaterThan(200)
    expect(moved.length).toBeLessThan(500)
  })
})
