/** The text for Prometheus, read by another project's parser, and the dashboard that asks for it. */
import { readFileSync } from 'node:fs'
import parsePrometheus from 'parse-prometheus-text-format'
import { expect, it } from 'vitest'
import { familiesOf, prometheusText } from '../../../src/metrics/prometheus'
import type { Snapshot } from '../../../src/metrics/watch'

const row = { code: '', version: 'v1', points: 12, p95: 400, longest: 900, late: 1 }
const snapshot: Snapshot = {
  analytics: [
    { ...row, kind: 'request', name: 'POST /v1/transform', outcome: 'ok' },
    { ...row, kind: 'request', name: 'a "quoted" \\ name\n', outcome: 'failed', code: 'internal' },
    { ...row, kind: 'task', name: 'generate', outcome: 'ok' },
    { ...row, kind: 'browser', name: 'opened', outcome: 'ok' },
  ],
  gauges: { pendingTasks: 3, processingTasks: 1, oldestTaskMs: 1500, pendingDeliveries: 2, purgeLagMs: 0 },
  measures: { 'p95_ms:POST /v1/transform': 400, outbox_age_ms: 0 },
}

it('is read by a parser of Prometheus text, with every name and number', () => {
  const families = parsePrometheus(prometheusText(snapshot, { purge_lag: { since: 0, value: 1 } }))
  const samples = Object.fromEntries(families.map(({ name, metrics }) => [name, metrics]))
  expect(families.map(({ type }) => type)).toEqual(families.map(() => 'GAUGE'))
  expect(samples.platen_requests).toEqual([
    { value: '12', labels: { route: 'POST /v1/transform', outcome: 'ok', code: '', version: 'v1' } },
    { value: '12', labels: expect.objectContaining({ outcome: 'failed', code: 'internal' }) },
  ])
  expect(samples.platen_tasks_open).toEqual([
    { value: '3', labels: { status: 'pending' } },
    { value: '1', labels: { status: 'processing' } },
  ])
  expect(samples.platen_oldest_task_seconds).toEqual([{ value: '1.5' }])
  const broken = samples.platen_alarm?.filter(({ value }) => value === '1')
  expect(broken).toEqual([{ value: '1', labels: { rule: 'purge_lag' } }])
})

it('leaves out what is not known', () => {
  const text = prometheusText({ analytics: undefined, gauges: undefined, measures: {} }, {})
  expect(parsePrometheus(text).map(({ name }) => name)).toEqual(['platen_alarm'])
})

it('has all that the dashboard shows', () => {
  const dashboard = readFileSync('docs/operate/grafana-dashboard.json', 'utf8')
  const { panels } = JSON.parse(dashboard) as { panels: { title: string; targets: { expr: string }[] }[] }
  const known = Object.keys(familiesOf(snapshot, {}))
  const asked = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/platen_\w+/g) ?? []),
  )
  expect(new Set(asked)).toEqual(new Set(known))
})
