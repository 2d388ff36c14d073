/**
 * The rules of credits, pure: a balance and what is asked of it go in, the changed balance, the changed hold and the
 * entry to append come out. `account-object.ts` stores what these answer and decides nothing itself.
 *
 * Invariants after every step: available = granted − settled − held ≥ 0, and a hold resolves exactly once: settled
 * (possibly for less than was held) or released. A duplicate of any step changes nothing and returns the first outcome.
 *
 * Credits are integers; times are milliseconds since 1970 and always passed in.
 */
import type { Mode } from './api-keys'

/** The largest grant; no account has more. */
export const MAX_CREDITS = 1_000_000_000

export type Balance = { granted: number; settled: number; held: number }

export type Resolution = {
  outcome: 'settled' | 'released'
  charged: number
  at: number
  reason: string | null
}

/** Credits set aside for one task. A hold's id is the task's id. Test work holds and charges 0. */
export type Hold = {
  taskId: string
  kind: string
  mode: Mode
  credits: number
  synchronous: boolean
  heldAt: number
  /** When the account releases it by itself: later than the longest possible task. */
  expiresAt: number
  /** Names the file that the work makes, where a later request may be answered with the same one. */
  cacheKey?: string | undefined
  resolution: Resolution | null
}

/** One line of the ledger, never changed once written. `left` is what was available afterwards. */
export type Entry = {
  at: number
  type: 'grant' | 'hold' | 'settle' | 'release' | 'expire'
  taskId: string | null
  kind: string | null
  mode: Mode | null
  credits: number
  left: number
  reason: string | null
}

/** Credits that can still be held. */
export function available(balance: Balance): number {
  return balance.granted - balance.settled - balance.held
}

/** Adds credits; a negative `amount` takes some back, but never below what is available. */
export function grant(
  balance: Balance,
  { amount, reason, now }: { amount: number; reason: string; now: number },
): { ok: true; balance: Balance; entry: Entry } | { ok: false; available: number } {
  const left = available(balance) + amount
  if (left < 0) return { ok: false, available: available(balance) }
  const entry: Entry = {
    at: now,
    type: 'grant',
    taskId: null,
    kind: null,
    mode: null,
    credits: amount,
    left,
    reason,
  }
  return { ok: true, balance: { ...balance, granted: balance.granted + amount }, entry }
}

export type HoldRequest = {
  taskId: string
  kind: string
  mode: Mode
  credits: number
  leaseMs: number
  synchronous: boolean
  cacheKey?: string | undefined
}

/**
 * Holds credits for every request together or for none. Those in `known` (ids held before, in whatever state now)
 * are duplicates, and so is an id that comes twice: they are not held a second time.
 */
export function hold(
  balance: Balance,
  {
    requests,
    known,
    now,
  }: { requests: readonly HoldRequest[]; known: (taskId: string) => boolean; now: number },
):
  | { ok: true; balance: Balance; holds: Hold[]; entries: Entry[] }
  | { ok: false; needed: number; available: number } {
  const ids = requests.map(({ taskId }) => taskId)
  const fresh = requests.filter(({ taskId }, index) => !known(taskId) && ids.indexOf(taskId) === index)
  const holds = fresh.map(
    ({ leaseMs, mode, credits, ...rest }): Hold => ({
      ...rest,
      mode,
      credits: mode === 'test' ? 0 : credits,
      heldAt: now,
      expiresAt: now + leaseMs,
      resolution: null,
    }),
  )
  const needed = holds.reduce((sum, { credits }) => sum + credits, 0)
  if (needed > available(balance)) return { ok: false, needed, available: available(balance) }
  let held = balance.held
  const entries = holds.map((one): Entry => {
    held += one.credits
    return entryOf(one, {
      at: now,
      type: 'hold',
      credits: one.credits,
      left: available({ ...balance, held }),
    })
  })
  return { ok: true, balance: { ...balance, held }, holds, entries }
}

/**
 * Raises an open hold to `credits` where it has less; test work holds nothing. `entry` is `null` if nothing changes.
 */
export function raise(
  balance: Balance,
  { hold, credits, now }: { hold: Hold; credits: number; now: number },
): { ok: true; change: { balance: Balance; hold: Hold; entry: Entry } | null } | { ok: false } {
  if (hold.resolution) return { ok: false }
  const more = hold.mode === 'test' ? 0 : credits - hold.credits
  if (more <= 0) return { ok: true, change: null }
  if (more > available(balance)) return { ok: false }
  const after = { ...balance, held: balance.held + more }
  const entry = entryOf(hold, { at: now, type: 'hold', credits: more, left: available(after) })
  return { ok: true, change: { balance: after, hold: { ...hold, credits: hold.credits + more }, entry } }
}

export type Resolved = {
  resolution: Resolution
  /** What to store; `null` if the hold was resolved before and nothing changes. */
  change: { balance: Balance; hold: Hold; entry: Entry } | null
}

/** Charges a hold: `credits` (never more than was held; all of it where unsaid), and gives the rest back. */
export function settle(
  balance: Balance,
  { hold, credits = hold.credits, now }: { hold: Hold; credits?: number | undefined; now: number },
): Resolved {
  const charged = Math.min(Math.max(credits, 0), hold.credits)
  return resolve(balance, hold, 'settle', { outcome: 'settled', charged, at: now, reason: null })
}

/** Gives a hold back whole. */
export function release(
  balance: Balance,
  { hold, reason, now }: { hold: Hold; reason: string; now: number },
): Resolved {
  return resolve(balance, hold, 'release', { outcome: 'released', charged: 0, at: now, reason })
}

/** Gives back a hold whose lease is over; one whose lease still runs stays as it is. */
export function expire(balance: Balance, { hold, now }: { hold: Hold; now: number }): Resolved | undefined {
  if (hold.expiresAt > now) return undefined
  return resolve(balance, hold, 'expire', {
    outcome: 'released',
    charged: 0,
    at: now,
    reason: 'the lease ended',
  })
}

function resolve(
  balance: Balance,
  hold: Hold,
  type: 'settle' | 'release' | 'expire',
  resolution: Resolution,
): Resolved {
  if (hold.resolution) return { resolution: hold.resolution, change: null }
  const after: Balance = {
    ...balance,
    held: balance.held - hold.credits,
    settled: balance.settled + resolution.charged,
  }
  const credits = type === 'settle' ? resolution.charged : hold.credits
  const entry = entryOf(hold, { at: resolution.at, type, credits, left: available(after) })
  return {
    resolution,
    change: { balance: after, hold: { ...hold, resolution }, entry: { ...entry, reason: resolution.reason } },
  }
}

function entryOf(
  { taskId, kind, mode }: Hold,
  fields: Pick<Entry, 'at' | 'type' | 'credits' | 'left'>,
): Entry {
  return { ...fields, taskId, kind, mode, reason: null }
}
