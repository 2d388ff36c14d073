/**
 * The way in: who calls, how often, whether it was asked before, what the plan allows, what it costs. Each check in
 * the order of docs/decisions/answers.md, first failure wins. Runs inside one transaction of the account's object.
 */
import { isActive, type KeyRow, type Scope } from './access'
import { type IdempotentCall, KEPT_MS, lostAnswer, recall, type StoredAnswer } from './idempotency'
import type { Mode } from './keys'
import { available, type HoldRequest, hold } from './ledger'
import { type PlanName, plans } from './plans'
import { count, type Method, type Rate, type Window } from './rate'
import type { Refusal } from './refusal'
import { record } from './resolution'
import type { AccountStore, Profile } from './store'
import type { Restriction } from './strikes'

export type Call = { keyHash: string; scope: Scope; method: Method }

/** What the caller's answer needs to know of the account. */
export type AccountView = {
  accountId: string
  name: string
  plan: PlanName
  mode: Mode
  credits_left: number
  rate: Rate
  /** Told with the beginning of work only. */
  restriction?: Restriction | undefined
}

export type Begin = {
  call: Call
  needs: { password?: boolean; entries?: number }
  /** What is to be done; none for what costs and holds nothing, such as a cache hit. All is held or nothing. */
  work: Omit<HoldRequest, 'mode'>[]
  idempotency?: IdempotentCall | undefined
}

export type BeginResult =
  | { outcome: 'go'; account: AccountView; credits_charged: number }
  | { outcome: 'replay'; account: AccountView; answer: StoredAnswer }
  /** Another request is making the very file: nothing is held, look for the file or begin again. */
  | { outcome: 'under_way'; account: AccountView }
  | Refusal

/** The windows of this account's rate limits. */
export type Windows = { get(method: Method): Window | undefined; set(method: Method, window: Window): void }

type Admitted = { ok: true; profile: Profile; key: KeyRow; rate: Rate }

/** How long a call may take to answer that waits for no work: asynchronous ones and cache hits. Milliseconds. */
const ANSWER_AT_ONCE_MS = 90_000

/** Key, rate, scope. */
export function admit(
  store: AccountStore,
  { call, windows, now }: { call: Call; windows: Windows; now: number },
): Admitted | Refusal {
  const key = store.keyByHash(call.keyHash)
  if (!key || !isActive(key, now)) return { outcome: 'refused', code: 'unauthorized' }
  const profile = store.profile()
  const { allowed, window, rate } = count(windows.get(call.method), {
    plan: profile.plan,
    method: call.method,
    now,
  })
  if (!allowed)
    return {
      outcome: 'refused',
      code: 'rate_limited',
      plan: profile.plan,
      retryAfter: rate.resetSeconds,
      rate,
    }
  windows.set(call.method, window)
  if (!key.scopes.includes(call.scope))
    return { outcome: 'refused', code: 'forbidden', scope: call.scope, rate }
  return { ok: true, profile, key, rate }
}

