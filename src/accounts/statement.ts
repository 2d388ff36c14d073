/** Reading the ledger: its lines, newest first, and what they come to. */
import { pageOf } from '../cursor'
import { DAY_MS } from '../time/waiting'
import type { Mode } from './api-keys'
import { LINE_SUMS } from './storage/daily-totals'

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

/** The statement of one account. Days are those of UTC. It reads the lines of the page, and what `sumsOf` reads. */
export function readStatement(sql: SqlStorage, filter: StatementFilter): Statement {
  const { where, values } = conditions(sql, filter)
  const found = sql
    .exec<StatementLine>(
      `SELECT * FROM entries WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ?`,
      ...values,
      filter.before ?? Number.MAX_SAFE_INTEGER,
      filter.limit + 1,
    )
    .toArray()
  const { page: lines, last } = pageOf(found, filter.limit)
  return { lines, ...readSums(sql, filter), next: last?.seq ?? null }
}

type Sums = { source: string; values: SqlStorageValue[] }

/** Sums over all that the filter admits, and by day and kind. */
function readSums(sql: SqlStorage, filter: StatementFilter): Pick<Statement, 'totals' | 'by_day'> {
  const parts = filter.taskId === undefined ? splitSums(sql, filter) : [lineSums(sql, filter)]
  const source = parts.map((part) => part.source).join(' UNION ALL ')
  const values = parts.flatMap((part) => part.values)
  const sum = (names: string[]) => names.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(', ')
  const tasks = ['credits_charged', 'tasks_completed', 'tasks_failed']
  return {
    totals: sql
      .exec<StatementTotals>(`SELECT ${sum(['credits_granted', ...tasks])} FROM (${source})`, ...values)
      .one(),
    by_day: sql
      .exec<Statement['by_day'][number]>(
        `SELECT day, kind, ${sum(tasks)} FROM (${source}) GROUP BY day, kind
         HAVING sum(tasks_completed) + sum(tasks_failed) > 0 ORDER BY day DESC, kind LIMIT ${MAX_DAYS}`,
        ...values,
      )
      .toArray(),
  }
}

/**
 * Whole days as they were added up (`storage/daily-totals.ts`), and the lines of what is left: parts of days at both ends,
 * and what came since.
 */
function splitSums(sql: SqlStorage, filter: StatementFilter): Sums[] {
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = filter
  const firstDay = Math.ceil(from / DAY_MS) * DAY_MS
  const lastDay = Math.floor(to / DAY_MS) * DAY_MS
  const { totaled } = sql.exec<{ totaled: number }>('SELECT seq AS totaled FROM ledger_totaled').one()
  const since = lineSums(sql, filter, { clause: 'seq > ?', value: totaled })
  const before = { clause: 'seq <= ?', value: totaled }
  if (firstDay >= lastDay) return [lineSums(sql, filter, before), since]
  const ends = [
    ...(from < firstDay ? [lineSums(sql, { ...filter, to: firstDay }, before)] : []),
    ...(lastDay < to && filter.to !== undefined ? [lineSums(sql, { ...filter, from: lastDay }, before)] : []),
  ]
  return [wholeDays(filter, { firstDay, lastDay }), ...ends, since]
}

function wholeDays(
  { to, kind, mode }: StatementFilter,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): Sums {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  const { where, values } = whereOf([
    ['day >= ?', dayOf(firstDay)],
    ['day < ?', to === undefined ? undefined : dayOf(lastDay)],
    ['kind = ?', kind],
    ['mode = ?', mode],
  ])
  const columns = 'day, kind, credits_granted, credits_charged, tasks_completed, tasks_failed'
  return { source: `SELECT ${columns} FROM daily_totals WHERE ${where}`, values }
}

/** The lines that the filter admits, within `bound`, added up by day and kind. */
function lineSums(
  sql: SqlStorage,
  filter: StatementFilter,
  bound?: { clause: string; value: SqlStorageValue },
): Sums {
  const { where, values } = conditions(sql, filter)
  return {
    source: `SELECT date(at / 1000, 'unixepoch') AS day, coalesce(kind, '') AS kind, ${LINE_SUMS}
      FROM entries WHERE ${where} AND ${bound?.clause ?? '1 = 1'} GROUP BY 1, 2`,
    values: bound ? [...values, bound.value] : values,
  }
}

/** So far apart the clocks of two machines may be that append to one ledger, one after the other; in milliseconds. */
const MAX_SKEW_MS = 60 * 60_000

/**
 * The number of the first line at `time` or later, or of one before it. Lines are appended in the order of time, so it is
 * found by halving; an index would cost a row written for each line.
 */
function seqAt(sql: SqlStorage, time: number): number {
  const lineFrom = (seq: number) =>
    sql.exec<{ seq: number; at: number }>(
      'SELECT seq, at FROM entries WHERE seq >= ? ORDER BY seq LIMIT 1',
      seq,
    )
  const { last } = sql.exec<{ last: number | null }>('SELECT max(seq) AS last FROM entries').one()
  let [low, high] = [0, (last ?? 0) + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [line] = lineFrom(middle).toArray()
    if (line && line.at < time) low = line.seq + 1
    else high = middle
  }
  return low
}

function conditions(
  sql: SqlStorage,
  { from, to, kind, mode, taskId }: StatementFilter,
): ReturnType<typeof whereOf> {
  return whereOf([
    ['seq >= ?', from === undefined ? undefined : seqAt(sql, from - MAX_SKEW_MS)],
    ['at >= ?', from],
    ['seq < ?', to === undefined ? undefined : seqAt(sql, to + MAX_SKEW_MS)],
    ['at < ?', to],
    ['kind = ?', kind],
    ['mode = ?', mode],
    ['task_id = ?', taskId],
  ])
}

/** The clauses that have a value. */
function whereOf(all: [clause: string, value: SqlStorageValue | undefined][]): {
  where: string
  values: SqlStorageValue[]
} {
  const given = all.filter(([, value]) => value !== undefined) as [string, SqlStorageValue][]
  return {
    where: ['1 = 1', ...given.map(([clause]) => clause)].join(' AND '),
    values: given.map(([, value]) => value),
  }
}
