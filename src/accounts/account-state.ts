/**
 * What an account's object keeps and how it changes: each change is one transaction, changes of one moment share a commit,
 * and one alarm serves expiry, clean-up and outbox. `account-object.ts` says what may be changed.
 */

import { taskDatabase } from '../databases'
import { writePoint } from '../metrics/points'
import { GroupCommit } from './group-commit'
import { LedgerArchive } from './ledger-archive'
import { type FlushFailure, flushAll, flushOutbox, waitedMs } from './outbox'
import type { AccountDatabases } from './projection'
import { RateWindows } from './rate-windows'
import { sendEvents } from './send-events'
import { expireOverdue } from './settlement'
import { partsOf, readStatement, type Statement } from './statement'
import type { StatementFilter } from './statement-filter'
import { AccountStore } from './storage/account-store'
import type { Strikes } from './strikes'
import { Waiters } from './waiters'

const STRIKES_KEY = 'strikes'
/** Until more of an old ledger is added up. */
const ADD_UP_MS = 1_000
/** Until the next part of an old ledger is closed, and until closing is tried again after a failure. */
const CLOSE_NEXT_MS = 100
const CLOSE_AGAIN_MS = 5 * 60_000
/** Until the alarm runs again after an unexpected failure. */
const ALARM_RETRY_MS = 5_000

export class AccountState {
  readonly store: AccountStore
  readonly windows: RateWindows
  /** Requests that wait for the file of a cache key, and for the end of a task. */
  readonly waiters = new Waiters()
  readonly taskWaiters = new Waiters()
  readonly #commits: GroupCommit
  /** When the alarm is known to be set; `undefined` after construction and while it runs. */
  #armedAt: number | undefined
  /** Not closed before; a failure may last. */
  #closesAt = 0
  readonly #archive: LedgerArchive
  /** D1 being brought up to date. */
  #flushing: Promise<void> | undefined

