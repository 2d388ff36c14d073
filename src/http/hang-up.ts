/**
 * A caller who hangs up before the reply. Without an `Idempotency-Key` nobody can ever ask for the result again, since
 * the task's id was not told, so the work ends, and nothing is charged. With one the caller may come back for the
 * result, so the work goes on. One who has hung up when its turn comes (`caller-pace.ts`) is not even let in. The
 * browser time of work that ended counts as wasted (`accounts/strikes.ts`), and the request counts to the rate.
 */

import { Canceled } from '../jobs/cancellation'
import type { AppContext } from './context'

/** A signal that is aborted, with the reason for the task's record, when the caller of this request hangs up. */
export function hangUpSignal(c: AppContext): AbortSignal {
  const hangUp = new AbortController()
  const { signal } = c.req.raw
  const abort = () =>
    hangUp.abort(new Canceled('The caller closed the connection before the reply. Nothing was charged.'))
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  return hangUp.signal
}
