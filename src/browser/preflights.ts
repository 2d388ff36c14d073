/**
 * Whether a page may send headers of its own with a request, which it asks before: of another origin, as its own server is to
 * it. No such header leaves the page, so that any may; what is sent in a body is still refused.
 */
import type { Protocol } from 'devtools-protocol'

/** The answer to a question whether a file may be asked for; nothing for any other request (Fetch standard, 4.8). */
export function preflightResponse({ method, headers }: Protocol.Network.Request) {
  const asked = Object.entries(headers).find(
    ([name]) => name.toLowerCase() === 'access-control-request-method',
  )
  if (method !== 'OPTIONS' || asked?.[1] !== 'GET') return undefined
  return {
    responseCode: 204,
    responseHeaders: [
      { name: 'Access-Control-Allow-Origin', value: '*' },
      { name: 'Access-Control-Allow-Headers', value: '*' },
    ],
  }
}
