/** Which lines of the ledger D1 still lacks. */
import type { AlarmSchedule } from './alarm-schedule'
import type { AccountSql } from './sql'

/** Lines of the ledger that D1 lacks, as JSON texts, and the number of the last line that was looked at. */
export type UnsentLines = { payloads: string[]; last: number; attempts: number }

const COLUMNS = ['seq', 'at', 'type', 'task_id', 'kind', 'mode', 'credits', 'credits_left', 'reason']

/** How far D1 has the ledger. The ledger is only appended to, so one number says it. */
export class LedgerProjection {
  constructor(
    private readonly rows: AccountSql,
    private readonly schedule: AlarmSchedule,
  ) {}

  /** A line was appended, which is to be sent at `dueAt`. */
  appended(dueAt: number): void {
    this.schedule.add(dueAt)
  }

  /**
   * The lines that are to be sent at `now`, oldest first, at most `limit`. Those of test work are left out, and those of
   * holds, which move no credits for good.
   */
  due(now: number, limit: number): UnsentLines {
    const { seq, attempts, due_at } = this.rows.one('SELECT seq, attempts, due_at FROM ledger_projection')
    const nothing = { payloads: [], last: seq as number, attempts: attempts as number }
    if ((due_at as number) > now) return nothing
    const lines = this.rows.all(
      `SELECT seq, type, mode, json_object('account_id', (SELECT account_id FROM account),
         ${COLUMNS.map((name) => `'${name}', ${name}`).join(', ')}) AS payload
       FROM entries WHERE seq > ? ORDER BY seq LIMIT ?`,
      seq as number,
      limit,
    )
    const payloads = lines
      .filter(({ type, mode }) => type !== 'hold' && mode !== 'test')
      .map(({ payload }) => payload as string)
    return { ...nothing, payloads, last: (lines.at(-1)?.seq ?? seq) as number }
  }

  /** D1 has all lines up to `last`. */
  delivered(last: number): void {
    this.rows.exec('UPDATE ledger_projection SET seq = ?, attempts = 0, due_at = 0 WHERE seq < ?', last, last)
  }

  postpone(dueAt: number): void {
    this.rows.exec('UPDATE ledger_projection SET attempts = attempts + 1, due_at = ?', dueAt)
  }

  /** When lines are to be sent next; `null` if there are none. `delayMs` is how long they gather. */
  nextDue(delayMs: number): number | null {
    const row = this.rows.first(
      `SELECT max(due_at, at + ?) AS due FROM ledger_projection AS sent JOIN entries ON entries.seq > sent.seq
       ORDER BY entries.seq LIMIT 1`,
      delayMs,
    )
    return (row?.due ?? null) as number | null
  }
}
