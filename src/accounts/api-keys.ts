/**
 * API keys: `plt_live_` or `plt_test_`, then base62 digits of fixed length:
 *
 *   account id (16, or 18: `src/ids.ts`) · MAC of mode, account id and random (8) · random (32, 190 bits) · CRC-32 of all before it (6)
 *
 * The checksum lets a scanner recognise a leaked key and lets us refuse a mistyped one without any work. The MAC
 * (HMAC-SHA-256, its first 8 bytes as base62 digits, the lowest 8 of them) lets us refuse a made-up key before any
 * storage is asked, and no key can be made up from another one. What authorises is the SHA-256 of the whole key, which
 * is all that is stored of it.
 *
 * Keys of the first release have a MAC of the account id alone (`isFormer`). They are still taken, so whoever has seen
 * such a key can make up others with a sound MAC: `first-form-keys.ts` bounds what these cost.
 */
import { crc32 } from 'node:zlib'
import { equalInConstantTime, sha256 } from '../crypto/hashes'
import { ACCOUNT_DIGITS, databaseDigits, type Random, randomDigits, toDigits } from '../ids'

export type Mode = 'live' | 'test'

const DIGITS = { mac: 8, random: 32, crc: 6 }
/** An account's id without `acc_`. Two digits more name its database; the parts of a key after it have fixed lengths. */
const ACCOUNT = '[0-9A-Za-z]{16}(?:[0-9A-Za-z]{2})?'
const KEY_PATTERN = new RegExp(
  `^plt_(live|test)_(${ACCOUNT})([0-9A-Za-z]{${DIGITS.mac}})([0-9A-Za-z]{${DIGITS.random}})([0-9A-Za-z]{${DIGITS.crc}})$`,
)
const ACCOUNT_ID_PATTERN = new RegExp(`^acc_${ACCOUNT}$`)
const encoder = new TextEncoder()

/**
 * The id of a new account in the database of this number (`src/databases.ts`), `acc_` and 16 or 18 digits: it names the
 * account's Durable Object and stands in each of its keys.
 */
export function newAccountId(database = 0, random?: Random): string {
  return `acc_${databaseDigits(database)}${randomDigits(ACCOUNT_DIGITS, random)}`
}

/** Whether `id` has the form of an account id; says nothing of whether the account exists. */
export function isAccountId(id: string): boolean {
  return ACCOUNT_ID_PATTERN.test(id)
}

/** Makes a key and the hash to store in its place. The key itself is shown once and kept nowhere. */
export async function mintKey(init: {
  accountId: string
  mode: Mode
  secret: string
  random?: Random
}): Promise<{ key: string; hash: string }> {
  const { mode, secret } = init
  const account = init.accountId.slice('acc_'.length)
  const random = randomDigits(DIGITS.random, init.random)
  const body = `plt_${mode}_${account}${await macOf(keyText({ mode, account, random }), secret)}${random}`
  const key = body + checksum(body)
  return { key, hash: sha256(key) }
}

/**
 * Reads a key as sent: `undefined` if the form, the checksum or the MAC is wrong, in that order and before any
 * look-up. `secrets` are those that MACs are made with, the present one first. What it answers is not yet authorised:
 * the account's object decides by the hash. `isFormer`: it is a key of the first release, or made up from one.
 */
export async function readKey(
  key: string,
  secrets: readonly string[],
): Promise<{ accountId: string; mode: Mode; hash: string; isFormer: boolean } | undefined> {
  const match = KEY_PATTERN.exec(key)
  if (!match) return undefined
  const [, mode = '', account = '', mac = '', random = '', crc = ''] = match
  if (checksum(key.slice(0, -DIGITS.crc)) !== crc) return undefined
  const isMacOf = async (text: string) => {
    const macs = await Promise.all(secrets.map((secret) => macOf(text, secret)))
    return macs.some((made) => equalInConstantTime(mac, made))
  }
  const isFormer = !(await isMacOf(keyText({ mode, account, random })))
  if (isFormer && !(await isMacOf(formerKeyText(account)))) return undefined
  return { accountId: `acc_${account}`, mode: mode as Mode, hash: sha256(key), isFormer }
}

function checksum(body: string): string {
  return toDigits(BigInt(crc32(body)), DIGITS.crc)
}

/** What a key's MAC covers. */
function keyText({ mode, account, random }: { mode: string; account: string; random: string }): string {
  return `platen key ${mode} ${account} ${random}`
}

/** What the MAC of the first release's keys covers. */
function formerKeyText(account: string): string {
  return `platen account ${account}`
}

const macKeys = new Map<string, Promise<CryptoKey>>()

/** The MAC of a text under `secret`: 8 base62 digits. */
async function macOf(text: string, secret: string): Promise<string> {
  let key = macKeys.get(secret)
  if (!key) {
    key = crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ])
    macKeys.set(secret, key)
  }
  const mac = await crypto.subtle.sign('HMAC', await key, encoder.encode(text))
  return toDigits(new DataView(mac).getBigUint64(0), DIGITS.mac)
}
