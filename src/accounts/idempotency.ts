/** What an `Idempotency-Key` means for a request, pure. Keys live per account and route for a day. */
import type { Mode } from './api-keys'
import type { FormerReply, ProblemReply, Reply } from './reply'

/** How long the reply to a key is kept, in milliseconds. */
export const KEPT_MS = 24 * 60 * 60 * 1000

export type IdempotentCall = {
  /** The caller's key, at most 255 characters. */
  key: string
  /** Whose call it is, method and path: see `callRoute`. */
  route: string
  /** Hash of what makes the request this request; equal requests have equal fingerprints. */
  fingerprint: string
  /** Names this very request, so that the account knows it again when a lost reply makes us ask twice. */
  requestId: string
}

/** A call as the account remembers it; `reply` is `null` while the first one still runs. */
export type RememberedCall = {
  fingerprint: string
  /** The request that made it. */
  requestId: string
  /** The one task it began; `null` if it began none or several. */
  taskId: string | null
  reply: Reply | FormerReply | null
  /** Until when the first one may still be running. */
  leaseUntil: number
  expiresAt: number
}

/** What separates keys: live and test keys share none, nor do two routes. `POST /v1/transform`, `test POST /v1/transform`. */
export function callRoute({ mode, method, path }: { mode: Mode; method: string; path: string }): string {
  return `${mode === 'test' ? TEST_PREFIX : ''}${method} ${path}`
}

/**
 * What is remembered of a call. The release before this one kept calls of test keys under the routes of live ones; they
 * are known by their fingerprint, and answer test calls only.
 */
export function findCall(
  table: { find(of: { route: string; key: string }): RememberedCall | undefined },
  { route, key }: Pick<IdempotentCall, 'route' | 'key'>,
): RememberedCall | undefined {
  const found = table.find({ route, key })
  if (!route.startsWith(TEST_PREFIX)) return found && !isTestCall(found) ? found : undefined
  if (found) return found
  const former = table.find({ route: route.slice(TEST_PREFIX.length), key })
  return former && isTestCall(former) ? former : undefined
}

const TEST_PREFIX = 'test '

/** A fingerprint with the mode of its key: that of a test call is told from that of a live one wherever it is kept. */
export function fingerprintFor(mode: Mode, fingerprint: string): string {
  return `${mode} ${fingerprint}`
}

function isTestCall({ fingerprint }: RememberedCall): boolean {
  return fingerprint.startsWith(fingerprintFor('test', ''))
}

/** What became of the work of a call whose reply was lost; `null` if it began none or several tasks. */
export type InterruptedWork = { taskId: string; released: boolean } | null

/** The reply to a repeat of a call that was lost before it ended: it is reported rather than run a second time. */
export function interruptedReply(work: InterruptedWork): ProblemReply {
  const end = work?.released
    ? 'and nothing was charged. Send it again with a new key.'
    : work
      ? `but its work continues or is done: see GET /v1/status/${work.taskId}.`
      : 'before it returned. See GET /v1/usage for the work it started, and send it again with a new key.'
  return {
    kind: 'problem',
    code: 'internal',
    detail: `The first request with this idempotency key was interrupted ${end}`,
  }
}

/** Decides: run it, repeat the first reply, report that it was lost, wait for the first one, or refuse the key for another request. */
export function recall(
  remembered: RememberedCall | undefined,
  { fingerprint, now }: { fingerprint: string; now: number },
):
  | { outcome: 'run' }
  | { outcome: 'replay'; reply: Reply | FormerReply }
  | { outcome: 'lost'; taskId: string | null }
  | { outcome: 'in_flight'; retryAfter: number }
  | { outcome: 'mismatch' } {
  if (!remembered || remembered.expiresAt <= now) return { outcome: 'run' }
  if (remembered.fingerprint !== fingerprint) return { outcome: 'mismatch' }
  if (remembered.reply) return { outcome: 'replay', reply: remembered.reply }
  if (remembered.leaseUntil <= now) return { outcome: 'lost', taskId: remembered.taskId }
  return { outcome: 'in_flight', retryAfter: 2 }
}
