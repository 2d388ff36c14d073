/** The ledger as it is asked for and shown, by its owner (`/v1/usage`) and by the operator. */
import { z } from 'zod'
import type { Statement, StatementFilter, StatementLine } from '../accounts/statement'
import { kindOfWork, nextCursor, time } from './shared-schemas'

const DAY_MS = 86_400_000
const day = z.iso.date({ error: 'must be a day such as 2026-11-21' }).transform((text) => Date.parse(text))
const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
const either = { error: 'must be a day such as 2026-11-21 or a time such as 2026-11-21T08:00:00Z' }
const moment = z.union([day, instant], either)
/** The end of a span: a day counts to its end, a time is exclusive. */
const end = z.union([day.transform((start) => start + DAY_MS), instant], either)

/** Parameters of the ledger's addresses. `day` is short for `from` and `to` of one day. Days are those of UTC. */
export const statementQuery = z
  .strictObject({
    day: day.optional().describe('One day (UTC), instead of `from` and `to`.'),
    from: moment.optional().describe('The first day (UTC), or the time to start from (inclusive).'),
    to: end.optional().describe('The last day (UTC, inclusive), or the time to end before (exclusive).'),
    kind: kindOfWork.optional().describe('Entries of one kind of work.'),
    task: z.string().min(1).max(64).optional().describe('Entries of one task.'),
    limit: z.coerce
      .number({ error: 'must be a number' })
      .int()
      .min(1)
      .max(500)
      .default(100)
      .describe('Entries per response.'),
    cursor: z.coerce
      .number({ error: 'must be a cursor from an earlier response' })
      .int()
      .min(1)
      .optional()
      .describe('`next_cursor` of the previous response.'),
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

const line = z.object({
  seq: z.int(),
  at: time,
  type: z.enum(['grant', 'hold', 'settle', 'release', 'expire']),
  credits: z.int().describe('Granted, held, charged or released.'),
  credits_left: z.int().describe('Available afterwards.'),
  task_id: z.string().optional(),
  kind: z.string().optional(),
  mode: z.enum(['live', 'test']).optional(),
  reason: z.string().optional(),
})

const sums = { credits_charged: z.int(), tasks_completed: z.int(), tasks_failed: z.int() }

export const usageResponse = z.object({
  credits_left: z.int(),
  credits_held: z.int(),
  totals: z.object({ credits_granted: z.int(), ...sums }),
  by_day: z.array(z.object({ day: z.iso.date(), kind: z.string(), ...sums })),
})

export const ledgerResponse = z.object({ entries: z.array(line), next_cursor: nextCursor })

/** What was charged, in total and by day and kind. */
export function showUsage({
  credits_left,
  credits_held,
  totals,
  by_day,
}: Pick<Statement, 'totals' | 'by_day'> & { credits_left: number; credits_held: number }): z.input<
  typeof usageResponse
> {
  return { credits_left, credits_held, totals, by_day }
}

/** The lines of the ledger, and where the next page begins. */
export function showLedger({
  lines,
  next,
}: Pick<Statement, 'lines' | 'next'>): z.input<typeof ledgerResponse> {
  return { entries: lines.map(showLine), next_cursor: next === null ? null : `${next}` }
}

/** A line as it is shown: times in ISO 8601, absent fields left out. */
function showLine({ at, task_id, kind, mode, reason, ...rest }: StatementLine): z.input<typeof line> {
  return {
    at: new Date(at).toISOString(),
    ...rest,
    task_id: task_id ?? undefined,
    kind: kind ?? undefined,
    mode: mode ?? undefined,
    reason: reason ?? undefined,
  }
}
