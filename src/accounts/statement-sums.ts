/** What the lines of a ledger come to, in all and by day and kind. */
import { DAY_MS } from '../time/waiting'
import { cutParts, dayOf } from './closed-ledger-parts'
import { conditions, PART_LINES, type ReadParts, type StatementFilter, whereOf } from './statement-filter'
import { LINE_SUMS } from './storage/daily-totals'

/** Sums over everything that the filter admits, not only over the page. */
export type StatementTotals = {
  credits_granted: number
  credits_charged: number
  tasks_completed: number
  tasks_failed: number
}

export type StatementSums = {
  totals: StatementTotals
  by_day: ({ day: string; kind: string } & Omit<StatementTotals, 'credits_granted'>)[]
}

/** Days in an answer's `by_day`, the newest; a caller narrows the range for older ones. */
export const MAX_DAYS = 366

type Sums = { source: string; values: SqlStorageValue[] }

type DaySums = { day: string; kind: string } & StatementTotals

/**
 * Sums over all that the filter admits, and by day and kind. They are of several sources, which are added up here: one
 * statement may not unite so many.
 */
export function readSums(sql: SqlStorage, filter: StatementFilter, read: ReadParts): StatementSums {
  const sources =
    filter.taskId === undefined
      ? splitSums(sql, filter, read)
      : [lineSums(sql, filter), ...[...read.values()].map((part) => partSums(filter, part))]
  const totals = { ...NOTHING }
  const byDay = new Map<string, DaySums>()
  for (const { source, values } of sources) {
    const rows = sql.exec<DaySums>(
      `SELECT day, kind, ${names.map((name) => `sum(${name}) AS ${name}`).join(', ')} FROM (${source}) GROUP BY day, kind`,
      ...values,
    )
    for (const row of rows.toArray()) {
      const key = `${row.day} ${row.kind}`
      const sums = byDay.get(key) ?? { day: row.day, kind: row.kind, ...NOTHING }
      for (const name of names) {
        totals[name] += row[name]
        sums[name] += row[name]
      }
      byDay.set(key, sums)
    }
  }
  const days = [...byDay]
    .filter(([, sums]) => sums.tasks_completed + sums.tasks_failed > 0)
    .sort(([, one], [, other]) => compare(other.day, one.day) || compare(one.kind, other.kind))
  return {
    totals,
    by_day: days.slice(0, MAX_DAYS).map(([, { credits_granted, ...sums }]) => sums),
  }
}

const names = ['credits_granted', 'credits_charged', 'tasks_completed', 'tasks_failed'] as const
const NOTHING: StatementTotals = {
  credits_granted: 0,
  credits_charged: 0,
  tasks_completed: 0,
  tasks_failed: 0,
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Whole days as they were added up (`storage/daily-totals.ts`), and the lines of what is left: parts of days at both ends,
 * and what came since.
 */
function splitSums(sql: SqlStorage, filter: StatementFilter, read: ReadParts): Sums[] {
  const { totaled } = sql.exec<{ totaled: number }>('SELECT seq AS totaled FROM ledger_totaled').one()
  const since = lineSums(sql, filter, { clause: 'seq > ?', value: totaled })
  const before = { clause: 'seq <= ?', value: totaled }
  const ends = endsOf(filter).flatMap((end) => [lineSums(sql, end, before), ...closedSums(sql, end, read)])
  const { firstDay, lastDay } = daysOf(filter)
  return [...(firstDay < lastDay ? [wholeDays(filter, { firstDay, lastDay })] : []), ...ends, since]
}

/** The first whole day of a span, and the first day that is not whole in it. */
function daysOf({ from = 0, to = Number.MAX_SAFE_INTEGER }: StatementFilter) {
  return { firstDay: Math.ceil(from / DAY_MS) * DAY_MS, lastDay: Math.floor(to / DAY_MS) * DAY_MS }
}

/** What a span has beside whole days: at most a part of a day at both ends, or all of it if it is short. */
export function endsOf(filter: StatementFilter): StatementFilter[] {
  const { from, to } = filter
  const { firstDay, lastDay } = daysOf(filter)
  if (firstDay >= lastDay) return [filter]
  return [
    ...(from !== undefined && from < firstDay ? [{ ...filter, to: firstDay }] : []),
    ...(to !== undefined && lastDay < to ? [{ ...filter, from: lastDay }] : []),
  ]
}

/** The closed parts of a span of a day or two: by their own sums, and by the lines of those in which it begins or ends. */
function closedSums(sql: SqlStorage, filter: StatementFilter, read: ReadParts): Sums[] {
  const { from = 0, to = Number.MAX_SAFE_INTEGER, kind, mode } = filter
  const cut = cutParts(sql, filter)
  const { where, values } = whereOf([
    ['day >= ?', dayOf(from)],
    ['day <= ?', dayOf(Math.min(to, MAX_TIME) - 1)],
    ['last_at >= ?', from],
    ['first_at < ?', to],
    ['kind = ?', kind],
    ['mode = ?', mode],
    ['last_seq NOT IN (SELECT value FROM json_each(?))', JSON.stringify(cut.map(({ last }) => last))],
  ])
  return [
    {
      source: `SELECT ${SUM_COLUMNS} FROM closed_totals JOIN closed_parts USING (last_seq) WHERE ${where}`,
      values,
    },
    ...cut.map(({ last }) => partSums(filter, read.get(last))),
  ]
}

/** The last day that SQLite and ISO 8601 can name, in milliseconds. */
const MAX_TIME = Date.UTC(9999, 11, 31)
const SUM_COLUMNS = 'day, kind, credits_granted, credits_charged, tasks_completed, tasks_failed'

/** The lines of a closed part that the filter admits, added up by day and kind. */
function partSums(filter: StatementFilter, part = '[]'): Sums {
  const { where, values } = conditions(filter)
  return { source: groupedSums(`(${PART_LINES}) WHERE ${where}`), values: [part, ...values] }
}

const groupedSums = (lines: string) =>
  `SELECT date(at / 1000, 'unixepoch') AS day, coalesce(kind, '') AS kind, ${LINE_SUMS} FROM ${lines} GROUP BY 1, 2`

function wholeDays(
  { to, kind, mode }: StatementFilter,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): Sums {
  const { where, values } = whereOf([
    ['day >= ?', dayOf(firstDay)],
    ['day < ?', to === undefined ? undefined : dayOf(lastDay)],
    ['kind = ?', kind],
    ['mode = ?', mode],
  ])
  return { source: `SELECT ${SUM_COLUMNS} FROM daily_totals WHERE ${where}`, values }
}

/** The open lines that the filter admits, within `bound`, added up by day and kind. */
function lineSums(
  sql: SqlStorage,
  filter: StatementFilter,
  bound?: { clause: string; value: SqlStorageValue },
): Sums {
  const { where, values } = conditions(filter, sql)
  return {
    source: groupedSums(`entries WHERE ${where} AND ${bound?.clause ?? '1 = 1'}`),
    values: bound ? [...values, bound.value] : values,
  }
}
