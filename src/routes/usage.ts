/** `GET /v1/usage`: the caller's own ledger, filtered by time, kind and task, with totals. */
import { Hono } from 'hono'
import { visibleMode } from '../accounts/scopes'
import { Problem } from '../errors'
import { authenticate } from '../http/auth'
import type { AppEnv } from '../http/context'
import { jsonRoute } from '../http/route'
import {
  ledgerExample,
  ledgerResponse,
  showLedger,
  showUsage,
  statementQuery,
  usageExample,
  usageResponse,
} from '../http/statement'

const getUsage = jsonRoute(
  {
    operationId: 'getUsage',
    summary: 'What was charged',
    description:
      'Totals by day and kind, and the ledger’s entries, newest first, for the given period and filters.',
    query: statementQuery,
    response: {
      status: 200,
      description: 'Totals and lines.',
      schema: usageResponse.extend(ledgerResponse.shape),
      example: { ...usageExample, ...ledgerExample },
    },
    errors: ['not_found'],
  },
  async (c, { query }) => {
    const { account, mode } = await authenticate(c, 'read')
    const statement = await account.statement({ ...query(), mode: visibleMode(mode) })
    if (statement.outcome === 'not_found') throw new Problem('not_found', { detail: 'The account is gone.' })
    return { ...showUsage(statement), ...showLedger(statement) }
  },
)

export const usage = new Hono<AppEnv>().get('/', getUsage)
