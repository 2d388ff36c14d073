import { env, runInDurableObject } from 'cloudflare:test'
import type { Account } from '../../src/accounts/account-object'
import type { Begin, Call } from '../../src/accounts/admission'
import { type Mode, mintKey, newAccountId } from '../../src/accounts/api-keys'
import type { PlanName } from '../../src/accounts/plans'
import type { Scope } from '../../src/accounts/scopes'
import { newId } from '../../src/ids'

export type TestAccount = {
  accountId: string
  key: string
  keyId: string
  account: DurableObjectStub<Account>
  call: Call
}

/** A new account's object, its first key, and how that key calls to render. */
export async function newAccount(init: {
  credits: number
  plan?: PlanName
  mode?: Mode
  scopes?: Scope[]
  /** Number of the database that keeps its tasks. */
  database?: number
}): Promise<TestAccount> {
  const { credits, plan = 'Pro', mode = 'live', scopes = ['render', 'read', 'manage'] } = init
  const accountId = newAccountId(init.database)
  const keyId = newId('key')
  const { key, hash } = await mintKey({ accountId, mode, secret: env.SIGNING_SECRET ?? '' })
  const account = env.ACCOUNT.get(env.ACCOUNT.idFromName(accountId))
  await account.create({
    ...{ accountId, name: 'Test', plan, credits, webhookSecret: 'whsec_dGVzdA==' },
    ...{ keyHash: hash, keyId, mode, scopes },
  })
  return { accountId, key, keyId, account, call: { keyHash: hash, scope: 'render', method: 'POST' } }
}

/** The calls of a watched `env.ACCOUNT.get` for this account: what a former file has begun may ask for others. */
export function lookupsOf(
  { account }: TestAccount,
  { mock }: { mock: { calls: [DurableObjectId, ...unknown[]][] } },
) {
  return mock.calls.filter(([id]) => id.equals(account.id))
}

/** Another key of the account. */
export async function addKey(
  { accountId, account }: TestAccount,
  { mode, scopes }: { mode: Mode; scopes: Scope[] },
): Promise<string> {
  const { key, hash } = await mintKey({ accountId, mode, secret: env.SIGNING_SECRET ?? '' })
  await account.addKey({ keyHash: hash, keyId: newId('key'), mode, scopes })
  return key
}

/** Ends every open lease now and lets the account notice, as if that time had passed. */
export async function endLeases(account: DurableObjectStub<Account>): Promise<void> {
  await runInDurableObject(account, async (object, state) => {
    state.storage.sql.exec('UPDATE holds SET expires_at = 0 WHERE outcome IS NULL')
    state.storage.sql.exec('UPDATE calls SET lease_until = 0 WHERE answer IS NULL')
    await object.alarm()
  })
}

/** What to begin: synchronous transforms on a lease of a minute where nothing else is said. */
export function work(
  call: Begin['call'],
  items: { taskId: string; credits: number; leaseMs?: number; synchronous?: boolean }[],
): Begin {
  const defaults = { kind: 'transform', leaseMs: 60_000, synchronous: true }
  return { call, needs: {}, work: items.map((item) => ({ ...defaults, ...item })) }
}
