/** The account object's tables: rows in, rows out. Every rule is elsewhere; the caller wraps what belongs together. */

import type { Balance, Entry } from '../ledger'
import type { PlanName } from '../plans'
import type { StoredWindow, Window } from '../rate-limit'
import { AlarmSchedule } from './alarm-schedule'
import { ClosedLedger } from './closed-ledger'
import { DailyTotals } from './daily-totals'
import { EventsTable } from './events-table'
import { GrantsTable } from './grants-table'
import { HoldsTable } from './holds-table'
import { IdempotencyTable } from './idempotency-table'
import { KeysTable } from './keys-table'
import { LedgerProjection } from './ledger-projection'
import { upgradeAccount } from './migrations'
import { GATHER_MS, OutboxTable } from './outbox-table'
import { SettingsTable } from './settings-table'
import { AccountSql } from './sql'

export type Profile = {
  accountId: string
  name: string
  plan: PlanName
  createdAt: number
  webhookSecret: string
  balance: Balance
}

export class AccountStore {
  readonly #rows: AccountSql
  readonly keys: KeysTable
  readonly holds: HoldsTable
  readonly idempotency: IdempotencyTable
  readonly outbox: OutboxTable
  readonly projection: LedgerProjection
  readonly totals: DailyTotals
  readonly closed: ClosedLedger
  readonly settings: SettingsTable
  readonly events: EventsTable
  readonly grants: GrantsTable
  readonly due = new AlarmSchedule()
  #exists = false
  /** The window of POSTs, until it is stored with the next balance. */
  #posts: Window | undefined
  /** What is in `account`, once read: every change asks for it, some several times. */
  #profile: Profile | undefined
  /** The row of `account` has not what was settled last. */
  #isBehind = false

