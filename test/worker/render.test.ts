/** A render, from its caller's side, in a pool that is not there. */
import { expect, test } from 'vitest'
import type { Pool } from '../../src/browser/pool'
import { type RenderDeps, renderPdf } from '../../src/render/render'

test('a render that cannot ask for its account’s restrictions gives its slot back', async () => {
  const cancelled: string[] = []
  let now = 0
  const stub = {
    reserve: async () => {
      now += 1000
      return { ok: true, slot: 'the slot' }
    },
    cancel: async (slot: string) => void cancelled.push(slot),
  }
  const pool = { idFromName: () => '', get: () => stub } as unknown as DurableObjectNamespace<Pool>
  const deps: RenderDeps = {
    pool,
    shards: 1,
    accountId: 'a',
    tabOwner: 'a:live',
    restriction: async () => undefined,
    currentRestriction: () => Promise.reject(new Error('the account cannot be reached')),
    countWaste: async () => undefined,
    region: 'EU',
    fetchAsset: () => Promise.reject(new Error('nothing is fetched')),
    urgency: 'caller',
    patienceMs: 5000,
    now: () => now,
  }
  const input = { html: '<p>x', options: {}, optimize: false }
  await expect(renderPdf(input, deps)).rejects.toThrow('the account cannot be reached')
  expect(cancelled).toEqual(['the slot'])
})
