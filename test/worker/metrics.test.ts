/** What the operator sees from outside: data points, the cron's alarms, and the text for Prometheus. */
import { env, SELF } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { columnOf } from '../../src/metrics/points'
import { readStorageGauges } from '../../src/metrics/storage-gauges'
import { watchService } from '../../src/metrics/watch'
import { newAccount } from '../support/accounts'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

beforeAll(() => applySchema())
afterEach(() => vi.restoreAllMocks())

const operator = { headers: { authorization: `Bearer ${env.ADMIN_TOKEN}` } }

/** The fields of a point by their names. */
function fields(point: AnalyticsEngineDataPoint | undefined) {
  const texts = ['kind', 'name', 'outcome', 'code', 'region', 'version', 'account'] as const
  const numbers = ['ms', 'waitMs', 'roundTrips', 'bytes'] as const
  const at = (column: string) => Number(column.match(/\d+/)?.[0]) - 1
  return {
    ...Object.fromEntries(texts.map((name) => [name, point?.blobs?.[at(columnOf(name))]])),
    ...Object.fromEntries(numbers.map((name) => [name, point?.doubles?.[at(columnOf(name))]])),
  }
}

describe('a request', () => {
  it('writes one data point: route, outcome, code, version and bytes, and no id of the account', async () => {
    const write = vi.spyOn(env.METRICS, 'writeDataPoint')
    const { key, accountId } = await newAccount({ credits: 1 })
    await send('GET', '/v1/credits', { key })
    await send('GET', '/v1/status/tsk_00000000000000000000', { key })
    await send('GET', '/v1/credits')
    await SELF.fetch('https://platen.test/nowhere/at/all')
    // What a former file has begun may be counted beside it: documents whose callers hung up, tasks.
    const points = write.mock.calls
      .map(([point]) => fields(point))
      .filter(({ kind, name }) => kind === 'request' && String(name).startsWith('GET'))
    expect(points).toMatchObject([
      { kind: 'request', name: 'GET /v1/credits', outcome: 'ok', code: '', version: env.VERSION.id },
      { name: expect.stringContaining('GET'), outcome: 'refused', code: 'not_found' },
      { name: 'GET /v1/credits', outcome: 'refused', code: 'unauthorized', account: '' },
      { name: 'GET', outcome: 'refused', code: 'not_found', account: '' },
    ])
    expect(JSON.stringify(points)).not.toContain(accountId)
    expect(write.mock.calls.every(([point]) => point?.indexes?.length === 1)).toBe(true)
  })

  it('is measured without the time for which its caller goes on sending', async () => {
    const write = vi.spyOn(env.METRICS, 'writeDataPoint')
    const { readable, writable } = new FixedLengthStream(20)
    const startedAt = Date.now()
    const answer = SELF.fetch('https://platen.test/v1/transform', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: readable,
    })
    const writer = writable.getWriter()
    await writer.write(new Uint8Array(10))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await writer.write(new Uint8Array(10))
    await writer.close()
    expect((await answer).status).toBe(401)
    const points = write.mock.calls.map(([point]) => fields(point))
    const { ms } = points.find(({ name }) => name === 'POST /v1/transform') as { ms: number }
    expect(ms).toBeLessThan(Date.now() - startedAt - 1_000)
  })

  it('is answered also if its point cannot be written', async () => {
    vi.spyOn(env.METRICS, 'writeDataPoint').mockImplementation(() => {
      throw new Error('no dataset')
    })
    expect((await send('GET', '/health')).status).toBe(200)
  })
})

