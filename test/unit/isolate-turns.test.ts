/** How long pieces of computation let others run. */
import { expect, it } from 'vitest'
import { Turns } from '../../src/memory/isolate-turns'

it('an account alone gives up a fifth of its time', () => {
  const turns = new Turns()
  turns.see('a', 0)
  turns.see('a', 10)
  expect(turns.isShared(20)).toBe(false)
  expect(turns.pauseAfter({}, 50, 20)).toBe(10)
  expect(turns.pauseAfter({}, 5_000, 20)).toBe(100)
})

it('beside another account, all long work together has a third of it', () => {
  const turns = new Turns()
  turns.see('a', 0)
  turns.see('b', 10)
  expect(turns.isShared(20)).toBe(true)
  const works = [{}, {}, {}]
  const pauses = works.map((work) => turns.pauseAfter(work, 25, 20))
  expect(pauses).toEqual([50, 125, 200])
  // Work that has ended is not counted for long.
  expect(turns.pauseAfter(works[0] ?? {}, 25, 4_000)).toBe(50)
})

it('beside another account, work that nobody pays for has a sixth of it', () => {
  const turns = new Turns()
  turns.see('a', 0)
  turns.see('b', 10)
  expect(turns.pauseAfter({}, 10, 20, 'a', 'unpaid')).toBe(50)
})

it('an account that was here long ago has no work here', () => {
  const turns = new Turns()
  turns.see('a', 0)
  turns.see('b', 6_000)
  expect(turns.isShared(6_001)).toBe(false)
})
