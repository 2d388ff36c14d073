/** A render, from its caller's side, in a pool that is not there. */
import { expect, test } from 'vitest'
import type { Pool } from '../../src/browser/pool'
import { renderPdf } from '../../src/render/render'
import type { RenderDeps } from '../../src/render/render-deps'

type Outcome = { ok: true } | { ok: false; failure: string; busy?: boolean } | Error

/**
 * What a document's account and its pool are asked while its attempts end so, one after the other, each after a second. Each
 * call is another account's, since suspects are remembered.
 */
async function print(
  outcomes: Outcome[],
  { slotMs = 0, told = {} }: { slotMs?: number; told?: Partial<RenderDeps> } = {},
) {
  let now = 0
  const asked: unknown[] = []
  const stubOf = (object: string) => ({
    reserve: async ({ waitMs }: { waitMs: number }) => {
      asked.push({ object: object.replace(/\d+$/, ''), waitMs })
      now += slotMs
      return { ok: true, slot: 'the slot' }
    },
    cancel: async (slot: string) => void asked.push({ cancelled: slot }),
    render: async () => {
      now += 1000
      const outcome = outcomes.shift()
      if (outcome instanceof Error) throw outcome
      return {
        message: '',
        ...outcome,
        ...(outcome?.ok && { pdf: new Blob(['%PDF']).stream(), warnings: [] }),
      }
    },
  })
  const pool = { idFromName: (name: string) => name, get: stubOf } as unknown as DurableObjectNamespace<Pool>
  const deps: RenderDeps = {
    pool,
    shards: 1,
    accountId: crypto.randomUUID(),
    tabOwner: 'a:live',
    restriction: async () => undefined,
    currentRestriction: async () => undefined,
    countWaste: async (waste) => {
      asked.push(waste)
      return undefined
    },
    region: 'EU',
    fetchAsset: () => Promise.reject(new Error('nothing is fetched')),
    urgency: 'caller',
    patienceMs: 5000,
    now: () => now,
    ...told,
  }
  const input = { html: '<p>x', options: { timeout: 30 }, optimize: false }
  const end = await renderPdf(input, deps).then(
    () => 'printed',
    ({ code }: { code: string }) => code,
  )
  return [...asked, end]
}

const printed: Outcome = { ok: true }
const lost = (failure: string): Outcome => ({ ok: false, failure })
const deployed = new TypeError('Durable Object reset because its code was updated.')
/** Asks for a slot, for so many milliseconds. */
const asks = (waitMs: number, object = 'EU:') => ({ object, waitMs })
const waste = (busy: boolean, disruptive = false) => ({ elapsedMs: 1000, busy, disruptive })

test.each<[string, Outcome[], unknown[]]>([
  ['is printed', [printed], [asks(5000), 'printed']],
  [
    'gives its slot to others waits for the next one as long as it may, however often',
    [lost('slot_taken'), lost('slot_taken'), lost('slot_taken'), printed],
    [asks(5000), asks(29_000), asks(28_000), asks(27_000), 'printed'],
  ],
  [
    'loses its browser is tried once more, and counts',
    [lost('browser_lost'), lost('browser_lost')],
    [asks(5000), waste(false), asks(5000), waste(false), 'browser_lost'],
  ],
  [
    'crashes is tried once more, and counts as busy',
    [lost('page_crashed'), printed],
    [asks(5000), waste(true), asks(5000), 'printed'],
  ],
  [
    'is cut by a deployment counts nothing, and waits as long as it may',
    [deployed, printed],
    [asks(5000), asks(29_000), 'printed'],
  ],
  ['is cut by a second deployment is lost', [deployed, deployed], [asks(5000), asks(29_000), 'browser_lost']],
  [
    'was in a browser that was kept busy goes apart, and counts only there',
    [lost('stalled'), lost('slot_taken'), lost('stalled')],
    [
      asks(5000),
      asks(29_000, 'quarantine:'),
      asks(28_000, 'quarantine:'),
      waste(true, true),
      'document_invalid',
    ],
  ],
  [
    'lost a browser after that was its first attempt',
    [lost('stalled'), lost('browser_lost'), printed],
    [asks(5000), asks(29_000, 'quarantine:'), waste(false), asks(28_000, 'quarantine:'), 'printed'],
  ],
  ['floods is refused', [lost('flooded')], [asks(5000), waste(true, true), 'document_invalid']],
  [
    'is late while it waits has wasted no processor',
    [{ ok: false, failure: 'timeout', busy: false }],
    [asks(5000), waste(false), 'render_timeout'],
  ],
])('a document that %s', async (_, outcomes, expected) => {
  expect(await print(outcomes)).toEqual(expected)
})

/** Slots take a second, after which an account is asked for news. */
const late = { slotMs: 1000 }

test('an account that is restricted while its document waits has it printed apart, in the time that is left to it', async () => {
  const restriction = { until: 100_000, timeout: 10, pausedUntil: 0 }
  const told = { currentRestriction: async () => restriction }
  expect(await print([printed], { ...late, told })).toEqual([
    asks(5000),
    { cancelled: 'the slot' },
    asks(5000, 'quarantine:'),
    'printed',
  ])
})

test('a render that cannot ask for its account’s restrictions gives its slot back', async () => {
  const told = { currentRestriction: () => Promise.reject({ code: 'the account cannot be reached' }) }
  expect(await print([], { ...late, told })).toEqual([
    asks(5000),
    { cancelled: 'the slot' },
    'the account cannot be reached',
  ])
})
