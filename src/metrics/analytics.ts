/**
 * What Analytics Engine says of the last minutes, asked through its SQL API at the address that the operator set. Data
 * points appear there a minute or two after they were written.
 */
import { z } from 'zod'
import { columnOf } from './points'

/** Minutes that are looked at. */
export const WINDOW_MINUTES = 10
/** A task that took longer is late. */
export const LATE_TASK_MS = 60_000
/** How long an address that the operator set may take, in milliseconds. */
export const OPERATOR_TIMEOUT_MS = 10_000

/** Points of one kind, name, outcome, code and version; every number may be sent as text. */
const row = z.object({
  kind: z.string(),
  name: z.string(),
  outcome: z.string(),
  code: z.string(),
  version: z.string(),
  points: z.coerce.number(),
  /** Milliseconds that 95 % of them took at the most. */
  p95: z.coerce.number(),
  longest: z.coerce.number(),
  late: z.coerce.number(),
})
const rows = z.object({ data: z.array(row) })

export type AnalyticsRow = z.output<typeof row>

/**
 * The last minutes; undefined if no address is set. Throws an Error if it does not answer as it should.
 */
export async function recentPoints(env: Env): Promise<AnalyticsRow[] | undefined> {
  if (!env.ANALYTICS_URL || !env.ANALYTICS_TOKEN) return undefined
  const answer = await fetch(env.ANALYTICS_URL, {
    method: 'POST',
    headers: { Authorization: `Bearer ${env.ANALYTICS_TOKEN}` },
    body: query(env.METRICS_DATASET),
    signal: AbortSignal.timeout(OPERATOR_TIMEOUT_MS),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`Analytics Engine: ${answer.status} ${text.slice(0, 200)}`)
  return rows.parse(JSON.parse(text)).data
}

/** `_sample_interval`: how many points a kept one stands for. */
function query(dataset: string): string {
  const keys = (['kind', 'name', 'outcome', 'code', 'version'] as const).map((field) => [
    columnOf(field),
    field,
  ])
  const ms = columnOf('ms')
  return `SELECT ${keys.map(([column, field]) => `${column} AS ${field}`).join(', ')},
  SUM(_sample_interval) AS points,
  quantileExactWeighted(0.95)(${ms}, _sample_interval) AS p95,
  MAX(${ms}) AS longest,
  SUM(if(${ms} > ${LATE_TASK_MS}, _sample_interval, 0)) AS late
FROM ${dataset}
WHERE timestamp > NOW() - INTERVAL '${WINDOW_MINUTES}' MINUTE
GROUP BY kind, name, outcome, code, version
FORMAT JSON`
}
