/** Browsers within the platform's limits, and back after all were lost; `npm run simulate` plays it at full size. */
import { afterAll, expect, it } from 'vitest'
import { effort, whole } from '../fuzz/effort'
import { type OpeningOutcome, simulateOpenings } from '../support/simulate-openings'

const table: OpeningOutcome[] = []

/** At a fifth of its size in CI. */
const part = effort(1, 5)

it('a thousand documents a second from a thousand isolates are printed, and again soon after all browsers were lost', {
  timeout: 1_800_000,
}, async () => {
  const outcome = await simulateOpenings({
    perSecond: 1000 / part,
    isolates: 1000 / part,
    seconds: effort({ before: 180, after: 180 }, { before: 70, after: 40 }),
    platform: { sessions: 200 / part, newPerSecond: 3, refusals: 0.05, meanLife: 30 * 60_000 },
    regions: effort(7, 2),
    shardsPerRegion: effort(30, 21),
  })
  table.push(outcome)
  expect(outcome.refusedBefore).toBeLessThan(0.01)
  expect(outcome.recovery).toBeLessThan(120 / part)
  expect(outcome.most.governed).toBeLessThan(300)
  expect(outcome.overLimit).toBeLessThan(outcome.asked / 10)
})

afterAll(() => {
  if (whole)
    console.table(
      table.map(({ most, ...outcome }) => ({
        ...outcome,
        'asked a second, at most': most.asked,
        'governed a second, at most': most.governed,
      })),
    )
})
