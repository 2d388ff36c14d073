/**
 * An account's object, reached again with each call. A stub stays broken once the object it reached was reset (a deploy,
 * a crash, a move), so a request that kept one could never settle what it holds, however often it tried.
 */
import { sleep } from '../time/waiting'
import type { Account } from './account-object'
import { type AdmitAndBegin, type AdmittedAndBegun, type Asked, admitAndBegin } from './admit-and-begin'

const MAX_ATTEMPTS = 3

/** The object of `accountId`; its methods are called as on a stub. */
export function accountOf(
  namespace: DurableObjectNamespace<Account>,
  accountId: string,
): DurableObjectStub<Account> {
  const id = namespace.idFromName(accountId)
  return new Proxy({} as DurableObjectStub<Account>, {
    get(_, name) {
      // Whatever is awaited is asked for `then`: this is no promise.
      if (typeof name === 'symbol' || name === 'then') return undefined
      return (...words: unknown[]) => {
        const stub = namespace.get(id) as unknown as Record<string, (...words: unknown[]) => unknown>
        return stub[name]?.(...words)
      }
    },
  })
}

/**
 * Has the account bring D1 up to date, before D1 is asked for its tasks. Lists are older if it cannot, as when its object is of
 * the release before, which does not know this call.
 */
export async function catchUp(account: Pick<DurableObjectStub<Account>, 'catchUp'>): Promise<void> {
  await account.catchUp().catch(() => undefined)
}

/**
 * Repeats a call whose answer was lost. Only for calls that may come twice: those that read, and those that answer a
 * duplicate with the first outcome (`begin`, `admitAndBegin`, `remember`, `settle`, `release`). Throws what the last try threw.
 */
export async function withRetry<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error
      await sleep(50 * attempt)
    }
  }
}

/** Lets a caller in and begins the work; an object of the release before, which has no such question, is asked both. */
export async function askToAdmitAndBegin(
  account: DurableObjectStub<Account>,
  ask: AdmitAndBegin,
): Promise<AdmittedAndBegun> {
  // The types of stubs have no results with parts of unknown type, such as a stored reply.
  const { admitAndBegin: askBoth } = account as unknown as Pick<Account, 'admitAndBegin'>
  const both = await askBoth(ask).catch((error: unknown) => {
    if (!String(error).includes('does not implement')) throw error
    return undefined
  })
  const apart: Asked = {
    authenticate: async (call) => await account.authenticate(call),
    begin: async (begin) => await account.begin(begin),
  }
  return both ?? (await admitAndBegin(apart, ask))
}
