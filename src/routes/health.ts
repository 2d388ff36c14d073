/** `GET /health`: whether each part answers. Needs no key; 503 where one is down. */
import { Hono } from 'hono'
import { z } from 'zod'
import { shardStub } from '../browser/shards'
import { type AppContext, type AppEnv, regionOf } from '../http/context'
import { json, route } from '../http/route'
import { requireSecrets } from '../settings'
import { withTimeout } from '../time'

const TIMEOUT_MS = 3000
/** How long what was found is told again: anybody may ask, as often as they like. */
const KEPT_MS = 2000

type Checks = Record<string, 'ok' | 'down'>
let last: { at: number; checks: Checks } | undefined

const healthResponse = z.object({
  status: z.enum(['ok', 'degraded']),
  checks: z.record(z.string(), z.enum(['ok', 'down'])),
})

const getHealth = route(
  {
    operationId: 'health',
    summary: 'Whether each part responds',
    access: 'public',
    responses: {
      200: json('All parts answer.', healthResponse),
      503: json('A part is down.', healthResponse),
    },
  },
  async (c) => {
    const checks: Checks = { secrets: areSecretsSet(c.env) ? 'ok' : 'down', ...(await currentChecks(c)) }
    const healthy = Object.values(checks).every((result) => result === 'ok')
    const body: z.input<typeof healthResponse> = { status: healthy ? 'ok' : 'degraded', checks }
    return c.json(body, healthy ? 200 : 503)
  },
)

export const health = new Hono<AppEnv>().get('/', getHealth)

/** What was found lately, or is found now. While one call looks, the others are told what was found before. */
async function currentChecks(c: AppContext): Promise<Checks> {
  if (last && Date.now() - last.at <= KEPT_MS) return last.checks
  if (last) last = { ...last, at: Date.now() }
  const checks = await checkParts(c)
  last = { at: Date.now(), checks }
  return checks
}

function areSecretsSet(env: Env): boolean {
  try {
    requireSecrets(env)
    return true
  } catch {
    return false
  }
}

async function checkParts(c: AppContext): Promise<Checks> {
  const { env } = c
  const parts = {
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
  return Object.fromEntries(results)
}

async function answers(check: () => Promise<boolean>): Promise<boolean> {
  const answered = check().catch(() => false)
  return await withTimeout(answered, TIMEOUT_MS, () => false)
}
