/** Calls with an idempotency key, as admission meets them: what a repeat gets, and what is remembered of the first. */
import type { Mode } from './api-keys'
import {
  findCall,
  fingerprintFor,
  type IdempotentCall,
  interruptedReply,
  KEPT_MS,
  recall,
} from './idempotency'
import type { HoldRequest } from './ledger'
import type { Refusal } from './refusal'
import type { FormerReply, Reply } from './reply'
import type { AccountStore } from './storage/account-store'

/** The request was made before; `requestId` is the first one's. */
export type Replay = { outcome: 'replay'; reply: Reply | FormerReply; requestId: string }

/** What is begun under a key; nothing is remembered without one. */
type BegunCall = { idempotency?: IdempotentCall | undefined; work: readonly Omit<HoldRequest, 'mode'>[] }

/** How long a call may take to end that waits for no work: asynchronous ones and cache hits. Milliseconds. */
const ANSWER_AT_ONCE_MS = 90_000

/** What a request under a used idempotency key gets; `undefined` if the key is free. */
export function repeatOf(
  store: AccountStore,
  idempotency: IdempotentCall | undefined,
  mode: Mode,
  now: number,
): Replay | Refusal | undefined {
  const remembered = idempotency && findCall(store.idempotency, idempotency)
  if (!remembered) return undefined
  const { requestId } = remembered
  // This very request, asked twice because the first reply to us was lost, is no repeat.
  if (requestId === idempotency.requestId && !remembered.reply) return undefined
  const before = recall(remembered, { fingerprint: fingerprintFor(mode, idempotency.fingerprint), now })
  switch (before.outcome) {
    case 'run':
      return undefined
    case 'replay':
      return { outcome: 'replay', reply: before.reply, requestId }
    case 'lost': {
      const hold = before.taskId === null ? undefined : store.holds.find(before.taskId)
      const work = hold ? { taskId: hold.taskId, released: hold.resolution?.outcome === 'released' } : null
      return { outcome: 'replay', reply: interruptedReply(work), requestId }
    }
    case 'mismatch':
      return { outcome: 'refused', code: 'idempotency_mismatch' }
    case 'in_flight':
      return { outcome: 'refused', code: 'idempotency_in_flight', retryAfter: before.retryAfter }
  }
}

/** Remembers a call whose work begins now. */
export function rememberCall(
  store: AccountStore,
  { idempotency, work }: BegunCall,
  mode: Mode,
  now: number,
): void {
  if (!idempotency) return
  const { route, key, fingerprint, requestId } = idempotency
  const awaited = work.filter((one) => one.synchronous).map((one) => one.leaseMs)
  const leaseMs = awaited.length > 0 ? Math.max(...awaited) : ANSWER_AT_ONCE_MS
  store.idempotency.save({
    route,
    key,
    fingerprint: fingerprintFor(mode, fingerprint),
    requestId,
    taskId: work.length === 1 ? (work[0]?.taskId ?? null) : null,
    leaseUntil: now + leaseMs,
    expiresAt: now + KEPT_MS,
  })
}
