import { describe, expect, test } from 'vitest'
import { type FailedAttempt, mayTryAgain, verdictOf, wasteOf } from '../../src/render/failed-attempt'

type Simple = Exclude<FailedAttempt['failure'], 'timeout' | 'stalled'>
const of = (failure: Simple): FailedAttempt => ({ ok: false, failure, message: '' })
const late = (busy: boolean): FailedAttempt => ({ ok: false, failure: 'timeout', busy, message: '' })
const stalled: FailedAttempt = { ok: false, failure: 'stalled', message: '' }

describe('an attempt that failed', () => {
  test.each<[FailedAttempt, boolean, string]>([
    [of('slot_taken'), false, 'taken'],
    [of('slot_taken'), true, 'taken'],
    [{ ...of('browser_lost'), deployed: true }, false, 'deployed'],
    [{ ...of('browser_lost'), deployed: false }, false, 'waste'],
    [stalled, false, 'anothers'],
    [stalled, true, 'waste'],
    [of('flooded'), false, 'waste'],
    [of('page_crashed'), false, 'waste'],
    [late(true), false, 'waste'],
  ])('%j, in a browser apart (%j), is: %s', (failed, apart, verdict) => {
    expect(verdictOf(failed, apart)).toBe(verdict)
  })

  test.each<[FailedAttempt, boolean, { busy: boolean; disruptive: boolean }]>([
    [late(false), false, { busy: false, disruptive: false }],
    [late(true), false, { busy: true, disruptive: false }],
    [of('browser_lost'), false, { busy: false, disruptive: false }],
    [of('page_crashed'), true, { busy: true, disruptive: false }],
    [of('flooded'), false, { busy: true, disruptive: true }],
    [stalled, true, { busy: true, disruptive: true }],
  ])('%j, in a browser apart (%j), counts as %j', (failed, apart, waste) => {
    expect(wasteOf(failed, apart, 7)).toEqual({ elapsedMs: 7, ...waste })
  })

  test('is repeated once if a browser, a page or a slot was lost', () => {
    const repeated = (attempts: number) =>
      (['browser_lost', 'page_crashed', 'no_slot', 'refused', 'unprintable', 'flooded'] as const).filter(
        (failure) => mayTryAgain(of(failure), attempts),
      )
    expect(repeated(1)).toEqual(['browser_lost', 'page_crashed', 'no_slot'])
    expect(repeated(2)).toEqual([])
  })
})
