/**
 * Long computation that cannot be divided. It keeps everything else in its isolate waiting, so one piece is done after
 * another, with a pause between two for the rest of what the isolate has to do.
 */

import { rejectOnAbort, sleep } from '../time/waiting'
import { turns } from './isolate-turns'
import { MemoryBudget } from './memory-budget'

/** Work that is expected to take less is done at once. */
export const SHORT_WORK_MS = 25
/** The pause for a piece, for each millisecond that it is expected to take, and the longest; alone in the isolate. */
const ALONE = { share: 1, maxMs: 250 }
/**
 * The same beside other accounts: a small document takes some twenty steps, each of which may find a piece before it, and
 * has taken as long as two or three of the longest pieces by itself.
 */
const SHARED = { share: 4, maxMs: 1_000 }

const oneAtATime = new MemoryBudget(1)

/** The pauses that pieces of long work owe to the rest of the isolate. All times are in milliseconds. */
export class OwedPauses {
  /** When the pauses for all pieces that were begun will have been. */
  #until = 0

  /**
   * How long a piece waits that owes a pause of `pauseMs` itself: for what earlier ones owe, and no longer than its own pause,
   * so that what is short does not pay for what was long.
   */
  before(pauseMs: number, now: number): number {
    return Math.max(0, Math.min(pauseMs, this.#until - now))
  }

  /** Counts a piece that is begun. */
  begin(expectedMs: number, pauseMs: number, now: number): void {
    this.#until = Math.max(this.#until, now) + expectedMs + pauseMs
  }
}

/** Of this isolate. */
const owed = new OwedPauses()

/**
 * Runs `work` when nothing else of its kind runs, and after a pause by what it is expected to take, in milliseconds, unless
 * the isolate has had that since the work before: so all such work has about half of the processor, and a fifth while several
 * accounts have work here. Throws the reason of `signal`.
 */
export async function runLongWork<Result>(
  expectedMs: number,
  work: () => Result | Promise<Result>,
  options: { accountId?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Result> {
  if (expectedMs < SHORT_WORK_MS) return await work()
  const paused = async () => {
    const { share, maxMs } = turns.isShared(Date.now()) ? SHARED : ALONE
    const pauseMs = Math.min(maxMs, share * expectedMs)
    await rejectOnAbort(options.signal, sleep(owed.before(pauseMs, Date.now())))
    owed.begin(expectedMs, pauseMs, Date.now())
    return await work()
  }
  return await oneAtATime.run(1, paused, options)
}
