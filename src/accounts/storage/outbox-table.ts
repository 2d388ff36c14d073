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

  /** Returns the number of the row: whoever keeps it finds the row by it, since there is no index of `ref`. */
  enqueue(topic: Topic, ref: string, payload: unknown, dueAt: number): number {
    this.schedule.add(dueAt)
    const row = this.rows.one(
      'INSERT INTO outbox (topic, ref, payload, due_at) VALUES (?, ?, ?, ?) RETURNING id',
      topic,
      ref,
      JSON.stringify(payload),
      dueAt,
    )
    return row.id as number
  }

  /** Replaces what waits for D1 under `ref`. */
  rewrite(topic: Topic, ref: string, { payload, id }: { payload: unknown; id: number | undefined }): void {
    const { where, values } = rowOf(topic, ref, id)
    this.rows.exec(`UPDATE outbox SET payload = ? WHERE ${where}`, JSON.stringify(payload), ...values)
  }

  /** Takes back what waits for D1 under `ref`. */
  dequeue(topic: Topic, ref: string, id?: number): void {
    const { where, values } = rowOf(topic, ref, id)
    this.rows.exec(`DELETE FROM outbox WHERE ${where}`, ...values)
  }

  /** The payload waiting for D1 under `ref`, parsed. */
  find(topic: Topic, ref: string, id?: number): unknown {
    const { where, values } = rowOf(topic, ref, id)
    const row = this.rows.first(`SELECT payload FROM outbox WHERE ${where}`, ...values)
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

/** A row by its number, which another may have after it was sent; without one, all that waits is looked through. */
function rowOf(
  topic: Topic,
  ref: string,
  id: number | undefined,
): { where: string; values: (string | number)[] } {
  return id === undefined
    ? { where: 'topic = ? AND ref = ?', values: [topic, ref] }
    : { where: 'id = ? AND topic = ? AND ref = ?', values: [id, topic, ref] }
}