/** Everything between a valid body and the work: a hold for each piece of it, or the reason why not. */
export function beginWork(
  store: AccountStore,
  { begin, windows, now }: { begin: Begin; windows: Windows; now: number },
): BeginResult {
  const admitted = admit(store, { call: begin.call, windows, now })
  if (!('ok' in admitted)) return admitted
  const { profile, key, rate } = admitted

  const before = begin.idempotency && recallCall(store, begin, key.mode, now)
  if (before?.outcome === 'replay')
    return { outcome: 'replay', account: viewOf(admitted), answer: before.answer }
  if (before?.outcome === 'lost') {
    const hold = before.taskId === null ? undefined : store.hold(before.taskId)
    const lost = hold ? { taskId: hold.taskId, released: hold.resolution?.outcome === 'released' } : null
    return { outcome: 'replay', account: viewOf(admitted), answer: lostAnswer(lost) }
  }
  if (before?.outcome === 'mismatch') return { outcome: 'refused', code: 'idempotency_mismatch', rate }
  if (before?.outcome === 'in_flight')
    return { outcome: 'refused', code: 'idempotency_in_flight', retryAfter: before.retryAfter, rate }

  const refusal = planRefusal(profile.plan, begin.needs)
  if (refusal) return { ...refusal, rate }

  if (begin.work.some(({ cacheKey, taskId }) => cacheKey && store.isUnderWay({ cacheKey, taskId })))
    return underWay(admitted, { call: begin.call, windows })

  const requests = begin.work.map((work) => ({ ...work, mode: key.mode }))
  const held = hold(profile.balance, {
    requests,
    known: (taskId) => store.hold(taskId) !== undefined,
    now,
  })
  if (!held.ok)
    return {
      outcome: 'refused',
      code: 'insufficient_credits',
      needed: held.needed,
      available: held.available,
      rate,
    }

  const limit = plans[profile.plan].synchronousRenders
  const synchronous = held.holds.filter((one) => one.synchronous).length
  if (synchronous > 0 && store.synchronousHolds() + synchronous > limit)
    return { outcome: 'refused', code: 'too_many_renders', plan: profile.plan, limit, retryAfter: 1, rate }

  store.saveBalance(held.balance)
  for (const one of held.holds) store.saveHold(one)
  for (const entry of held.entries) record(store, { accountId: profile.accountId, entry })
  if (begin.idempotency) rememberCall(store, begin, key.mode, now)
  return {
    outcome: 'go',
    account: viewOf({ ...admitted, profile: { ...profile, balance: held.balance } }),
    credits_charged: key.mode === 'test' ? 0 : begin.work.reduce((sum, { credits }) => sum + credits, 0),
  }
}

/** The caller will ask again for the same request, which counts once. */
function underWay(admitted: Admitted, { call, windows }: { call: Call; windows: Windows }): BeginResult {
  const window = windows.get(call.method)
  if (window) windows.set(call.method, { ...window, used: window.used - 1 })
  return { outcome: 'under_way', account: viewOf(admitted) }
}

/** What an answer shows of the account. */
export function viewOf({ profile, key, rate }: Omit<Admitted, 'ok'>): AccountView {
  const { accountId, name, plan, balance } = profile
  return { accountId, name, plan, mode: key.mode, credits_left: available(balance), rate }
}

/** A test key's request is another request than the same with a live key: one is charged, the other stamped. */
function fingerprintFor(mode: Mode, fingerprint: string): string {
  return `${mode} ${fingerprint}`
}

/** What is remembered of the call; a repeat of this very `begin` (the same request) is no second call. */
function recallCall(store: AccountStore, { idempotency }: Begin, mode: Mode, now: number) {
  if (!idempotency) return undefined
  const remembered = store.calls.find(idempotency)
  if (remembered?.requestId === idempotency.requestId && !remembered.answer) return undefined
  return recall(remembered, { fingerprint: fingerprintFor(mode, idempotency.fingerprint), now })
}

function rememberCall(store: AccountStore, { idempotency, work }: Begin, mode: Mode, now: number): void {
  if (!idempotency) return
  const { route, key, fingerprint, requestId } = idempotency
  const awaited = work.filter((one) => one.synchronous).map((one) => one.leaseMs)
  const leaseMs = awaited.length > 0 ? Math.max(...awaited) : ANSWER_AT_ONCE_MS
  store.calls.save({
    route,
    key,
    fingerprint: fingerprintFor(mode, fingerprint),
    requestId,
    taskId: work.length === 1 ? (work[0]?.taskId ?? null) : null,
    leaseUntil: now + leaseMs,
    expiresAt: now + KEPT_MS,
  })
}

function planRefusal(plan: PlanName, { password, entries = 0 }: Begin['needs']): Refusal | undefined {
  if (password && !plans[plan].password)
    return { outcome: 'refused', code: 'plan_feature', plan, feature: 'password' }
  const limit = plans[plan].entriesPerBatch
  if (entries > limit) return { outcome: 'refused', code: 'plan_limit', plan, limit, needed: entries }
  return undefined
}
