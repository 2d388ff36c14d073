/** One limit on the time of a whole exchange: look-up, redirects and body. */
import { FetchRefused } from './refused'

/** The limit on the time of one exchange. `signal` aborts when it passes. */
export type TimeLimit = {
  signal: AbortSignal
  /** Resolves as `waiting`, whose time does not count: it is for something of ours. */
  pauseFor<Result>(waiting: Promise<Result>): Promise<Result>
}

/**
 * Runs `work` with one limit on its whole time, in milliseconds. When it passes, the signal aborts with a
 * FetchRefused `time` whose message names `subject`; what is under way ends with that error.
 */
export async function within<T>(
  timeoutMs: number,
  subject: string,
  work: (limit: TimeLimit) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const abort = () => {
    const text = `${subject} took longer than ${timeoutMs / 1_000} s. Try again, or use a faster server.`
    controller.abort(new FetchRefused('time', text))
  }
  let endsAt = Date.now() + timeoutMs
  let timer = setTimeout(abort, timeoutMs)
  const pauseFor = async <Result>(waiting: Promise<Result>) => {
    const pausedAt = Date.now()
    clearTimeout(timer)
    try {
      return await waiting
    } finally {
      endsAt += Date.now() - pausedAt
      timer = setTimeout(abort, Math.max(0, endsAt - Date.now()))
    }
  }
  try {
    return await work({ signal: controller.signal, pauseFor })
  } finally {
    clearTimeout(timer)
  }
}
