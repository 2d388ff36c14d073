/** Identifiers: a prefix that says what it names, and base62 digits that nobody can guess. */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

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

/** A new identifier such as `tsk_4fQ…`: 20 digits, 119 bits. */
export function newId(
  prefix: 'ast' | 'tsk' | 'bat' | 'req' | 'msg' | 'key' | 'ent' | 'rev' | 'prv',
  random: Random = secure,
): string {
  return `${prefix}_${randomDigits(20, random)}`
}
