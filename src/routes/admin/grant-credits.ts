/** `/admin/v1/accounts/{account_id}`: granting credits, and what the ledger says. */
import { Hono } from 'hono'
import { z } from 'zod'
import { MAX_CREDITS } from '../../accounts/ledger'
import { Problem } from '../../errors'
import { MAX_BODY } from '../../http/body'
import type { AppEnv } from '../../http/context'
import { idempotencyKeyOf } from '../../http/idempotency-key'
import { accountObject, creditsLeft, found } from '../../http/operator-account'
import { jsonRoute } from '../../http/route'
import {
  ledgerExample,
  ledgerResponse,
  showLedger,
  showUsage,
  statementQuery,
  usageExample,
  usageResponse,
} from '../../http/usage-statement'

const postGrant = jsonRoute(
  {
    operationId: 'grantCredits',
    summary: 'Grant credits, or take back what is still available',
    description:
      'Adds credits to the balance, with a reason for the ledger. A negative amount takes back, never more than is available.',
    access: 'operator',
    idempotencyKey: {
      description:
        'Granting the same again under the same key changes nothing and returns the first result; another grant is 422.',
      errors: ['idempotency_mismatch'],
    },
    body: z.strictObject({
      amount: z
        .int()
        .min(-MAX_CREDITS)
        .max(MAX_CREDITS)
        .refine((amount) => amount !== 0, 'must not be 0')
        .describe('Credits to add; a negative number takes back, never more than is available.')
        .meta({ not: { const: 0 } }),
      reason: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .default('granted by the operator')
        .describe('For the ledger.'),
    }),
    example: { amount: 500, reason: 'invoice 2026-0417' },
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 200,
      description: 'Grant credits, or take back what is still available.',
      schema: z.object({ credits_left: creditsLeft }),
      example: { credits_left: 1498 },
      headers: ['Idempotent-Replayed'],
    },
    errors: ['not_found', 'insufficient_credits'],
  },
  async (c, { body }) => {
    const asked = await body()
    const grantId = idempotencyKeyOf(c)
    const grant = { ...asked, ...(grantId !== undefined && { grantId }) }
    const result = found(await accountObject(c).grant(grant))
    if (result.outcome === 'refused') {
      throw new Problem('insufficient_credits', {
        detail: `No more than ${result.available} can be taken back: that is the available balance.`,
      })
    }
    if (result.outcome === 'mismatch') {
      throw new Problem('idempotency_mismatch', {
        detail:
          'Another amount or reason was granted under this Idempotency-Key. Send this grant with a key of its own.',
      })
    }
    if (result.replayed) c.header('Idempotent-Replayed', 'true')
    return { credits_left: result.credits_left }
  },
)

const getLedger = jsonRoute(
  {
    operationId: 'getLedger',
    summary: 'Every line of the ledger, newest first',
    description:
      'Grants, holds, charges and releases for the given period and filters, with the balance after each.',
    access: 'operator',
    query: statementQuery,
    response: {
      status: 200,
      description: 'Every line of the ledger, newest first.',
      schema: ledgerResponse,
      example: ledgerExample,
    },
    errors: ['not_found'],
  },
  async (c, { query }) => showLedger(found(await accountObject(c).statement(query()))),
)

const getUsage = jsonRoute(
  {
    operationId: 'getAccountUsage',
    summary: 'What was charged, in total and by day and kind',
    description: 'Totals of the period, and sums by day and kind of work.',
    access: 'operator',
    query: statementQuery,
    response: {
      status: 200,
      description: 'What was charged, in total and by day and kind.',
      schema: usageResponse,
      example: usageExample,
    },
    errors: ['not_found'],
  },
  async (c, { query }) => showUsage(found(await accountObject(c).statement(query()))),
)

export const credits = new Hono<AppEnv>()
  .post('/:account_id/credits', postGrant)
  .get('/:account_id/ledger', getLedger)
  .get('/:account_id/usage', getUsage)
