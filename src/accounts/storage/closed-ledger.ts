/** The ledger's older lines, which leave the object part by part: where each part is, and its sums. */
import { LINE_SUMS } from './daily-totals'
import type { AccountSql } from './sql'

/** Lines of the ledger that are closed together: their parts are read and written whole. */
export const MAX_PART_LINES = 5_000
/** Characters of a part; a value in the object's database may have 2 MB. */
const MAX_PART_CHARACTERS = 1_000_000
/** An account with more open lines than these is closed as soon as `KEEP_MS` allows it, and not by the month. */
export const MAX_OPEN_LINES = 100_000
/** Longer than any task: so long a hold that was resolved answers duplicates, and its key's owner may repeat a call. */
export const KEEP_MS = 30 * 60 * 60_000

/** How much is closed at once, and when. */
export type Closing = { partLines: number; openLines: number; keepMs: number }
const CLOSING: Closing = { partLines: MAX_PART_LINES, openLines: MAX_OPEN_LINES, keepMs: KEEP_MS }

/** Lines that follow one another, first to last, and are kept outside of the object. */
export type Part = { first: number; last: number }

/** A part that can be closed. `lines` are JSON texts. */
export type OpenPart = Part & { lines: string[] }

/** What a line of the ledger has, wherever it is kept. */
export const LINE_COLUMNS = [
  'seq',
  'at',
  'type',
  'task_id',
  'kind',
  'mode',
  'credits',
  'credits_left',
  'reason',
]

/**
 * Closing the ledger: lines that were added up by day and that D1 has go elsewhere, part by part. What stays of a part is
 * where it begins and ends, its sums by day, and the balance that it left, with which the next one opens. At most the lines
 * of this month and the one before are open, or of an account with many, those of the last 30 hours.
 */
export class ClosedLedger {
  constructor(private readonly rows: AccountSql) {}

  /** The last closed line; 0 if there is none. */
  upTo(): number {
    return this.rows.one('SELECT coalesce(max(last_seq), 0) AS last FROM closed_parts').last as number
  }

  /** The lines to be closed next. As lines never change, it is the same part again if closing it failed. */
  nextPart(now: number, { partLines, openLines, keepMs }: Closing = CLOSING): OpenPart | undefined {
    const closed = this.upTo()
    // The newest line stays: the next one is numbered after it.
    const { newest, ready } = this.rows.one(
      `SELECT newest, min(newest - 1, (SELECT seq FROM ledger_totaled), (SELECT seq FROM ledger_projection)) AS ready
       FROM (SELECT coalesce(max(seq), 0) AS newest FROM entries)`,
    ) as { newest: number; ready: number }
    const isMuch = newest - closed > openLines
    const before = Math.max(startOfFormerMonth(now), isMuch ? now - keepMs : 0)
    // Of many, whole parts: they are the same whenever they are made.
    const due = this.rows.first(
      'SELECT at FROM entries WHERE seq >= ? AND seq <= ? ORDER BY seq LIMIT 1',
      closed + (isMuch ? partLines : 1),
      ready,
    )
    if (!due || (due.at as number) >= before) return undefined
    const lines = this.rows.all(
      `SELECT seq, at, json_object(${LINE_COLUMNS.map((name) => `'${name}', ${name}`).join(', ')}) AS line
       FROM entries WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
      closed,
      ready,
      partLines,
    ) as { seq: number; at: number; line: string }[]
    let characters = 0
    const end = lines.findIndex(({ at, line }) => {
      characters += line.length
      return at >= before || characters > MAX_PART_CHARACTERS
    })
    const part = end < 0 ? lines : lines.slice(0, Math.max(1, end))
    const [first, last] = [part[0], part.at(-1)]
    return first && last && { first: first.seq, last: last.seq, lines: part.map(({ line }) => line) }
  }

  /** Closes a part that is stored elsewhere: removes its lines, and the holds that were resolved by them. To be run in one transaction. */
  close({ first, last }: Part): void {
    if (this.upTo() >= first) return
    this.rows.exec(
      `INSERT INTO closed_parts (first_seq, last_seq, first_at, last_at, credits_left)
       SELECT ?1, ?2, min(at), max(at), (SELECT credits_left FROM entries WHERE seq = ?2)
       FROM entries WHERE seq >= ?1 AND seq <= ?2`,
      first,
      last,
    )
    this.rows.exec(
      `INSERT INTO closed_totals (
         day, last_seq, kind, mode, lines, credits_granted, credits_charged, tasks_completed, tasks_failed
       )
       SELECT date(at / 1000, 'unixepoch'), ?2, coalesce(kind, ''), coalesce(mode, ''), count(*), ${LINE_SUMS}
       FROM entries WHERE seq >= ?1 AND seq <= ?2 GROUP BY 1, 3, 4`,
      first,
      last,
    )
    this.rows.exec(
      `DELETE FROM holds WHERE outcome IS NOT NULL AND task_id IN
         (SELECT task_id FROM entries WHERE seq >= ? AND seq <= ? AND type IN ('settle', 'release', 'expire'))`,
      first,
      last,
    )
    this.rows.exec('DELETE FROM entries WHERE seq >= ? AND seq <= ?', first, last)
  }
}

/** The first moment (UTC) of the month before that of `now`. */
function startOfFormerMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1)
}
