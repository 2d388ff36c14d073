/** How long a webhook may take, and when webhooks and uploads that did not arrive are sent again. Pure. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** A wait is lengthened by up to this share, so that what failed together is not tried together. */
const JITTER = 0.2

/** Waits between the first try and the last, and how long at most the other side may ask to wait. */
type Schedule = { waitsMs: readonly number[]; maxWaitMs: number }

/** How long a receiver may take to answer, in milliseconds. */
export const WEBHOOK_TIMEOUT_MS = 15_000

export const WEBHOOKS: Schedule = {
  waitsMs: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR],
  maxWaitMs: 12 * HOUR,
}
/** Presigned addresses seldom hold for longer. */
export const UPLOADS: Schedule = {
  waitsMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  maxWaitMs: 60 * MINUTE,
}

/** How often it was tried, from 1; the time in milliseconds since 1970; a number from 0 up to 1. */
export type Tried = { tries: number; now: number; random: number }

/** What one try came to: a status, or why there was none. */
export type AttemptResult = { status: number; retryAfter?: string | undefined } | { error: string }

export type NextStep =
  | { status: 'delivered' }
  /** The receiver said 410, or the last try failed. */
  | { status: 'failed' }
  | { status: 'pending'; dueAt: number }

/** Decides what follows from a try to send a webhook. */
export function nextStep(result: AttemptResult, tried: Tried): NextStep {
  if ('status' in result) {
    if (result.status >= 200 && result.status < 300) return { status: 'delivered' }
    if (result.status === 410) return { status: 'failed' }
  }
  const dueAt = nextTryAt(WEBHOOKS, 'status' in result ? result.retryAfter : undefined, tried)
  return dueAt === undefined ? { status: 'failed' } : { status: 'pending', dueAt }
}

/** When it is tried again, in milliseconds since 1970; undefined after the last try. `retryAfter` is the other side's header. */
export function nextTryAt(
  { waitsMs, maxWaitMs }: Schedule,
  retryAfter: string | undefined,
  { tries, now, random }: Tried,
): number | undefined {
  const scheduled = waitsMs[tries - 1]
  if (scheduled === undefined) return undefined
  const wait = Math.max(scheduled * (1 + JITTER * random), retryAfterMs(retryAfter, now))
  return now + Math.round(Math.min(wait, maxWaitMs))
}

/** `Retry-After` (RFC 9110 10.2.3), seconds or a date, as milliseconds from now; 0 where it says nothing. */
function retryAfterMs(value: string | undefined, now: number): number {
  if (value === undefined) return 0
  const wait = /^\d+$/.test(value) ? Number(value) * SECOND : Date.parse(value) - now
  return Number.isFinite(wait) && wait > 0 ? wait : 0
}
