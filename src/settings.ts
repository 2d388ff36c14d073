/** The settings of `wrangler.toml` as numbers and lists: read in one place, so that a typo has one place to fail. */

import { createVault, type Vault } from './crypto/vault'
import { Problem } from './errors'
import { MAX_DATABASES } from './ids'
import { type AddressPolicy, parseAllowHosts } from './net/address'

export type PoolSettings = {
  shards: number
  rendersInFlight: number
  spares: number
  rendersPerBrowser: number
  idleMinutes: number
  keepAliveSeconds: number
  /** Whether the platform keeps the browsers off the network, too. */
  guardrails: boolean
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
    guardrails: isOn(env, 'BROWSER_GUARDRAILS'),
  }
}

/** What outgoing fetches may reach; `origins` are our own beside `PUBLIC_URL`: those they never do. */
export function addressPolicy(env: Env, ...origins: string[]): AddressPolicy {
  const own = [env.PUBLIC_URL, ...origins].filter(Boolean)
  return {
    allowHosts: parseAllowHosts(env.ALLOW_HOSTS ?? ''),
    ownHosts: own.map((origin) => new URL(origin).host),
  }
}

/**
 * The origins whose pages may call the service from a browser, as browsers write them. Throws an Error naming an entry
 * that is no origin: it would silently allow nothing.
 */
export function corsOrigins(env: Env): string[] {
  const entries = (env.CORS_ORIGINS ?? '').split(',').map((entry) => entry.trim())
  return entries.filter(Boolean).map((entry) => {
    if (URL.parse(entry)?.origin === entry) return entry
    throw new Error(`CORS_ORIGINS: "${entry}" is not an origin (https://app.example.com, without a slash)`)
  })
}

const SECRET_NAMES = ['ADMIN_TOKEN', 'SIGNING_SECRET'] as const

/** Throws `not_configured` naming the first secret that is missing, empty or too short. */
export function requireSecrets(env: Env): void {
  for (const name of SECRET_NAMES) secret(env, name)
}

/** Characters of `ADMIN_TOKEN`: 32 random ones cannot be guessed. */
const MIN_ADMIN_TOKEN_LENGTH = 32
/** Different characters of it: 32 random ones have more, as hexadecimal digits too; a repeated word has fewer. */
const MIN_ADMIN_TOKEN_ALPHABET = 8

/** The secret that an operator shows. Throws `not_configured` if it is not set or too short. */
export function operatorToken(env: Env): string {
  return secret(env, 'ADMIN_TOKEN')
}

/** The secret that keys and addresses of files are signed with now. Throws `not_configured` if it is not set. */
export function signingSecret(env: Env): string {
  return secret(env, 'SIGNING_SECRET')
}

function secret(env: Env, name: (typeof SECRET_NAMES)[number]): string {
  const value = env[name]
  const weakness = value && name === 'ADMIN_TOKEN' ? weaknessOf(value) : undefined
  if (weakness) {
    const detail = `The secret ADMIN_TOKEN ${weakness}. Set a random one and deploy again.`
    throw new Problem('not_configured', { detail })
  }
  if (value) return value
  throw new Problem('not_configured', { detail: `The secret ${name} is not set. Set it and deploy again.` })
}

/** Why an operator's token could be guessed; undefined if it could not. */
function weaknessOf(token: string): string | undefined {
  if (token.length < MIN_ADMIN_TOKEN_LENGTH) return `is shorter than ${MIN_ADMIN_TOKEN_LENGTH} characters`
  if (new Set(token).size < MIN_ADMIN_TOKEN_ALPHABET)
    return `has fewer than ${MIN_ADMIN_TOKEN_ALPHABET} different characters`
  return undefined
}

/** The secrets whose signatures are taken: the present one, and the former one while it is being replaced. */
export function acceptedSecrets(env: Env): string[] {
  return [signingSecret(env), ...(env.SIGNING_SECRET_FORMER ? [env.SIGNING_SECRET_FORMER] : [])]
}

/** Encrypts what is secret in stored jobs and endpoints. Throws `not_configured` if the secret is not set. */
export function vaultOf(env: Env): Vault {
  return createVault(acceptedSecrets(env))
}

/**
 * Numbers of the databases that new accounts go to, each once. Throws an Error if there is none, or for what is no number
 * of a database.
 */
export function newAccountDatabases(env: Env): number[] {
  const numbers = (env.NEW_ACCOUNT_DATABASES ?? '0').split(',').map((text) => count(text.trim() || '-1', 0))
  const unknown = numbers.find((number) => number >= MAX_DATABASES)
  if (unknown !== undefined) throw new Error(`NEW_ACCOUNT_DATABASES: there is no database ${unknown}`)
  return [...new Set(numbers)]
}

/** Whether strangers may see a page of what they type. A service of the release before has no such setting: off. */
export function isOpenToVisitors(env: Env): boolean {
  return env.TRY_WITHOUT_KEY !== undefined && isOn(env, 'TRY_WITHOUT_KEY')
}

/** How long a signed file address works, in milliseconds. */
export function fileUrlTtl(env: Env): number {
  return count(env.FILE_URL_TTL_SECONDS, 1) * 1000
}

function count(value: string, min: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < min) {
    throw new Error(`a setting must be a whole number of at least ${min}, but is "${value}"`)
  }
  return number
}

/** Throws an Error if it is neither, as it would be found off when it is needed. */
function isOn(env: Env, name: 'BROWSER_GUARDRAILS' | 'TRY_WITHOUT_KEY'): boolean {
  const value = env[name]
  if (value === 'on' || value === 'off') return value === 'on'
  throw new Error(`${name}: "${value}" is neither "on" nor "off"`)
}
