/** What costs nothing is begun in the account, which bounds how many are made at once and a day, and is ended there. */
import { withRetry } from '../accounts/account-client'
import type { BeginPreview, BegunPreview } from '../accounts/begin-preview'
import { refusalProblem } from '../accounts/refusal'
import { newId } from '../ids'
import type { Caller } from './auth'
import type { AppContext } from './context'

type Preview = Omit<Extract<BegunPreview, { outcome: 'go' }>, 'outcome'> & { id: string }

/** Runs `make` as one preview of the account. Throws the account's refusal, and what `make` throws. */
export async function withPreview<Result>(
  c: AppContext,
  { account, keyHash }: Caller,
  { scope, session }: Pick<BeginPreview, 'session'> & Pick<BeginPreview['call'], 'scope'>,
  make: (preview: Preview) => Promise<Result>,
): Promise<Result> {
  const id = newId('prv')
  const ask = { call: { keyHash, scope }, id, session }
  const begun = await c.get('timings').measure('auth', () => withRetry(async () => account.beginPreview(ask)))
  if (begun.outcome === 'refused') throw refusalProblem(begun)
  try {
    return await make({ id, restriction: begun.restriction })
  } finally {
    c.executionCtx.waitUntil(Promise.resolve(account.endPreview(id)).catch(() => undefined))
  }
}
