/** The way to the accounts' objects, broken at will. */
import { env } from 'cloudflare:test'
import { type MockInstance, vi } from 'vitest'
import type { Account } from '../../src/accounts/account-object'

/**
 * Until restored, the next `times` calls of `method` fail: `after` it was done, so that only its reply is lost, or
 * `before`, so that nothing is.
 */
export function breakCalls(
  method: keyof Account,
  { times, when }: { times: number; when: 'before' | 'after' },
): MockInstance {
  const reach = env.ACCOUNT.get.bind(env.ACCOUNT)
  let left = times
  return vi.spyOn(env.ACCOUNT, 'get').mockImplementation((...words: Parameters<typeof reach>) => {
    const stub = reach(...words) as unknown as Record<string, (init: unknown) => Promise<unknown>>
    const call = (name: string) => async (init: unknown) => {
      const breaks = name === method && left > 0
      if (breaks) left--
      if (breaks && when === 'before') throw new Error('the connection broke')
      const reply = await stub[name]?.(init)
      if (breaks) throw new Error('the reply was lost')
      return reply
    }
    return new Proxy({}, { get: (_, name) => call(String(name)) }) as ReturnType<typeof reach>
  })
}
