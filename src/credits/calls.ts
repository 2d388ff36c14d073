/** The account object's table of idempotent calls: what was asked under which key, and what was answered. */
import type { Due } from './due'
import type { RememberedCall, StoredAnswer } from './idempotency'
import type { Rows } from './rows'

export class Calls {
  constructor(
    private readonly rows: Rows,
    private readonly dues: Due,
  ) {}

  /** What is remembered of a call; `undefined` where its key is free. */
  find({ route, key }: { route: string; key: string }): RememberedCall | undefined {
    const row = this.rows.first('SELECT * FROM calls WHERE route = ? AND key = ?', route, key)
    if (!row) return undefined
    return {
      fingerprint: row.fingerprint as string,
      requestId: row.request_id as string,
      taskId: row.task_id as string | null,
      answer: row.answer === null ? null : (JSON.parse(row.answer as string) as StoredAnswer),
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
      'INSERT OR REPLACE INTO calls VALUES (?, ?, ?, ?, ?, NULL, ?, ?)',
      ...[route, key, fingerprint, requestId, taskId, leaseUntil, expiresAt],
    )
    this.dues.is(expiresAt)
  }

  /** Keeps the answer of a call that still runs; an answer that is there stays. */
  answer(of: { taskId: string } | { route: string; key: string }, answer: StoredAnswer): void {
    const text = JSON.stringify(answer)
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

  /** Frees the key of a call that ended without an answer, so that it may be tried again. */
  forget(of: { taskId: string } | { route: string; key: string }): void {
    if ('taskId' in of) this.rows.exec('DELETE FROM calls WHERE task_id = ? AND answer IS NULL', of.taskId)
    else this.rows.exec('DELETE FROM calls WHERE route = ? AND key = ? AND answer IS NULL', of.route, of.key)
  }

  /** Changes what every key that asked for this task is answered. */
  replaceAnswers(taskId: string, answer: StoredAnswer): void {
    this.rows.exec('UPDATE calls SET answer = ? WHERE task_id = ?', JSON.stringify(answer), taskId)
  }
}
