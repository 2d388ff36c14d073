/** What an operator does to an account: keys, credits, plan. Runs inside a transaction of the account's object. */

import { isSuspended } from './admission'
import type { Mode } from './api-keys'
import { available, grant } from './ledger'
import { isQueued } from './open-holds'
import type { PlanName } from './plans'
import { raiseLowCredits } from './raise-events'
import { isActive, type KeyRow, type Scope } from './scopes'
import { appendEntry, releaseWork } from './settlement'
import type { AccountStore } from './storage/account-store'
import { GATHER_MS } from './storage/outbox-table'
import { recordOf } from './task-record'

export type NewAccount = {
  accountId: string
  name: string
  plan: PlanName
  credits: number
  webhookSecret: string
  keyHash: string
  keyId: string
  mode: Mode
  scopes: Scope[]
}

export type NewKey = { keyId: string; keyHash: string; mode: Mode; scopes: Scope[] }

/** A key as it is shown: never its hash. */
export type KeyView = Omit<KeyRow, 'hash'> & { active: boolean }

export type Summary = {
  accountId: string
  name: string
  plan: PlanName
  createdAt: number
  /** Since when the operator has suspended it; absent if it is not. */
  suspendedAt?: number | undefined
  credits_left: number
  granted: number
  settled: number
  held: number
  keys: KeyView[]
}

export type Missing = { outcome: 'not_found' }

export function createAccount(
  store: AccountStore,
  init: NewAccount,
  now: number,
): { outcome: 'created' | 'exists' } {
  if (store.exists()) return { outcome: 'exists' }
  const { accountId, name, plan, webhookSecret, keyId, keyHash, mode, scopes } = init
  store.create({
    accountId,
    name,
    plan,
    webhookSecret,
    createdAt: now,
    balance: { granted: 0, settled: 0, held: 0 },
  })
  publish(store, now)
  addKey(store, { keyId, keyHash, mode, scopes }, now)
  if (init.credits > 0) grantCredits(store, { amount: init.credits, reason: 'account created' }, now)
  return { outcome: 'created' }
}

/** Changes what is given of name and plan, and suspends the account or ends that. */
export function updateAccount(
  store: AccountStore,
  { suspended, ...change }: { name?: string; plan?: PlanName; suspended?: boolean },
  now: number,
): Summary {
  const { name, plan } = store.profile()
  store.rename({ name, plan, ...change })
  if (suspended && !isSuspended(store)) suspend(store, now)
  if (suspended === false) store.settings.set('suspended', undefined)
  publish(store, now)
  return summarise(store, now)
}

/** Ends all queued work, which is not charged, and lets nothing more begin. What callers wait for is finished. */
function suspend(store: AccountStore, now: number): void {
  store.settings.set('suspended', now)
  const { accountId } = store.profile()
  for (const hold of store.holds.open().filter(isQueued)) {
    const task = { ...recordOf(accountId, hold), error: JSON.stringify(SUSPENDED_ERROR) }
    releaseWork(store, { taskId: hold.taskId, reason: 'account_suspended', task }, now)
  }
}

const SUSPENDED_ERROR = {
  code: 'account_suspended',
  message: 'The operator suspended the account before the task ended. Nothing was charged.',
}

/** Tells D1 what the account is called, which plan it has, and whether it is suspended. */
function publish(store: AccountStore, now: number): void {
  const { accountId, name, plan, createdAt } = store.profile()
  const suspended_at = store.settings.get('suspended') ?? null
  const row = { account_id: accountId, name, plan, created_at: createdAt, suspended_at }
  store.outbox.dequeue('account', accountId)
  store.outbox.enqueue('account', accountId, row, { now, gatherMs: GATHER_MS.account })
}

export function summarise(store: AccountStore, now: number): Summary {
  const { accountId, name, plan, createdAt, balance } = store.profile()
  const keys = store.keys.all().map((key) => viewKey(key, now))
  const suspendedAt = store.settings.get('suspended')
  return { accountId, name, plan, createdAt, suspendedAt, credits_left: available(balance), ...balance, keys }
}

/** The key without its hash, and whether it works at `now`. */
export function viewKey(key: KeyRow, now: number): KeyView {
  const { hash: _, ...shown } = key
  return { ...shown, active: isActive(key, now) }
}

export function grantCredits(
  store: AccountStore,
  { amount, reason, grantId }: { amount: number; reason: string; grantId?: string | undefined },
  now: number,
): GrantResult {
  const before = grantId === undefined ? undefined : store.grants.find(grantId)
  if (before) {
    if (before.amount !== amount || before.reason !== reason) return { outcome: 'mismatch' }
    return { outcome: 'granted', credits_left: before.creditsLeft, replayed: true }
  }
  const { balance } = store.profile()
  const granted = grant(balance, { amount, reason, now })
  if (!granted.ok) return { outcome: 'refused', available: granted.available }
  const creditsLeft = granted.entry.left
  store.saveBalance(granted.balance)
  raiseLowCredits(store, { before: balance, after: granted.balance }, now)
  appendEntry(store, granted.entry)
  if (grantId !== undefined) store.grants.save(grantId, { amount, reason, creditsLeft })
  return { outcome: 'granted', credits_left: creditsLeft, replayed: false }
}

/** `mismatch`: another grant was made under the same id. */
export type GrantResult =
  | { outcome: 'granted'; credits_left: number; replayed: boolean }
  | { outcome: 'refused'; available: number }
  | { outcome: 'mismatch' }

export function addKey(store: AccountStore, { keyId, keyHash, mode, scopes }: NewKey, now: number): void {
  store.keys.save({ keyId, hash: keyHash, mode, scopes, createdAt: now, expiresAt: null, revokedAt: null })
}

/**
 * Adds a key with the old one's mode and scopes; the old one works for `graceMs` more and not a moment longer.
 * A key that no longer works cannot be rotated, and rotating again never prolongs a grace that runs.
 */
export function rotateKey(
  store: AccountStore,
  { keyId, next, graceMs }: { keyId: string; next: { keyId: string; keyHash: string }; graceMs: number },
  now: number,
): { outcome: 'rotated'; mode: Mode; scopes: Scope[]; oldExpiresAt: number } | Missing {
  const old = store.keys.byId(keyId)
  if (!old || !isActive(old, now)) return { outcome: 'not_found' }
  const oldExpiresAt = Math.min(old.expiresAt ?? Number.POSITIVE_INFINITY, now + graceMs)
  store.keys.save({ ...old, expiresAt: oldExpiresAt })
  addKey(store, { ...next, mode: old.mode, scopes: old.scopes }, now)
  return { outcome: 'rotated', mode: old.mode, scopes: old.scopes, oldExpiresAt }
}

/** The key works no more, from the next request on. */
export function revokeKey(store: AccountStore, keyId: string, now: number): { outcome: 'revoked' } | Missing {
  const key = store.keys.byId(keyId)
  if (!key) return { outcome: 'not_found' }
  store.keys.save({ ...key, revokedAt: key.revokedAt ?? now })
  return { outcome: 'revoked' }
}
