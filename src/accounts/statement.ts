/** Reading the ledger: its lines, newest first, and what they come to. */
import { pageOf } from '../cursor'
import type { Mode } from './api-keys'
import { cutParts, pageParts, taskParts } from './closed-ledger-parts'
import { conditions, PART_LINES, type ReadParts, type StatementFilter } from './statement-filter'
import { endsOf, readSums, type StatementSums } from './statement-sums'
import type { Part } from './storage/closed-ledger'

export type StatementLine = {
  seq: number
  at: number
  type: 'grant' | 'hold' | 'settle' | 'release' | 'expire'
  task_id: string | null
  kind: string | null
  mode: Mode | null
  credits: number
  credits_left: number
  reason: string | null
}

export type Statement = StatementSums & {
  lines: StatementLine[]
  /** `before` of the next page; `null` on the last. */
  next: number | null
}

/** The closed parts that a statement cannot do without. */
export function partsOf(sql: SqlStorage, filter: StatementFilter): Part[] {
  if (filter.taskId !== undefined) return taskParts(sql, filter.taskTimes ?? [])
  const parts = [...endsOf(filter).flatMap((end) => cutParts(sql, end)), ...closedPage(sql, filter).parts]
  return [...new Map(parts.map((part) => [part.last, part])).values()]
}

/**
 * The statement of one account. Days are those of UTC. It reads the lines of the page, and what sums are not kept of.
 * `read` has the parts that `partsOf` names.
 */
export function readStatement(sql: SqlStorage, filter: StatementFilter, read: ReadParts): Statement {
  const open = openLines(sql, filter)
  const { parts, isAll } =
    filter.taskId === undefined
      ? closedPage(sql, filter, open.length)
      : { parts: taskParts(sql, filter.taskTimes ?? []), isAll: true }
  const closed = parts.flatMap((part) => closedLines(sql, filter, read.get(part.last)))
  const { page: lines, last } = pageOf([...open, ...closed].slice(0, filter.limit + 1), filter.limit)
  const goesOn = isAll || filter.limit === 0 ? null : (parts.at(-1)?.first ?? null)
  return { lines, ...readSums(sql, filter, read), next: last?.seq ?? goesOn }
}

/** The open lines of the page, and one more if there is one. */
function openLines(sql: SqlStorage, filter: StatementFilter): StatementLine[] {
  const { where, values } = conditions(filter, sql)
  return sql
    .exec<StatementLine>(
      `SELECT * FROM entries WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ?`,
      ...values,
      filter.before ?? Number.MAX_SAFE_INTEGER,
      filter.limit + 1,
    )
    .toArray()
}

/** The closed parts of which lines are on the page, after so many open ones. */
function closedPage(sql: SqlStorage, filter: StatementFilter, open = openLines(sql, filter).length) {
  return pageParts(sql, filter, filter.limit === 0 ? 0 : filter.limit + 1 - open)
}

/** The lines of a closed part that the page may have. */
function closedLines(sql: SqlStorage, filter: StatementFilter, part = '[]'): StatementLine[] {
  const { where, values } = conditions(filter)
  return sql
    .exec<StatementLine>(
      `SELECT * FROM (${PART_LINES}) WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ?`,
      part,
      ...values,
      filter.before ?? Number.MAX_SAFE_INTEGER,
      filter.limit + 1,
    )
    .toArray()
}
