/**
 * Requests a minute, counted exactly: a window opens with the first request, lasts a minute, and admits the plan's
 * number. Pure; the object keeps the windows.
 */
import { type PlanName, plans } from './plans'

const WINDOW_MS = 60_000

/** What a request counts as: reading, a preview, or everything else. */
export type Method = 'POST' | 'GET' | 'PREVIEW'

/**
 * What is counted together: requests of live keys, those of test keys, and those that a key has no scope for. None of them
 * uses up the rate of the others.
 */
export type RateClass = Method | `test ${Method}` | `refused ${Method}`

/** What is counted by the day (`quotas.ts`). */
export type DailyCount = 'test documents' | 'uncharged tasks' | 'previews of a day'

/** What the table of windows has: GETs are in memory only, and POSTs are stored with the balance. */
export type StoredWindow = DailyCount | 'PREVIEW'

const POLICIES = { POST: 'posts', GET: 'gets', PREVIEW: 'previews' } as const

export type Window = { openedAt: number; used: number }

/** The state of a limit as a caller is told it. */
export type Rate = {
  /** Name of the policy in the `RateLimit` headers. */
  policy: (typeof POLICIES)[Method]
  limit: number
  remaining: number
  /** Seconds until the window closes, rounded up. */
  resetSeconds: number
  windowSeconds: number
}

/** Counts one request. A refused one is not counted, so that the window is never pushed further. */
export function countRequest(
  window: Window | undefined,
  { plan, method, now }: { plan: PlanName; method: Method; now: number },
): { allowed: boolean; window: Window; rate: Rate } {
  const limit = limitOf(plan, method)
  const open = window && now - window.openedAt < WINDOW_MS ? window : { openedAt: now, used: 0 }
  const allowed = open.used < limit
  const next = allowed ? { ...open, used: open.used + 1 } : open
  const rate: Rate = {
    policy: POLICIES[method],
    limit,
    remaining: Math.max(0, limit - next.used),
    resetSeconds: Math.max(1, Math.ceil((next.openedAt + WINDOW_MS - now) / 1000)),
    windowSeconds: WINDOW_MS / 1000,
  }
  return { allowed, window: next, rate }
}

function limitOf(plan: PlanName, method: Method): number {
  const { postsPerMinute, getsPerMinute, previews } = plans[plan]
  return { POST: postsPerMinute, GET: getsPerMinute, PREVIEW: previews.perMinute }[method]
}
