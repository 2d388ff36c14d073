/** The ledger as it is asked for and shown, by its owner (`/v1/usage`) and by the operator. */

import { z } from 'zod'
import type { Statement, StatementLine } from '../accounts/statement'
import type { StatementFilter } from '../accounts/statement-filter'
import { MAX_DAYS } from '../accounts/statement-sums'
import { DAY_MS } from '../time/waiting'
import { kindOfWork, nextCursor, pageLimit, taskId, time } from './shared-schemas'

const day = z.iso.date({ error: 'must be a day such as 2026-11-21' }).transform((text) => Date.parse(text))
const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
const either = { error: 'must be a day such as 2026-11-21 or a time such as 2026-11-21T08:00:00Z' }
const moment = z.union([day, instant], either)
/** The end of a span: a day counts to its end, a time is exclusive. */
const end = z.union([day.transform((start) => start + DAY_MS), instant], either)

/** Parameters of a span of time. */
export const spanQuery = {
  from: moment
    .optional()
    .describe('The first day (UTC), or the time to start from (inclusive). Not later than `to`.'),
  to: end.optional().describe('The last day (UTC, inclusive), or the time to end before (exclusive).'),
}

/** Whether the span begins before it ends, and what a caller is told otherwise. */
export const isSpan = ({
  from = 0,
  to = Number.POSITIVE_INFINITY,
}: {
  from?: number | undefined
  to?: number | undefined
}) => from <= to
export const NO_SPAN = { path: ['from'], message: 'must not be later than to' }

/** Parameters of the ledger's addresses. `day` is short for `from` and `to` of one day. Days are those of UTC. */
export const statementQuery = z
  .strictObject({
    day: day.optional().describe('One day (UTC), instead of `from` and `to`.'),
    ...spanQuery,
    kind: kindOfWork.optional().describe('Entries of one kind of work.'),
    task: z.string().min(1).max(64).optional().describe('Entries of one task.'),
    limit: pageLimit({ usual: 100, max: 500 }),
    cursor: z.coerce
      .number({ error: 'must be a cursor from an earlier response' })
      .int()
      .min(1)
      .optional()
      .describe('`next_cursor` of the previous response.'),
  })
  .refine(({ day, ...span }) => day !== undefined || isSpan(span), NO_SPAN)
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

const line = z
  .object({
    seq: z.int().describe('Number of the entry, rising.'),
    at: time,
    type: z
      .enum(['grant', 'hold', 'settle', 'release', 'expire'])
      .describe('What happened: granted, held for work, charged, released unused, or a hold ran out.'),
    credits: z.int().describe('Granted, held, charged or released.'),
    credits_left: z.int().describe('Available afterwards.'),
    task_id: taskId.optional(),
    kind: z.string().optional().describe('The kind of work.'),
    mode: z.enum(['live', 'test']).optional().describe('Of the key that asked.'),
    reason: z.string().optional().describe('Why credits were granted or taken back.'),
  })
  .meta({ id: 'LedgerLine' })

const sums = {
  credits_charged: z.int().describe('What was spent.'),
  tasks_completed: z.int().describe('Tasks that made what they were asked for.'),
  tasks_failed: z.int().describe('Tasks that failed; they cost nothing.'),
}

export const usageResponse = z
  .object({
    credits_left: z.int().describe('What can be spent now.'),
    credits_held: z.int().describe('Held for work under way.'),
    totals: z
      .object({ credits_granted: z.int().describe('What was added.'), ...sums })
      .describe('Of the whole period.'),
    by_day: z
      .array(
        z.object({
          day: z.iso.date().describe('UTC.'),
          kind: z.string().describe('The kind of work.'),
          ...sums,
        }),
      )
      .describe(
        `Sums of each day and kind of work, newest first: at most ${MAX_DAYS} rows, so ask for long spans in parts. \`totals\` are of all.`,
      ),
  })
  .meta({ id: 'AccountUsage' })

export const ledgerResponse = z
  .object({ entries: z.array(line).describe('Newest first.'), next_cursor: nextCursor })
  .meta({ id: 'Ledger' })

export const usageExample: z.input<typeof usageResponse> = {
  credits_left: 998,
  credits_held: 0,
  totals: { credits_granted: 1000, credits_charged: 2, tasks_completed: 1, tasks_failed: 0 },
  by_day: [{ day: '2026-11-21', kind: 'transform', credits_charged: 2, tasks_completed: 1, tasks_failed: 0 }],
}

export const ledgerExample: z.input<typeof ledgerResponse> = {
  entries: [
    {
      ...{ seq: 3, at: '2026-11-21T08:00:00.400Z', type: 'settle', credits: 2, credits_left: 998 },
      ...{ task_id: 'tsk_01', kind: 'transform', mode: 'live' },
    },
    {
      ...{ seq: 1, at: '2026-11-20T09:30:00.000Z', type: 'grant', credits: 1000, credits_left: 1000 },
      reason: 'invoice 2026-0417',
    },
  ],
  next_cursor: null,
}

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
