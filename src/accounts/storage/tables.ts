/** How the account object's tables are read and written, and the two that need no other: idempotent calls and outbox. */
import type { RememberedCall } from '../idempotency'
import type { Topic } from '../projection'
import type { FormerReply, Reply } from '../reply'
import type { SqlRow } from './schema'

/** The object's SQLite database. */
export class AccountSql {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  exec(query: string, ...values: SqlStorageValue[]): void {
    this.#sql.exec(query, ...values)
  }

  all(query: string, ...values: SqlStorageValue[]): SqlRow[] {
    return this.#sql.exec<SqlRow>(query, ...values).toArray()
  }

  first(query: string, ...values: SqlStorageValue[]): SqlRow | undefined {
    return this.all(query, ...values)[0]
  }

  /** The only row; throws where there are none or several. */
  one(query: string, ...values: SqlStorageValue[]): SqlRow {
    return this.#sql.exec<SqlRow>(query, ...values).one()
  }
}

/**
 * The earliest deadline written since the alarm was last set. Clean-up deadlines are not tracked: resolving a hold always
 * writes an outbox row, which is due earlier.
 */
export class AlarmSchedule {
  #soonest: number | null = null

  add(at: number): void {
    if (this.#soonest === null || at < this.#soonest) this.#soonest = at
  }

  /** The soonest since the last call; `null`: nothing was given. */
  takeEarliest(): number | null {
    const soonest = this.#soonest
    this.#soonest = null
    return soonest
  }
}

/** Idempotent calls: what was asked under which key, and what was replied. */
export class IdempotencyTable {
  constructor(
    private readonly rows: AccountSql,
    private readonly dues: AlarmSchedule,
  ) {}

  /** What is remembered of a call; `undefined` where its key is free. */
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
      'INSERT OR REPLACE INTO calls VALUES (?, ?, ?, ?, ?, NULL, ?, ?)',
      route,
      key,
      fingerprint,
      requestId,
      taskId,
      leaseUntil,
      expiresAt,
    )
    this.dues.add(expiresAt)
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
}

/** What waits to be sent to D1. `outbox.ts` decides when it is sent. */
export type OutboxRow = { id: number; topic: Topic; payload: string; attempts: number }

export class OutboxTable {
  constructor(
    private readonly rows: AccountSql,
    private readonly dues: AlarmSchedule,
  ) {}

  /** Replaces what waits for D1 under `ref`. */
  rewrite(topic: Topic, ref: string, payload: unknown): void {
    this.rows.exec(
      'UPDATE outbox SET payload = ? WHERE topic = ? AND ref = ?',
      JSON.stringify(payload),
      topic,
      ref,
    )
  }

  enqueue(topic: Topic, ref: string, payload: unknown, dueAt: number): void {
    this.rows.exec(
      'INSERT INTO outbox (topic, ref, payload, due_at) VALUES (?, ?, ?, ?)',
      topic,
      ref,
      JSON.stringify(payload),
      dueAt,
    )
    this.dues.add(dueAt)
  }

  /** Takes back what waits for D1 under `ref`. */
  dequeue(topic: Topic, ref: string): void {
    this.rows.exec('DELETE FROM outbox WHERE ref = ? AND topic = ?', ref, topic)
  }

  /** The payload waiting for D1 under `ref`, parsed. */
  find(topic: Topic, ref: string): unknown {
    const row = this.rows.first('SELECT payload FROM outbox WHERE ref = ? AND topic = ?', ref, topic)
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
