/** `GET /v1/credits`: the balance and the plan. */
import { Hono } from 'hono'
import { z } from 'zod'
import { planNames } from '../accounts/plans'
import { authenticate } from '../http/auth'
import type { AppEnv } from '../http/context'
import { jsonRoute } from '../http/route'

const getCredits = jsonRoute(
  {
    operationId: 'credits',
    summary: 'The credit balance',
    response: {
      status: 200,
      description: 'Balance and plan.',
      schema: z.object({ credits_left: z.int(), plan: z.enum(planNames) }),
    },
  },
  async (c) => {
    const { credits_left, plan } = await authenticate(c, 'read')
    return { credits_left, plan }
  },
)

export const credits = new Hono<AppEnv>().get('/', getCredits)
