/** Accounts on the `npm start` that the files of a suite share (`shared-service.ts`). */
import { inject } from 'vitest'
import { askOperator } from '../../scripts/ask-operator.mjs'

/** Makes one; returns its key. */
export async function newKey(init: { plan: string; credits: number }): Promise<string> {
  const { origin, token } = inject('service')
  const account = { name: 'shared', ...init }
  return (await askOperator<{ api_key: string }>(origin, token, '/accounts', account)).api_key
}
