/** Work that is given up before its end: its task was deleted, or its caller hung up. */
import { Problem } from '../errors'

/** Why work was given up: the reason of the signal that ends it. Nothing is charged. */
export class Canceled extends Problem {
  constructor(detail: string) {
    super('canceled', { detail })
  }
}

/**
 * What `work` returns, or the reason of `signal` as soon as that is aborted. What `work` still does is not waited for.
 */
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
