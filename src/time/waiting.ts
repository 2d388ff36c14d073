/** Waiting: for a while, for work with a time-out, for work that a signal may abort. Times are in milliseconds. */

export const DAY_MS = 24 * 60 * 60 * 1000

/** Resolves after `ms`. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Resolves as `work`, or after `ms` as `onTimeout`, which returns a value or throws an error. The timer ends with the
 * work; the work itself is not stopped.
 */
export async function withTimeout<Result, Late>(
  work: Promise<Result>,
  ms: number,
  onTimeout: () => Late,
): Promise<Result | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms))
  }).then(onTimeout)
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves as `work`, or rejects with the reason of `signal` as soon as that is aborted. The work is not stopped. */
export async function rejectOnAbort<Result>(
  signal: AbortSignal | undefined,
  work: Promise<Result>,
): Promise<Result> {
  if (!signal) return await work
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
    work.catch(() => undefined)
  }
}

/** What to do about a promise whose failure is told elsewhere. */
export function ignore(): void {}
