import { FetchRefused } from './refused'

/**
 * Runs `work` with one limit on its whole time, in milliseconds. When it passes, the signal aborts with a
 * FetchRefused `time` whose message names `subject`; what is under way ends with that error.
 */
export async function within<T>(
  timeoutMs: number,
  subject: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    const text = `${subject} took longer than ${timeoutMs / 1_000} s. Try again, or use a faster server.`
    controller.abort(new FetchRefused('time', text))
  }, timeoutMs)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Stops waiting for a promise that cannot be aborted itself. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([promise, aborted])
}
