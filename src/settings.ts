/** The settings of `wrangler.toml` as numbers and lists: read in one place, so that a typo has one place to fail. */
import { Problem } from './errors'
import { type AddressPolicy, parseAllowHosts } from './net/address'

export type PoolSettings = {
  shards: number
  rendersInFlight: number
  spares: number
  rendersPerBrowser: number
  idleMinutes: number
  keepAliveSeconds: number
}

/** Settings of the browser pool. */
export function poolSettings(env: Env): PoolSettings {
  return {
    shards: count(env.POOL_SHARDS, 1),
    rendersInFlight: count(env.POOL_RENDERS_IN_FLIGHT, 1),
    spares: count(env.POOL_SPARES, 0),
    rendersPerBrowser: count(env.POOL_RENDERS_PER_BROWSER, 1),
    idleMinutes: count(env.POOL_IDLE_MINUTES, 0),
    keepAliveSeconds: count(env.POOL_KEEP_ALIVE_SECONDS, 10),
  }
}

const secretNames = ['ADMIN_TOKEN', 'SIGNING_SECRET'] as const

/** The secrets; throws `not_configured` naming the first that is missing or empty. */
export function requireSecrets(env: Env): Record<(typeof secretNames)[number], string> {
  const { ADMIN_TOKEN, SIGNING_SECRET } = env
  if (ADMIN_TOKEN && SIGNING_SECRET) return { ADMIN_TOKEN, SIGNING_SECRET }
  const missing = secretNames.find((name) => !env[name])
  throw new Problem('not_configured', {
    detail: `The secret ${missing} is not set. Set it and deploy again.`,
  })
}

/** What outgoing fetches may reach; `origin` is our own, which they never do, where it is known. */
export function addressPolicy(env: Env, origin: string | undefined): AddressPolicy {
  const ownHosts = origin ? [new URL(origin).host] : []
  return { allowHosts: parseAllowHosts(env.ALLOW_HOSTS ?? ''), ownHosts }
}

/** How long a signed file address works, in milliseconds. */
export function fileUrlTtl(env: Env): number {
  return count(env.FILE_URL_TTL_SECONDS, 1) * 1000
}

function count(value: string, least: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < least) {
    throw new Error(`a setting must be a whole number of at least ${least}, but is "${value}"`)
  }
  return number
}
