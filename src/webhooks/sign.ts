/** Webhooks by Standard Webhooks 1.0, pure: what is sent, and how it is signed. When it is sent again: `attempts.ts`. */
import { hmacSha256 } from '../crypto/hashes'

/** What the receiver is sent, of the end of one task. */
export type WebhookBody = {
  task_id: string
  status: 'completed' | 'failed'
  download_url: string | null
  metadata: unknown
  /** Of a result that was to go to a bucket. */
  delivery?: { status: 'delivered' } | { status: 'failed'; error: string } | undefined
  error?: { code: string; message: string } | undefined
}

/**
 * The headers of one try. `secrets` are `whsec_` and base64, the present one first; during a rotation each signs.
 * The content is `id.timestamp.body`, the timestamp in seconds since 1970.
 * `isTest`: of a test key's work, which the header says as responses do; the body has the contract's fields alone.
 */
export function webhookHeaders(
  { id, body, now, isTest = false }: { id: string; body: string; now: number; isTest?: boolean },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const signatures = secrets.map((secret) => sign(`${id}.${timestamp}.${body}`, secret))
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
    ...(isTest && { 'x-test-mode': 'true' }),
  }
}

/** A secret for signing: 24 random bytes in base64 behind `whsec_`. */
export function newWebhookSecret(): string {
  return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64')}`
}

/** What is limited together: one account's deliveries to one origin. */
export function receiverOf(accountId: string, url: string): string {
  return `${accountId} ${URL.parse(url)?.origin ?? 'null'}`
}

function sign(content: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return Buffer.from(hmacSha256(key, content)).toString('base64')
}
