/** The ciphers of the standard security handler (ISO 32000-2, 7.6). */
import { createDecipheriv, createHash } from 'node:crypto'
import { concatBytes } from '../../binary/bytes'

export type CryptMethod = 'None' | 'V2' | 'AESV2' | 'AESV3'

/** What a method of a crypt filter (ISO 32000-2, table 25) encrypted with `key`. */
export function decrypt(method: CryptMethod, key: Uint8Array, data: Uint8Array): Uint8Array {
  if (method === 'None') return data
  if (method === 'V2') return rc4(key, data)
  if (data.length < 32) return new Uint8Array()
  return decryptAes(key, data.subarray(0, 16), data.subarray(16), true)
}

/** AES in CBC mode. Padding that is wrong stays, and what is no whole block is left out: other readers do so too. */
export function decryptAes(
  key: Uint8Array,
  vector: Uint8Array,
  data: Uint8Array,
  padded: boolean,
): Uint8Array {
  const cipher = createDecipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, vector)
  cipher.setAutoPadding(false)
  const whole = data.subarray(0, data.length - (data.length % 16))
  const plain = concatBytes([cipher.update(whole), cipher.final()])
  const padding = plain.at(-1) ?? 0
  return padded && padding > 0 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain
}

/** The stream cipher of revisions 2 to 4, which the runtime's own library no longer has. */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number) => state[index & 0xff] ?? 0
  const swap = (one: number, other: number) => {
    const kept = at(one)
    state[one & 0xff] = at(other)
    state[other & 0xff] = kept
  }
  let j = 0
  for (let i = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 0xff
    swap(i, j)
  }
  j = 0
  return data.map((byte, index) => {
    const i = (index + 1) & 0xff
    j = (j + at(i)) & 0xff
    swap(i, j)
    return byte ^ at(at(i) + at(j))
  })
}

export function md5(parts: Uint8Array[]): Uint8Array {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}
