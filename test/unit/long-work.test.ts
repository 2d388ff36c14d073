/** How long pieces of long work wait, so that the rest of the isolate has its turn. */
import { expect, it } from 'vitest'
import { OwedPauses } from '../../src/memory/long-work'

/** When each of some pieces begins that take so many milliseconds and owe pauses as long, all asked for at once. */
function beginningsOf(owed: OwedPauses, pieces: number[], from: number): number[] {
  let now = from
  return pieces.map((ms) => {
    now += owed.before(ms, now)
    const begun = now
    owed.begin(ms, ms, now)
    now += ms
    return begun
  })
}

it('the first piece begins at once, the next after a pause as long', () => {
  const owed = new OwedPauses()
  expect(beginningsOf(owed, [100, 100, 100], 1000)).toEqual([1000, 1200, 1400])
  // Until 1600 all have had their pauses.
  expect(beginningsOf(owed, [100], 1600)).toEqual([1600])
})

it('a short piece waits no longer than its own pause, and what is owed stays owed', () => {
  const owed = new OwedPauses()
  expect(beginningsOf(owed, [200, 30, 200], 0)).toEqual([0, 230, 460])
})
