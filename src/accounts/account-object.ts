/**
 * The Durable Object of one account: the truth about its keys, credits, holds and idempotent calls. Found by the id
 * inside the key (`env.ACCOUNT.idFromName(accountId)`). It stores and schedules; the rules are in the files beside it.
 * Here is what its requests ask; what its owner and the operator change is in `managed-account.ts`.
 *
 * Every method is one transaction, answers plain data and throws nothing that a caller should have to understand.
 * Only `create` makes tables, so that asking for an account that does not exist leaves nothing behind.
 *
 * Authenticating never waits for the disk: rate windows live in memory, and those of POSTs are stored with the next
 * change or within a second (`rate-windows.ts`).
 */

import { assertReadable } from '../format-version'
import type { TaskRecord } from '../tasks/record'
import type { BegunDelivery, TriedTask } from '../webhooks/tried-webhooks'
import { type Admission, authenticate, type Begin, type BeginResult, beginWork, type Call } from './admission'
import { type AdmitAndBegin, type AdmittedAndBegun, admitAndBegin } from './admit-and-begin'
import { type BeginPreview, type BegunPreview, beginPreview } from './begin-preview'
import { type Erasure, eraseTask } from './erasure'
import { FirstTries } from './first-tries'
import { ManagedAccount } from './managed-account'
import { type PreviewEnd, PreviewSessions } from './preview-sessions'
import type { Reply } from './reply'
import { isActive } from './scopes'
import {
  expireOverdue,
  type Release,
  type ResolveResult,
  raiseHold,
  releaseWork,
  type Settle,
  settleWork,
} from './settlement'
import { countWaste, type Restriction, restrictionAt, type Waste } from './strikes'
import { recordOf } from './task-record'

/** Longest wait for another request's file before the caller looks itself. */
const MAX_WAIT_MS = 10_000
/** Calls that may wait for the ends of tasks at once. */
const MAX_WAITING_FOR_TASKS = 200
/** Deleted tasks that are remembered, the latest. */
const MAX_ERASED = 1_000

export class Account extends ManagedAccount {
  readonly #previews = new PreviewSessions()
  readonly #firstTries = new FirstTries()
  /** Requests that were told to wait for another's file, and do not wait yet. */
  #joining = 0
  /** Tasks that were deleted while this object lives. */
  readonly #erased = new Set<string>()

  /** Who calls, and may they. The first question of every request: counts it against the rate. Writes nothing. */
  authenticate(call: Call): Admission {
    if (!this.store.exists()) return { outcome: 'refused', code: 'unauthorized' }
    return authenticate(this.store, { call, windows: this.state.windows, now: Date.now() })
  }

  /** The hashes of the keys that work now. */
  keyHashes(): string[] {
    if (!this.store.exists()) return []
    const now = Date.now()
    return this.store.keys.all().flatMap((key) => (isActive(key, now) ? [key.hash] : []))
  }

  /**
   * Recalls an earlier request, checks the plan and holds, all or nothing. If another request is making the same file,
   * returns `under_way` when that has ended, or after ten seconds.
   */
  async begin(begin: Begin): Promise<BeginResult> {
    assertReadable(begin)
    if (!this.store.exists()) return { outcome: 'refused', code: 'unauthorized' }
    const begun = await this.#beginOrJoin(begin)
    if (begun.outcome === 'under_way' && this.state.isUnderWay(begun.cacheKey))
      await this.state.waiters.wait(begun.cacheKey, MAX_WAIT_MS)
    if (begun.outcome !== 'go') return begun
    return { ...begun, restriction: this.restriction() }
  }

  /** `authenticate` and `begin` in one question. */
  async admitAndBegin(ask: AdmitAndBegin): Promise<AdmittedAndBegun> {
    return await admitAndBegin(this, ask)
  }

