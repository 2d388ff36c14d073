/** What is asked of a ledger, as SQL over its lines. */
import { LINE_COLUMNS } from './storage/closed-ledger'

export type StatementFilter = {
  /** First and one past the last moment, in milliseconds. */
  from?: number | undefined
  to?: number | undefined
  kind?: string | undefined
  mode?: string | undefined
  taskId?: string | undefined
  /** Times of the task, around which its closed lines are looked for. */
  taskTimes?: readonly number[] | undefined
  /** Only lines older than this one: where the page before ended. */
  before?: number | undefined
  /** Lines on this page. */
  limit: number
}

/** Closed parts that were read, by their last lines: each a JSON array of lines. */
export type ReadParts = ReadonlyMap<number, string>

/** The lines of a JSON array as rows. */
export const PART_LINES = `SELECT ${LINE_COLUMNS.map((name) => `value ->> '$.${name}' AS ${name}`).join(', ')} FROM json_each(?)`

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

/** Between which moments the lines of a task are, as its hold has them; nothing is known where there is none. */
function timesOf(sql: SqlStorage, taskId: string): Pick<StatementFilter, 'from' | 'to'> {
  const query = 'SELECT held_at, resolved_at FROM holds WHERE task_id = ?'
  const [hold] = sql.exec<{ held_at: number; resolved_at: number | null }>(query, taskId).toArray()
  return { from: hold?.held_at, to: hold?.resolved_at ?? undefined }
}

/** The filter in SQL. Open lines (`entries`, of `open`) of a span, or of a task, are found by their numbers as well. */
export function conditions(
  { from, to, kind, mode, taskId }: StatementFilter,
  open?: SqlStorage,
): ReturnType<typeof whereOf> {
  const task = open && taskId !== undefined ? timesOf(open, taskId) : {}
  const seqFrom = (time: number | undefined) => (open && time !== undefined ? seqAt(open, time) : undefined)
  const [first, last] = [from ?? task.from, to ?? task.to]
  return whereOf([
    ['seq >= ?', seqFrom(first && first - MAX_SKEW_MS)],
    ['at >= ?', from],
    ['seq < ?', seqFrom(last && last + MAX_SKEW_MS)],
    ['at < ?', to],
    ['kind = ?', kind],
    ['mode = ?', mode],
    ['task_id = ?', taskId],
  ])
}

/** The clauses that have a value. */
export function whereOf(all: [clause: string, value: SqlStorageValue | undefined][]): {
  where: string
  values: SqlStorageValue[]
} {
  const given = all.filter(([, value]) => value !== undefined) as [string, SqlStorageValue][]
  return {
    where: ['1 = 1', ...given.map(([clause]) => clause)].join(' AND '),
    values: given.map(([, value]) => value),
  }
}