describe('the operator', () => {
  it('reads what is measured, and nobody else does', async () => {
    const answer = await send('GET', '/admin/v1/metrics', operator)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await answer.text()
    // What a former file has begun may still come to be noted.
    expect(text).toMatch(/^platen_tasks_open\{status="pending"\} \d+$/m)
    expect(text).toMatch(/^platen_alarm\{rule="availability"\} 0$/m)
    expect(text).not.toContain('platen_requests')
    expect((await send('GET', '/admin/v1/metrics')).status).toBe(401)
  })

  it('reads requests by version if Analytics Engine is set up, and that it is down if it is', async () => {
    const asked = withAnalytics(() =>
      Response.json({
        meta: [],
        data: [
          { ...counted, name: 'POST /v1/transform', outcome: 'ok', points: '90' },
          { ...counted, name: 'POST /v1/transform', outcome: 'failed', code: 'internal', points: 10 },
        ],
      }),
    )
    const text = await (await send('GET', '/admin/v1/metrics', operator)).text()
    expect(text).toContain(
      'platen_requests{route="POST /v1/transform",outcome="failed",code="internal",version="v1"} 10',
    )
    expect(text).toContain('platen_analytics_up 1')
    expect(asked[0]).toMatch(/FROM platen\nWHERE timestamp > NOW\(\) - INTERVAL '10' MINUTE\nGROUP BY/)
    withAnalytics(() => new Response('no such dataset', { status: 422 }))
    expect(await (await send('GET', '/admin/v1/metrics', operator)).text()).toContain('platen_analytics_up 0')
  })
})

const counted = { kind: 'request', code: '', version: 'v1', p95: 500, longest: 600, late: 0 }
const ANALYTICS = 'https://analytics.test/sql'
const ALARMS = 'https://chat.test/hook'

/** Answers queries and takes alarms, those of stuck tasks if asked; returns the queries. */
function withAnalytics(
  answer: () => Response,
  alarms: unknown[] = [],
  { isOfTasks = false }: { isOfTasks?: boolean } = {},
): string[] {
  const asked: string[] = []
  Object.assign(env, { ANALYTICS_URL: ANALYTICS, ANALYTICS_TOKEN: 'token', ALARM_URL: ALARMS })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    if (String(address) === ALARMS) {
      const alarm = JSON.parse(String(init?.body)) as { rule: string }
      // Tasks that a former file left open are stuck where a test goes on by minutes.
      if (alarm.rule !== 'stuck_tasks' || isOfTasks) alarms.push(alarm)
      return new Response(null, { status: 204 })
    }
    expect([String(address), new Headers(init?.headers).get('authorization')]).toEqual([
      ANALYTICS,
      'Bearer token',
    ])
    asked.push(String(init?.body))
    return answer()
  })
  return asked
}

