/** The numbers that the rules judge (`rules.json`), from what Analytics Engine and D1 say. */
import type { AnalyticsRow } from './analytics'
import type { StorageGauges } from './storage-gauges'

/** By name; what is not known is not there. */
export type Measures = Readonly<Record<string, number>>

/** Fewer points say nothing about a share or a percentile. */
const MIN_POINTS = 20

/**
 * Only these requests and queued tasks ask for a browser. Whatever else is asked, however often, must not hide that none
 * is free, or that documents do not end in their time.
 */
const PRINTING = new Set([
  'POST /v1/transform',
  'POST /v1/generate',
  'POST /v1/studio/:slug',
  'transform',
  'generate',
  'studio',
])

/**
 * Refused requests are in no share: a flood of them must not hide what fails.
 * `analytics`: `undefined` if it is not set up, `'down'` if it did not answer.
 */
export function measuresOf(
  analytics: AnalyticsRow[] | 'down' | undefined,
  gauges: StorageGauges | undefined,
): Measures {
  return {
    ...(Array.isArray(analytics) && analyticsMeasures(analytics)),
    ...(analytics !== undefined && { analytics_down: analytics === 'down' ? 1 : 0 }),
    ...(gauges && { oldest_task_ms: gauges.oldestTaskMs, purge_lag_ms: gauges.purgeLagMs }),
  }
}

function analyticsMeasures(rows: AnalyticsRow[]): Record<string, number> {
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  const [requests, tasks] = [of('request'), of('task')]
  const counted = (outcome: string) => count(requests.filter((row) => row.outcome === outcome))
  const [served, failed, busy] = [counted('ok'), counted('failed'), counted('busy')]
  const ended = tasks.filter(hasEnded)
  const printed = requests.filter((row) => isPrinting(row) && hasEnded(row))
  const printedTasks = ended.filter(isPrinting)
  const timedOut = count(
    [...requests, ...tasks].filter((row) => isPrinting(row) && row.code === 'render_timeout'),
  )
  const served95 = Map.groupBy(
    requests.filter((row) => row.outcome === 'ok'),
    ({ name }) => name,
  )
  const percentiles = [...served95]
    .filter(([, part]) => count(part) >= MIN_POINTS)
    .map(([name, part]) => [`p95_ms:${name}`, Math.max(...part.map(({ p95 }) => p95))])
  return {
    ...Object.fromEntries(percentiles),
    ...share('failed_request_share', failed, served + failed),
    ...share('busy_request_share', busy, busy + count(printed)),
    ...share('timed_out_share', timedOut, timedOut + count(printed) + count(printedTasks)),
    ...share(
      'late_task_share',
      ended.reduce((sum, { late }) => sum + late, 0),
      count(ended),
    ),
    outbox_age_ms: Math.max(0, ...of('outbox').map(({ longest }) => longest)),
    queue_faults: count(of('queue')),
    browsers_lost: count(of('browser').filter(({ name }) => name === 'lost')),
  }
}

const isPrinting = ({ name }: AnalyticsRow) => PRINTING.has(name)

const hasEnded = ({ outcome }: AnalyticsRow) => outcome === 'ok' || outcome === 'failed'

function count(rows: AnalyticsRow[]): number {
  return rows.reduce((sum, { points }) => sum + points, 0)
}

function share(name: string, part: number, whole: number): Record<string, number> {
  return whole >= MIN_POINTS ? { [name]: part / whole } : {}
}
