/** The rate limits of a service on this machine, as workerd runs them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plugins, withLocalRateLimits } from '../../scripts/local-rate-limits.mjs'

type Limits = { limit(of: { key: string }): Promise<{ success: boolean }> }

const plugin = plugins['memory-rate-limit']

/** The Worker's bindings, as Miniflare hands them to a plugin. */
function configOf(limit: number) {
  const simple = { limit, period: 60 }
  const { unsafeBindings } = withLocalRateLimits({ ratelimits: { LIMIT: { simple } } })
  const env = Object.fromEntries(
    unsafeBindings.map(({ name, type, plugin, options }) => [
      name,
      { type: `unsafe:${type}`, dev: { plugin, options } },
    ]),
  )
  return { config: { env } }
}

async function limitOf(most: number): Promise<Limits> {
  const options = configOf(most)
  const [extension] = await plugin.getExtensions({ options: [options] })
  const source = extension?.modules[0]?.esModule ?? ''
  const { default: bind } = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  const [bound] = plugin.getBindings(options)
  const env = bound?.wrapped.innerBindings.map(({ name, json }) => [name, JSON.parse(json)]) ?? []
  return bind(Object.fromEntries(env))
}

beforeEach(() => {
  vi.useFakeTimers({ now: 600_000, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('each key has its own count, and a new one with the next minute', async () => {
  const limits = await limitOf(2)
  const ask = async (key: string) => (await limits.limit({ key })).success
  expect([await ask('a'), await ask('a'), await ask('a'), await ask('b')]).toEqual([true, true, false, true])
  vi.setSystemTime(659_999)
  expect(await ask('a')).toBe(false)
  vi.setSystemTime(660_000)
  expect([await ask('a'), await ask('a'), await ask('a')]).toEqual([true, true, false])
})

test('a Worker without limits gets no module', async () => {
  expect(withLocalRateLimits({})).toEqual({ unsafeBindings: [] })
  expect(await plugin.getExtensions({ options: [{ config: {} }] })).toEqual([])
})
