/** Makes an API key, for the routes that give one out. */
import { type Mode, mintKey } from '../accounts/api-keys'
import { newId } from '../ids'
import { signingSecret } from '../settings'
import type { AppContext } from './context'

/** A new key of an account: what is stored of it, and the key itself, which is shown once. */
export async function makeKey(
  c: AppContext,
  owner: { accountId: string; mode: Mode },
): Promise<{ keyId: string; keyHash: string; apiKey: string }> {
  const { key, hash } = await mintKey({ ...owner, secret: signingSecret(c.env) })
  return { keyId: newId('key'), keyHash: hash, apiKey: key }
}
