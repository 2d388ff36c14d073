/** What the ledger's addresses take (`/v1/usage`, `/admin/v1/accounts/{id}/ledger`). */
import { z } from 'zod'
import type { StatementFilter } from '../accounts/statement'
import { kindOfWork } from './tasks'

const DAY_MS = 86_400_000
const day = z.iso.date({ error: 'must be a day such as 2026-11-21' }).transform((text) => Date.parse(text))
const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
const either = { error: 'must be a day such as 2026-11-21 or a time such as 2026-11-21T08:00:00Z' }
const moment = z.union([day, time], either)
/** The end of a span: a day counts to its end, a time is exclusive. */
const end = z.union([day.transform((start) => start + DAY_MS), time], either)

/** Parameters of the ledger's addresses. `day` is short for `from` and `to` of one day. Days are those of UTC. */
export const statementQuery = z
  .strictObject({
    day: day.optional().describe('One day (UTC), in the place of `from` and `to`.'),
    from: moment.optional().describe('The first day (UTC), or a time from which on entries count.'),
    to: end
      .optional()
      .describe('The last day (UTC), which counts whole, or a time before which entries count.'),
    kind: kindOfWork.optional().describe('Entries of one kind of work.'),
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
