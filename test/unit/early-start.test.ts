/** Documents that are begun before their account has answered: nothing comes of them before, and few are. */
import { describe, expect, test } from 'vitest'
import type { BeginResult } from '../../src/accounts/admission'
import type { Charge } from '../../src/accounts/reply'
import { Problem } from '../../src/errors'
import { EarlyStarts } from '../../src/http/early-start'
import type { Job } from '../../src/jobs/job'
import { type RunDeps, run } from '../../src/jobs/run'
import { Timings } from '../../src/time/timings'

const account = { accountId: 'acc_1', name: 'A', plan: 'Pro', mode: 'live', credits_left: 100 } as const
const go: BeginResult = { outcome: 'go', account, credits_charged: 1 }

describe('who may begin early', () => {
  const known = (said: BeginResult | undefined = go) => {
    const starts = new EarlyStarts()
    starts.learn('key', said, 1_000)
    return starts
  }

  test('a key that was let begin work a moment ago, and no other', () => {
    expect(known().begin('key', 5, 1_000)?.plan).toBe('Pro')
    expect(known().begin('key', 5, 5_999)?.plan).toBe('Pro')
    expect(known().begin('key', 5, 6_000)).toBeUndefined()
    expect(known().begin('other', 5, 1_000)).toBeUndefined()
  })

  test('nobody whose account has not credits for twenty, or is restricted, or refused', () => {
    expect(known().begin('key', 6, 1_000)).toBeUndefined()
    expect(
      known({ ...go, restriction: { until: 2, timeout: 1, pausedUntil: 0 } }).begin('key', 1, 1_000),
    ).toBeUndefined()
    const refused = known()
    refused.learn('key', { outcome: 'refused', code: 'unauthorized' }, 1_001)
    expect(refused.begin('key', 1, 1_001)).toBeUndefined()
    const unanswered = known()
    unanswered.learn('key', undefined, 1_001)
    expect(unanswered.begin('key', 1, 1_001)).toBeUndefined()
  })

  test('four at once, also while answers come', () => {
    const starts = known()
    const begun = Array.from({ length: 4 }, () => starts.begin('key', 1, 1_000))
    expect(starts.begin('key', 1, 1_000)).toBeUndefined()
    starts.learn('key', go, 1_001)
    expect(starts.begin('key', 1, 1_001)).toBeUndefined()
    begun[0]?.end()
    expect(starts.begin('key', 1, 1_001)).toBeDefined()
    expect(starts.begin('key', 1, 1_001)).toBeUndefined()
  })
})

describe('a run that waits for its charge', () => {
  const bytes = new Uint8Array([1])
  const notHere = () => Promise.reject(new Error('is not needed here'))
  const job: Job = {
    ...{ taskId: 'tsk_1', kind: 'transform', accountId: 'acc_1', mode: 'live' },
    ...{ origin: 'https://example.com', createdAt: 0, expiresAt: 1 },
    ...{ source: { html: '<p>Report' }, options: {}, optimize: false },
  } as const

  function begin(render: RunDeps['render'] = async () => ({ bytes, title: '', ownLang: '', warnings: [] })) {
    const done: string[] = []
    const charge = Promise.withResolvers<Charge>()
    const deps: RunDeps = {
      fetchFile: notHere,
      readTaskFile: notHere,
      findInvoice: notHere,
      render,
      finish: async () => ({ bytes, pages: 1, warnings: [] }),
      drawPictures: notHere,
      store: async () => void done.push('store'),
      fileUrl: async () => 'https://example.com/file',
      countUnpaid: async () => void done.push('unpaid'),
      ledger: {
        settle: async () => {
          done.push('settle')
          return { creditsCharged: 1, creditsLeft: 9 }
        },
        release: async () => void done.push('release'),
      },
      timings: new Timings(() => 0),
      now: () => 0,
    }
    const delivery = { byUrl: true, idempotent: false, charge: charge.promise }
    const running = run(job, { delivery }, deps)
    running.catch(() => undefined)
    return { charge, running, done }
  }
  const aWhile = () => new Promise((resolve) => setTimeout(resolve, 5))

  test('stores, settles and replies after the charge is there, in this order', async () => {
    const { charge, running, done } = begin()
    let isOver = false
    const over = running.finally(() => {
      isOver = true
    })
    await aWhile()
    expect({ done, isOver }).toEqual({ done: [], isOver: false })
    charge.resolve({ credits_charged: 1, credits_left: 9 })
    expect((await over).reply).toHaveProperty('facts.credits_left', 9)
    expect(done).toEqual(['store', 'settle'])
  })

  test('that is refused does nothing and says so, whatever the document was', async () => {
    const broken = () => Promise.reject(new Problem('document_invalid', { detail: 'broken document' }))
    for (const made of [begin(), begin(broken)]) {
      await aWhile()
      made.charge.reject(new Error('no credits'))
      await expect(made.running).rejects.toThrow('no credits')
      expect(made.done).toEqual([])
    }
  })

  test('that fails before the charge is there releases it then', async () => {
    const { charge, running, done } = begin(() =>
      Promise.reject(new Problem('document_invalid', { detail: 'broken document' })),
    )
    await aWhile()
    expect(done).toEqual([])
    charge.resolve({ credits_charged: 1, credits_left: 9 })
    await expect(running).rejects.toThrow('broken document')
    expect(done).toEqual(['unpaid', 'release'])
  })
})
