/** What an `Idempotency-Key` means for a request, pure. Keys live per account and route for a day. */

export const KEPT_MS = 24 * 60 * 60 * 1000

/** An answer to be given again, byte for byte. A small body is kept as text; a file stays in R2 under `key`. */
export type StoredAnswer = {
  status: number
  headers: Record<string, string>
  body: { text: string } | { file: string }
}

export type IdempotentCall = {
  /** The caller's key, at most 255 characters. */
  key: string
  /** Method and path, such as `POST /v1/transform`. */
  route: string
  /** Hash of what makes the request this request; equal requests have equal fingerprints. */
  fingerprint: string
  /** Names this very request, so that the account knows it again when a lost reply makes us ask twice. */
  requestId: string
}

/** A call as the account remembers it; `answer` is `null` while the first one still runs. */
export type RememberedCall = {
  fingerprint: string
  /** The request that made it. */
  requestId: string
  /** The one task it began; `null` where it began none or several. */
  taskId: string | null
  answer: StoredAnswer | null
  /** Until when the first one may still be running. */
  leaseUntil: number
  expiresAt: number
}

/** What became of the work of a call whose answer was lost; `null` where it began none or several tasks. */
export type LostWork = { taskId: string; released: boolean } | null

/** The answer for a call that was lost before it answered: told rather than run a second time. */
export function lostAnswer(work: LostWork): StoredAnswer {
  const end = work?.released
    ? 'and nothing was charged. Send it again with a new key.'
    : work
      ? `but its work goes on or is done: see GET /v1/status/${work.taskId}.`
      : 'before it answered. See GET /v1/usage for what it began, and send it again with a new key.'
  const problem = {
    type: '/problems/internal',
    title: 'Something went wrong on our side',
    status: 500,
    detail: `The first request with this idempotency key was interrupted ${end}`,
    code: 'internal',
  }
  return {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json' },
    body: { text: JSON.stringify(problem) },
  }
}

/** Decides: run it, give the first answer again, tell that it was lost, wait for the first one, or refuse the key for another request. */
export function recall(
  remembered: RememberedCall | undefined,
  { fingerprint, now }: { fingerprint: string; now: number },
):
  | { outcome: 'run' }
  | { outcome: 'replay'; answer: StoredAnswer }
  | { outcome: 'lost'; taskId: string | null }
  | { outcome: 'in_flight'; retryAfter: number }
  | { outcome: 'mismatch' } {
  if (!remembered || remembered.expiresAt <= now) return { outcome: 'run' }
  if (remembered.fingerprint !== fingerprint) return { outcome: 'mismatch' }
  if (remembered.answer) return { outcome: 'replay', answer: remembered.answer }
  if (remembered.leaseUntil <= now) return { outcome: 'lost', taskId: remembered.taskId }
  return { outcome: 'in_flight', retryAfter: 2 }
}
