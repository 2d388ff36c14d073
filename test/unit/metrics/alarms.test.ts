import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { alarmRules, type Breaches, evaluateRules } from '../../../src/metrics/alarms'
import type { AnalyticsRow } from '../../../src/metrics/analytics'
import { measuresOf } from '../../../src/metrics/measures'

const MINUTE = 60_000
const gauges = { pendingTasks: 0, processingTasks: 0, oldestTaskMs: 0, pendingDeliveries: 0, purgeLagMs: 0 }

/** Points of the last minutes: successful requests where nothing else is said. */
function points(count: number, about: Partial<AnalyticsRow> = {}): AnalyticsRow {
  return {
    kind: 'request',
    name: 'POST /v1/transform',
    outcome: 'ok',
    code: '',
    version: 'v1',
    points: count,
    p95: 400,
    longest: 900,
    late: 0,
    ...about,
  }
}

describe('measures', () => {
  it('leave pool_full and callers’ mistakes out of availability', () => {
    const measures = measuresOf(
      [
        points(980),
        points(8000, { outcome: 'refused', code: 'invalid_request' }),
        points(20, { outcome: 'failed', code: 'internal' }),
        points(1000, { outcome: 'busy', code: 'pool_full' }),
      ],
      gauges,
    )
    expect(measures).toMatchObject({ failed_request_share: 0.02, busy_request_share: 0.5 })
  })

  it('tell a full pool however often something else is asked', () => {
    const measures = measuresOf(
      [
        points(50_000, { name: 'GET /v1/status/:task_id' }),
        points(90, { name: 'POST /v1/studio/:slug' }),
        points(500, { outcome: 'refused', code: 'unauthorized' }),
        points(10, { outcome: 'busy', code: 'pool_full' }),
      ],
      gauges,
    )
    expect(measures.busy_request_share).toBe(0.1)
  })

  it('are not made of too few points', () => {
    const measures = measuresOf([points(3), points(2, { outcome: 'failed' })], gauges)
    expect(Object.keys(measures).sort()).toEqual([
      'analytics_down',
      'browsers_lost',
      'oldest_task_ms',
      'outbox_age_ms',
      'purge_lag_ms',
      'queue_faults',
    ])
  })

  it('tell how many documents did not end in their time, of callers who wait and of queued tasks', () => {
    const timedOut = { outcome: 'refused', code: 'render_timeout' }
    const measures = measuresOf(
      [
        points(80),
        points(5000, { name: 'GET /v1/credits' }),
        points(6, timedOut),
        points(10, { kind: 'task', name: 'generate' }),
        points(4, { kind: 'task', name: 'generate', ...timedOut }),
      ],
      gauges,
    )
    expect(measures).toMatchObject({ timed_out_share: 0.1, failed_request_share: 0 })
  })

  it('count as documents in time only what asks for a browser, above and below the line', () => {
    const timedOut = { outcome: 'refused', code: 'render_timeout' }
    const measures = measuresOf(
      [
        points(90),
        points(10, timedOut),
        points(300, { name: 'POST /v1/finish', ...timedOut }),
        points(300, { kind: 'task', name: 'qrcode', ...timedOut }),
        points(500, { kind: 'task', name: 'finish' }),
      ],
      gauges,
    )
    expect(measures.timed_out_share).toBe(0.1)
  })

  it('tell messages that cannot be worked on', () => {
    const dead = points(2, { kind: 'queue', name: 'dead', outcome: 'failed' })
    expect(measuresOf([dead], gauges)).toMatchObject({ queue_faults: 2 })
  })

  it('tell times by kind, late tasks, lost browsers and the outbox', () => {
    const measures = measuresOf(
      [
        points(50, { p95: 700 }),
        points(50, { version: 'v2', p95: 6100 }),
        points(40, { name: 'POST /v1/qrcode', p95: 30 }),
        points(95, { kind: 'task', name: 'generate', late: 4 }),
        points(5, { kind: 'task', name: 'generate', outcome: 'failed', code: 'internal', late: 1 }),
        points(2, { kind: 'browser', name: 'lost', outcome: 'failed' }),
        points(9, { kind: 'browser', name: 'opened' }),
        points(3, { kind: 'outbox', name: 'failed', outcome: 'failed', longest: 127_000 }),
      ],
      { ...gauges, purgeLagMs: 5, oldestTaskMs: 7 },
    )
    expect(measures).toEqual({
      'p95_ms:POST /v1/transform': 6100,
      'p95_ms:POST /v1/qrcode': 30,
      failed_request_share: 0,
      busy_request_share: 0,
      late_task_share: 0.05,
      outbox_age_ms: 127_000,
      browsers_lost: 2,
      analytics_down: 0,
      oldest_task_ms: 7,
      purge_lag_ms: 5,
      queue_faults: 0,
      timed_out_share: 0,
    })
  })

  it('of Analytics Engine are missing if it is down, which is one itself', () => {
    expect(measuresOf('down', undefined)).toEqual({ analytics_down: 1 })
    expect(measuresOf(undefined, undefined)).toEqual({})
  })
})

/** Looks once a minute; returns in which minutes something was told. */
function watch(values: (number | undefined)[], rule = 'availability') {
  const { measure } = alarmRules.find(({ id }) => id === rule) ?? { measure: '' }
  let breaches: Breaches = {}
  return values.flatMap((value, minute) => {
    const measures = value === undefined ? {} : { [measure]: value }
    const { alarms, breaches: after } = evaluateRules(breaches, measures, minute * MINUTE)
    breaches = after
    return alarms.map(({ state }) => [minute, state])
  })
}

describe('a rule', () => {
  it('is told as broken after its minutes, and once; and when it is good again', () => {
    expect(watch([0, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.5, 0, 0])).toEqual([
      [6, 'firing'],
      [9, 'resolved'],
    ])
  })

  it('that is broken for less is not told', () => {
    expect(watch([0.02, 0.02, 0.02, 0.02, 0, 0.02, 0.02, 0])).toEqual([])
  })

  it('is left as it is while its measure is not known', () => {
    expect(watch([0.02, 0.02, undefined, undefined, undefined, 0.02, undefined, 0])).toEqual([
      [5, 'firing'],
      [7, 'resolved'],
    ])
  })

  it('that is seen broken once, and not measured for a while, begins anew', () => {
    const quiet = Array<undefined>(11).fill(undefined)
    expect(watch([0.02, ...quiet, 0.02, 0.02, 0, 0])).toEqual([])
  })

  it('that fires and is no longer measured is told so after ten minutes, once', () => {
    const quiet = Array<undefined>(30).fill(undefined)
    expect(watch([...Array<number>(6).fill(0.02), ...quiet])).toEqual([
      [5, 'firing'],
      [16, 'unknown'],
    ])
  })

  it('that stays broken is told again after four hours', () => {
    expect(watch(Array(300).fill(700_000), 'stuck_tasks')).toEqual([
      [1, 'firing'],
      [241, 'firing'],
    ])
  })

  it('at its limit is kept', () => {
    expect(watch(Array(30).fill(0.01))).toEqual([])
  })

  it('has a section with three steps in docs/operate/alarms.md', () => {
    const page = readFileSync('docs/operate/alarms.md', 'utf8')
    const sections = page.split(/^## /m).slice(1)
    for (const { id } of alarmRules) {
      const section = sections.find((text) => text.startsWith(`${id}\n`)) ?? ''
      expect([id, section.match(/^\d\. /gm)]).toEqual([id, ['1. ', '2. ', '3. ']])
    }
    expect(sections).toHaveLength(alarmRules.length)
  })
})
