/**
 * The second step of everything that is charged or that a repeat may ask for again: one question to the caller's
 * account, which holds the credits. The first is `authenticate` (`auth.ts`); between them the body is read. For a small body
 * both are one question (`with-caller.ts`).
 */

import { askToAdmitAndBegin, withRetry } from '../accounts/account-client'
import type { Begin, BeginResult } from '../accounts/admission'
import { isSameBrand } from '../accounts/admit-and-begin'
import type { IdempotentCall } from '../accounts/idempotency'
import { refusalProblem } from '../accounts/refusal'
import type { Charge } from '../accounts/reply'
import type { Scope } from '../accounts/scopes'
import { Problem } from '../errors'
import { WRITTEN_VERSION } from '../format-version'
import type { Caller } from './auth'
import type { AppContext } from './context'
import { isCaller, type KeyHolder, letIn, OtherBrand, takeAdmission } from './with-caller'

export type HeldWork = Begin['work'][number]

/** What is asked of the account: all of `work` is held or nothing. */
export type AdmissionRequest = Pick<Begin, 'needs' | 'work'> & {
  scope?: Scope
  idempotency: IdempotentCall | undefined
  hasLookedAgain?: boolean
  /** Whether the account's brand is in the document. */
  hasBrand?: boolean
}

type Go = Extract<BeginResult, { outcome: 'go' }>
/** The request was made before: `replay` (`idempotency-key.ts`) sends its reply again. */
type Replay = Extract<BeginResult, { outcome: 'replay' }>
/** Another request has been making the very file: look for it, or begin again. */
type UnderWay = { outcome: 'under_way' }

/**
 * Recalls an earlier request, checks the plan, holds. Throws the account's refusal as a Problem, and `OtherBrand` if what
 * was read of the request is to be read again.
 */
export async function begin(
  c: AppContext,
  caller: Caller | KeyHolder,
  ask: AdmissionRequest,
): Promise<Go | Replay> {
  const begun = await beginOrWait(c, caller, ask)
  if (begun.outcome === 'under_way') throw workInProgress()
  return begun
}

/** As `begin`, for work with a cache key: waits some seconds for another request that does the same work. */
export async function beginOrWait(
  c: AppContext,
  caller: Caller | KeyHolder,
  ask: AdmissionRequest,
): Promise<Go | Replay | UnderWay> {
  return isCaller(caller) ? await beginFor(c, caller, ask) : await enter(c, caller, ask)
}

/** Nothing to hold, to check or to remember: to be let in is all. */
function isPlain({ needs, work, idempotency }: AdmissionRequest): boolean {
  return work.length === 0 && !idempotency && !Object.values(needs).some(Boolean)
}

/** As `beginOrWait`, for a caller who was let in. */
async function beginFor(
  c: AppContext,
  caller: Caller,
  ask: AdmissionRequest,
): Promise<Go | Replay | UnderWay> {
  if (isPlain(ask)) return { outcome: 'go', account: caller, credits_charged: 0 }
  const { needs, work, idempotency, hasLookedAgain, scope = 'render' } = ask
  const call = { keyHash: caller.keyHash, scope }
  const begun = await c
    .get('timings')
    .measure('auth', () =>
      withRetry(async () =>
        caller.account.begin({ v: WRITTEN_VERSION, call, needs, work, idempotency, hasLookedAgain }),
      ),
    )
  return notRefused(begun)
}

/** As `beginOrWait`, and lets the caller in first. */
async function enter(
  c: AppContext,
  holder: KeyHolder,
  request: AdmissionRequest,
): Promise<Go | Replay | UnderWay> {
  const { needs, work, idempotency, scope = 'render', hasBrand } = request
  if (holder.asked || isPlain(request)) {
    const caller = await letIn(c, holder)
    if (hasBrand && !isSameBrand(holder.brand, caller.brand)) throw new OtherBrand(caller)
    return await beginFor(c, caller, request)
  }
  const { keyHash, method } = holder.call
  const ask = {
    call: { keyHash, scope, method },
    begin: { v: WRITTEN_VERSION, call: { keyHash, scope }, needs, work, idempotency },
    read: hasBrand ? { brand: holder.brand } : undefined,
  }
  const both = c
    .get('timings')
    .measure('auth', () => withRetry(() => askToAdmitAndBegin(holder.account, ask)))
  const caller = await takeAdmission(
    c,
    holder,
    both.then(({ admission }) => admission),
  )
  const { begun } = await both
  if (!begun) throw new OtherBrand(caller)
  return notRefused(begun)
}

/** Throws the account's refusal. */
function notRefused(begun: BeginResult): Go | Replay | UnderWay {
  if (begun.outcome === 'refused') throw refusalProblem(begun)
  return begun
}

/** Credits as they stood when the work was begun. */
export function chargeOf({ account, credits_charged }: Go): Charge {
  return { credits_charged, credits_left: account.credits_left }
}

/** What a caller is told who has waited long enough. */
export function workInProgress(): Problem {
  return new Problem('too_many_renders', {
    detail: 'Another of your requests is doing the same work, and it takes long. Try again in 5 s.',
    retryAfter: 5,
  })
}
