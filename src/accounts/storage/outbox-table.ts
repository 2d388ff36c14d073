import type { Topic } from '../projection'
import type { AlarmSchedule } from './alarm-schedule'
import type { AccountSql } from './sql'

/** What waits to be sent to D1. `outbox.ts` decides when it is sent. */
export type OutboxRow = { id: number; topic: Topic; payload: string; attempts: number }

export class OutboxTable {
  constructor(
    private readonly rows: AccountSql,
    private readonly schedule: AlarmSchedule,
  ) {}

  enqueue(topic: Topic, ref: string, payload: unknown, dueAt: number): void {
    this.schedule.add(dueAt)
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

  /** Rows due at `now`, oldest first, at most `limit`. */
  due(now: number, limit: number): OutboxRow[] {
    return this.rows.all(
      'SELECT id, topic, payload, attempts FROM outbox WHERE due_at <= ? ORDER BY id LIMIT ?',
      now,
      limit,
    ) as OutboxRow[]
  }

  delivered(ids: number[]): void {
    this.rows.exec('DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
  }

  postpone(ids: number[], dueAt: number): void {
    this.rows.exec(
      'UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE id IN (SELECT value FROM json_each(?))',
      dueAt,
      JSON.stringify(ids),
    )
  }
}
