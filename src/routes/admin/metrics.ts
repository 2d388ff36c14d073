/** `GET /admin/v1/metrics`: what is measured, for Prometheus. */
import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../http/context'
import { route } from '../../http/route'
import { prometheusText } from '../../metrics/prometheus'
import { readBreaches, takeSnapshot } from '../../metrics/watch'

const EXAMPLE = `# HELP platen_tasks_open Queued tasks that have not ended.
# TYPE platen_tasks_open gauge
platen_tasks_open{status="pending"} 3
`

const getMetrics = route(
  {
    operationId: 'getMetrics',
    summary: 'What is measured, in Prometheus form',
    description:
      'Requests, tasks and browsers of the last minutes (if `ANALYTICS_URL` is set), work that waits, and rules that are broken. A source that does not answer is left out.',
    access: 'operator',
    responses: {
      200: {
        description: 'Gauges, in the text format 0.0.4 of Prometheus.',
        content: { 'text/plain': { schema: z.string(), example: EXAMPLE } },
      },
    },
  },
  async (c) => {
    const [snapshot, breaches] = await Promise.all([
      takeSnapshot(c.env, c.get('log')),
      readBreaches(c.env).catch(() => ({})),
    ])
    return c.body(prometheusText(snapshot, breaches), 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    })
  },
)

export const metrics = new Hono<AppEnv>().get('/metrics', getMetrics)
