/** Strikes: what an account may waste, and what follows. */
import { describe, expect, test } from 'vitest'
import { countWaste, restrictionAt, type Strikes } from '../../src/accounts/strikes'

const MINUTE = 60_000
const busy = (seconds: number) => ({ elapsedMs: seconds * 1000, busy: true })
const waiting = (seconds: number) => ({ elapsedMs: seconds * 1000, busy: false })

/** What is known after a render of each kind, ended at the minutes given. */
function wasted(...ends: [minute: number, waste: ReturnType<typeof busy>][]): Strikes | undefined {
  return ends.reduce<Strikes | undefined>(
    (known, [minute, waste]) => countWaste(known, waste, (1000 + minute) * MINUTE),
    undefined,
  )
}

/** Minutes of restriction left at a minute. */
function left(strikes: Strikes | undefined, minute: number): number {
  const now = (1000 + minute) * MINUTE
  return ((restrictionAt(strikes, now)?.until ?? now) - now) / MINUTE
}

describe('an account is not restricted', () => {
  test.each([
    ['that wasted nothing', undefined],
    ['after one document of the longest time-out', wasted([0, busy(60)])],
    ['after two of the usual one', wasted([0, busy(30)], [0.5, busy(30)])],
    [
      'after four of the usual one that only waited',
      wasted(...[0, 1, 2, 3].map((n) => [n, waiting(30)] as [number, ReturnType<typeof busy>])),
    ],
    [
      'after one of the longest time-out every ten minutes',
      wasted([0, busy(60)], [10, busy(60)], [20, busy(60)]),
    ],
  ])('%s', (_, strikes) => {
    expect(left(strikes, 20)).toBe(0)
    expect(strikes?.strikes ?? 0).toBe(0)
  })
})

describe('an account is restricted', () => {
  test('for two minutes after a second document of the longest time-out', () => {
    const strikes = wasted([0, busy(60)], [1, busy(60)])
    expect(left(strikes, 1)).toBe(2)
    expect(restrictionAt(strikes, 1001 * MINUTE)).toMatchObject({ timeout: 10 })
    expect(left(strikes, 3)).toBe(0)
  })

  test('no longer for what began before the strike', () => {
    expect(left(wasted([0, busy(60)], [0, busy(60)], [0.5, busy(60)]), 0.5)).toBe(1.5)
  })

  test('twice as long after each further time-out, for an hour at the most', () => {
    let strikes = wasted([0, busy(60)], [1, busy(60)])
    const lengths = [left(strikes, 1)]
    for (let minute = 2; minute < 9; minute++) {
      strikes = countWaste(strikes, busy(10), (1000 + minute) * MINUTE)
      lengths.push(left(strikes, minute))
    }
    expect(lengths).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
  })

  test('for two minutes again when its last restriction is long ago', () => {
    const strikes = wasted([0, busy(60)], [0, busy(60)], [120, busy(60)], [120, busy(60)])
    expect(left(strikes, 120)).toBe(2)
  })

  test('for four when it is not', () => {
    const strikes = wasted([0, busy(60)], [0, busy(60)], [30, busy(60)], [30, busy(60)])
    expect(left(strikes, 30)).toBe(4)
  })
})

test('an account is restricted, and waits ten seconds, after each document that kept its browser from others, and after no other', () => {
  const disruptive = { ...busy(1), disruptive: true }
  const pause = (strikes: Strikes, now: number) =>
    Math.max(0, (restrictionAt(strikes, now)?.pausedUntil ?? 0) - now)
  const first = countWaste(undefined, disruptive, 1001 * MINUTE)
  expect([pause(first, 1001 * MINUTE), left(first, 1)]).toEqual([10_000, 2])
  const second = countWaste(first, disruptive, 1001.5 * MINUTE)
  expect([pause(second, 1001.5 * MINUTE), left(second, 1.5)]).toEqual([10_000, 4])
  const third = countWaste(second, busy(10), 1002 * MINUTE)
  expect([pause(third, 1002 * MINUTE), left(third, 2)]).toEqual([0, 8])
})
