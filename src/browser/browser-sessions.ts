/**
 * Browser sessions: acquired through the platform's library, connected to and ended by their ids, whoever provides them.
 *
 * A session of the platform is acquired with guardrails that deny the browser all outgoing traffic (unless the setting turns them off), and
 * each context has a proxy that leads nowhere (`tab.ts`), so that whatever interception should miss reaches no network
 * either.
 */
import { acquire, limits } from '@cloudflare/puppeteer'
import { BROWSERS_ORIGIN, type BrowserProvider } from './browser-provider'
import { BrowserLost, Cdp } from './cdp'
import type { PlatformLimits } from './opening-governor'

const SESSIONS = `${BROWSERS_ORIGIN}/v1/devtools/browser`

/** In seconds: what the platform asks for is heeded between these, and what is usual where it says nothing. */
const RETRY_AFTER = { least: 1, most: 60, usual: 2 }
/** The platform is at a limit of the account, or has no browser for now. */
const REFUSALS = new Set([429, 503])

/** No browser can be had right now, for about so many seconds. */
export class BrowserUnavailable extends Error {
  override readonly name = 'BrowserUnavailable'
  constructor(readonly retryAfter: number) {
    super('there is no free browser')
  }
}

/** Acquires a session, and returns its id; throws `BrowserUnavailable` if there is none now. */
export async function acquireSession(
  provider: BrowserProvider,
  { keepAliveSeconds, guardrails }: { keepAliveSeconds: number; guardrails: boolean },
): Promise<string> {
  // The library's error has neither the status nor the headers.
  let refusal: Response | undefined
  const fetch: BrowserProvider['fetch'] = async (...request) => {
    const response = await provider.fetch(...request)
    if (REFUSALS.has(response.status)) refusal = response
    return response
  }
  const options = {
    keep_alive: keepAliveSeconds * 1000,
    ...(guardrails && { guardrails: { allowedDomains: [] } }),
  }
  const { sessionId } = await acquire({ fetch }, options).catch((error: Error) => {
    throw refusal ? new BrowserUnavailable(retryAfterOf(refusal)) : new BrowserLost(error.message)
  })
  return sessionId
}

function retryAfterOf({ headers }: Response): number {
  const asked = Number(headers.get('retry-after') || RETRY_AFTER.usual)
  return Math.ceil(Math.min(RETRY_AFTER.most, Math.max(RETRY_AFTER.least, asked || RETRY_AFTER.usual)))
}

/** A connection of one's own to a session; throws `BrowserLost` if it is not there. */
export async function connectToSession(provider: BrowserProvider, sessionId: string): Promise<Cdp> {
  const response = await provider.fetch(`${SESSIONS}/${sessionId}`, { headers: { Upgrade: 'websocket' } })
  if (!response.webSocket) throw new BrowserLost(`no connection to the session: ${response.status}`)
  return new Cdp(response.webSocket)
}

/** Ends a session by id. */
export async function endSession(provider: BrowserProvider, sessionId: string): Promise<void> {
  await provider.fetch(`${SESSIONS}/${sessionId}`, { method: 'DELETE' })
}

/** What a provider allows all that ask it; undefined if it does not say. */
export async function platformLimits(provider: BrowserProvider): Promise<PlatformLimits | undefined> {
  return await limits(provider).catch(() => undefined)
}
