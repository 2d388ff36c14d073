/**
 * The way out: a hold is settled, released or expires, and with it, in the same transaction, its task ends, its reply
 * is remembered and both set out for D1.
 */
import type { Versioned } from '../format-version'
import type { TaskRecord } from '../tasks/record'
import { available, type Balance, type Entry, expire, type Resolved, raise, release, settle } from './ledger'
import { countUncharged } from './quotas'
import { raiseFailure, raiseLowCredits } from './raise-events'
import type { Reply } from './reply'
import type { AccountStore } from './storage/account-store'
import { GATHER_MS } from './storage/outbox-table'
import { recordOf, withOutcome } from './task-record'

/** Why a hold is released whose task its caller deleted, for the ledger. */
export const DELETED = 'deleted'

export type Settle = Versioned & {
  taskId: string
  /** What to charge; never more than is held, all of it where unsaid. */
  credits?: number
  /** What the task came to. Status, charge and end are the ledger's, whatever stands in it. */
  task?: TaskRecord
  /** What a repeat under the same idempotency key gets. */
  reply?: Reply | undefined
}

export type Release = Versioned & {
  taskId: string
  /** For the ledger, such as the error's code. */
  reason: string
  task?: TaskRecord
  /** Nobody knows the task: D1 hears nothing of it, but of the ledger's lines. */
  skipTask?: boolean
  /** Without one, the idempotency key is free again and a repeat runs: for refusals before any work. */
  reply?: Reply | undefined
}

/** `outcome` is the first one's where the hold was resolved before; an unknown hold counts as released. */
export type ResolveResult = { outcome: 'settled' | 'released'; credits_charged: number; credits_left: number }

export function settleWork(
  store: AccountStore,
  { taskId, credits, task, reply }: Settle,
  now: number,
): ResolveResult {
  const hold = store.holds.find(taskId)
  const { balance } = store.profile()
  if (!hold) return { outcome: 'released', credits_charged: 0, credits_left: available(balance) }
  const resolved = settle(balance, { hold, credits, now })
  applyResolution(store, resolved, { task, now })
  if (resolved.change && reply) store.idempotency.saveReply({ taskId }, reply)
  return resultOf(balance, resolved)
}

export function releaseWork(
  store: AccountStore,
  { taskId, reason, task, skipTask, reply }: Release,
  now: number,
): ResolveResult {
  const hold = store.holds.find(taskId)
  const { balance } = store.profile()
  if (!hold) return { outcome: 'released', credits_charged: 0, credits_left: available(balance) }
  const resolved = release(balance, { hold, reason, now })
  applyResolution(store, resolved, { task, now })
  // Also where the hold had expired a moment before.
  if (skipTask && resolved.resolution.outcome === 'released') {
    store.outbox.dequeue('task', taskId)
    store.events.removeOfTask(taskId)
  }
  if (resolved.change && reply) store.idempotency.saveReply({ taskId }, reply)
  if (resolved.change && !reply) store.idempotency.forget({ taskId })
  return resultOf(balance, resolved)
}

/**
 * Raises a task's hold to `credits` before its work begins. `held` is false if the balance does not suffice, or the
 * task has ended.
 */
export function raiseHold(
  store: AccountStore,
  { taskId, credits }: { taskId: string; credits: number },
  now: number,
): { held: boolean; available: number } {
  const { balance } = store.profile()
  const hold = store.holds.find(taskId)
  const raised = hold && raise(balance, { hold, credits, now })
  if (!raised?.ok) return { held: false, available: available(balance) }
  if (raised.change) {
    store.saveBalance(raised.change.balance)
    store.holds.save(raised.change.hold)
    appendEntry(store, raised.change.entry)
  }
  return { held: true, available: available(raised.change?.balance ?? balance) }
}

/**
 * Releases every hold whose lease is over. A call in flight with it stays as it is: its lease is over too, and what
 * its run did is unknown, so its key answers that it was lost rather than run it a second time.
 */
export function expireOverdue(store: AccountStore, now: number): void {
  for (const hold of store.holds.overdue(now)) {
    const resolved = expire(store.profile().balance, { hold, now })
    if (resolved) applyResolution(store, resolved, { task: undefined, now })
  }
}

/** Appends a line to the ledger and sends it on its way to D1: but for test work, which moves no credits. */
export function appendEntry(store: AccountStore, entry: Entry): void {
  store.append(entry)
  if (entry.mode !== 'test') store.projection.appended(entry.at + GATHER_MS.ended)
}

function applyResolution(
  store: AccountStore,
  { change }: Resolved,
  { task, now }: { task: TaskRecord | undefined; now: number },
): void {
  if (!change) return
  const { accountId, plan, balance } = store.profile()
  const end = task ? withOutcome(task, change.hold) : recordOf(accountId, change.hold)
  const gatherMs = change.hold.synchronous ? GATHER_MS.ended : GATHER_MS.queued
  store.outbox.enqueue('task', end.task_id, end, { now, gatherMs })
  if (available(change.balance) === available(balance)) store.keepBalance(change.balance)
  else store.saveBalance(change.balance)
  raiseLowCredits(store, { before: balance, after: change.balance }, now)
  if (end.status === 'failed' && change.entry.reason !== DELETED) raiseFailure(store, end, now)
  store.holds.save(change.hold)
  countUncharged(store, { plan, hold: change.hold, now })
  appendEntry(store, change.entry)
}

function resultOf(before: Balance, { resolution, change }: Resolved): ResolveResult {
  return {
    outcome: resolution.outcome,
    credits_charged: resolution.charged,
    credits_left: available(change?.balance ?? before),
  }
}
