/** `GET /v1/usage`: the caller's own ledger, filtered by time, kind and task, with totals; `/v1/usage.csv` as a table. */

import { Hono } from 'hono'
import { z } from 'zod'
import { visibleMode } from '../accounts/scopes'
import { MAX_DAYS } from '../accounts/statement-sums'
import { Problem } from '../errors'
import { authenticate } from '../http/auth'
import type { AppEnv } from '../http/context'
import { csvResponse } from '../http/csv'
import { jsonRoute, route } from '../http/route'
import { kindOfWork } from '../http/shared-schemas'
import {
  isSpan,
  ledgerExample,
  ledgerResponse,
  NO_SPAN,
  showLedger,
  showUsage,
  spanQuery,
  statementQuery,
  usageExample,
  usageResponse,
} from '../http/usage-statement'

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

const COLUMNS = ['day', 'kind', 'credits_charged', 'tasks_completed', 'tasks_failed'] as const

const getUsageTable = route(
  {
    operationId: 'getUsageTable',
    summary: 'What was charged, by day and kind, as CSV',
    description: `The sums of \`GET /v1/usage\` as a table, newest day first: at most ${MAX_DAYS} rows, so ask for long spans in parts.`,
    query: z
      .strictObject({ ...spanQuery, kind: kindOfWork.optional().describe('One kind of work.') })
      .refine(isSpan, NO_SPAN),
    responses: {
      200: {
        description: 'CSV with a row of names first.',
        content: {
          'text/csv': { schema: z.string(), example: `${COLUMNS.join()}\r\n2026-11-21,transform,2,1,0\r\n` },
        },
      },
    },
    errors: ['not_found'],
  },
  async (c, { query }) => {
    const { account, mode } = await authenticate(c, 'read')
    const statement = await account.statement({ ...query(), mode: visibleMode(mode), limit: 1 })
    if (statement.outcome === 'not_found') throw new Problem('not_found', { detail: 'The account is gone.' })
    return csvResponse(c, 'usage.csv', { columns: COLUMNS, rows: statement.by_day })
  },
)

export const usage = new Hono<AppEnv>().get('/usage', getUsage).get('/usage.csv', getUsageTable)
