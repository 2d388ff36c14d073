/**
 * Who calls: from the `X-API-Key` (or `Authorization`) header to the account's object. The first step of every request under `/v1`: nothing
 * of the body is read before it succeeded, but small bodies of those who were let in lately (`with-caller.ts`).
 */

import { accountOf, withRetry } from '../accounts/account-client'
import type { Account } from '../accounts/account-object'
import type { AccountView, Admission, Call } from '../accounts/admission'
import { type Mode, readKey } from '../accounts/api-keys'
import { DeadKeys } from '../accounts/dead-keys'
import { FormerKeys } from '../accounts/first-form-keys'
import type { Method, Rate } from '../accounts/rate-limit'
import { refusalProblem } from '../accounts/refusal'
import type { Scope } from '../accounts/scopes'
import { Problem } from '../errors'
import { turns } from '../memory/isolate-turns'
import { acceptedSecrets } from '../settings'
import { sleep } from '../time/waiting'
import { callerPace } from './caller-pace'
import type { AppContext } from './context'
import { hangUpSignal } from './hang-up'
import { keyHeader } from './key-header'
import { knownCallers } from './known-callers'

/** An authenticated caller: its account as it stood then, and how to reach it. */
export type Caller = AccountView & { keyHash: string; account: DurableObjectStub<Account> }

/** Of this isolate, so that a flood with one dead key costs its account one question every few seconds. */
const deadKeys = new DeadKeys()
const formerKeys = new FormerKeys()

/**
 * Authenticates the key and counts the request, exactly once. A key with a wrong form, checksum or MAC is refused
 * without any look-up. `method` is what it counts as. Throws `unauthorized`, `rate_limited` or `forbidden`; sets the
 * rate headers either way.
 */
export async function authenticate(
  c: AppContext,
  scope: Scope,
  method: Method = isReading(c) ? 'GET' : 'POST',
): Promise<Caller> {
  return await c.get('timings').measure('auth', async () => {
    return await admit(c, await readCallersKey(c), { scope, method })
  })
}

/**
 * As `authenticate` for reading, with what is asked elsewhere at the same time: `ask` gets whose key it is. For a key that was
 * let in lately it is begun once nothing here refuses the request; what it finds is dropped if the account does.
 */
export async function authenticateAndAsk<Found>(
  c: AppContext,
  scope: Scope,
  ask: (owner: Pick<Caller, 'accountId' | 'account'>) => Promise<Found>,
): Promise<{ caller: Caller; found: Found }> {
  const { caller, asked } = await c.get('timings').measure('auth', async () => {
    const { accountId, keyHash } = await readCallersKey(c)
    const call = { accountId, keyHash, scope, method: 'GET' } as const
    const account = await pass(c, call)
    const early = knownCallers.find(call, Date.now()) && ask({ accountId, account })
    early?.catch(() => undefined)
    const caller = admitted(c, call, await askAccount(account, call))
    return { caller, asked: early ?? ask(caller) }
  })
  return { caller, found: await asked }
}

/** The key as it was sent. Throws as `authenticate` for what is none. */
export async function readCallersKey(c: AppContext): Promise<CallersKey> {
  return await readKeyHeader(c).catch(refuseInTurn)
}

/** Those who have no key are refused one after another, if many come at once: each refusal takes its part of the isolate. */
async function refuseInTurn(refusal: unknown): Promise<never> {
  const delayMs = callerPace.delay(NOBODY, Date.now()) ?? 0
  if (delayMs > 0) await sleep(delayMs)
  throw refusal
}

const NOBODY = { accountId: 'nobody', keyHash: 'no key', method: 'POST' } as const

/** Counts a request with this key, exactly once. Throws and sets headers as `authenticate`. */
export async function admit(
  c: AppContext,
  { accountId, keyHash }: { accountId: string; keyHash: string },
  { scope, method }: { scope: Scope; method: Method },
): Promise<Caller> {
  const call = { accountId, keyHash, scope, method }
  const account = await pass(c, call)
  return admitted(c, call, await askAccount(account, call))
}

/** A call, and the account that it names. */
export type AccountCall = Call & { accountId: string }

/**
 * Waits for the account's pace in this isolate and passes the flood guard, which counts each key by itself: a flood with one key,
 * live or dead, never keeps another of the same account out. What is refused here asks the account nothing.
 */