  /** Counts those who are to wait from the moment on that they are told, which is before the change is stored. */
  async #beginOrJoin(begin: Begin): Promise<BeginResult> {
    let joins = false
    try {
      return await this.state.change((now) => {
        expireOverdue(this.store, now)
        const waiting = this.state.waiters.size + this.#joining
        const begun = beginWork(this.store, { begin, waiting, now })
        joins = begun.outcome === 'under_way'
        if (joins) this.#joining++
        return begun
      })
    } finally {
      if (joins) this.#joining--
    }
  }

  /** Begins a preview: counts it, and stops the one before of its session. */
  beginPreview(begin: BeginPreview): BegunPreview {
    if (!this.store.exists()) return { outcome: 'refused', code: 'unauthorized' }
    const counts = { sessions: this.#previews, windows: this.state.windows }
    const begun = beginPreview(this.store, counts, { ...begin, now: Date.now() })
    return begun.outcome === 'go' ? { ...begun, restriction: this.restriction() } : begun
  }

  /** Waits for the end of a preview: that it is made, or that a newer one of its session took its place. */
  async previewEnd(id: string): Promise<PreviewEnd> {
    return await this.#previews.whenEnded(id)
  }

  /** Ends a preview that is made, or given up. */
  endPreview(id: string): void {
    this.#previews.end(id)
  }

  /** What the account may not do now because of its strikes. For work that begins later than it was accepted. */
  restriction(): Restriction | undefined {
    return this.store.exists() ? restrictionAt(this.state.strikes, Date.now()) : undefined
  }

  /** Counts a render that came to nothing; returns the restriction that holds then. */
  async countWaste(waste: Waste): Promise<Restriction | undefined> {
    if (!this.store.exists()) return undefined
    return await this.state.change((now) => {
      const strikes = countWaste(this.state.strikes, waste, now)
      this.state.saveStrikes(strikes)
      return restrictionAt(strikes, now)
    })
  }

  /** Holds the whole price of a task that was accepted for less: its cached result is gone. */
  async raiseHold(raise: { taskId: string; credits: number }): Promise<{ held: boolean; available: number }> {
    return await this.state.change((now) => raiseHold(this.store, raise, now))
  }

  /** Charges a task's hold and ends the task as completed. A duplicate answers the first outcome. */
  async settle(settle: Settle): Promise<ResolveResult> {
    assertReadable(settle)
    return await this.state.change((now) => settleWork(this.store, settle, now))
  }

  /** Gives a task's hold back and ends the task as failed. A duplicate answers the first outcome. */
  async release(release: Release): Promise<ResolveResult> {
    assertReadable(release)
    return await this.state.change((now) => releaseWork(this.store, release, now))
  }

  /**
   * Gives the holds of accepted work a lease for the rest of its life. `false` if one of them is no longer open:
   * its first lease, for the time of acceptance, was over.
   */
  async extend({ taskIds, leaseMs }: { taskIds: readonly string[]; leaseMs: number }): Promise<boolean> {
    return await this.state.change(
      (now) => this.store.holds.extend(taskIds, now + leaseMs) === taskIds.length,
    )
  }

  /** Releases a task that has not ended and forgets what the caller gave with it. Returns what remains of it. */
  async erase(erasure: Erasure): Promise<TaskRecord | undefined> {
    if (!this.store.exists()) return undefined
    this.#erased.add(erasure.taskId)
    const [oldest] = this.#erased.size > MAX_ERASED ? this.#erased : []
    if (oldest !== undefined) this.#erased.delete(oldest)
    return await this.state.change((now) => eraseTask(this.store, erasure, now))
  }

  /** Keeps the reply to a call whose work goes on (202) or that held nothing (a cache hit). */
  async remember(call: { route: string; key: string; reply: Reply }): Promise<void> {
    await this.state.change(() => this.store.idempotency.saveReply(call, call.reply))
  }

  /** Frees the idempotency key of a call that held nothing and failed. */
  async forget(call: { route: string; key: string }): Promise<void> {
    await this.state.change(() => this.store.idempotency.forget(call))
  }

  /** Whether a task was charged, or ended as test work does. `false` for one that is open, released or unknown. */
  async wasCharged(taskId: string): Promise<boolean> {
    if (!this.store.exists()) return false
    const hold = this.store.holds.find(taskId)
    // A hold that was resolved long ago is gone; D1 has the task's end.
    return hold ? hold.resolution?.outcome === 'settled' : await this.hasCompleted(taskId)
  }

  /** A task that D1 may not know yet: its end while that waits in the outbox, or that it is being worked on. */
  task(taskId: string): TaskRecord | undefined {
    if (!this.store.exists()) return undefined
    const hold = this.store.holds.find(taskId)
    if (!hold?.resolution) return hold && recordOf(this.store.profile().accountId, hold)
    return this.#endOf(taskId)?.record
  }

  /** The end of a task that waits for D1, and whether its webhook was tried. */
  #endOf(taskId: string): { record: TaskRecord; isTried: boolean } | undefined {
    const found = this.store.outbox.find('task', taskId) as (TaskRecord & Partial<TriedTask>) | undefined
    if (!found) return undefined
    const { webhook, ...record } = found
    return { record, isTried: webhook !== undefined }
  }

  /** Lets the first try of a task's webhook be made, unless its task is under way or enough tries to its receiver are. */
  beginDelivery(first: { taskId: string; receiver: string }): BegunDelivery {
    if (!this.store.exists() || this.store.holds.isOpen(first.taskId)) return { outcome: 'over' }
    const known = this.#endOf(first.taskId)
    const outcome = known?.isTried ? 'over' : this.#firstTries.begin(first, Date.now())
    if (outcome === 'over') return { outcome }
    const end = known?.record
    return outcome === 'busy' ? { outcome, end } : { outcome, end, secrets: this.webhookSecrets() }
  }

  /** Ends a first try. What was `delivered` goes to D1 with the end of its task. */
  async endDelivery({ taskId, delivered }: { taskId: string; delivered?: TriedTask }): Promise<void> {
    this.#firstTries.end(taskId)
    if (delivered && !this.#erased.has(taskId))
      await this.state.change((now) => this.store.outbox.enqueueTried(taskId, delivered, now))
  }

  /** Resolves when a task is not being worked on, after `maxMs` milliseconds at the latest; at once if too many wait. */
  async whenEnded({ taskId, maxMs }: { taskId: string; maxMs: number }): Promise<void> {
    if (!this.store.exists() || !this.store.holds.isOpen(taskId)) return
    if (this.state.taskWaiters.size < MAX_WAITING_FOR_TASKS) await this.state.taskWaiters.wait(taskId, maxMs)
  }

  /** Resolves when D1 has all tasks that have ended by now, if it takes them. For what is asked of D1 right after. */
  async catchUp(): Promise<void> {
    if (this.store.exists()) await this.state.catchUp()
  }

  override async alarm(): Promise<void> {
    await this.state.runAlarm()
  }
}
