/** Reading the ledger: its lines, newest first, and what they come to. */
import { pageOf } from '../cursor'
import type { Mode } from './keys'

export type StatementFilter = {
  /** First and one past the last moment, in milliseconds. */
  from?: number | undefined
  to?: number | undefined
  kind?: string | undefined
  mode?: string | undefined
  taskId?: string | undefined
  /** Only lines older than this one: where the page before ended. */
  before?: number | undefined
  /** Lines on this page. */
  limit: number
}

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

/** Sums over everything that the filter admits, not only over the page. */
export type StatementTotals = {
  credits_granted: number
  credits_charged: number
  tasks_completed: number
  tasks_failed: number
}

export type Statement = {
  lines: StatementLine[]
  totals: StatementTotals
  by_day: ({ day: string; kind: string } & Omit<StatementTotals, 'credits_granted'>)[]
  /** `before` of the next page; `null` on the last. */
  next: number | null
}

/** Days in an answer's `by_day`, the newest; a caller narrows the range for older ones. */
const MAX_DAYS = 366

const SUMS = `
  coalesce(sum(iif(type = 'grant', credits, 0)), 0) AS credits_granted,
  coalesce(sum(iif(type = 'settle', credits, 0)), 0) AS credits_charged,
  coalesce(sum(type = 'settle'), 0) AS tasks_completed,
  coalesce(sum(type IN ('release', 'expire')), 0) AS tasks_failed`

/** The statement of one account. Days are those of UTC. */
export function readStatement(sql: SqlStorage, filter: StatementFilter): Statement {
  const { where, values } = conditions(filter)
  const found = sql
    .exec<StatementLine>(
      `SELECT * FROM entries WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ?`,
      ...values,
      filter.before ?? Number.MAX_SAFE_INTEGER,
      filter.limit + 1,
    )
    .toArray()
  const { page: lines, last } = pageOf(found, filter.limit)
  return {
    lines,
    totals: sql.exec<StatementTotals>(`SELECT ${SUMS} FROM entries WHERE ${where}`, ...values).one(),
    by_day: sql
      .exec<Statement['by_day'][number]>(
        `SELECT date(at / 1000, 'unixepoch') AS day, kind, ${SUMS} FROM entries
         WHERE ${where} AND type IN ('settle', 'release', 'expire')
         GROUP BY day, kind ORDER BY day DESC, kind LIMIT ${MAX_DAYS}`,
        ...values,
      )
      .toArray()
      .map(({ day, kind, credits_charged, tasks_completed, tasks_failed }) => ({
        day,
        kind,
        credits_charged,
        tasks_completed,
        tasks_failed,
      })),
    next: last?.seq ?? null,
  }
}

function conditions({ from, to, kind, mode, taskId }: StatementFilter): {
  where: string
  values: SqlStorageValue[]
} {
  const all: [clause: string, value: SqlStorageValue | undefined][] = [
    ['at >= ?', from],
    ['at < ?', to],
    ['kind = ?', kind],
    ['mode = ?', mode],
    ['task_id = ?', taskId],
  ]
  const given = all.filter(([, value]) => value !== undefined) as [string, SqlStorageValue][]
  return {
    where: ['1 = 1', ...given.map(([clause]) => clause)].join(' AND '),
    values: given.map(([, value]) => value),
  }
}
