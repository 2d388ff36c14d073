/** `GET /v1/credits`: the balance and the plan. */
import { Hono } from 'hono'
import { z } from 'zod'
import { planNames } from '../accounts/plans'
import { authenticate } from '../http/auth'
import type { AppEnv } from '../http/context'
import { jsonRoute } from '../http/route'

const getCredits = jsonRoute(
  {
    operationId: 'getCredits',
    summary: 'The credit balance',
    description:
      'What can be spent now, and the plan of the account. What is held for work under way is not in it.',
    response: {
      status: 200,
      description: 'Balance and plan.',
      schema: z.object({
        credits_left: z.int().describe('What can be spent now.'),
        plan: z.enum(planNames).describe('Sets rates, limits and retention.'),
      }),
      example: { credits_left: 998, plan: 'Pro' },
    },
  },
  async (c) => {
    const { credits_left, plan } = await authenticate(c, 'read')
    return { credits_left, plan }
  },
)

export const credits = new Hono<AppEnv>().get('/', getCredits)
