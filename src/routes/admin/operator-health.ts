/** `/admin/v1/health` and `/admin/v1/browser`: whether each part answers, and what the browsers are. */

import { Hono } from 'hono'
import { z } from 'zod'
import { shardStub } from '../../browser/shards'
import { taskDatabases } from '../../databases'
import { Problem } from '../../errors'
import { type AppContext, type AppEnv, regionOf } from '../../http/context'
import { PART_TIMEOUT_MS } from '../../http/operator-account'
import { json, jsonRoute, route } from '../../http/route'
import { withTimeout } from '../../time/waiting'

const partsResponse = z
  .object({
    status: z.enum(['ok', 'degraded']).describe('`degraded`: a part is down.'),
    checks: z
      .record(z.string(), z.enum(['ok', 'down']))
      .describe('Each part that the service needs, by its name.'),
    version: z.string().describe('Version of the service that answers; empty if the platform has none.'),
  })
  .meta({ id: 'PartsHealth' })

const healthyExample: z.input<typeof partsResponse> = {
  status: 'ok',
  checks: { database: 'ok', files: 'ok', pool: 'ok' },
  version: '4f2c1a8e-6d3b-4f0e-9a57-2b1c0d9e8f7a',
}

const getParts = route(
  {
    operationId: 'checkParts',
    summary: 'Whether each part responds',
    description: `Asks database, storage and browser pool; 503 if one of them does not respond within ${PART_TIMEOUT_MS / 1000} s.`,
    access: 'operator',
    responses: {
      200: json('All parts respond.', { schema: partsResponse, example: healthyExample }),
      503: json('A part is down.', {
        schema: partsResponse,
        example: {
          ...healthyExample,
          status: 'degraded',
          checks: { ...healthyExample.checks, pool: 'down' },
        },
      }),
    },
  },
  async (c) => {
    const checks = await checkParts(c)
    const isHealthy = Object.values(checks).every((result) => result === 'ok')
    const body: z.input<typeof partsResponse> = {
      status: isHealthy ? 'ok' : 'degraded',
      checks,
      version: c.env.VERSION.id,
    }
    return c.json(body, isHealthy ? 200 : 503)
  },
)

const getBrowser = jsonRoute(
  {
    operationId: 'measureBrowser',
    summary: 'What the browser of the caller’s region is',
    description: 'Opens a browser if none is open. For the smoke test after a deployment.',
    access: 'operator',
    response: {
      status: 200,
      description: 'What the browser of the caller’s region is.',
      schema: z
        .object({
          version: z.string().describe('Product and version, such as `Chrome/153.0.1`.'),
          guardrails: z.enum(['on', 'off']).describe('What it was opened with (`BROWSER_GUARDRAILS`).'),
          round_trip_ms: z.number().describe('Median time of a message to the browser and back.'),
          limits: z
            .record(z.string(), z.unknown())
            .optional()
            .describe('What the platform allows the account.'),
        })
        .meta({ id: 'BrowserFacts' }),
      example: { version: 'Chrome/153.0.1', guardrails: 'on', round_trip_ms: 2.4 },
    },
    errors: ['browser_lost'],
  },
  async (c) => {
    const measured = await shardStub({ pool: c.env.POOL, region: regionOf(c) }, 0).measureBrowser()
    if (!measured.ok) {
      throw new Problem('browser_lost', {
        detail: 'No browser could be opened and measured. The log has the cause.',
        cause: measured.message,
      })
    }
    return {
      version: measured.version,
      guardrails: measured.guardrails ? ('on' as const) : ('off' as const),
      round_trip_ms: measured.roundTripMs,
      ...(measured.limits && { limits: { ...measured.limits } }),
    }
  },
)

export const parts = new Hono<AppEnv>().get('/health', getParts).get('/browser', getBrowser)

async function checkParts(c: AppContext): Promise<Record<string, 'ok' | 'down'>> {
  const { env } = c
  const questions = {
    database: async () => {
      const asked = taskDatabases(env).map((db) =>
        db.prepare('SELECT count(*) AS n FROM tasks WHERE 0').first('n'),
      )
      return (await Promise.all(asked)).every((count) => count === 0)
    },
    files: async () => {
      await env.FILES.head('health')
      return true
    },
    pool: async () => (await shardStub({ pool: env.POOL, region: regionOf(c) }, 0).status()).slots > 0,
  }
  const results = await Promise.all(
    Object.entries(questions).map(
      async ([name, ask]) => [name, (await answers(ask)) ? 'ok' : 'down'] as const,
    ),
  )
  return Object.fromEntries(results)
}

async function answers(ask: () => Promise<boolean>): Promise<boolean> {
  const answered = ask().catch(() => false)
  return await withTimeout(answered, PART_TIMEOUT_MS, () => false)
}
