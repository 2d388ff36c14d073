/**
 * What a statement needs of the closed parts of the ledger. Sums are mostly kept with the parts; the lines of a part are
 * read if they are on the page, or if the period begins or ends within the part.
 */
import { DAY_MS } from '../time/waiting'
import type { StatementFilter } from './statement-filter'
import type { Part } from './storage/closed-ledger'

/** Parts that are read for one page. A page of lines that are far apart is shorter, and the next one goes on. */
const MAX_PAGE_PARTS = 8
/** Parts that are read for the lines of one task. */
const MAX_TASK_PARTS = 16
/** Parts that a moment may cut: one, or a few more if clocks went back. */
const MAX_CUT_PARTS = 100
/** So far the times of a task and of its lines may be apart, in milliseconds. */
const MAX_TASK_SKEW_MS = 2 * 60_000

type PartRow = { first_seq: number; last_seq: number; first_at: number; last_at: number }

export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The parts in which one of `moments`, give or take `skewMs`, lies. */
function partsAt(
  sql: SqlStorage,
  moments: readonly number[],
  { skewMs, limit }: { skewMs: number; limit: number },
): Part[] {
  return sql
    .exec<PartRow>(
      `SELECT DISTINCT first_seq, closed_parts.last_seq, first_at, last_at
       FROM json_each(?) AS moment
       JOIN closed_totals ON day IN (date((moment.value - ?2) / 1000, 'unixepoch'), date((moment.value + ?2) / 1000, 'unixepoch'))
       JOIN closed_parts ON closed_parts.last_seq = closed_totals.last_seq
       WHERE first_at < moment.value + ?2 AND last_at >= moment.value - ?2
       ORDER BY closed_parts.last_seq DESC LIMIT ?3`,
      JSON.stringify(moments),
      skewMs,
      limit,
    )
    .toArray()
    .map(partOf)
}

/** The parts in which a span begins or ends: but for the beginning of a day, by which sums are kept. */
export function cutParts(sql: SqlStorage, { from, to }: Pick<StatementFilter, 'from' | 'to'>): Part[] {
  const moments = [from, to].filter((time) => time !== undefined && time % DAY_MS !== 0) as number[]
  return moments.length > 0 ? partsAt(sql, moments, { skewMs: 0, limit: MAX_CUT_PARTS }) : []
}

/** The parts that have the lines of a task, whose times are known. */
export function taskParts(sql: SqlStorage, times: readonly number[]): Part[] {
  if (times.length === 0) return []
  return partsAt(sql, times, { skewMs: MAX_TASK_SKEW_MS, limit: MAX_TASK_PARTS })
}

/**
 * The parts, newest first, that have lines of a page of which `missing` are not among the open ones; `isAll` if no others
 * have lines that the filter admits.
 */
export function pageParts(
  sql: SqlStorage,
  { from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER, kind, mode, before }: StatementFilter,
  missing: number,
): { parts: Part[]; isAll: boolean } {
  const parts: Part[] = []
  let end = before ?? Number.MAX_SAFE_INTEGER
  for (let wanted = missing; wanted > 0; ) {
    const [row] = sql
      .exec<PartRow & { lines: number }>(
        `SELECT first_seq, last_seq, first_at, last_at, (
           SELECT sum(lines) FROM closed_totals WHERE closed_totals.last_seq = closed_parts.last_seq
             AND kind = coalesce(?1, kind) AND mode = coalesce(?2, mode)) AS lines
         FROM closed_parts WHERE first_seq < ?3 AND last_at >= ?4 AND first_at < ?5 AND lines > 0
         ORDER BY last_seq DESC LIMIT 1`,
        kind ?? null,
        mode ?? null,
        end,
        from,
        to,
      )
      .toArray()
    if (!row) return { parts, isAll: true }
    if (parts.length === MAX_PAGE_PARTS) break
    parts.push(partOf(row))
    end = row.first_seq
    const isWhole =
      row.first_at >= from && row.last_at < to && (before === undefined || row.last_seq < before)
    if (isWhole) wanted -= row.lines
  }
  return { parts, isAll: false }
}

function partOf({ first_seq, last_seq }: PartRow): Part {
  return { first: first_seq, last: last_seq }
}
