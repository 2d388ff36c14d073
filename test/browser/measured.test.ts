/** What a document leaves behind for the operator: one data point, and lines that name its request. */
import { env } from 'cloudflare:test'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { columnOf } from '../../src/metrics/points'
import { applySchema } from '../support/schema'
import { postFrom, richAccount } from '../support/service'

beforeAll(() => applySchema())
afterEach(() => vi.restoreAllMocks())

it('a document writes one point with its round trips, its wait and its bytes', async () => {
  const write = vi.spyOn(env.METRICS, 'writeDataPoint')
  const account = await richAccount()
  const answer = await postFrom('MEASURED', account, { html: '<p>measured</p>', goCreditMode: false })
  const { byteLength } = await answer.bytes()
  // What a former file has begun may be counted beside it.
  const points = write.mock.calls
    .map(([point]) => point)
    .filter((point) => point?.blobs?.[0] === 'request' && point.blobs[4] === 'MEASURED')
  expect(points).toHaveLength(1)
  const number = (name: 'ms' | 'waitMs' | 'roundTrips' | 'bytes') =>
    points[0]?.doubles?.[Number(columnOf(name).slice('double'.length)) - 1]
  expect(points[0]?.blobs?.slice(0, 5)).toEqual(['request', 'POST /v1/transform', 'ok', '', 'MEASURED'])
  expect(number('bytes')).toBe(byteLength)
  // One to write the document and wait for it, one to print and one to read.
  expect(number('roundTrips')).toBe(3)
  expect(number('waitMs')).toBeLessThanOrEqual(number('ms') ?? 0)
})

it('the log tells of the browser that was opened, and of a failed document under its request’s id', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const account = await richAccount()
  const answer = await postFrom('LOGGED', account, {
    html: '<script>for (;;);</script>',
    goCreditMode: false,
    options: { timeout: 1 },
  })
  expect(answer.status).toBe(504)
  const events = lines.map((line) => JSON.parse(line))
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'browser.opened', request_id: 'LOGGED:0', ms: expect.any(Number) }),
  )
  expect(events).toContainEqual(
    expect.objectContaining({
      event: 'render.failed',
      request_id: answer.headers.get('x-request-id'),
      pool: expect.stringMatching(/^LOGGED:\d+$/),
      failure: 'timeout',
    }),
  )
})
