/** Webhooks by Standard Webhooks 1.0, pure: what is sent, how it is signed, and what follows from the answer. */
import { hmacSha256 } from '../crypto/hashes'

/** How long a receiver may take to answer, in milliseconds. */
export const WEBHOOK_TIMEOUT_MS = 15_000

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Waits between the first try and the last. */
const SCHEDULE_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]
const MAX_WAIT_MS = 10 * HOUR
/** A wait is lengthened by up to this share, so that what failed together is not tried together. */
const JITTER = 0.2

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

/** What one try came to: a status, or why there was none. */
export type AttemptResult = { status: number; retryAfter?: string | undefined } | { error: string }

export type NextStep =
  | { status: 'delivered' }
  /** The receiver said 410, or the last try failed. */
  | { status: 'failed' }
  | { status: 'pending'; dueAt: number }

/**
 * The headers of one try. `secrets` are `whsec_` and base64, the present one first; during a rotation each signs.
 * The content is `id.timestamp.body`, the timestamp in seconds since 1970.
 */
export function webhookHeaders(
  { id, body, now }: { id: string; body: string; now: number },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const signatures = secrets.map((secret) => sign(`${id}.${timestamp}.${body}`, secret))
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  }
}

/** Decides after the `tries`-th try (from 1). `random` is from 0 up to 1; times are milliseconds since 1970. */
export function nextStep(
  result: AttemptResult,
  { tries, now, random }: { tries: number; now: number; random: number },
): NextStep {
  if ('status' in result) {
    if (result.status >= 200 && result.status < 300) return { status: 'delivered' }
    if (result.status === 410) return { status: 'failed' }
  }
  const scheduled = SCHEDULE_MS[tries - 1]
  if (scheduled === undefined) return { status: 'failed' }
  const asked = 'status' in result ? retryAfterMs(result.retryAfter, now) : 0
  const wait = Math.min(Math.max(scheduled * (1 + JITTER * random), asked), MAX_WAIT_MS * (1 + JITTER))
  return { status: 'pending', dueAt: now + Math.round(wait) }
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

/** `Retry-After` (RFC 9110 10.2.3), seconds or a date, as milliseconds from now; 0 where it says nothing. */
export function retryAfterMs(value: string | undefined, now: number): number {
  if (value === undefined) return 0
  const wait = /^\d+$/.test(value) ? Number(value) * SECOND : Date.parse(value) - now
  return Number.isFinite(wait) && wait > 0 ? wait : 0
}
