/** The table of what waits to be written to D1, and how long it gathers. */
import type { Topic } from '../projection'
import type { AlarmSchedule } from './alarm-schedule'
import type { AccountSql } from './sql'

/**
 * What waits to be sent to D1; `outbox.ts` sends it. A row may have several payloads, with a comma between them, and as
 * many names in `ref`, with a space: a list of such rows is one of payloads, for every release.
 */
export type OutboxRow = { id: number; topic: Topic; payload: string; attempts: number }
type NamedRow = OutboxRow & { ref: string; due_at: number }

/**
 * How long rows gather, in milliseconds, so that many go to D1 in one transaction: what is asked of the account meanwhile
 * is answered from here, and who asks D1 calls `catchUp` first. The ends of queued tasks come before the lease that their
 * rows in D1 have is over.
 */
export const GATHER_MS = { account: 1_000, queued: 30_000, ended: 10 * 60_000 }
/** As many payloads go at once, however long they have gathered. */
export const MAX_GATHERED = 100

/** Ends of tasks share rows, so that most write one row and not two: so many, of so many characters together. */
const SHARED_ROW = { ends: 20, characters: 8_000 }

/** Payloads that were not tried yet. */
const FRESH = `SELECT coalesce(sum(1 + length(ref) - length(replace(ref, ' ', ''))), 0) AS fresh
  FROM outbox WHERE attempts = 0`

export class OutboxTable {
  /** Payloads that were not tried yet; `undefined` if they are to be counted. */
  #fresh: number | undefined
  /** The row that the next end goes to. None that may be on its way to D1. */
  #open: { id: number; ends: number; characters: number } | undefined

  constructor(
    private readonly rows: AccountSql,
    private readonly schedule: AlarmSchedule,
  ) {}

  /** Forgets what was counted: a change was taken back. */
  forget(): void {
    this.#fresh = undefined
    this.#open = undefined
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
    const row = { topic, ref, payload: JSON.stringify(payload), due_at: dueAt, attempts: 0 }
    if (topic !== 'task') this.#insert(row)
    else if (!this.#share(row))
      this.#open = { id: this.#insert(row), ends: 1, characters: row.payload.length }
  }

  /** Adds to an end that waits, or sends with it again, what the first try of its webhook came to. */
  enqueueTried(ref: string, payload: unknown, now: number): void {
    const found = this.#open && this.#find('task', ref)
    // Another row may be on its way to D1.
    if (!found || !this.#open || found.row.id !== this.#open.id) {
      this.enqueue('task', ref, payload, { now, gatherMs: GATHER_MS.queued })
      return
    }
    const { ends } = this.#open
    this.#replace(found.row, found.payloads.with(found.index, payload), found.refs)
    const characters = found.row.payload.length + JSON.stringify(payload).length
    this.#open = { id: found.row.id, ends, characters }
  }

  #insert({ topic, ref, payload, due_at, attempts }: Omit<NamedRow, 'id'>): number {
    return this.rows.one(
      'INSERT INTO outbox (topic, ref, payload, due_at, attempts) VALUES (?, ?, ?, ?, ?) RETURNING id',
      topic,
      ref,
      payload,
      due_at,
      attempts,
    ).id as number
  }

  /** Adds an end to the open row, if it has room. */
  #share({ ref, payload, due_at }: Omit<NamedRow, 'id'>): boolean {
    const open = this.#open
    const characters = (open?.characters ?? 0) + payload.length
    if (!open || open.ends >= SHARED_ROW.ends || characters > SHARED_ROW.characters) return false
    this.rows.exec(
      `UPDATE outbox SET ref = ref || ' ' || ?, payload = payload || ',' || ?, due_at = min(due_at, ?) WHERE id = ?`,
      ref,
      payload,
      due_at,
      open.id,
    )
    this.#open = { id: open.id, ends: open.ends + 1, characters }
    return true
  }

  /** Replaces what waits for D1 under `ref`. There is no index of that: few rows wait while D1 takes them. */
  rewrite(topic: Topic, ref: string, payload: unknown): void {
    const found = this.#find(topic, ref)
    if (found) this.#replace(found.row, found.payloads.with(found.index, payload), found.refs)
  }

  /** Takes back what waits for D1 under `ref`. */
  dequeue(topic: Topic, ref: string): void {
    const found = this.#find(topic, ref)
    if (!found) return
    const others = (_: unknown, index: number) => index !== found.index
    this.#replace(found.row, found.payloads.filter(others), found.refs.filter(others))
  }

  #replace({ id }: OutboxRow, payloads: readonly unknown[], refs: readonly string[]): void {
    this.#open = undefined
    const payload = payloads.map((one) => JSON.stringify(one)).join()
    if (refs.length === 0) this.rows.exec('DELETE FROM outbox WHERE id = ?', id)
    else this.rows.exec('UPDATE outbox SET ref = ?, payload = ? WHERE id = ?', refs.join(' '), payload, id)
  }

  /** The payload waiting for D1 under `ref`, parsed: the latest. */
  find(topic: Topic, ref: string): unknown {
    const found = this.#find(topic, ref)
    return found?.payloads[found.index]
  }

  #find(topic: Topic, ref: string) {
    const row = this.rows.first(
      `SELECT * FROM outbox WHERE topic = ?1 AND instr(' ' || ref || ' ', ' ' || ?2 || ' ') > 0
       ORDER BY id DESC LIMIT 1`,
      topic,
      ref,
    ) as NamedRow | undefined
    if (!row) return undefined
    const refs = row.ref.split(' ')
    return { row, refs, index: refs.indexOf(ref), payloads: payloadsOf(row) }
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
    this.#open = undefined
    return this.rows.all(
      'SELECT id, topic, payload, attempts FROM outbox WHERE attempts < ? OR due_at <= ? ORDER BY id LIMIT ?',
      attempts,
      now,
      limit,
    ) as OutboxRow[]
  }

  #countFresh(): number {
    return this.rows.one(FRESH).fresh as number
  }

  delivered(ids: number[]): void {
    this.forget()
    this.rows.exec('DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
  }

  /** Sends rows later. Those that were tried `aloneFrom` times have one payload each from then on. */
  postpone(ids: number[], { dueAt, aloneFrom }: { dueAt: number; aloneFrom: number }): void {
    this.forget()
    this.rows.exec(
      'UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE id IN (SELECT value FROM json_each(?))',
      dueAt,
      JSON.stringify(ids),
    )
    const shared = this.rows.all(
      `SELECT * FROM outbox WHERE attempts >= ? AND instr(ref, ' ') > 0 AND id IN (SELECT value FROM json_each(?))`,
      aloneFrom,
      JSON.stringify(ids),
    ) as NamedRow[]
    for (const row of shared) {
      const payloads = payloadsOf(row)
      for (const [index, ref] of row.ref.split(' ').entries())
        this.#insert({ ...row, ref, payload: JSON.stringify(payloads[index]) })
      this.rows.exec('DELETE FROM outbox WHERE id = ?', row.id)
    }
  }
}

function payloadsOf({ payload }: OutboxRow): unknown[] {
  return JSON.parse(`[${payload}]`) as unknown[]
}
