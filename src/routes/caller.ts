/** Who calls: from the `X-API-Key` header to the account's object, and the headers that tell its limits. */

import type { Scope } from '../credits/access'
import type { Account } from '../credits/account'
import type { AccountView } from '../credits/admission'
import { type Mode, readKey } from '../credits/keys'
import type { Rate } from '../credits/rate'
import { accountOf, persist } from '../credits/reach'
import { refusalProblem } from '../credits/refusal'
import { Problem } from '../errors'
import { acceptedSecrets } from '../settings'
import type { AppContext } from './context'

export type Caller = {
  accountId: string
  /** As the key says; whether the key may be used is the account's to say. */
  mode: Mode
  keyHash: string
  account: DurableObjectStub<Account>
}

/**
 * Reads the key and finds the account it names, without asking it yet. A key with a wrong form, checksum or MAC is
 * refused here, before any look-up. Once a request, since the guard against floods counts it. Throws `unauthorized`, or
 * `rate_limited` in a flood.
 */
export async function identify(c: AppContext): Promise<Caller> {
  const secrets = acceptedSecrets(c.env)
  const header = c.req.header('x-api-key')
  if (!header) throw new Problem('unauthorized', { detail: 'Send your key in the header X-API-Key.' })
  const key = await readKey(header, secrets)
  if (!key) {
    throw new Problem('unauthorized', {
      detail: 'The key in X-API-Key is not one of ours: it may be mistyped or cut off. Copy it again.',
    })
  }
  if (!(await c.env.LIMIT_ACCOUNT.limit({ key: key.accountId })).success) {
    throw new Problem('rate_limited', {
      detail: 'Far more requests than any plan allows came with this account’s keys. Wait a minute.',
      retryAfter: 60,
    })
  }
  const account = accountOf(c.env.ACCOUNT, key.accountId)
  return { accountId: key.accountId, mode: key.mode, keyHash: key.hash, account }
}

/** Who calls, authenticated, for a request that holds nothing. Throws as `identify` and `admit`. */
export async function authenticate(c: AppContext, scope: Scope): Promise<Caller & { view: AccountView }> {
  const caller = await identify(c)
  return { ...caller, view: await admit(c, caller, scope) }
}

/** Asks the account for its view of the caller; throws its refusal. Sets the rate headers either way. */
export async function admit(c: AppContext, caller: Caller, scope: Scope): Promise<AccountView> {
  const method = c.req.method === 'GET' || c.req.method === 'HEAD' ? 'GET' : 'POST'
  const call = { keyHash: caller.keyHash, scope, method } as const
  const result = await persist(async () => caller.account.authenticate(call))
  if (!result.ok) {
    setRate(c, result.rate)
    throw refusalProblem(result)
  }
  describeAccount(c, result.account)
  return result.account
}

/** What every answer tells of the account: its limit, and whether the key is a test key. */
export function describeAccount(c: AppContext, { rate, mode }: AccountView): void {
  setRate(c, rate)
  if (mode === 'test') c.header('X-Test-Mode', 'true')
}

/** `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10, as structured fields. */
export function setRate(c: AppContext, rate: Rate | undefined): void {
  if (!rate) return
  c.header('RateLimit-Policy', `"${rate.policy}";q=${rate.limit};w=${rate.windowSeconds}`)
  c.header('RateLimit', `"${rate.policy}";r=${rate.remaining};t=${rate.resetSeconds}`)
}
