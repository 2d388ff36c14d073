/**
 * Long computation that cannot be divided. It keeps everything else in its isolate waiting, so one piece is done after
 * another, each after a pause for the rest of what the isolate has to do.
 */

import { rejectOnAbort, sleep } from '../time/waiting'
import { MemoryBudget } from './memory-budget'

/** Work that is expected to take less is done at once. */
export const SHORT_WORK_MS = 25
const MAX_PAUSE_MS = 250

const oneAtATime = new MemoryBudget(1)

/**
 * Runs `work` when nothing else of its kind runs, after a pause of as long as it is expected to take, in milliseconds:
 * so it never has more than about half of the processor. Throws the reason of `signal`.
 */
export async function runLongWork<Result>(
  expectedMs: number,
  work: () => Result | Promise<Result>,
  options: { accountId?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Result> {
  if (expectedMs < SHORT_WORK_MS) return await work()
  const paused = async () => {
    await rejectOnAbort(options.signal, sleep(Math.min(MAX_PAUSE_MS, expectedMs)))
    return await work()
  }
  return await oneAtATime.run(1, paused, options)
}
