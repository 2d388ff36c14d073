/** Webhooks, verified by Standard Webhooks 1.0 (https://www.standardwebhooks.com). */
import type { AccountEvent, WebhookEvent } from './schemas.js'

export type { AccountEvent, WebhookEvent } from './schemas.js'

/** How far a timestamp may be from now, in seconds. */
const TOLERANCE = 300

/** A call that Platen did not sign, or not just now. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type HeaderBag = Headers | Record<string, string | string[] | undefined>

/**
 * The event of a webhook call. `body` is the text as it came, before any parsing; `secret` is `whsec_…`. Throws
 * `WebhookVerificationError`. Calls repeat: remember `id`. At the address for events of your account it is
 * `verifyWebhook<AccountEvent>`. Calls of test keys are signed too: their header `X-Test-Mode` is `true`.
 */
export async function verifyWebhook<Event extends WebhookEvent | AccountEvent = WebhookEvent>(
  body: string,
  headers: HeaderBag,
  secret: string,
): Promise<Event & { id: string }> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  ) as [string, string, string]
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE))
    throw new WebhookVerificationError('webhook-timestamp is not within five minutes of now.')
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const raw = bytesOf(secret.replace(/^whsec_/, ''))
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify'])
  const content = encoder.encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures.split(' ')) {
    if (!signature.startsWith('v1,')) continue
    const given = bytesOf(signature.slice(3))
    if (await crypto.subtle.verify('HMAC', key, given, content)) return { ...JSON.parse(body), id }
  }
  throw new WebhookVerificationError('webhook-signature is not by this secret.')
}

function headerOf(headers: HeaderBag, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string') throw new WebhookVerificationError(`${name} is missing.`)
  return value
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}
