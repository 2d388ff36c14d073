import { expect, it, vi } from 'vitest'
import { waitedMs } from '../../../src/accounts/outbox'
import { type DataPoint, outcomeOf, taskPoint, writePoint } from '../../../src/metrics/points'

const task = { kind: 'generate', account_id: 'acc_secret', created_at: 1_000 }

/** What is written for a point. */
function written(point: DataPoint) {
  const writeDataPoint = vi.fn()
  writePoint({ METRICS: { writeDataPoint }, VERSION: { id: 'v1', tag: '', timestamp: '' } }, point)
  return writeDataPoint.mock.calls[0]?.[0]
}

it('a task’s time goes from its submission to its end, its wait to its first try', () => {
  const end = { status: 'completed', error: null, started_at: 3_000, completed_at: 9_000, bytes: 500 }
  expect(taskPoint(task, end)).toMatchObject({
    outcome: 'ok',
    code: '',
    ms: 8_000,
    waitMs: 2_000,
    bytes: 500,
  })
})

it.each([
  ['internal', 'failed'],
  ['browser_lost', 'failed'],
  ['document_invalid', 'refused'],
  ['render_timeout', 'refused'],
])('a task that ended with %s counts as %s', (code, outcome) => {
  const error = JSON.stringify({ code, message: 'what happened' })
  const end = { status: 'failed', error, started_at: null, completed_at: 2_000, bytes: null }
  expect(taskPoint(task, end)).toMatchObject({ outcome, code, ms: 1_000, waitMs: 0 })
})

it.each([
  [200, '', 'ok'],
  [404, 'not_found', 'refused'],
  [500, 'internal', 'failed'],
  [503, 'pool_full', 'busy'],
  [503, 'not_configured', 'failed'],
  [502, 'browser_lost', 'failed'],
  [504, 'render_timeout', 'refused'],
])('%i %s counts as %s', (status, code, outcome) => {
  expect(outcomeOf(status, code)).toBe(outcome)
})

it('a point that cannot be written harms nothing, also if the version is not bound', () => {
  const unbound = { METRICS: { writeDataPoint: vi.fn() } } as unknown as Parameters<typeof writePoint>[0]
  const point = { kind: 'outbox', name: 'failed', outcome: 'failed' } as const
  expect(() => writePoint(unbound, point)).not.toThrow()
})

it('an account is written as a hash that tells accounts apart and not their names', () => {
  const point = (account: string) =>
    written({ kind: 'request', name: 'GET /v1/credits', outcome: 'ok', code: '', region: 'EU', account })
  const [one, other] = [point('acc_1'), point('acc_2')]
  expect(JSON.stringify(one)).not.toContain('acc_')
  expect(one.blobs.at(-1)).toMatch(/^[0-9a-f]{8}$/)
  expect(one.blobs.at(-1)).not.toBe(other.blobs.at(-1))
})

it('the age of an outbox row follows from its tries: a minute is over after the seventh', () => {
  expect([1, 2, 3].map(waitedMs)).toEqual([waitedMs(1), waitedMs(1) + 1_000, waitedMs(1) + 3_000])
  expect(waitedMs(7)).toBeGreaterThan(60_000)
  expect(waitedMs(6)).toBeLessThan(60_000)
})
