/**
 * `GET /health`: whether the service takes requests. Needs no key, so it asks nothing of any part: whoever calls it costs
 * nothing. The operator's `GET /admin/v1/health` asks each part.
 */
import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../http/context'
import { json, route } from '../http/route'
import { requireSecrets } from '../settings'

/** How long a response may be kept, in seconds. */
const MAX_AGE_S = 5

const healthResponse = z
  .object({
    status: z.enum(['ok', 'degraded']).describe('`degraded` if a part is down.'),
    checks: z.record(z.string(), z.enum(['ok', 'down'])).describe('Each part by its name.'),
  })
  .meta({ id: 'Health' })

const getHealth = route(
  {
    operationId: 'getHealth',
    summary: 'Whether the service takes requests',
    description:
      `Needs no key and may be kept for ${MAX_AGE_S} s; 503 if the service is not configured. ` +
      'It asks no other part: `GET /admin/v1/health` does.',
    access: 'public',
    responses: {
      200: json('It takes requests.', {
        schema: healthResponse,
        example: { status: 'ok', checks: { secrets: 'ok' } },
      }),
      503: json('It is not configured.', {
        schema: healthResponse,
        example: { status: 'degraded', checks: { secrets: 'down' } },
      }),
    },
  },
  (c) => {
    const isConfigured = areSecretsSet(c.env)
    const body: z.input<typeof healthResponse> = {
      status: isConfigured ? 'ok' : 'degraded',
      checks: { secrets: isConfigured ? 'ok' : 'down' },
    }
    c.header('Cache-Control', `public, max-age=${MAX_AGE_S}`)
    return c.json(body, isConfigured ? 200 : 503)
  },
)

export const health = new Hono<AppEnv>().get('/', getHealth)

function areSecretsSet(env: Env): boolean {
  try {
    requireSecrets(env)
    return true
  } catch {
    return false
  }
}
