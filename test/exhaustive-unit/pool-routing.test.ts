/** The figures that the routing of documents to browsers has to reach; `npm run simulate` prints them all. */
import { afterAll, describe, expect, it } from 'vitest'
import { effort, whole } from '../fuzz/effort'
import { type PoolOutcome, SHARDS, simulateBurst, simulatePool } from '../support/simulate-pool'

const loads = effort([0.05, 0.2, 0.5, 0.8, 0.95], [0.05, 0.8])
const table: Record<string, number | string>[] = []

describe.each(effort([1, 50, 500], [1, 500]))('documents from %i isolates', (isolates) => {
  it.each(loads)('find a browser at a load of %f', { timeout: effort(1_200_000, 120_000) }, async (load) => {
    // Long enough for browsers to close again, where it costs little.
    const outcome = await simulatePool({ isolates, load, seconds: load < 0.1 ? 900 : effort(120, 40) })
    table.push(rowOf({ isolates, load }, outcome))
    // Above that the lines overflow, as they should.
    if (load <= 0.8) {
      expect(outcome.refused / outcome.documents).toBeLessThan(0.001)
      expect(outcome.p50).toBeLessThan(100)
    }
    if (load === 0.05) expect(outcome.browsersOpen).toBeLessThanOrEqual(SHARDS / 3)
  })
})

describe('callers of one moment', () => {
  it('all find a slot, though no browser is open', async () => {
    expect(await simulateBurst({ callers: 40 })).toBe(40)
  })

  it('find the browsers that are open if the platform gives no other', async () => {
    const open = Array.from({ length: SHARDS - 2 }, (_, at) => at + 2)
    expect(await simulateBurst({ callers: 1, open, mostBrowsers: open.length })).toBe(1)
    expect(await simulateBurst({ callers: 20, open, mostBrowsers: open.length })).toBe(20)
  })
})

afterAll(() => {
  if (whole) console.table(table)
})

function rowOf(asked: { isolates: number; load: number }, { stayed, ...outcome }: PoolOutcome) {
  return {
    ...asked,
    documents: outcome.documents,
    'refused, %': ((100 * outcome.refused) / outcome.documents).toFixed(3),
    'browsers open': outcome.browsersOpen,
    'calls a document': outcome.callsPerDocument.toFixed(2),
    'p50, ms': outcome.p50,
    'p95, ms': outcome.p95,
    'same browser as before, %': (100 * stayed).toFixed(0),
  }
}
