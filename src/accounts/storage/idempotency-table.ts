/** The table of idempotent calls, by route and key. */
import type { RememberedCall } from '../idempotency'
import type { FormerReply, Reply } from '../reply'
import type { AlarmSchedule } from './alarm-schedule'
import type { AccountSql } from './sql'

/** Keys that one alarm removes; the next one is due at once. Other requests of the account come between. */
const MAX_REMOVED = 5_000

/**
 * Idempotent calls: what was asked under which key, and what was replied. The table is `calls`: a release that is rolled
 * back to must find it.
 */
export class IdempotencyTable {
  constructor(
    private readonly rows: AccountSql,
    private readonly schedule: AlarmSchedule,
  ) {}

  /** What is remembered of a call; `undefined` if its key is free. */
  find({ route, key }: { route: string; key: string }): RememberedCall | undefined {
    const row = this.rows.first('SELECT * FROM calls WHERE route = ? AND key = ?', route, key)
    if (!row) return undefined
    return {
      fingerprint: row.fingerprint as string,
      requestId: row.request_id as string,
      taskId: row.task_id as string | null,
      reply: row.answer === null ? null : (JSON.parse(row.answer as string) as Reply | FormerReply),
      leaseUntil: row.lease_until as number,
      expiresAt: row.expires_at as number,
    }
  }

  save(call: {
    route: string
    key: string
    fingerprint: string
    requestId: string
    taskId: string | null
    leaseUntil: number
    expiresAt: number
  }): void {
    const { route, key, fingerprint, requestId, taskId, leaseUntil, expiresAt } = call
    this.rows.exec(
      `INSERT OR REPLACE INTO calls (route, key, fingerprint, request_id, task_id, answer, lease_until, expires_at)
       VALUES (?, ?, ?, ?, ?, NULL, ?, ?)`,
      route,
      key,
      fingerprint,
      requestId,
      taskId,
      leaseUntil,
      expiresAt,
    )
    this.schedule.add(expiresAt)
  }

  /** Keeps the reply to a call that still runs; one that is there stays. */
  saveReply(of: { taskId: string } | { route: string; key: string }, reply: Reply): void {
    const text = JSON.stringify(reply)
    if ('taskId' in of)
      this.rows.exec('UPDATE calls SET answer = ? WHERE task_id = ? AND answer IS NULL', text, of.taskId)
    else
      this.rows.exec(
        'UPDATE calls SET answer = ? WHERE route = ? AND key = ? AND answer IS NULL',
        text,
        of.route,
        of.key,
      )
  }

  /** Frees the key of a call that ended without a reply, so that it may be tried again. */
  forget(of: { taskId: string } | { route: string; key: string }): void {
    if ('taskId' in of) this.rows.exec('DELETE FROM calls WHERE task_id = ? AND answer IS NULL', of.taskId)
    else this.rows.exec('DELETE FROM calls WHERE route = ? AND key = ? AND answer IS NULL', of.route, of.key)
  }

  /** Changes the reply to every key that asked for this task. */
  replaceReplies(taskId: string, reply: Reply): void {
    this.rows.exec('UPDATE calls SET answer = ? WHERE task_id = ?', JSON.stringify(reply), taskId)
  }

  /** Removes keys past their day, some at a time. */
  removeExpired(now: number): void {
    this.rows.exec(
      `DELETE FROM calls WHERE (route, key) IN
         (SELECT route, key FROM calls WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
      now,
      MAX_REMOVED,
    )
  }
}
