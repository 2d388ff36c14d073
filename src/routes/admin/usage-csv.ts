/** `GET /admin/v1/usage.csv`: what all accounts were charged in a month. */

import { Hono } from 'hono'
import { z } from 'zod'
import { monthlyUsage } from '../../accounts/projection'
import { taskDatabases } from '../../databases'
import type { AppEnv } from '../../http/context'
import { csvResponse } from '../../http/csv'
import { route } from '../../http/route'

const COLUMNS = [
  'account_id',
  'name',
  'plan',
  'kind',
  'credits_charged',
  'tasks_completed',
  'tasks_failed',
] as const

const getUsageOfAll = route(
  {
    operationId: 'getUsageOfAll',
    summary: 'What all accounts were charged in a month, as CSV',
    description:
      'A row for each account and kind of work: credits charged, tasks completed, tasks failed. Live work only; at most ten ' +
      'minutes behind the accounts.',
    access: 'operator',
    query: z.strictObject({
      month: z
        .string()
        .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
        .describe('The month (UTC), such as `2026-11`.')
        .meta({ examples: ['2026-11'] }),
    }),
    responses: {
      200: {
        description: 'CSV with a row of names first.',
        content: {
          'text/csv': {
            schema: z.string(),
            example: `${COLUMNS.join()}\r\nacc_Kef0HvRM1yW0,Acme,Pro,transform,12,6,0\r\n`,
          },
        },
      },
    },
  },
  async (c, { query }) => {
    const { month } = query()
    const [year = 0, number = 1] = month.split('-').map(Number)
    const [from, to] = [Date.UTC(year, number - 1), Date.UTC(year, number)]
    const parts = await Promise.all(taskDatabases(c.env).map((db) => monthlyUsage(db, { from, to })))
    const rows = parts
      .flat()
      .sort((a, b) => (a.account_id < b.account_id ? -1 : a.account_id > b.account_id ? 1 : 0))
    return csvResponse(c, `usage-${month}.csv`, { columns: COLUMNS, rows })
  },
)

export const usageOfAll = new Hono<AppEnv>().get('/usage.csv', getUsageOfAll)
