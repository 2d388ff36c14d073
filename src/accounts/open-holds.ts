/** How much of an account's work has not ended, by what it takes. */
import type { Hold } from './ledger'

/** Renders that somebody waits for, and tasks in the queue; those of test keys are counted in both. */
export type OpenWork = { renders: number; tasks: number; testRenders: number; testTasks: number }

/** The counts of open holds. */
export function countWork(holds: readonly Hold[]): OpenWork {
  const work: OpenWork = { renders: 0, tasks: 0, testRenders: 0, testTasks: 0 }
  for (const hold of holds) addWork(work, hold, 1)
  return work
}

/** Adds one hold, or takes it away. */
export function addWork(work: OpenWork, hold: Hold, by: 1 | -1): void {
  const isTest = hold.mode === 'test'
  if (hold.synchronous) {
    work.renders += by
    if (isTest) work.testRenders += by
  } else if (isQueued(hold)) {
    work.tasks += by
    if (isTest) work.testTasks += by
  }
}

/** Whether a hold is a task in the queue. What a caller waits for is synchronous, or a code with its cache key. */
export function isQueued({ synchronous, cacheKey }: Hold): boolean {
  return !synchronous && cacheKey === undefined
}
