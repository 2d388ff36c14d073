/** Long renderings take turns with each other, and let other requests of their isolate run. */
import { Problem } from '../errors'
import { turns } from '../memory/isolate-turns'
import { MemoryBudget } from '../memory/memory-budget'
import { rejectOnAbort, sleep } from '../time/waiting'
import type { Rendering } from './rendering'

/** Steps that a rendering begins with: an invoice of some 25 lines takes fewer, and never waits. */
const FIRST_STEPS = 30_000
/** Steps of each further piece: some 15 ms. */
const STEPS_PER_TURN = 7_500
/** What so many steps take, about, in milliseconds. */
const TURN_MS = 15
/** Long renderings of an isolate at once, at most half of them an account's. */
const MAX_AT_ONCE = 4
/** So many long renderings of an account may wait in an isolate: more than any plan's synchronous and queued work. */
const MAX_WAITING = 60

const longRenderings = new MemoryBudget(MAX_AT_ONCE)

/** For whom a template is rendered; work of nobody, such as a picture of ours, has no share to keep to. */
export type RenderingOwner = {
  accountId?: string | undefined
  /** Ends the rendering. */
  signal?: AbortSignal | undefined
}

/**
 * Renders to the end. A rendering that is longer than a piece waits for its account's turn, and lets others run after
 * each piece: computation keeps every other request of its isolate waiting.
 *
 * @throws Problem as `advance` does, `pool_full` if too many of the account wait; the reason of `signal`
 */
export async function renderInTurns(
  rendering: Rendering,
  { accountId, signal }: RenderingOwner = {},
): Promise<string> {
  const html = rendering.advance(FIRST_STEPS)
  if (html !== undefined) return html
  if (accountId !== undefined && longRenderings.waiting(accountId) >= MAX_WAITING) {
    const detail = 'Too many long templates of this account are being rendered. Try again later.'
    throw new Problem('pool_full', { detail, retryAfter: 10 })
  }
  return await longRenderings.run(1, () => continueInTurns(rendering, { accountId, signal }), {
    accountId,
    signal,
  })
}

async function continueInTurns(rendering: Rendering, { accountId, signal }: RenderingOwner): Promise<string> {
  for (let taken = STEPS_PER_TURN; ; ) {
    // A filter takes many steps at once; what takes time without them is no less than a piece.
    const pieces = Math.max(1, taken / STEPS_PER_TURN)
    // At once when the caller is gone: the platform may let nothing of the request run a moment later.
    const pauseMs = turns.pauseAfter(rendering, TURN_MS * pieces, Date.now(), accountId)
    await rejectOnAbort(signal, sleep(pauseMs))
    const before = rendering.used
    const html = rendering.advance(STEPS_PER_TURN)
    if (html !== undefined) return html
    taken = rendering.used - before
  }
}
