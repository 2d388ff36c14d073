/**
 * The way in, in two steps. `authenticate` decides who calls and how often, before anything of a large body is read.
 * `beginWork` decides what the valid request may begin: whether it was made before, what the plan allows, what it
 * costs. Each is a list of checks in the order of docs/decisions/answers.md; the first failure wins. Both run inside
 * the account's object, `beginWork` inside one transaction.
 */

import type { Versioned } from '../format-version'
import type { Mode } from './api-keys'
import type { IdempotentCall } from './idempotency'
import { available, type HoldRequest, hold } from './ledger'
import { type PlanName, plans } from './plans'
import { countTestDocuments, quotaRefusal } from './quotas'
import { countRequest, type Method, type Rate, type RateClass, type Window } from './rate-limit'
import type { Refusal } from './refusal'
import { type Replay, rememberCall, repeatOf } from './repeated-calls'
import { isActive, type KeyRow, type Scope } from './scopes'
import { appendEntry } from './settlement'
import type { AccountStore, Profile } from './storage/account-store'
import type { Brand } from './storage/settings-table'
import type { Restriction } from './strikes'

/** Which key asks for what. */
export type KeyUse = { keyHash: string; scope: Scope }
export type Call = KeyUse & { method: Method }

/** What the routes need to know of the account. */
export type AccountView = {
  accountId: string
  name: string
  plan: PlanName
  mode: Mode
  credits_left: number
  /** What its templates look like, of the key's mode; absent if it has none. */
  brand?: Brand | undefined
  /** The operator has suspended it. */
  suspended?: true
  /** The key was rotated and works for a while only. */
  ending?: true
}

export type Begin = Versioned & {
  call: KeyUse
  needs: { password?: boolean; entries?: number }
  /** What is to be done; none for what costs and holds nothing, such as a cache hit. All is held or nothing. */
  work: Omit<HoldRequest, 'mode'>[]
  idempotency?: IdempotentCall | undefined
  /** It was told `under_way` before, and has looked for the file since. */
  hasLookedAgain?: boolean | undefined
}

export type BeginResult =
  | {
      outcome: 'go'
      account: AccountView
      credits_charged: number
      /** What the account's strikes forbid; `account-object.ts` adds it. */
      restriction?: Restriction | undefined
    }
  | Replay
  /** Another request is making the file of `cacheKey`, or just has: nothing is held. Look for the file, or begin again. */
  | { outcome: 'under_way'; cacheKey: string }
  | Refusal

/** The windows of this account's rate limits. */
export type Windows = {
  get(counted: RateClass): Window | undefined
  set(counted: RateClass, window: Window): void
}

type KeyOfAccount = { profile: Profile; key: KeyRow }

/** Requests of one account that may wait at once for a file that another of its requests is making. */
const MAX_WAITING = 100
/** A file that was made so lately may have been looked for before it was there, in milliseconds. */
const JUST_MADE_MS = 5_000

/** What authenticating came to. */
export type Admission = { outcome: 'ok'; account: AccountView; rate: Rate } | Refusal

/** Key, rate, scope, in this order. Counts the request, once; nothing takes the count back. */
export function authenticate(
  store: AccountStore,
  { call, windows, now }: { call: Call; windows: Windows; now: number },
): Admission {
  const known = activeKey(store, call.keyHash, now)
  if (!known) return { outcome: 'refused', code: 'unauthorized' }
  const { plan } = known.profile
  const { method } = call
  const mayDo = known.key.scopes.includes(call.scope)
  const counted: RateClass = !mayDo
    ? `refused ${method}`
    : known.key.mode === 'test'
      ? `test ${method}`
      : method
  const { allowed, window, rate } = countRequest(windows.get(counted), { plan, method, now })
  if (!allowed) return { outcome: 'refused', code: 'rate_limited', plan, retryAfter: rate.resetSeconds, rate }
  windows.set(counted, window)
  if (!mayDo) return { outcome: 'refused', code: 'forbidden', scope: call.scope, rate }
  const brand = store.settings.get(`brand:${known.key.mode}`)
  const more = {
    ...(brand && { brand }),
    ...(isSuspended(store) && { suspended: true as const }),
    ...(known.key.expiresAt !== null && { ending: true as const }),
  }
  return { outcome: 'ok', account: { ...viewOf(known), ...more }, rate }
}

