/** Identifiers: a prefix that says what it names, and base62 digits that nobody can guess. */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random digits of an id: 119 bits. */
const DIGITS = 20
/** Those of an account's id, which stand in its keys too. */
export const ACCOUNT_DIGITS = 16
/** Digits before the random ones, in ids of what another database than the first one keeps. */
const DATABASE_DIGITS = 2
/** Databases that they can name. */
export const MAX_DATABASES = ALPHABET.length ** DATABASE_DIGITS

/** Fills a buffer with random bytes; `crypto.getRandomValues` outside tests. */
export type Random = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>

const secure: Random = (bytes) => crypto.getRandomValues(bytes)

/** `length` uniformly distributed base62 digits, 5.954 bits each. Bytes that would bias the choice are drawn again. */
export function randomDigits(length: number, random: Random = secure): string {
  let digits = ''
  while (digits.length < length) {
    for (const byte of random(new Uint8Array(length))) {
      if (byte < 248 && digits.length < length) digits += ALPHABET[byte % 62]
    }
  }
  return digits
}

/** `value` (a non-negative integer) as exactly `length` base62 digits, the highest first; what does not fit is cut off. */
export function toDigits(value: bigint, length: number): string {
  let rest = value
  let digits = ''
  for (let place = 0; place < length; place++) {
    digits = ALPHABET[Number(rest % 62n)] + digits
    rest /= 62n
  }
  return digits
}

/** A new identifier such as `rev_4fQ…`. A task or a batch that is to be stored needs `newTaskId`. */
export function newId(
  prefix: 'ast' | 'req' | 'key' | 'rev' | 'prv' | 'tsk' | 'viw',
  random: Random = secure,
): string {
  return `${prefix}_${randomDigits(DIGITS, random)}`
}

/** A new identifier of a task, a batch or a delivery of the account: it says which database it is kept in, as the account's does. */
export function newTaskId(prefix: 'tsk' | 'bat' | 'msg', accountId: string, random: Random = secure): string {
  return `${prefix}_${databaseDigits(databaseOf(accountId))}${randomDigits(DIGITS, random)}`
}

/** What an id of database `number` begins with, after its prefix: nothing for the first one, as it was before there were more. */
export function databaseDigits(number: number): string {
  return number === 0 ? '' : toDigits(BigInt(number), DATABASE_DIGITS)
}

/** The number of the database that keeps an account, a task, a batch or a delivery, by its id; 0 for what is none. */
export function databaseOf(id: string): number {
  const [prefix, digits = ''] = id.split('_', 2)
  const random = prefix === 'acc' ? ACCOUNT_DIGITS : DIGITS
  if (digits.length !== random + DATABASE_DIGITS) return 0
  return [...digits.slice(0, DATABASE_DIGITS)].reduce(
    (number, digit) => number * ALPHABET.length + Math.max(0, ALPHABET.indexOf(digit)),
    0,
  )
}
