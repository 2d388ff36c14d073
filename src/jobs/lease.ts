/**
 * Work ends before the lease of its hold does: what it came to after that would be charged to nobody, and queued work would
 * have been begun once more.
 */
import { Problem } from '../errors'

/** So long before the end of the lease work is given up: its account is told in time. Milliseconds. */
const MARGIN_MS = 5_000

/**
 * Runs `work` with a signal that is aborted when `signal` is, or shortly before a lease of so many milliseconds from now
 * is over, with the reason `render_timeout`.
 */
export async function withinLease<Result>(
  { leaseMs, signal }: { leaseMs: number; signal: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(tooLate(leaseMs)), Math.max(0, leaseMs - MARGIN_MS))
  try {
    return await work(signal ? AbortSignal.any([signal, late.signal]) : late.signal)
  } finally {
    clearTimeout(timer)
  }
}

function tooLate(leaseMs: number): Problem {
  const detail = `The work was not done within ${Math.round(leaseMs / 1000)} s: the service is busy, or the document takes much work. Nothing was charged; send it again later, or in parts.`
  return new Problem('render_timeout', { detail })
}
