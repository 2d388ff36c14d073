/** What an `Idempotency-Key` means for a request, pure. Keys live per account and route for a day. */

export const KEPT_MS = 24 * 60 * 60 * 1000

/** An answer to be given again, byte for byte. A small body is kept as text; a file stays in R2 under `key`. */
export type StoredAnswer = {
  status: number
  headers: [name: string, value: string][]
  body: { text: string } | { file: string }
}

export type IdempotentCall = {
  /** The caller's key, at most 255 characters. */
  key: string
  /** Method and path, such as `POST /v1/transform`. */
  route: string
  /** Hash of what makes the request this request; equal requests have equal fingerprints. */
  fingerprint: string
}

/** A call as the account remembers it; `answer` is `null` while the first one still runs. */
export type RememberedCall = {
  fingerprint: string
  /** The one task it began; `null` where it began none or several. */
  taskId: string | null
  answer: StoredAnswer | null
  /** Until when the first one may still be running. */
  leaseUntil: number
  expiresAt: number
}

/** The answer for a call whose run was lost: told rather than run a second time, since what it did is unknown. */
const lost: StoredAnswer = {
  status: 500,
  headers: [['content-type', 'application/problem+json']],
  body: {
    text: JSON.stringify({
      type: 'about:blank',
      title: 'Something went wrong on our side',
      status: 500,
      detail:
        'The first request with this idempotency key was interrupted and nothing was charged. Send it again with a new key.',
      code: 'internal',
    }),
  },
}

/** Decides: run it, give the first answer again, wait for the first one, or refuse the key for another request. */
export function recall(
  remembered: RememberedCall | undefined,
  { fingerprint, now }: { fingerprint: string; now: number },
):
  | { outcome: 'run' }
  | { outcome: 'replay'; answer: StoredAnswer }
  | { outcome: 'in_flight'; retryAfter: number }
  | { outcome: 'mismatch' } {
  if (!remembered || remembered.expiresAt <= now) return { outcome: 'run' }
  if (remembered.fingerprint !== fingerprint) return { outcome: 'mismatch' }
  if (remembered.answer) return { outcome: 'replay', answer: remembered.answer }
  if (remembered.leaseUntil <= now) return { outcome: 'replay', answer: lost }
  return { outcome: 'in_flight', retryAfter: 2 }
}