/**
 * Everything between a valid body and the work: a hold for each piece of it, or the reason why not. `waiting` is how
 * many requests of the account wait for another's file.
 */
export function beginWork(
  store: AccountStore,
  { begin, waiting, now }: { begin: Begin; waiting: number; now: number },
): BeginResult {
  // Authenticated a moment ago; the key may have been revoked since.
  const known = activeKey(store, begin.call.keyHash, now)
  if (!known?.key.scopes.includes(begin.call.scope)) return { outcome: 'refused', code: 'unauthorized' }
  if (isSuspended(store)) return { outcome: 'refused', code: 'account_suspended' }
  const { profile, key } = known

  const repeat = repeatOf(store, begin.idempotency, key.mode, now)
  if (repeat) return repeat

  const refusal = planRefusal(profile.plan, begin.needs)
  if (refusal) return refusal

  const cacheKey = keyUnderWay(store, begin.work)
  if (cacheKey !== undefined && waiting >= MAX_WAITING) return tooManyWaiting(profile.plan)
  if (cacheKey !== undefined) return { outcome: 'under_way', cacheKey }
  const madeKey = begin.hasLookedAgain ? undefined : keyJustMade(store, begin.work, now)
  if (madeKey !== undefined) return { outcome: 'under_way', cacheKey: madeKey }

  const requests = begin.work.map((work) => ({ ...work, mode: key.mode }))
  const held = hold(profile.balance, {
    requests,
    known: (taskId) => store.holds.find(taskId) !== undefined,
    now,
  })
  if (!held.ok) {
    const { needed, available } = held
    return { outcome: 'refused', code: 'insufficient_credits', needed, available }
  }
  const beyond = quotaRefusal(store, { plan: profile.plan, holds: held.holds, now })
  if (beyond) return beyond

  store.saveBalance(held.balance)
  for (const one of held.holds) store.holds.save(one)
  countTestDocuments(store, held.holds, now)
  for (const entry of held.entries) appendEntry(store, entry)
  rememberCall(store, begin, key.mode, now)
  return {
    outcome: 'go',
    account: viewOf({ key, profile: { ...profile, balance: held.balance } }),
    credits_charged: key.mode === 'test' ? 0 : begin.work.reduce((sum, { credits }) => sum + credits, 0),
  }
}

/** Whether the operator has suspended the account. */
export function isSuspended(store: AccountStore): boolean {
  return store.settings.get('suspended') !== undefined
}

/** The key of a hash, if it works at `now`. */
export function activeKey(store: AccountStore, keyHash: string, now: number): KeyOfAccount | undefined {
  const key = store.keys.byHash(keyHash)
  return key && isActive(key, now) ? { key, profile: store.profile() } : undefined
}

function viewOf({ profile, key }: KeyOfAccount): AccountView {
  const { accountId, name, plan, balance } = profile
  return { accountId, name, plan, mode: key.mode, credits_left: available(balance) }
}

/** What the plan does not allow of a request. */
export function planRefusal(plan: PlanName, { password, entries = 0 }: Begin['needs']): Refusal | undefined {
  if (password && !plans[plan].password)
    return { outcome: 'refused', code: 'plan_feature', plan, feature: 'password' }
  const limit = plans[plan].entriesPerBatch
  if (entries > limit) return { outcome: 'refused', code: 'plan_limit', plan, limit, needed: entries }
  return undefined
}

/** The cache key of the first piece of work that another task is doing already. */
function keyUnderWay(store: AccountStore, work: Begin['work']): string | undefined {
  return work.find(({ cacheKey, taskId }) => cacheKey && store.holds.isUnderWay({ cacheKey, taskId }))
    ?.cacheKey
}

/** The cache key of the first piece of work whose file another request has made since this one may have looked for it. */
function keyJustMade(store: AccountStore, work: Begin['work'], now: number): string | undefined {
  return work.find(({ cacheKey }) => cacheKey && store.holds.wasMadeSince(cacheKey, now - JUST_MADE_MS))
    ?.cacheKey
}

function tooManyWaiting(plan: PlanName): Refusal {
  const busy = { code: 'too_many_renders', plan, limit: MAX_WAITING, retryAfter: 1 } as const
  return { outcome: 'refused', waiting: true, ...busy }
}
