/**
 * `Idempotency-Key`: the same key with the same request gives the first answer again, byte for byte, for a day.
 * The account decides and remembers (`credits/idempotency.ts`); this reads the key and repeats the answer.
 */
import { canonicalHash } from '../canonical-hash'
import type { IdempotentCall, StoredAnswer } from '../credits/idempotency'
import { persist } from '../credits/reach'
import { Problem } from '../errors'
import type { Caller } from './caller'
import type { AppContext } from './context'
import { problemAnswer } from './problem'
import { send } from './reply'

/** The call that the header names, if it is there; `request` is what the caller sent, validated. */
export function idempotentCall(c: AppContext, request: unknown): IdempotentCall | undefined {
  const key = idempotencyKeyOf(c)
  if (key === undefined) return undefined
  return {
    key,
    route: `${c.req.method} ${c.req.path}`,
    fingerprint: canonicalHash(request),
    requestId: c.get('requestId'),
  }
}

/** The header's value, if it is there; throws `invalid_request`. */
export function idempotencyKeyOf(c: AppContext): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined || /^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new Problem('invalid_request', {
    detail: 'The header Idempotency-Key must have 1 to 255 printable ASCII characters, such as a UUID.',
  })
}

/** The first answer again. A file that is no longer kept is a 410. */
export async function replay(c: AppContext, answer: StoredAnswer): Promise<Response> {
  const file = 'file' in answer.body ? await c.env.FILES.get(answer.body.file) : undefined
  if (file === null) {
    throw new Problem('gone', {
      detail: 'The first answer to this Idempotency-Key was a file that is no longer kept. Use a new key.',
    })
  }
  c.header('Idempotent-Replayed', 'true')
  return send(c, answer, file?.body)
}

/**
 * Keeps the answer to a call that is done, for its repeats. Never throws, since what was done stands: without the answer
 * a repeat is told that the first one was interrupted.
 */
export async function keepAnswer(
  c: AppContext,
  { caller, idempotency }: { caller: Caller; idempotency: IdempotentCall | undefined },
  answer: StoredAnswer,
): Promise<void> {
  if (!idempotency) return
  const { route, key } = idempotency
  await persist(async () => caller.account.remember({ route, key, answer })).catch((error: unknown) =>
    c.get('log')('answer.not_remembered', { error }),
  )
}

/**
 * What a failure answers to a repeat; `undefined` where the repeat may run, and may well succeed: no browser was free,
 * or something of ours failed before the work had begun.
 */
export function failedAnswer(
  c: AppContext,
  problem: Problem,
  { begun }: { begun: boolean },
): StoredAnswer | undefined {
  const mayRun = problem.code === 'pool_full' || (problem.code === 'internal' && !begun)
  return mayRun ? undefined : problemAnswer(problem, c.get('requestId'))
}
