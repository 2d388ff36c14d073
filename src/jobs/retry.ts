/** Which failures may pass by themselves, and how long to wait for that. Pure. */
import type { Problem } from '../errors'
import { FetchRefused } from '../net/refused'
import { InputMissing, NewerJob } from './job-storage'

/** Tries of one task that began; finding no free browser is none. */
export const MAX_ATTEMPTS = 5
/** After this time a task that found no browser, or was never finished, fails. Milliseconds. */
export const MAX_TASK_AGE_MS = 24 * 60 * 60 * 1000

/** Whether the same job may succeed later: our side was short of something, or a server it needs was. */
export function isTransient(problem: Problem): boolean {
  if (problem instanceof InputMissing) return false
  switch (problem.code) {
    case 'pool_full':
    case 'browser_lost':
    case 'internal':
      return true
    case 'asset_failed':
      return problem.cause instanceof FetchRefused && problem.cause.transient
    default:
      return false
  }
}

/** Whether a try that ended so counts: without a free browser, or a job that can be read, nothing began. */
export function countsAsAttempt(problem: Problem): boolean {
  return problem.code !== 'pool_full' && !(problem instanceof NewerJob)
}

/** Whether a task that failed so is tried again; `tries` are those that counted, this one included. */
export function shouldRetry(problem: Problem, tries: number): boolean {
  return isTransient(problem) && !(countsAsAttempt(problem) && tries >= MAX_ATTEMPTS)
}

/**
 * Seconds until the next try. `tries` are those that counted, `returns` how often the message came back in all;
 * `random` is from 0 up to 1. What the platform asked for is the least.
 */
export function retryDelay(
  problem: Problem,
  { tries, returns, random }: { tries: number; returns: number; random: number },
): number {
  const wait = countsAsAttempt(problem) ? Math.min(5 * 3 ** (tries - 1), 300) : Math.min(1 + returns, 60)
  return Math.ceil(Math.max(wait, problem.retryAfter ?? 0) * (1 + random / 2))
}
