/** The table of what waits to be written to D1, and how long it gathers. */
import type { Topic } from '../projection'
import type { AlarmSchedule } from './alarm-schedule'
import type { AccountSql } from './sql'

/** What waits to be sent to D1. `outbox.ts` sends it. */
export type OutboxRow = { id: number; topic: Topic; payload: string; attempts: number }

/**
 * How long rows gather, in milliseconds, so that many go to D1 in one transaction: what is asked of the account meanwhile
 * is answered from here, and who asks D1 calls `catchUp` first. The ends of queued tasks come before the lease that their
 * rows in D1 have is over.
 */
export const GATHER_MS = { account: 1_000, queued: 30_000, ended: 10 * 60_000 }
/** As many go at once, however long they have gathered. */
export const MAX_GATHERED = 100

export class OutboxTable {
  /** Rows that were not tried yet; `undefined` if they are to be counted. */
  #fresh: number | undefined

  constructor(
    private readonly rows: AccountSql,
    private readonly schedule: AlarmSchedule,
  ) {}

  /** Forgets what was counted: a change was taken back. */
  forget(): void {
    this.#fresh = undefined
  }

  enqueue(
    topic: Topic,
    ref: string,
    payload: unknown,
    { now, gatherMs }: { now: number; gatherMs: number },
  ): void {
    const dueAt = now + gatherMs
    this.#fresh = (this.#fresh ?? this.#countFresh()) + 1
    this.schedule.add(this.#fresh < MAX_GATHERED ? dueAt : now)
    this.rows.exec(
      'INSERT INTO outbox (topic, ref, payload, due_at) VALUES (?, ?, ?, ?)',
      topic,
      ref,
      JSON.stringify(payload),
      dueAt,
    )
  }

  /** Replaces what waits for D1 under `ref`. There is no index of that: few rows wait while D1 takes them. */
  rewrite(topic: Topic, ref: string, payload: unknown): void {
    this.rows.exec(
      'UPDATE outbox SET payload = ? WHERE topic = ? AND ref = ?',
      JSON.stringify(payload),
      topic,
      ref,
    )
  }

  /** Takes back what waits for D1 under `ref`. */
  dequeue(topic: Topic, ref: string): void {
    this.rows.exec('DELETE FROM outbox WHERE topic = ? AND ref = ?', topic, ref)
  }

  /** The payload waiting for D1 under `ref`, parsed. */
  find(topic: Topic, ref: string): unknown {
    const row = this.rows.first('SELECT payload FROM outbox WHERE topic = ? AND ref = ?', topic, ref)
    return row && JSON.parse(row.payload as string)
  }

  /** Whether rows are to be sent at `now`: some have waited long enough, or they are many. */
  isDue(now: number): boolean {
    this.#fresh = this.#countFresh()
    if (this.#fresh >= MAX_GATHERED) return true
    return this.rows.first('SELECT 1 FROM outbox WHERE due_at <= ? LIMIT 1', now) !== undefined
  }

  /** Whether rows wait that were tried less often than `attempts`. */
  hasRows(attempts: number): boolean {
    return this.rows.first('SELECT 1 FROM outbox WHERE attempts < ? LIMIT 1', attempts) !== undefined
  }

  /** Rows that were tried less often than `attempts`, and those due at `now`; oldest first, at most `limit`. */
  toSend({ now, attempts, limit }: { now: number; attempts: number; limit: number }): OutboxRow[] {
    return this.rows.all(
      'SELECT id, topic, payload, attempts FROM outbox WHERE attempts < ? OR due_at <= ? ORDER BY id LIMIT ?',
      attempts,
      now,
      limit,
    ) as OutboxRow[]
  }

  #countFresh(): number {
    return this.rows.one('SELECT count(*) AS rows FROM outbox WHERE attempts = 0').rows as number
  }

  delivered(ids: number[]): void {
    this.forget()
    this.rows.exec('DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
  }

  postpone(ids: number[], dueAt: number): void {
    this.forget()
    this.rows.exec(
      'UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE id IN (SELECT value FROM json_each(?))',
      dueAt,
      JSON.stringify(ids),
    )
  }
}
