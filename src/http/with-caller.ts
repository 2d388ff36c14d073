/**
 * One question to the account in place of two: a small body of a key that was let in lately is read before the account is
 * asked, which then lets the caller in and begins the work at once (`begin-work.ts`). Whoever may not call is still told
 * that first, and not what is wrong with the body: if anything fails before the account was asked, or the body takes its
 * time, the account is asked then.
 */

import type { Account } from '../accounts/account-object'
import type { Admission } from '../accounts/admission'
import type { Mode } from '../accounts/api-keys'
import type { Scope } from '../accounts/scopes'
import type { Brand } from '../accounts/storage/settings-table'
import { type AccountCall, admit, admitted, askAccount, type Caller, pass, readCallersKey } from './auth'
import type { AppContext } from './context'
import { knownCallers } from './known-callers'
import { SMALL_BODY } from './read-bytes'

/**
 * Whose key it is, which was let in lately. Its account was not asked again, so nothing comes of what is done for it before:
 * reading, and perhaps printing (`early-start.ts`).
 */
export type KeyHolder = {
  accountId: string
  mode: Mode
  account: DurableObjectStub<Account>
  /** As this isolate last knew it; the account compares it where it matters. */
  brand: Brand | undefined
  call: AccountCall
  /** What the account says of the caller, once it is asked. Rejects as `authenticate`. */
  asked: Promise<Caller> | undefined
}

/** A body that is not read by then is not waited for with the question who calls. Milliseconds. */
const ASK_AFTER_MS = 100

/** The account has another brand than the request was read with: it let the caller in, and began nothing. */
export class OtherBrand extends Error {
  constructor(readonly caller: Caller) {
    super('the account has another brand')
  }
}

export function isCaller(one: Caller | KeyHolder): one is Caller {
  return 'plan' in one
}

/**
 * Does the `work` of a POST for its caller, which with a small body need not be let in yet. With another brand than was
 * known the work is done again for the caller who was let in. Throws as `authenticate`, and what `work` throws.
 */
export async function withCaller(
  c: AppContext,
  scope: Scope,
  work: (caller: Caller | KeyHolder) => Promise<Response>,
): Promise<Response> {
  const holder = await c.get('timings').measure('auth', () => keyHolderOf(c, scope))
  if (isCaller(holder)) return await work(holder)
  const late = askIfLate(c, holder)
  try {
    return await Promise.race([work(holder), late.refusal])
  } catch (error) {
    if (error instanceof OtherBrand) return await work(error.caller)
    await letIn(c, holder)
    throw error
  } finally {
    late.stop()
  }
}

/** Asks the account to let the caller in, once. Throws as `authenticate`. */
export function letIn(c: AppContext, holder: KeyHolder): Promise<Caller> {
  const ask = () => askAccount(holder.account, holder.call)
  return holder.asked ?? takeAdmission(c, holder, c.get('timings').measure('auth', ask))
}

/** Takes what the account says of the holder. Throws its refusal. */
export function takeAdmission(
  c: AppContext,
  holder: KeyHolder,
  admission: Promise<Admission>,
): Promise<Caller> {
  holder.asked = admission.then((said) => admitted(c, holder.call, said))
  // Whoever waits for it hears of it.
  holder.asked.catch(() => undefined)
  return holder.asked
}

/** Asks after a while, unless the account was asked. `refusal` rejects with what it says to a caller who may not call. */
function askIfLate(c: AppContext, holder: KeyHolder): { refusal: Promise<never>; stop: () => void } {
  const { promise: refusal, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => letIn(c, holder).catch(reject), ASK_AFTER_MS)
  return { refusal, stop: () => clearTimeout(timer) }
}

async function keyHolderOf(c: AppContext, scope: Scope): Promise<Caller | KeyHolder> {
  const key = await readCallersKey(c)
  const { accountId, keyHash, mode } = key
  const call = { accountId, keyHash, scope, method: 'POST' } as const
  const known = hasSmallBody(c) ? knownCallers.find(call, Date.now()) : undefined
  if (!known) return await admit(c, key, call)
  const account = await pass(c, call)
  // Counts what the body holds of the isolate's memory.
  c.set('accountId', accountId)
  c.set('countedAs', call.method)
  return { accountId, mode, account, call, brand: known.brand, asked: undefined }
}

/** Whether the request says that its body is read at once. */
function hasSmallBody(c: AppContext): boolean {
  const length = Number(c.req.header('content-length') ?? Number.NaN)
  return length <= SMALL_BODY
}
