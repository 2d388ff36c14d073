/** The account object's tables: rows in, rows out. Every rule is elsewhere; the caller wraps what belongs together. */
import type { KeyRow } from './access'
import type { RememberedCall, StoredAnswer } from './idempotency'
import type { Balance, Entry, Hold } from './ledger'
import type { PlanName } from './plans'
import type { Topic } from './projection'
import type { Method, Window } from './rate'
import { holdOf, keyOf, type Row, schema } from './tables'

export type Profile = {
  accountId: string
  name: string
  plan: PlanName
  createdAt: number
  webhookSecret: string
  balance: Balance
}

export type OutboxRow = { id: number; topic: Topic; payload: string; attempts: number }

export class AccountStore {
  readonly #sql: SqlStorage
  #exists = false
  /** What is in `account`, once read: every change asks for it, some several times. */
  #profile: Profile | undefined
  /** When the soonest of what was written since `takeSoonest` is due. */
  #soonest: number | null = null

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Whether the account was created. Reads the catalog only, so that asking makes no table. */
  exists(): boolean {
    this.#exists ||= this.#first(`SELECT 1 FROM sqlite_schema WHERE name = 'account'`) !== undefined
    return this.#exists
  }

  create(profile: Profile): void {
    this.#sql.exec(schema)
    const { accountId, name, plan, createdAt, webhookSecret, balance } = profile
    this.#sql.exec(
      'INSERT INTO account VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[accountId, name, plan, createdAt, webhookSecret, balance.granted, balance.settled, balance.held],
    )
  }

  profile(): Profile {
    this.#profile ??= this.#readProfile()
    return this.#profile
  }

  /** Forgets what was read: a change was taken back. */
  forget(): void {
    this.#profile = undefined
  }

  #readProfile(): Profile {
    const row = this.#one('SELECT * FROM account')
    return {
      accountId: row.account_id as string,
      name: row.name as string,
      plan: row.plan as PlanName,
      createdAt: row.created_at as number,
      webhookSecret: row.webhook_secret as string,
      balance: {
        granted: row.granted as number,
        settled: row.settled as number,
        held: row.held as number,
      },
    }
  }

  rename({ name, plan }: { name: string; plan: PlanName }): void {
    this.#sql.exec('UPDATE account SET name = ?, plan = ?', name, plan)
    this.forget()
  }

  saveBalance(balance: Balance): void {
    const { granted, settled, held } = balance
    this.#sql.exec('UPDATE account SET granted = ?, settled = ?, held = ?', granted, settled, held)
    this.#profile &&= { ...this.#profile, balance }
  }

  keyByHash(hash: string): KeyRow | undefined {
    const row = this.#first('SELECT * FROM keys WHERE hash = ?', hash)
    return row && keyOf(row)
  }

  keyById(keyId: string): KeyRow | undefined {
    const row = this.#first('SELECT * FROM keys WHERE key_id = ?', keyId)
    return row && keyOf(row)
  }

  keys(): KeyRow[] {
    return this.#all('SELECT * FROM keys ORDER BY created_at, key_id').map(keyOf)
  }

  saveKey({ keyId, hash, mode, scopes, createdAt, expiresAt, revokedAt }: KeyRow): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[keyId, hash, mode, scopes.join(' '), createdAt, expiresAt, revokedAt],
    )
  }

  hold(taskId: string): Hold | undefined {
    const row = this.#first('SELECT * FROM holds WHERE task_id = ?', taskId)
    return row && holdOf(row)
  }

  saveHold(hold: Hold): void {
    const { taskId, kind, mode, credits, synchronous, heldAt, expiresAt, resolution, cacheKey } = hold
    this.#sql.exec(
      'INSERT OR REPLACE INTO holds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[taskId, kind, mode, credits, synchronous ? 1 : 0, heldAt, expiresAt],
      ...[
        resolution?.outcome ?? null,
        resolution?.charged ?? null,
        resolution?.at ?? null,
        resolution?.reason ?? null,
      ],
      cacheKey ?? null,
    )
    if (!resolution) this.#isDue(expiresAt)
  }

  /** Gives open holds a new lease; answers how many of them are open. */
  extendHolds(taskIds: readonly string[], expiresAt: number): number {
    this.#isDue(expiresAt)
    return this.#all(
      `UPDATE holds SET expires_at = ? WHERE outcome IS NULL
       AND task_id IN (SELECT value FROM json_each(?)) RETURNING task_id`,
      expiresAt,
      JSON.stringify(taskIds),
    ).length
  }

  /** Whether another task than `taskId` is making the file of this cache key. */
  isUnderWay({ cacheKey, taskId }: { cacheKey: string; taskId: string }): boolean {
    const query = 'SELECT 1 FROM holds WHERE cache_key = ? AND task_id <> ? AND outcome IS NULL'
    return this.#first(query, cacheKey, taskId) !== undefined
  }

  /** Open holds whose lease is over at `now`. */
  overdueHolds(now: number): Hold[] {
    return this.#all(
      'SELECT * FROM holds WHERE outcome IS NULL AND expires_at <= ? ORDER BY expires_at',
      now,
    ).map(holdOf)
  }

  synchronousHolds(): number {
    return this.#one('SELECT count(*) AS n FROM holds WHERE outcome IS NULL AND synchronous = 1').n as number
  }

  /** Appends one line and answers its place in the ledger. */
  append({ at, type, taskId, kind, mode, credits, left, reason }: Entry): number {
    const row = this.#one(
      `INSERT INTO entries (at, type, task_id, kind, mode, credits, credits_left, reason)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
      ...[at, type, taskId, kind, mode, credits, left, reason],
    )
    return row.seq as number
  }

  /** The grant that was made under this id, and what it left; `undefined` where there was none. */
  grantBefore(grantId: string): { amount: number; reason: string; creditsLeft: number } | undefined {
    const row = this.#first('SELECT * FROM grants WHERE grant_id = ?', grantId)
    return (
      row && {
        amount: row.amount as number,
        reason: row.reason as string,
        creditsLeft: row.credits_left as number,
      }
    )
  }

  saveGrant(grantId: string, grant: { amount: number; reason: string; creditsLeft: number }): void {
    const { amount, reason, creditsLeft } = grant
    this.#sql.exec('INSERT INTO grants VALUES (?, ?, ?, ?)', grantId, amount, reason, creditsLeft)
  }

  call({ route, key }: { route: string; key: string }): RememberedCall | undefined {
    const row = this.#first('SELECT * FROM calls WHERE route = ? AND key = ?', route, key)
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

  saveCall(call: {
    route: string
    key: string
    fingerprint: string
    requestId: string
    taskId: string | null
    leaseUntil: number
    expiresAt: number
  }): void {
    const { route, key, fingerprint, requestId, taskId, leaseUntil, expiresAt } = call
    this.#sql.exec(
      'INSERT OR REPLACE INTO calls VALUES (?, ?, ?, ?, ?, NULL, ?, ?)',
      ...[route, key, fingerprint, requestId, taskId, leaseUntil, expiresAt],
    )
    this.#isDue(expiresAt)
  }

  /** Keeps the answer of a call that still runs; an answer that is there stays. */
  answerCall(of: { taskId: string } | { route: string; key: string }, answer: StoredAnswer): void {
    const text = JSON.stringify(answer)
    if ('taskId' in of)
      this.#sql.exec('UPDATE calls SET answer = ? WHERE task_id = ? AND answer IS NULL', text, of.taskId)
    else
      this.#sql.exec(
        'UPDATE calls SET answer = ? WHERE route = ? AND key = ? AND answer IS NULL',
        text,
        of.route,
        of.key,
      )
  }

  /** Frees the key of a call that ended without an answer, so that it may be tried again. */
  forgetCall(of: { taskId: string } | { route: string; key: string }): void {
    if ('taskId' in of) this.#sql.exec('DELETE FROM calls WHERE task_id = ? AND answer IS NULL', of.taskId)
    else this.#sql.exec('DELETE FROM calls WHERE route = ? AND key = ? AND answer IS NULL', of.route, of.key)
  }

  /** Keys with which answers about this task were given, and how they were answered. */
  replaceAnswers(taskId: string, answer: StoredAnswer): void {
    this.#sql.exec('UPDATE calls SET answer = ? WHERE task_id = ?', JSON.stringify(answer), taskId)
  }

  /** Replaces what waits for D1 under `ref`. */
  rewrite(topic: Topic, ref: string, payload: unknown): void {
    this.#sql.exec(
      'UPDATE outbox SET payload = ? WHERE topic = ? AND ref = ?',
      JSON.stringify(payload),
      topic,
      ref,
    )
  }

  /** Secrets that webhooks are still signed with beside the present one. */
  formerWebhookSecrets(now: number): string[] {
    return this.#all('SELECT secret FROM webhook_secrets WHERE expires_at > ?', now).map(
      ({ secret }) => secret as string,
    )
  }

  /** Takes a new secret into use; the present one signs beside it until `expiresAt`, and those before it no more. */
  replaceWebhookSecret(secret: string, expiresAt: number): void {
    this.#sql.exec('DELETE FROM webhook_secrets')
    this.#sql.exec('INSERT INTO webhook_secrets SELECT webhook_secret, ? FROM account', expiresAt)
    this.#sql.exec('UPDATE account SET webhook_secret = ?', secret)
    this.forget()
  }

  window(method: Method): Window | undefined {
    const row = this.#first('SELECT * FROM windows WHERE method = ?', method)
    return row && { openedAt: row.opened_at as number, used: row.used as number }
  }

  saveWindow(method: Method, { openedAt, used }: Window): void {
    this.#sql.exec('INSERT OR REPLACE INTO windows VALUES (?, ?, ?)', method, openedAt, used)
  }

  enqueue(topic: Topic, ref: string, payload: unknown, dueAt: number): void {
    this.#sql.exec(
      'INSERT INTO outbox (topic, ref, payload, due_at) VALUES (?, ?, ?, ?)',
      ...[topic, ref, JSON.stringify(payload), dueAt],
    )
    this.#isDue(dueAt)
  }

  /** Takes back what waits for D1 under `ref`. */
  dequeue(topic: Topic, ref: string): void {
    this.#sql.exec('DELETE FROM outbox WHERE ref = ? AND topic = ?', ref, topic)
  }

  /** The payload waiting for D1 under `ref`, parsed. */
  waiting(topic: Topic, ref: string): unknown {
    const row = this.#first('SELECT payload FROM outbox WHERE ref = ? AND topic = ?', ref, topic)
    return row && JSON.parse(row.payload as string)
  }

  /** Rows due at `now`, oldest first, at most `limit`. */
  dueOutbox(now: number, limit: number): OutboxRow[] {
    return this.#all(
      'SELECT id, topic, payload, attempts FROM outbox WHERE due_at <= ? ORDER BY id LIMIT ?',
      now,
      limit,
    ) as OutboxRow[]
  }

  delivered(ids: number[]): void {
    this.#sql.exec('DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
  }

  postpone(ids: number[], dueAt: number): void {
    this.#sql.exec(
      'UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE id IN (SELECT value FROM json_each(?))',
      dueAt,
      JSON.stringify(ids),
    )
  }

  /**
   * When the soonest of what was written since the last call is due; `null`: nothing was. Every end of a hold sends
   * something to D1, so that what is to be cleaned up later never has to be counted here.
   */
  takeSoonest(): number | null {
    const soonest = this.#soonest
    this.#soonest = null
    return soonest
  }

  #isDue(at: number): void {
    if (this.#soonest === null || at < this.#soonest) this.#soonest = at
  }

  /** When the alarm has something to do next; `null`: never. `keepHoldsMs` is how long resolved holds are kept. */
  nextDue(keepHoldsMs: number): number | null {
    return this.#one(
      `SELECT min(due) AS due FROM (
         SELECT min(expires_at) AS due FROM holds WHERE outcome IS NULL
         UNION ALL SELECT min(resolved_at) + ? FROM holds WHERE outcome IS NOT NULL
         UNION ALL SELECT min(due_at) FROM outbox
         UNION ALL SELECT min(expires_at) FROM calls)`,
      keepHoldsMs,
    ).due as number | null
  }

  /** Removes what is no longer needed: calls past their day, holds resolved before `holdsBefore`. */
  cleanUp({ now, holdsBefore }: { now: number; holdsBefore: number }): void {
    this.#sql.exec('DELETE FROM calls WHERE expires_at <= ?', now)
    this.#sql.exec('DELETE FROM holds WHERE outcome IS NOT NULL AND resolved_at <= ?', holdsBefore)
  }

  #all(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql.exec<Row>(query, ...values).toArray()
  }

  #first(query: string, ...values: SqlStorageValue[]): Row | undefined {
    return this.#all(query, ...values)[0]
  }

  #one(query: string, ...values: SqlStorageValue[]): Row {
    return this.#sql.exec<Row>(query, ...values).one()
  }
}