export async function pass(c: AppContext, call: AccountCall): Promise<DurableObjectStub<Account>> {
  const delayMs = callerPace.delay(call, Date.now())
  if (delayMs === undefined) throw tooManyRequests(10)
  if (delayMs > 0) {
    await sleep(delayMs)
    dropIfLeft(c)
  }
  const known = callerPace.refusal(call, Date.now())
  if (known) {
    setRateHeaders(c, known.rate)
    throw refusalProblem(known)
  }
  if (!(await c.env.LIMIT_KEY.limit({ key: call.keyHash.slice(0, 16) })).success) throw tooManyRequests(60)
  return accountOf(c.env.ACCOUNT, call.accountId)
}

/**
 * Throws if the caller hung up while it waited for its turn: nothing was begun, and its account is asked nothing. One with
 * an `Idempotency-Key` may come back for the result.
 */
function dropIfLeft(c: AppContext): void {
  if (!c.req.header('idempotency-key')) hangUpSignal(c).throwIfAborted()
}

/** The caller, as the account let it in. Throws the account's refusal; sets the headers either way. */
export function admitted(c: AppContext, call: AccountCall, admission: Admission): Caller {
  const { accountId, keyHash } = call
  const isRefused = admission.outcome === 'refused'
  callerPace.learn(call, isRefused ? admission : undefined, Date.now())
  setRateHeaders(c, admission.rate)
  if (isRefused) {
    knownCallers.forget(call)
    c.set('accountId', undefined)
    if (admission.code === 'unauthorized') deadKeys.add(keyHash, Date.now())
    throw refusalProblem(admission)
  }
  if (admission.account.suspended && isWork(c, call))
    throw refusalProblem({ outcome: 'refused', code: 'account_suspended' })
  turns.see(accountId, Date.now())
  knownCallers.add(call, admission.account.brand, Date.now())
  c.set('accountId', accountId)
  c.set('countedAs', call.method)
  if (admission.account.mode === 'test') c.header('X-Test-Mode', 'true')
  return { ...admission.account, keyHash, account: accountOf(c.env.ACCOUNT, accountId) }
}

/** Whether a request makes or sends something, which a suspended account may not. What is there may be read and deleted. */
function isWork(c: AppContext, { scope, method }: { scope: Scope; method: Method }): boolean {
  return scope === 'render' && method !== 'GET' && c.req.method !== 'DELETE'
}

/** What a key says of itself. */
export type CallersKey = { accountId: string; mode: Mode; keyHash: string }

/** Reads the key. Throws `unauthorized` for what is none, and for one that was refused a moment ago. */
async function readKeyHeader(c: AppContext): Promise<CallersKey> {
  const header = keyHeader(c)
  const key = await readKey(header, acceptedSecrets(c.env))
  // The same text as for a key that was ours once: nobody learns which form keys have.
  if (!key) throw refusalProblem({ outcome: 'refused', code: 'unauthorized' })
  if (deadKeys.has(key.hash, Date.now()) || (key.isFormer && !(await isKnown(c, key))))
    throw refusalProblem({ outcome: 'refused', code: 'unauthorized' })
  return { accountId: key.accountId, mode: key.mode, keyHash: key.hash }
}

/** Asks the account to let the caller in. */
export async function askAccount(
  account: DurableObjectStub<Account>,
  { keyHash, scope, method }: Call,
): Promise<Admission> {
  return await withRetry(async () => account.authenticate({ keyHash, scope, method }))
}

function tooManyRequests(retryAfter: number): Problem {
  const detail = `This key sent far more requests than any plan allows. Try again in ${retryAfter} s.`
  return new Problem('rate_limited', { detail, retryAfter })
}

function isReading({ req: { method } }: AppContext): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Whether an account has a key of the first release's form. */
async function isKnown(c: AppContext, key: { accountId: string; hash: string }): Promise<boolean> {
  const read = () => withRetry(async () => accountOf(c.env.ACCOUNT, key.accountId).keyHashes())
  return await formerKeys.has(key, { read, now: Date.now() })
}

/** `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10, as structured fields. */
function setRateHeaders(c: AppContext, rate: Rate | undefined): void {
  if (!rate) return
  c.header('RateLimit-Policy', `"${rate.policy}";q=${rate.limit};w=${rate.windowSeconds}`)
  c.header('RateLimit', `"${rate.policy}";r=${rate.remaining};t=${rate.resetSeconds}`)
}
