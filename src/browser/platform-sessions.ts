/**
 * Browser sessions of the platform: acquired through its library, connected to and ended by their ids. The only file that
 * uses the `BROWSER` binding.
 *
 * A session is acquired with guardrails that deny the browser all outgoing traffic (unless the setting turns them off), and
 * each context has a proxy that leads nowhere (`tab.ts`), so that whatever interception should miss reaches no network
 * either.
 */
import { acquire, type BrowserWorker, limits } from '@cloudflare/puppeteer'
import { BrowserLost, Cdp } from './cdp'

const SESSIONS = 'https://browser.invalid/v1/devtools/browser'

/** No browser can be had right now: the platform answered 429. */
export class BrowserUnavailable extends Error {
  override readonly name = 'BrowserUnavailable'
  constructor(readonly retryAfter: number) {
    super('the platform has no free browser')
  }
}

/** Acquires a session, and returns its id; throws `BrowserUnavailable` if the platform is at its limit. */
export async function acquireSession(
  binding: BrowserWorker,
  { keepAliveSeconds, guardrails }: { keepAliveSeconds: number; guardrails: boolean },
): Promise<string> {
  const { sessionId } = await acquire(binding, {
    keep_alive: keepAliveSeconds * 1000,
    ...(guardrails && { guardrails: { allowedDomains: [] } }),
  }).catch((error: Error) => {
    throw /code: 429/.test(error.message) ? new BrowserUnavailable(2) : new BrowserLost(error.message)
  })
  return sessionId
}

/** A connection of one's own to a session; throws `BrowserLost` if it is not there. */
export async function connectToSession(binding: BrowserWorker, sessionId: string): Promise<Cdp> {
  const response = await binding.fetch(`${SESSIONS}/${sessionId}`, { headers: { Upgrade: 'websocket' } })
  if (!response.webSocket) throw new BrowserLost(`no connection to the session: ${response.status}`)
  return new Cdp(response.webSocket)
}

/** Ends a session by id. */
export async function endSession(binding: BrowserWorker, sessionId: string): Promise<void> {
  await binding.fetch(`${SESSIONS}/${sessionId}`, { method: 'DELETE' })
}

/** What the platform allows the whole account; undefined if it does not say. */
export async function platformLimits(binding: BrowserWorker): Promise<object | undefined> {
  return await limits(binding).catch(() => undefined)
}
