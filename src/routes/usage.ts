/** `GET /v1/usage`: the caller's own ledger, filtered by time, kind and task, with totals. */
import { Hono } from 'hono'
import { z } from 'zod'
import type { StatementFilter, StatementLine } from '../credits/statement'
import { Problem } from '../errors'
import { authenticate } from './caller'
import type { AppContext, AppEnv } from './context'
import { parseShape } from './shape'

const DAY_MS = 86_400_000
const day = z.iso.date({ error: 'must be a day such as 2026-11-21' }).transform((text) => Date.parse(text))
const moment = z.union([day, z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))], {
  error: 'must be a day such as 2026-11-21 or a time such as 2026-11-21T08:00:00Z',
})

/** The end of a span: a day counts to its end, a time is exclusive. */
const end = z.union(
  [
    day.transform((start) => start + DAY_MS),
    z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  ],
  { error: 'must be a day such as 2026-11-21 or a time such as 2026-11-21T08:00:00Z' },
)

/** Parameters of the ledger's addresses. `day` is short for `from` and `to` of one day. Days are those of UTC. */
export const statementQuery = z
  .strictObject({
    day: day.optional().describe('One day (UTC), in the place of `from` and `to`.'),
    from: moment.optional().describe('The first day (UTC), or a time from which on entries count.'),
    to: end
      .optional()
      .describe('The last day (UTC), which counts whole, or a time before which entries count.'),
    kind: z
      .enum(['generate', 'transform', 'studio', 'qrcode'])
      .optional()
      .describe('Entries of one kind of work.'),
    task: z.string().min(1).max(64).optional().describe('Entries of one task.'),
    limit: z.coerce
      .number({ error: 'must be a number' })
      .int()
      .min(1)
      .max(500)
      .default(100)
      .describe('Entries of one answer.'),
    cursor: z.coerce
      .number({ error: 'must be a cursor that an answer gave' })
      .int()
      .min(1)
      .optional()
      .describe('`next_cursor` of the answer before.'),
  })
  .transform(
    ({ day, from, to, kind, task, limit, cursor }): StatementFilter => ({
      from: day ?? from,
      to: day === undefined ? to : day + DAY_MS,
      kind,
      taskId: task,
      before: cursor,
      limit,
    }),
  )

export const usage = new Hono<AppEnv>().get('/', async (c) => {
  const { account } = await authenticate(c, 'read')
  const statement = await account.statement(readQuery(c))
  if (statement.outcome === 'not_found') throw new Problem('not_found', { detail: 'The account is gone.' })
  const { credits_left, credits_held, totals, by_day, lines, next } = statement
  return c.json({
    ...{ credits_left, credits_held, totals, by_day },
    entries: lines.map(shownLine),
    next_cursor: next === null ? null : `${next}`,
  })
})

/** The parameters of a ledger's address; throws `invalid_request` that names each bad one. */
export function readQuery(c: AppContext): StatementFilter {
  return parseShape(statementQuery, c.req.query())
}

/** A line as it is answered: times in ISO 8601, absent fields left out. */
export function shownLine({ at, ...line }: StatementLine) {
  const present = Object.entries(line).filter(([, value]) => value !== null)
  return { at: new Date(at).toISOString(), ...Object.fromEntries(present) }
}
