/**
 * The Durable Object of one account: the truth about its keys, credits, holds and idempotent calls. Found by the id
 * inside the key (`env.ACCOUNT.idFromName(accountId)`). It stores and schedules; the rules are in the files beside it.
 *
 * Every method is one transaction, answers plain data and throws nothing that a caller should have to understand.
 * Only `create` makes tables, so that asking for an account that does not exist leaves nothing behind.
 *
 * Authenticating never waits for the disk: rate windows live in memory, and those of POSTs are stored with the next
 * change or within a second (`rate-windows.ts`).
 */

import { DurableObject } from 'cloudflare:workers'
import type { TaskRecord } from '../tasks/record'
import {
  addKey,
  createAccount,
  grantCredits,
  type Missing,
  type NewAccount,
  type NewKey,
  revokeKey,
  rotateKey,
  type Summary,
  summarise,
  updateAccount,
} from './admin'
import { authenticate, type Begin, type BeginResult, beginWork, type Call } from './admission'
import { type Erasure, eraseTask } from './erasure'
import { GroupCommit } from './group-commit'
import { available } from './ledger'
import { flushOutbox } from './outbox'
import type { PlanName } from './plans'
import { RateWindows } from './rate-windows'
import type { Reply } from './reply'
import {
  expireOverdue,
  type Release,
  type ResolveResult,
  raiseHold,
  releaseWork,
  type Settle,
  settleWork,
} from './settlement'
import { readStatement, type Statement, type StatementFilter } from './statement'
import { AccountStore } from './storage/store'
import { countWaste, type Restriction, restrictionAt, type Strikes, type Waste } from './strikes'
import { recordOf } from './task-record'
import { CacheWaiters } from './waiters'

/** How long a resolved hold answers duplicates; longer than any queue redelivers. */
const RESOLVED_HOLD_RETENTION_MS = 30 * 24 * 60 * 60 * 1000
const STRIKES_KEY = 'strikes'
/** After a failure that nothing accounts for. */
const RETRY_MS = 5_000
/** Longest wait for another request's file before the caller looks itself. */
const MAX_WAIT_MS = 10_000

