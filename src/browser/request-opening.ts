/** Asks the one pool object that rations openings (`opening-governor.ts`) for leave to open a browser. */

import { BrowserUnavailable } from './browser-sessions'
import type { OpeningAnswer } from './opening-governor'

/** Its name; shards are called `region:n`, and the others `quarantine:n`. */
const NAME = 'openings'

/** The pool, as far as it is asked. */
type Openings = Pick<DurableObjectNamespace, 'idFromName'> & {
  get(id: DurableObjectId): { mayOpen(asked: { successor: boolean }): Promise<OpeningAnswer> }
}

/**
 * Throws `BrowserUnavailable` if no browser may be opened now. If the object cannot be asked (it is deployed again, or of the
 * release before, which does not know the call), the platform alone decides.
 */
export async function requestOpening(pool: Openings, asked: { successor: boolean }): Promise<void> {
  const answer = await pool
    .get(pool.idFromName(NAME))
    .mayOpen(asked)
    .catch(() => undefined)
  if (answer?.ok === false) throw new BrowserUnavailable(answer.retryAfter)
}