  constructor(sql: SqlStorage) {
    this.#rows = new AccountSql(sql)
    this.keys = new KeysTable(this.#rows)
    this.holds = new HoldsTable(this.#rows, this.due)
    this.idempotency = new IdempotencyTable(this.#rows, this.due)
    this.outbox = new OutboxTable(this.#rows, this.due)
    this.totals = new DailyTotals(this.#rows)
    this.closed = new ClosedLedger(this.#rows)
    this.settings = new SettingsTable(this.#rows)
    this.grants = new GrantsTable(this.#rows)
    this.events = new EventsTable(this.#rows, this.due)
    this.projection = new LedgerProjection(this.#rows, this.due)
  }

  /** Whether the account was created. Reads the catalog only, so that asking makes no table. */
  exists(): boolean {
    this.#exists ||= this.#rows.first(`SELECT 1 FROM sqlite_schema WHERE name = 'account'`) !== undefined
    return this.#exists
  }

  /** Brings an account of an earlier release to the tables of this one. Changes nothing else. */
  upgrade(): void {
    if (this.exists()) upgradeAccount(this.#rows)
  }

  create(profile: Profile): void {
    upgradeAccount(this.#rows)
    const { accountId, name, plan, createdAt, webhookSecret, balance } = profile
    this.#rows.exec(
      `INSERT INTO account (account_id, name, plan, created_at, webhook_secret, granted, settled, held)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      accountId,
      name,
      plan,
      createdAt,
      webhookSecret,
      balance.granted,
      balance.settled,
      balance.held,
    )
  }

  profile(): Profile {
    this.#profile ??= this.#readProfile()
    return this.#profile
  }

  /** Forgets what was read: a change was taken back. */
  forget(): void {
    this.#profile = undefined
    this.holds.forget()
    this.outbox.forget()
    this.settings.forget()
  }

  #readProfile(): Profile {
    const row = this.#rows.one('SELECT * FROM account')
    // The row may be behind (`keepBalance`).
    const held = this.holds.credits()
    return {
      accountId: row.account_id as string,
      name: row.name as string,
      plan: row.plan as PlanName,
      createdAt: row.created_at as number,
      webhookSecret: row.webhook_secret as string,
      balance: {
        granted: row.granted as number,
        settled: (row.settled as number) + (row.held as number) - held,
        held,
      },
    }
  }

  rename({ name, plan }: { name: string; plan: PlanName }): void {
    this.#rows.exec('UPDATE account SET name = ?, plan = ?', name, plan)
    this.forget()
  }

  /**
   * Takes a balance in which credits that were held are settled, and none is available more or less. Its row follows with the
   * next change: until then the open holds say what is held, and the rest is settled.
   */
  keepBalance(balance: Balance): void {
    this.#profile = { ...this.profile(), balance }
    this.#isBehind = true
  }

  /** Stores a balance that was only kept. */
  saveKept(): void {
    if (this.#isBehind) this.saveBalance(this.profile().balance)
  }

  saveBalance(balance: Balance): void {
    const { granted, settled, held } = balance
    const { openedAt = null, used = null } = this.#posts ?? {}
    this.#rows.exec(
      `UPDATE account SET granted = ?, settled = ?, held = ?,
         posts_opened_at = coalesce(?, posts_opened_at), posts_used = coalesce(?, posts_used)`,
      granted,
      settled,
      held,
      openedAt,
      used,
    )
    this.#posts = undefined
    this.#isBehind = false
    this.#profile &&= { ...this.#profile, balance }
  }

  /** The window of POSTs as it is now: to be stored with the next balance, or by `savePosts`. */
  keepPosts(window: Window): void {
    this.#posts = window
  }

  savePosts(): void {
    if (this.#posts) this.saveBalance(this.profile().balance)
  }

  posts(): Window | undefined {
    const row = this.#rows.one('SELECT posts_opened_at, posts_used FROM account')
    if (row.posts_opened_at === null) return undefined
    return { openedAt: row.posts_opened_at as number, used: row.posts_used as number }
  }

  /** Appends one line to the ledger. */
  append({ at, type, taskId, kind, mode, credits, left, reason }: Entry): void {
    this.#rows.exec(
      `INSERT INTO entries (at, type, task_id, kind, mode, credits, credits_left, reason)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      at,
      type,
      taskId,
      kind,
      mode,
      credits,
      left,
      reason,
    )
  }

  /** Secrets that webhooks are still signed with beside the present one. */
  formerWebhookSecrets(now: number): string[] {
    return this.#rows
      .all('SELECT secret FROM webhook_secrets WHERE expires_at > ?', now)
      .map(({ secret }) => secret as string)
  }

  /** Takes a new secret into use; the present one signs beside it until `expiresAt`, and those before it no more. */
  replaceWebhookSecret(secret: string, expiresAt: number): void {
    this.#rows.exec('DELETE FROM webhook_secrets')
    this.#rows.exec(
      'INSERT INTO webhook_secrets (secret, expires_at) SELECT webhook_secret, ? FROM account',
      expiresAt,
    )
    this.#rows.exec('UPDATE account SET webhook_secret = ?', secret)
    this.forget()
  }

  window(method: StoredWindow): Window | undefined {
    const row = this.#rows.first('SELECT * FROM windows WHERE method = ?', method)
    return row && { openedAt: row.opened_at as number, used: row.used as number }
  }

  saveWindow(method: StoredWindow, { openedAt, used }: Window): void {
    this.#rows.exec(
      `INSERT INTO windows (method, opened_at, used) VALUES (?, ?, ?)
       ON CONFLICT (method) DO UPDATE SET opened_at = excluded.opened_at, used = excluded.used`,
      method,
      openedAt,
      used,
    )
  }

  /** Whether something is to be sent to D1 at `now`. */
  isProjectionDue(now: number): boolean {
    const lines = this.projection.nextDue(GATHER_MS.ended)
    return this.outbox.isDue(now) || (lines !== null && lines <= now)
  }

  /** When the alarm has something to do next; `null`: never. */
  nextDue(): number | null {
    const { due } = this.#rows.one(
      `SELECT min(due) AS due FROM (
         SELECT min(expires_at) AS due FROM holds WHERE outcome IS NULL
         UNION ALL SELECT min(due_at) FROM outbox
         UNION ALL SELECT min(due_at) FROM events
         UNION ALL SELECT min(expires_at) FROM calls)`,
    )
    const dues = [due as number | null, this.projection.nextDue(GATHER_MS.ended)].filter((at) => at !== null)
    return dues.length > 0 ? Math.min(...dues) : null
  }
}
