import { expect, it } from 'vitest'
import { type ErrorCode, Problem } from '../../src/errors'
import { InputMissing } from '../../src/jobs/job-storage'
import { countsAsAttempt, isTransient, retryDelay } from '../../src/jobs/retry'
import { FetchRefused } from '../../src/net/refused'

const problem = (code: ErrorCode, cause?: unknown, retryAfter?: number) =>
  new Problem(code, { detail: 'x', cause, ...(retryAfter !== undefined && { retryAfter }) })

it.each(['pool_full', 'browser_lost', 'internal'] as const)('runs a task again after %s', (code) =>
  expect(isTransient(problem(code))).toBe(true),
)

it.each(['render_timeout', 'document_invalid', 'asset_failed', 'strict_warning', 'gone'] as const)(
  'never runs a task again after %s',
  (code) => expect(isTransient(problem(code))).toBe(false),
)

it('runs a task again whose file was away for a moment, not one whose file is no good', () => {
  const refused = (...args: ConstructorParameters<typeof FetchRefused>) =>
    isTransient(problem('asset_failed', new FetchRefused(...args)))
  for (const status of [500, 502, 503, 504, 429]) expect(refused('status', 'x', { status })).toBe(true)
  for (const status of [400, 401, 403, 404, 410]) expect(refused('status', 'x', { status })).toBe(false)
  for (const reason of ['network', 'time', 'dns'] as const) expect(refused(reason, 'x')).toBe(true)
  for (const reason of ['type', 'size', 'address', 'redirect', 'budget'] as const)
    expect(refused(reason, 'x')).toBe(false)
})

it('gives up at once what was never stored', () => expect(isTransient(new InputMissing())).toBe(false))

it('waits three times as long after each try, five minutes at most', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((tries) =>
    retryDelay(problem('browser_lost'), { tries, returns: 0, random: 0 }),
  )
  expect(waits).toEqual([5, 15, 45, 135, 300, 300])
})

it('counts no try that found no browser, and asks a little later each time', () => {
  expect(countsAsAttempt(problem('pool_full'))).toBe(false)
  const waits = [0, 1, 10, 99].map((returns) =>
    retryDelay(problem('pool_full', undefined, 2), { tries: 1, returns, random: 0 }),
  )
  expect(waits).toEqual([2, 2, 11, 60])
})

it('waits as long as the platform asks for', () => {
  expect(retryDelay(problem('pool_full', undefined, 30), { tries: 1, returns: 0, random: 0 })).toBe(30)
})
