/** What the operator's routes share: reaching the account that the address names, and limits. */
import { z } from 'zod'
import { accountOf } from '../accounts/account-client'
import { isAccountId } from '../accounts/api-keys'
import { Problem } from '../errors'
import type { AppContext } from './context'

/** How long a part of the service may take to say how it is, in milliseconds. */
export const PART_TIMEOUT_MS = 3000

/** Fields of the operator's responses. */
export const accountId = z
  .string()
  .describe('Id of the account, for the addresses below `/admin/v1/accounts/`.')
export const creditsLeft = z.int().describe('Credits that can be spent: granted, less settled and held.')

/** The account's id in the address; throws `not_found` if it cannot be one. */
export function accountIdOf(c: AppContext): string {
  const id = c.req.param('account_id') ?? ''
  if (!isAccountId(id)) throw missing('account')
  return id
}

/** The account's object; throws `not_found` if the address holds no account's id. */
export function accountObject(c: AppContext) {
  return accountOf(c.env.ACCOUNT, accountIdOf(c))
}

/** `result`, unless the object says that there is no such account: throws `not_found`. */
export function found<T extends object>(result: T): Exclude<T, { outcome: 'not_found' }> {
  if ('outcome' in result && result.outcome === 'not_found') throw missing('account')
  return result as Exclude<T, { outcome: 'not_found' }>
}

export function missing(what: string): Problem {
  return new Problem('not_found', { detail: `There is no such ${what}. Check the id in the address.` })
}