describe('the cron', () => {
  it('posts what broke and what is good again to the webhook, once each', async () => {
    const alarms: { rule: string; state: string; text: string; first_steps: string }[] = []
    let failed = 50
    withAnalytics(
      () =>
        Response.json({
          data: [
            { ...counted, name: 'POST /v1/transform', outcome: 'ok', points: 950 },
            { ...counted, name: 'POST /v1/transform', outcome: 'failed', code: 'internal', points: failed },
          ],
        }),
      alarms,
    )
    const start = Date.now()
    for (let minute = 0; minute < 10; minute++) {
      vi.setSystemTime(start + minute * 60_000)
      if (minute === 8) failed = 0
      await watchService(env, () => undefined)
    }
    vi.useRealTimers()
    expect(alarms.map(({ rule, state }) => [rule, state])).toEqual([
      ['availability', 'firing'],
      ['availability', 'resolved'],
    ])
    expect(alarms[0]).toMatchObject({
      text: expect.stringContaining('failed_request_share is 0.05, the most is 0.01'),
      first_steps: 'docs/operate/alarms.md#availability',
    })
    const stored = JSON.parse((await (await env.FILES.get('operations/alarms.json'))?.text()) ?? '')
    expect(stored).not.toHaveProperty('availability')
  })

  it('tells what broke also while the bucket is down', async () => {
    const alarms: unknown[] = []
    withAnalytics(
      () =>
        Response.json({
          data: [{ ...counted, kind: 'browser', name: 'lost', outcome: 'failed', points: 11 }],
        }),
      alarms,
    )
    vi.spyOn(env.FILES, 'get').mockRejectedValue(new Error('R2 is down'))
    vi.spyOn(env.FILES, 'put').mockRejectedValue(new Error('R2 is down'))
    const start = Date.now()
    for (const minute of [0, 1, 2]) {
      vi.setSystemTime(start + minute * 60_000)
      await watchService(env, () => undefined)
    }
    vi.useRealTimers()
    expect(alarms).toMatchObject([{ rule: 'browsers_lost', state: 'firing' }])
  })

  it('goes on if the receiver of alarms is down, and tells it a minute later', async () => {
    const alarms: unknown[] = []
    const lines: string[] = []
    const log = (event: string) => void lines.push(event)
    // No former file has begun anything there.
    const database = env.TASKS_2 as D1Database
    await database
      .prepare(
        `INSERT INTO tasks (task_id, account_id, kind, mode, status, created_at, lease_ms, check_at)
       VALUES ('tsk_stuck', 'acc_x', 'generate', 'live', 'pending', ?, 1, 0)`,
      )
      .bind(Date.now() - 3_600_000)
      .run()
    expect(await readStorageGauges([database], Date.now())).toMatchObject({ pendingTasks: 1 })
    withAnalytics(() => Response.json({ data: [] }), alarms, { isOfTasks: true })
    const start = Date.now()
    const answering = vi.mocked(globalThis.fetch).getMockImplementation()
    await watchService(env, log)
    vi.setSystemTime(start + 60_000)
    vi.mocked(globalThis.fetch).mockImplementation(async (address, init) =>
      String(address) === ALARMS
        ? new Response(null, { status: 500 })
        : await (answering?.(address, init) ?? new Response()),
    )
    await watchService(env, log)
    expect([lines, alarms]).toEqual([['alarm', 'alarm.not_sent'], []])
    vi.setSystemTime(start + 120_000)
    if (answering) vi.mocked(globalThis.fetch).mockImplementation(answering)
    await watchService(env, log)
    vi.useRealTimers()
    expect(alarms).toMatchObject([{ rule: 'stuck_tasks', state: 'firing' }])
  })

  it('judges and stores each rule while the receiver takes nothing, and tells each once when it does', async () => {
    await env.FILES.delete('operations/alarms.json')
    await applySchema()
    const alarms: { rule: string }[] = []
    const logged: unknown[] = []
    const log = (event: string, fields: Record<string, unknown> = {}) => {
      if (event === 'alarm') logged.push(fields.rule)
    }
    let failed = 0
    withAnalytics(
      () =>
        Response.json({
          data: [
            { ...counted, kind: 'browser', name: 'lost', outcome: 'failed', points: 11 },
            { ...counted, name: 'POST /v1/transform', outcome: 'ok', points: 100 },
            { ...counted, name: 'POST /v1/transform', outcome: 'failed', code: 'internal', points: failed },
          ],
        }),
      alarms,
    )
    const answering = vi.mocked(globalThis.fetch).getMockImplementation()
    let refuses = (_: string) => true
    vi.mocked(globalThis.fetch).mockImplementation(async (address, init) =>
      String(address) === ALARMS && refuses(String(init?.body))
        ? new Response(null, { status: 404 })
        : await (answering?.(address, init) ?? new Response()),
    )
    const start = Date.now()
    for (let minute = 0; minute < 14; minute++) {
      vi.setSystemTime(start + minute * 60_000)
      if (minute === 2) failed = 50
      if (minute === 9) refuses = (body) => body.includes('"rule":"browsers_lost"')
      if (minute === 11) refuses = () => false
      await watchService(env, log)
    }
    vi.useRealTimers()
    expect(logged.slice(0, 6)).not.toContain('availability')
    expect(logged.filter((rule) => rule === 'availability')).toHaveLength(3)
    expect(alarms.map(({ rule }) => rule)).toEqual(['availability', 'browsers_lost'])
    const stored = JSON.parse((await (await env.FILES.get('operations/alarms.json'))?.text()) ?? '{}')
    expect(stored).toMatchObject({ availability: expect.anything(), browsers_lost: expect.anything() })
  })
})
