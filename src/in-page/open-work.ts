/**
 * What scripts of the document have begun and others do for them: requests, and what the browser does beside the page's
 * own thread. Only these scripts know of it; a document whose answer has come, and was not read yet, looks complete.
 */

import { countedMs } from './patience'

/** How long work that is no request is waited for over the life of a document, in milliseconds. */
const MAX_WORK_MS = 3000

/** Counts what is under way. */
export class Counter {
  #open = 0

  get open(): number {
    return this.#open
  }

  /** Counts one more until the returned function is called. */
  begin(): () => void {
    noteLaterCall()
    let counts = 1
    this.#open++
    return () => {
      this.#open -= counts
      counts = 0
    }
  }

  /** Counts one more until the promise is settled, and returns the promise. */
  until<Result>(promise: Promise<Result>): Promise<Result> {
    const done = this.begin()
    promise.then(done, done)
    return promise
  }
}

export const requests = new Counter()
export const work = new Counter()
let waitedForWork = 0

let areCalledLater = false

/** Notes that scripts asked to be called by something that comes later (`later-calls.ts`). */
export function noteLaterCall(): void {
  areCalledLater = true
}

/** Whether they ever did. */
export function mayBeCalledLater(): boolean {
  return areCalledLater
}

/** Waits until all has ended: for requests `maxRequestMs` milliseconds at the most. Returns whether it had to. */
export async function workEnded(
  maxRequestMs: number,
  pause: () => Promise<unknown>,
  now: () => number,
): Promise<boolean> {
  const begun = now()
  const isAwaited = () =>
    (requests.open > 0 && now() - begun < maxRequestMs) || (work.open > 0 && waitedForWork < MAX_WORK_MS)
  if (!isAwaited()) return false
  while (isAwaited()) {
    const before = now()
    await pause()
    if (work.open > 0) waitedForWork += countedMs(now() - before)
  }
  return true
}
