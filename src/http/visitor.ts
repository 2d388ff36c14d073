/**
 * Visitors: people at the page `/` who have no key. All of them are one account of the plan Free, so whatever bounds an
 * account bounds them together: its rates, its previews at once and a day, its share of the browsers, its strikes.
 */
import { accountOf } from '../accounts/account-client'
import { sha256 } from '../crypto/hashes'
import { Problem } from '../errors'
import { isOpenToVisitors } from '../settings'
import { admit, type Caller } from './auth'
import type { AppContext } from './context'

const ACCOUNT_ID = 'acc_VisitorsNoKey000'
/** Of a text that no key has the form of: nobody can send a key with this hash. */
const KEY_HASH = sha256('visitors have no key')
const RETRY_SECONDS = 60

/** Throws `not_found` where the service is not open to visitors, and `rate_limited`. */
export async function admitVisitor(c: AppContext): Promise<Caller> {
  if (!isOpenToVisitors(c.env)) throw closed()
  const { success } = await c.env.LIMIT_VISITOR.limit({ key: networkOf(c.req.header('cf-connecting-ip')) })
  if (!success) {
    throw new Problem('rate_limited', {
      detail: 'That was a lot of pages in a minute. Wait a moment, or use a key.',
      retryAfter: RETRY_SECONDS,
    })
  }
  return await c.get('timings').measure('auth', () => admitToAccount(c))
}

async function admitToAccount(c: AppContext): Promise<Caller> {
  const admitted = () =>
    admit(c, { accountId: ACCOUNT_ID, keyHash: KEY_HASH }, { scope: 'render', method: 'PREVIEW' })
  try {
    return await admitted()
  } catch (problem) {
    if (!isUnknown(problem)) throw problem
  }
  // The first visitor. Where the account is there already, an operator has revoked its key: closed as well.
  await makeAccount(c.env)
  try {
    return await admitted()
  } catch (problem) {
    throw isUnknown(problem) ? closed() : problem
  }
}

function isUnknown(problem: unknown): boolean {
  return problem instanceof Problem && problem.code === 'unauthorized'
}

async function makeAccount(env: Env): Promise<void> {
  await accountOf(env.ACCOUNT, ACCOUNT_ID).create({
    accountId: ACCOUNT_ID,
    name: 'Visitors without a key',
    plan: 'Free',
    credits: 0,
    keyId: 'key_visitors',
    keyHash: KEY_HASH,
    mode: 'live',
    scopes: ['render'],
    // It has no tasks, so nothing is ever signed.
    webhookSecret: '',
  })
}

function closed(): Problem {
  return new Problem('not_found', { detail: 'Pages are made with a key here. See /docs/.' })
}

/** What one visitor is counted by: the address, or the network of 64 bits that an IPv6 visitor has for themselves. */
function networkOf(address = 'unknown'): string {
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address
}
