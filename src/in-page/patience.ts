/** Time that is waited in pauses. */

/** Milliseconds of a pause. */
export const PAUSE_MS = 10
/** A pause may take so long on a machine that is not busy. */
const MAX_PAUSE_MS = 20
/** So much less than waiting counts what comes late. */
const LATE_SHARE = 5

/**
 * What of a pause counts as waiting, in milliseconds. One that takes longer was had on a busy machine, or in a busy page: what is
 * waited for takes longer, too, and only a part of that counts.
 */
export function countedMs(tookMs: number): number {
  return Math.min(tookMs, MAX_PAUSE_MS) + Math.max(0, tookMs - MAX_PAUSE_MS) / LATE_SHARE
}
