/** Asks the caller's account for its keys, or to change them, and says why not. */
import type { AccountView } from '../accounts/admission'
import type { KeyCommand, KeyRefusal, OwnKey } from '../accounts/own-keys'
import { refusalProblem } from '../accounts/refusal'
import { Problem } from '../errors'
import { listNames } from '../text/list-names'
import type { Caller } from './auth'

/** Returns the keys that the caller sees afterwards. Throws `not_found`, `forbidden`, `plan_limit` and `unauthorized`. */
export async function commandKeys({ account, keyHash }: Caller, command: KeyCommand): Promise<OwnKey[]> {
  const result = await account.manageKeys({ keyHash, command })
  if (result.outcome === 'done') return result.keys
  throw result.outcome === 'not_found' ? missingKey() : keyProblem(result, command)
}

export function missingKey(): Problem {
  return new Problem('not_found', {
    detail: 'There is no such key, or it no longer works. GET /v1/keys has the ids.',
  })
}

/** Throws `forbidden` for a key that ends soon: what the call makes would outlive it. */
export function requireLastingKey({ ending }: Pick<AccountView, 'ending'>, what: string): void {
  if (ending) throw forbidden(`This key was rotated and ends soon, so it cannot ${what}. Use the new key.`)
}

function keyProblem(refusal: KeyRefusal, command: KeyCommand): Problem {
  switch (refusal.reason) {
    case 'unauthorized':
      return refusalProblem({ outcome: 'refused', code: 'unauthorized' })
    case 'ending':
      return forbidden('This key was rotated and ends soon, so it cannot change keys. Use the new key.')
    case 'mode':
      return forbidden('A test key makes test keys only. Use a live key, or mode "test".')
    case 'scopes': {
      const lacking = listNames(refusal.lacking.map((scope) => `"${scope}"`))
      return forbidden(
        command.do === 'restrict'
          ? `That key does not have the scope ${lacking}, and scopes can only be taken away. Make another key that has it: POST /v1/keys.`
          : `No key can give more than it has: this one lacks the scope ${lacking}. Leave it out, or use a key that has it.`,
      )
    }
    case 'last':
      return forbidden(
        'This is the last lasting key with the scope "manage": without it nobody could manage the keys. Make or rotate one first.',
      )
    case 'limit':
      return new Problem('plan_limit', {
        detail: `The ${refusal.plan} plan allows ${refusal.limit} keys that work at once. Revoke one, rotate with "grace_seconds": 0, or change the plan.`,
      })
  }
}

function forbidden(detail: string): Problem {
  return new Problem('forbidden', { detail })
}