export class Account extends DurableObject<Env> {
  readonly #store = new AccountStore(this.ctx.storage.sql)
  readonly #windows = new RateWindows(this.#store)
  readonly #waiters = new CacheWaiters()
  readonly #commits = new GroupCommit(
    (change) => this.#transaction(change),
    () => {
      this.#armForNext()
      this.#wakeWaiters()
    },
  )
  /** When the alarm is known to be set; `undefined` after construction and while it runs. */
  #armedAt: number | undefined

  /** Makes the account, its first key and its first grant. */
  async create(init: NewAccount): Promise<{ outcome: 'created' | 'exists' }> {
    return await this.#change((now) => createAccount(this.#store, init, now))
  }

  /** Who calls, and may they. The first question of every request: counts it against the rate. Writes nothing. */
  authenticate(call: Call): ReturnType<typeof authenticate> {
    if (!this.#store.exists()) return { outcome: 'refused', code: 'unauthorized' }
    return authenticate(this.#store, { call, windows: this.#windows, now: Date.now() })
  }

  /**
   * Recalls an earlier request, checks the plan and holds, all or nothing. If another request is making the same file,
   * returns `under_way` when that has ended, or after ten seconds.
   */
  async begin(begin: Begin): Promise<BeginResult> {
    if (!this.#store.exists()) return { outcome: 'refused', code: 'unauthorized' }
    const begun = await this.#change((now) => {
      this.#windows.save()
      expireOverdue(this.#store, now)
      return beginWork(this.#store, { begin, waiting: this.#waiters.size, now })
    })
    if (begun.outcome === 'under_way' && this.#isUnderWay(begun.cacheKey))
      await this.#waiters.wait(begun.cacheKey, MAX_WAIT_MS)
    if (begun.outcome !== 'go') return begun
    return { ...begun, restriction: this.restriction() }
  }

  /** What the account may not do now because of its strikes. For work that begins later than it was accepted. */
  restriction(): Restriction | undefined {
    return this.#store.exists() ? restrictionAt(this.#strikes, Date.now()) : undefined
  }

  /** Counts a render that came to nothing; returns the restriction that holds then. */
  async countWaste(waste: Waste): Promise<Restriction | undefined> {
    if (!this.#store.exists()) return undefined
    return await this.#change((now) => {
      const strikes = countWaste(this.#strikes, waste, now)
      this.ctx.storage.kv.put(STRIKES_KEY, strikes)
      return restrictionAt(strikes, now)
    })
  }

  /** Holds the whole price of a task that was accepted for less: its cached result is gone. */
  async raiseHold(raise: { taskId: string; credits: number }): Promise<{ held: boolean; available: number }> {
    return await this.#change((now) => raiseHold(this.#store, raise, now))
  }

  /** Charges a task's hold and ends the task as completed. A duplicate answers the first outcome. */
  async settle(settle: Settle): Promise<ResolveResult> {
    return await this.#change((now) => settleWork(this.#store, settle, now))
  }

  /** Gives a task's hold back and ends the task as failed. A duplicate answers the first outcome. */
  async release(release: Release): Promise<ResolveResult> {
    return await this.#change((now) => releaseWork(this.#store, release, now))
  }

  /**
   * Gives the holds of accepted work a lease for the rest of its life. `false` where one of them is no longer open:
   * its first lease, for the time of acceptance, was over.
   */
  async extend({ taskIds, leaseMs }: { taskIds: readonly string[]; leaseMs: number }): Promise<boolean> {
    return await this.#change((now) => this.#store.extendHolds(taskIds, now + leaseMs) === taskIds.length)
  }

  /** Releases a task that has not ended and forgets what the caller gave with it. Answers what remains of it. */
  async erase(erasure: Erasure): Promise<TaskRecord | undefined> {
    if (!this.#store.exists()) return undefined
    return await this.#change((now) => eraseTask(this.#store, erasure, now))
  }

  /** What webhooks are signed with: the present secret first, then those in their time of grace. */
  webhookSecrets(): string[] {
    return [this.#store.profile().webhookSecret, ...this.#store.formerWebhookSecrets(Date.now())]
  }

  /** Takes a new webhook secret into use; the old one signs beside it until the grace is over. */
  async rotateWebhookSecret({
    secret,
    graceMs,
  }: {
    secret: string
    graceMs: number
  }): Promise<{ formerUntil: number }> {
    return await this.#change((now) => {
      this.#store.replaceWebhookSecret(secret, now + graceMs)
      return { formerUntil: now + graceMs }
    })
  }

  /** Keeps the reply to a call whose work goes on (202) or that held nothing (a cache hit). */
  async remember(call: { route: string; key: string; reply: Reply }): Promise<void> {
    await this.#change(() => this.#store.calls.saveReply(call, call.reply))
  }

  /** Frees the idempotency key of a call that held nothing and failed. */
  async forget(call: { route: string; key: string }): Promise<void> {
    await this.#change(() => this.#store.calls.forget(call))
  }

  credits(): { credits_left: number; plan: PlanName } | Missing {
    if (!this.#store.exists()) return { outcome: 'not_found' }
    const { plan, balance } = this.#store.profile()
    return { credits_left: available(balance), plan }
  }

  /** A task that D1 may not know yet: its end while that waits in the outbox, or that it is being worked on. */
  task(taskId: string): TaskRecord | undefined {
    if (!this.#store.exists()) return undefined
    const waiting = this.#store.outbox.find('task', taskId) as TaskRecord | undefined
    if (waiting) return waiting
    const hold = this.#store.hold(taskId)
    return hold && !hold.resolution ? recordOf(this.#store.profile().accountId, hold) : undefined
  }

  summary(): Summary | Missing {
    return this.#store.exists() ? summarise(this.#store, Date.now()) : { outcome: 'not_found' }
  }

  /** The ledger as the filter asks for it, and what is available and held now. */
  statement(
    filter: StatementFilter,
  ): (Statement & { outcome: 'read'; credits_left: number; credits_held: number }) | Missing {
    if (!this.#store.exists()) return { outcome: 'not_found' }
    const { balance } = this.#store.profile()
    const read = readStatement(this.ctx.storage.sql, filter)
    return { outcome: 'read', ...read, credits_left: available(balance), credits_held: balance.held }
  }

  async update(change: { name?: string; plan?: PlanName }): Promise<Summary | Missing> {
    return await this.#changeExisting((now) => updateAccount(this.#store, change, now))
  }

  async grant(init: {
    amount: number
    reason: string
    grantId?: string
  }): Promise<ReturnType<typeof grantCredits> | Missing> {
    return await this.#changeExisting((now) => grantCredits(this.#store, init, now))
  }

  async addKey(key: NewKey): Promise<{ outcome: 'added' } | Missing> {
    return await this.#changeExisting((now) => {
      addKey(this.#store, key, now)
      return { outcome: 'added' }
    })
  }

  async rotateKey(init: Parameters<typeof rotateKey>[1]): Promise<ReturnType<typeof rotateKey>> {
    return await this.#changeExisting((now) => rotateKey(this.#store, init, now))
  }

  async revokeKey(keyId: string): Promise<ReturnType<typeof revokeKey>> {
    return await this.#changeExisting((now) => revokeKey(this.#store, keyId, now))
  }

  /** Expiry, clean-up and outbox. It catches everything, since the platform gives an alarm up after six failures. */
  override async alarm(): Promise<void> {
    this.#armedAt = undefined
    const now = Date.now()
    try {
      this.#transaction(() => {
        expireOverdue(this.#store, now)
        this.#store.cleanUp({ now, holdsBefore: now - RESOLVED_HOLD_RETENTION_MS })
      })
      for (const { cause, ...failure } of await flushOutbox(this.#store, { db: this.env.DB, now })) {
        this.#log('account.outbox_failed', { ...failure, cause })
      }
      this.#armForNext()
      this.#wakeWaiters()
    } catch (cause) {
      this.#log('account.alarm_failed', { cause })
      this.#arm(Date.now() + RETRY_MS)
    }
  }

  get #strikes(): Strikes | undefined {
    return this.ctx.storage.kv.get<Strikes>(STRIKES_KEY)
  }

  /** One transaction, then the alarm for what it left to do. */
  #change<T>(change: (now: number) => T): Promise<T> {
    return this.#commits.run(() => change(Date.now()))
  }

  async #changeExisting<T>(change: (now: number) => T): Promise<T | Missing> {
    return this.#store.exists() ? await this.#change(change) : { outcome: 'not_found' }
  }

  #isUnderWay(cacheKey: string): boolean {
    return this.#store.isUnderWay({ cacheKey, taskId: '' })
  }

  #wakeWaiters(): void {
    this.#waiters.wake((cacheKey) => !this.#isUnderWay(cacheKey))
  }

  /** All of `change` or nothing of it. */
  #transaction<T>(change: () => T): T {
    try {
      return this.ctx.storage.transactionSync(change)
    } catch (error) {
      this.#store.forget()
      throw error
    }
  }

  /** Sets the alarm for the soonest of what is due, which only an object just made and an alarm at work must look up. */
  #armForNext(): void {
    const soonest = this.#store.due.takeEarliest()
    this.#arm(this.#armedAt === undefined ? this.#store.nextDue(RESOLVED_HOLD_RETENTION_MS) : soonest)
  }

  #arm(at: number | null): void {
    if (at === null || (this.#armedAt !== undefined && this.#armedAt <= at)) return
    this.#armedAt = at
    void this.ctx.storage.setAlarm(at)
  }

  #log(event: string, { cause, ...facts }: { cause: unknown }): void {
    console.error(JSON.stringify({ event, ...facts, cause: String(cause) }))
  }
}
