/** When the Studio asks for the page of what is typed. */
import { afterEach, expect, it, vi } from 'vitest'
import { Pace, PageBudget } from '../../studio/shell/pace'

afterEach(() => vi.useRealTimers())

/** Types for two minutes, a key each `everyMs`, and returns the pauses and the most pages of any minute. */
function type(perMinute: number, everyMs: number) {
  vi.useFakeTimers({ now: 1_000_000 })
  const budget = new PageBudget(perMinute)
  const pace = new Pace(budget)
  const [pauses, drawnAt]: [number[], number[]] = [[], []]
  let timer: ReturnType<typeof setTimeout> | undefined
  for (let at = 0; at < 120_000; at += everyMs) {
    clearTimeout(timer)
    const pause = pace.pause()
    pauses.push(pause)
    timer = setTimeout(() => {
      budget.spend()
      drawnAt.push(Date.now())
    }, pause)
    vi.advanceTimersByTime(everyMs)
  }
  const most = Math.max(
    ...drawnAt.map((from) => drawnAt.filter((at) => at >= from && at < from + 60_000).length),
  )
  return { pauses, most }
}

it('draws at once after a rest, a twentieth of a second after a key, and no word half that is typed fast', () => {
  const { pauses } = type(600, 1500)
  expect(new Set(pauses)).toEqual(new Set([0]))
  expect(type(600, 500).pauses.slice(0, 100)).toEqual([0, ...Array(99).fill(50)])
  expect(type(600, 70).pauses.slice(0, 100)).toEqual([0, ...Array(99).fill(84)])
})

it.each([110, 260, 450, 700])('keeps to the pages of a minute, with a key each %i ms', (everyMs) => {
  expect(type(120, everyMs).most).toBeLessThanOrEqual(120)
})
