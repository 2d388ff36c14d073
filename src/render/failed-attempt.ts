/** What it means that an attempt at a document came to nothing: for the document, and for the account whose it is. */

import type { Lost } from './render-problem'

/** `deployed`: the pool's object was replaced meanwhile. */
export type FailedAttempt = Lost & { deployed?: boolean }

/**
 * `taken`: others needed its slot. `deployed`: all documents of that browser were cut with it. `anothers`: the browser was kept
 * busy, maybe by another's document. `waste`: its account is told what it took.
 */
type Verdict = 'taken' | 'deployed' | 'anothers' | 'waste'

/** `busy`: it used a processor all the time; otherwise it waited. `disruptive`: others in its browser had to wait. */
export type Waste = { elapsedMs: number; busy: boolean; disruptive: boolean }

/** How often a browser may be lost with a document. */
const MAX_ATTEMPTS = 2
const TRIED_AGAIN: ReadonlySet<Lost['failure']> = new Set(['browser_lost', 'page_crashed', 'no_slot'])

/** `apart`: whether it was printed in a browser for documents that are stopped there, one at a time. */
export function verdictOf({ failure, deployed }: FailedAttempt, apart: boolean): Verdict {
  if (failure === 'slot_taken') return 'taken'
  if (deployed) return 'deployed'
  return failure === 'stalled' && !apart ? 'anothers' : 'waste'
}

/** What is counted against the account of a document that took `elapsedMs`. */
export function wasteOf(failed: FailedAttempt, apart: boolean, elapsedMs: number): Waste {
  const { failure } = failed
  // Another's document may have cost it the browser.
  const busy = failure === 'timeout' ? failed.busy : failure !== 'browser_lost'
  return { elapsedMs, busy, disruptive: failure === 'flooded' || (apart && failure === 'stalled') }
}

/** Whether a document is tried again that was tried `attempts` times: what stopped it for others' sake is none of them. */
export function mayTryAgain({ failure }: FailedAttempt, attempts: number): boolean {
  return TRIED_AGAIN.has(failure) && attempts < MAX_ATTEMPTS
}
