/** The sums of the ledger by day, so that usage is answered without reading every line. */
import type { AccountSql } from './sql'

/** Lines that may wait to be added up, and that are added up at once: some 10 ms of reading. */
const MIN_LINES = 1_000
const MAX_LINES = 10_000

/** The sums of lines of the ledger, as SQL over `type` and `credits`. */
export const LINE_SUMS = `
  coalesce(sum(iif(type = 'grant', credits, 0)), 0) AS credits_granted,
  coalesce(sum(iif(type = 'settle', credits, 0)), 0) AS credits_charged,
  coalesce(sum(type = 'settle'), 0) AS tasks_completed,
  coalesce(sum(type IN ('release', 'expire')), 0) AS tasks_failed`

/**
 * The ledger added up by day (UTC), kind and mode, up to one of its lines (`ledger_totaled`). Empty texts stand for no kind
 * and no mode. Whoever asks for sums adds the lines after it, so it need not be up to date.
 */
export class DailyTotals {
  constructor(private readonly rows: AccountSql) {}

  /** Adds up what has gathered since, if it is much. Returns whether there is more. */
  addUp(minLines = MIN_LINES, maxLines = MAX_LINES): boolean {
    const { totaled, last } = this.rows.one(
      'SELECT seq AS totaled, (SELECT coalesce(max(seq), 0) FROM entries) AS last FROM ledger_totaled',
    ) as { totaled: number; last: number }
    if (last - totaled < minLines) return false
    const upTo = Math.min(last, totaled + maxLines)
    this.rows.exec(
      `INSERT INTO daily_totals (
         day, kind, mode, credits_granted, credits_charged, tasks_completed, tasks_failed
       )
       SELECT date(at / 1000, 'unixepoch'), coalesce(kind, ''), coalesce(mode, ''), ${LINE_SUMS}
       FROM entries WHERE seq > ? AND seq <= ? GROUP BY 1, 2, 3
       ON CONFLICT (day, kind, mode) DO UPDATE SET
         credits_granted = credits_granted + excluded.credits_granted,
         credits_charged = credits_charged + excluded.credits_charged,
         tasks_completed = tasks_completed + excluded.tasks_completed,
         tasks_failed = tasks_failed + excluded.tasks_failed`,
      totaled,
      upTo,
    )
    this.rows.exec('UPDATE ledger_totaled SET seq = ?', upTo)
    return last - upTo >= minLines
  }
}
