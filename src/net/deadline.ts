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