  constructor(
    private readonly ctx: DurableObjectState,
    private readonly env: Env,
  ) {
    this.#archive = new LedgerArchive(env.FILES)
    this.store = new AccountStore(ctx.storage.sql)
    ctx.storage.transactionSync(() => this.store.upgrade())
    this.windows = new RateWindows(this.store)
    this.#commits = new GroupCommit(
      (change) => this.#transaction(change),
      () => this.#afterCommit(),
    )
  }

  get strikes(): Strikes | undefined {
    return this.ctx.storage.kv.get<Strikes>(STRIKES_KEY)
  }

  saveStrikes(strikes: Strikes): void {
    this.ctx.storage.kv.put(STRIKES_KEY, strikes)
  }

  /** Runs `change` in one transaction, then sets the alarm for what it left to do. `now` is in milliseconds since 1970. */
  change<T>(change: (now: number) => T): Promise<T> {
    return this.#commits.run(() => change(Date.now()))
  }

  /** As `change`; `not_found` if the account was never created. */
  async changeExisting<T>(change: (now: number) => T): Promise<T | { outcome: 'not_found' }> {
    return this.store.exists() ? await this.change(change) : { outcome: 'not_found' }
  }

  /** Whether a task is making the file of `cacheKey`. */
  isUnderWay(cacheKey: string): boolean {
    return this.store.holds.isUnderWay({ cacheKey, taskId: '' })
  }

  /** The alarm's work. It catches every error, since the platform stops an alarm after six failures. */
  async runAlarm(): Promise<void> {
    this.#armedAt = undefined
    const now = Date.now()
    try {
      this.#transaction(() => {
        this.store.holds.lookAgain()
        expireOverdue(this.store, now)
        this.store.idempotency.removeExpired(now)
        this.store.saveKept()
        if (this.store.totals.addUp()) this.store.due.add(now + ADD_UP_MS)
      })
      if (this.store.isProjectionDue(now))
        this.#reportFlush(await flushOutbox(this.store, { ...this.#databases(), now }))
      await this.#sendEvents(now)
      await this.#closeNext(now)
      this.#afterCommit()
    } catch (cause) {
      logFailure('account.alarm_failed', { cause })
      this.#arm(Date.now() + ALARM_RETRY_MS)
    }
  }

  /** Brings D1 up to date with all tasks that ended before. If D1 does not take it, that is logged, and tried again later. */
  async catchUp(): Promise<void> {
    // What is on its way may have left before the last end.
    while (this.#flushing) await this.#flushing
    this.#flushing = flushAll(this.store, this.#databases())
      .then((failures) => this.#reportFlush(failures))
      .finally(() => {
        this.#flushing = undefined
      })
    await this.#flushing
  }

  /** Where the account is listed, and where its tasks are. */
  #databases(): AccountDatabases {
    return { directory: this.env.DB, db: taskDatabase(this.env, this.store.profile().accountId) }
  }

  #reportFlush(failures: FlushFailure[]): void {
    for (const { cause, ...failure } of failures) {
      logFailure('account.outbox_failed', { ...failure, cause })
      const ms = waitedMs(failure.attempts)
      writePoint(this.env, { kind: 'outbox', name: 'failed', outcome: 'failed', ms })
    }
  }

  async #sendEvents(now: number): Promise<void> {
    if (!this.store.exists()) return
    const { db } = this.#databases()
    const failed = await sendEvents(this.store, { db, webhooks: this.env.WEBHOOKS, now })
    if (failed) logFailure('account.events_failed', failed)
  }

  /** Closes the next part of the ledger: it is stored in R2 first, so a crash in between does so again. */
  async #closeNext(now: number): Promise<void> {
    const part = this.store.exists() && now >= this.#closesAt ? this.store.closed.nextPart(now) : undefined
    if (!part) return
    try {
      await this.#archive.put(this.store.profile().accountId, part)
      this.#transaction(() => this.store.closed.close(part))
      this.store.due.add(now + CLOSE_NEXT_MS)
    } catch (cause) {
      this.#closesAt = now + CLOSE_AGAIN_MS
      logFailure('account.closing_failed', { cause })
    }
  }

  /** Reads the ledger, its closed parts too if they are needed. */
  async statement(sql: SqlStorage, filter: StatementFilter): Promise<Statement> {
    const read = new Map<number, string>()
    // Meanwhile another part may be closed.
    for (;;) {
      const missing = partsOf(sql, filter).filter(({ last }) => !read.has(last))
      if (missing.length === 0) return readStatement(sql, filter, read)
      for (const part of missing)
        read.set(part.last, await this.#archive.get(this.store.profile().accountId, part))
    }
  }

  #afterCommit(): void {
    this.#armForNext()
    this.waiters.wake((cacheKey) => !this.isUnderWay(cacheKey))
    this.taskWaiters.wake((taskId) => !this.store.holds.isOpen(taskId))
  }

  /** All of `change` or nothing of it. */
  #transaction<T>(change: () => T): T {
    try {
      return this.ctx.storage.transactionSync(change)
    } catch (error) {
      this.store.forget()
      throw error
    }
  }

  /** Sets the alarm for the earliest deadline. Only a new object and a running alarm must look it up in the tables. */
  #armForNext(): void {
    const dues = [this.store.due.takeEarliest()]
    if (this.#armedAt === undefined) dues.push(this.store.nextDue())
    const given = dues.filter((due) => due !== null)
    this.#arm(given.length > 0 ? Math.min(...given) : null)
  }

  #arm(at: number | null): void {
    if (at === null || (this.#armedAt !== undefined && this.#armedAt <= at)) return
    this.#armedAt = at
    void this.ctx.storage.setAlarm(at)
  }
}

function logFailure(event: string, { cause, ...facts }: { cause: unknown }): void {
  console.error(JSON.stringify({ event, ...facts, cause: String(cause) }))
}
