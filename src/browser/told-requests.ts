/** Requests by which a page learns that we were told of all that it asked for before (`in-page/settle.ts`). */
import type { Protocol } from 'devtools-protocol'
import { TOLD_PATH } from '../in-page/contract'
import { ignore } from '../time/waiting'
import type { Cdp } from './cdp'

/** Of one page. More of them, as scripts may send, are requests as any others. */
const MAX_TOLD = 200

/** Returns what answers such a request at once, and returns whether it was one. */
export function answerTold(
  cdp: Cdp,
): (paused: Protocol.Fetch.RequestPausedEvent, session: string) => boolean {
  let told = 0
  return ({ requestId, request }, session) => {
    if (!request.url.endsWith(TOLD_PATH) || told++ >= MAX_TOLD) return false
    cdp.reply(session, 'Fetch.fulfillRequest', { requestId, responseCode: 204 }).catch(ignore)
    return true
  }
}
