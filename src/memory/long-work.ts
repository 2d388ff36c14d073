/**
 * Long computation that cannot be divided. It keeps everything else in its isolate waiting, so one piece is done after
 * another, each after a pause for the rest of what the isolate has to do.
 */

import { rejectOnAbort, sleep } from '../time/waiting'
import { turns } from './isolate-turns'
import { MemoryBudget } from './memory-budget'

/** Work that is expected to take less is done at once. */
export const SHORT_WORK_MS = 25
/** The pause before a piece, for each millisecond that it is expected to take, and the longest; alone in the isolate. */
const ALONE = { share: 1, maxMs: 250 }
/**
 * The same beside other accounts: a small document takes some twenty steps, each of which may find a piece before it, and
 * has taken as long as two or three of the longest pieces by itself.
 */
const SHARED = { share: 4, maxMs: 1_000 }

const oneAtATime = new MemoryBudget(1)

/**
 * Runs `work` when nothing else of its kind runs, after a pause by what it is expected to take, in milliseconds: so all such
 * work has about half of the processor, and a fifth while several accounts have work here. Throws the reason of `signal`.
 */
export async function runLongWork<Result>(
  expectedMs: number,
  work: () => Result | Promise<Result>,
  options: { accountId?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Result> {
  if (expectedMs < SHORT_WORK_MS) return await work()
  const paused = async () => {
    const { share, maxMs } = turns.isShared(Date.now()) ? SHARED : ALONE
    await rejectOnAbort(options.signal, sleep(Math.min(maxMs, share * expectedMs)))
    return await work()
  }
  return await oneAtATime.run(1, paused, options)
}
