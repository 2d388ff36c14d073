/** The bucket, broken at will. */
import { env } from 'cloudflare:test'
import { type MockInstance, vi } from 'vitest'

/**
 * The first call of `method` for a key that begins with `prefix` fails, or has `outcome`. Files share an isolate: what a
 * former one began asks for other keys.
 */
export function breakOnce(
  method: 'get' | 'put',
  prefix: string,
  outcome: () => Promise<never> | Promise<null> = () => Promise.reject(new Error('the bucket is away')),
): MockInstance {
  const work = env.FILES[method].bind(env.FILES) as (key: string, ...more: unknown[]) => Promise<unknown>
  let isBroken = true
  const broken = async (key: string, ...more: unknown[]) => {
    if (!isBroken || !key.startsWith(prefix)) return await work(key, ...more)
    isBroken = false
    return await outcome()
  }
  return vi.spyOn(env.FILES, method).mockImplementation(broken as never)
}
