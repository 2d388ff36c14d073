/** `GET /v1/credits`: the balance and the plan. */
import { Hono } from 'hono'
import { authenticate } from '../http/auth'
import type { AppEnv } from '../http/context'

export const credits = new Hono<AppEnv>().get('/', async (c) => {
  const { credits_left, plan } = await authenticate(c, 'read')
  return c.json({ credits_left, plan })
})
