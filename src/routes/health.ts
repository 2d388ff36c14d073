/** `GET /health`: whether each part answers. Needs no key; 503 where one is down. */
import { Hono } from 'hono'
import { shardStub } from '../render/shards'
import { type AppEnv, regionOf } from './context'

const TIMEOUT_MS = 3000

export const health = new Hono<AppEnv>().get('/', async (c) => {
  const { env } = c
  const parts = {
    secrets: async () => Boolean(env.ADMIN_TOKEN && env.SIGNING_SECRET),
    database: async () => (await env.DB.prepare('SELECT count(*) AS n FROM tasks WHERE 0').first('n')) === 0,
    files: async () => {
      await env.FILES.head('health')
      return true
    },
    pool: async () => (await shardStub({ pool: env.POOL, region: regionOf(c) }, 0).status()).slots > 0,
  }
  const results = await Promise.all(
    Object.entries(parts).map(
      async ([name, check]) => [name, (await answers(check)) ? 'ok' : 'down'] as const,
    ),
  )
  const healthy = results.every(([, result]) => result === 'ok')
  return c.json(
    { status: healthy ? 'ok' : 'degraded', checks: Object.fromEntries(results) },
    healthy ? 200 : 503,
  )
})

async function answers(check: () => Promise<boolean>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT_MS, false))
  return await Promise.race([check().catch(() => false), late])
}
