/** Opens files that are protected by the standard security handler, revisions 2 to 6 (ISO 32000-2, 7.6). */
import { createHash } from 'node:crypto'
import { PDFBool, PDFDict, PDFName, PDFNumber, type PDFObject } from 'pdf-lib'
import { concatBytes } from '../../binary/bytes'
import { isTextString } from '../decode-text'
import { hardenedHash } from '../encrypt'
import { preparePassword } from '../password'
import { type CryptMethod, decrypt, decryptAes, md5, rc4 } from './ciphers'

/** Undoes the encryption of one object's strings and streams. */
export type ObjectCipher = {
  string: (bytes: Uint8Array) => Uint8Array
  stream: (bytes: Uint8Array, dict: PDFDict) => Uint8Array
}

export type FileCipher = { forObject(number: number, generation: number): ObjectCipher }

/** No password that is known opens the file. */
export class PasswordNeeded extends Error {}
/** The file is encrypted in a way that only a program of its own undoes. */
export class UnknownEncryption extends Error {}

/** What short passwords are filled up with (algorithm 2, step a). */
const PADDING = new Uint8Array(
  Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex'),
)

/**
 * The cipher of a file whose trailer has this encryption dictionary and first identifier. Each password is tried as the
 * user's and the owner's. Throws PasswordNeeded and UnknownEncryption.
 */
export function openCipher(dict: PDFDict, id: Uint8Array, passwords: readonly string[]): FileCipher {
  const version = numberOf(dict, 'V') ?? 0
  const isStandard = dict.lookup(PDFName.of('Filter')) === PDFName.of('Standard')
  if (!isStandard || ![1, 2, 3, 4, 5].includes(version)) throw new UnknownEncryption()
  const handler = new SecurityHandler(dict, id, version)
  for (const password of passwords) {
    const key = version === 5 ? handler.longKey(password) : handler.shortKey(password)
    if (key) return handler.cipher(key)
  }
  throw new PasswordNeeded()
}

class SecurityHandler {
  private readonly revision: number
  private readonly keyLength: number
  private readonly user: Uint8Array
  private readonly owner: Uint8Array
  private readonly encryptsMetadata: boolean

  constructor(
    private readonly dict: PDFDict,
    private readonly id: Uint8Array,
    private readonly version: number,
  ) {
    this.revision = numberOf(dict, 'R') ?? 0
    this.user = bytesOf(dict.lookup(PDFName.of('U')))
    this.owner = bytesOf(dict.lookup(PDFName.of('O')))
    this.encryptsMetadata = dict.lookup(PDFName.of('EncryptMetadata')) !== PDFBool.False
    const bits = version === 4 ? 128 : version === 1 ? 40 : (numberOf(dict, 'Length') ?? 40)
    // Some count bytes.
    const length = bits < 40 ? bits : bits / 8
    this.keyLength = this.revision === 2 ? 5 : Math.min(16, Math.max(5, Math.floor(length)))
  }

  /** The file's key of revisions 2 to 4 (algorithms 4 to 7); undefined if the password does not fit. */
  shortKey(password: string): Uint8Array | undefined {
    const typed = new Uint8Array(Buffer.from(password, 'latin1'))
    return this.keyOfUser(typed) ?? this.keyOfUser(this.userPasswordBy(typed))
  }

  /** The file's key of revisions 5 and 6 (algorithm 2.A); undefined if the password does not fit. */
  longKey(password: string): Uint8Array | undefined {
    const typed = new TextEncoder().encode(preparePassword(password) ?? password).subarray(0, 127)
    const none = new Uint8Array()
    const keys = [
      { entry: this.user, wrapped: 'UE', salt: none },
      { entry: this.owner, wrapped: 'OE', salt: this.user.subarray(0, 48) },
    ]
    for (const { entry, wrapped, salt } of keys) {
      if (!equal(this.hash(typed, entry.subarray(32, 40), salt), entry.subarray(0, 32))) continue
      const wrapping = this.hash(typed, entry.subarray(40, 48), salt)
      const key = bytesOf(this.dict.lookup(PDFName.of(wrapped))).subarray(0, 32)
      return decryptAes(wrapping, new Uint8Array(16), key, false)
    }
    return undefined
  }

  /** Which methods streams and strings are encrypted with, and by what key (7.6.6). */
  cipher(key: Uint8Array): FileCipher {
    const [streams, strings] = [this.method('StmF'), this.method('StrF')]
    return {
      forObject: (number, generation) => {
        const undo = (method: CryptMethod, data: Uint8Array) =>
          decrypt(method, this.objectKey(key, method, number, generation), data)
        return {
          string: (bytes) => undo(strings, bytes),
          stream: (bytes, dict) =>
            this.isPlain(dict) ? bytes : undo(this.ownMethod(dict) ?? streams, bytes),
        }
      },
    }
  }

  private hash(password: Uint8Array, salt: Uint8Array, user: Uint8Array): Uint8Array {
    if (this.revision === 6) return hardenedHash(password, salt, user).hash
    return new Uint8Array(
      createHash('sha256')
        .update(concatBytes([password, salt, user]))
        .digest(),
    )
  }

  /** Algorithm 2, and 4 or 5 to see whether it fits. */
  private keyOfUser(password: Uint8Array): Uint8Array | undefined {
    const flags = new Uint8Array(4)
    new DataView(flags.buffer).setInt32(0, (numberOf(this.dict, 'P') ?? 0) | 0, true)
    const mark = this.revision >= 4 && !this.encryptsMetadata ? [new Uint8Array(4).fill(0xff)] : []
    let key = md5([padded(password), this.owner.subarray(0, 32), flags, this.id, ...mark])
    if (this.revision >= 3)
      for (let round = 0; round < 50; round++) key = md5([key.subarray(0, this.keyLength)])
    key = key.subarray(0, this.keyLength)
    if (this.revision === 2) return equal(rc4(key, PADDING), this.user.subarray(0, 32)) ? key : undefined
    let check: Uint8Array = md5([PADDING, this.id])
    for (let round = 0; round < 20; round++)
      check = rc4(
        key.map((byte) => byte ^ round),
        check,
      )
    return equal(check, this.user.subarray(0, 16)) ? key : undefined
  }

  /** Algorithm 7: the user's password, for who has the owner's. */
  private userPasswordBy(owner: Uint8Array): Uint8Array {
    let key = md5([padded(owner)])
    if (this.revision >= 3) for (let round = 0; round < 50; round++) key = md5([key])
    key = key.subarray(0, this.keyLength)
    let password: Uint8Array = this.owner.subarray(0, 32)
    if (this.revision === 2) return rc4(key, password)
    for (let round = 19; round >= 0; round--)
      password = rc4(
        key.map((byte) => byte ^ round),
        password,
      )
    return password
  }

  /** Algorithm 1: of the long methods the file's key itself. */
  private objectKey(key: Uint8Array, method: CryptMethod, number: number, generation: number): Uint8Array {
    if (method === 'AESV3') return key
    const place = [number, number >> 8, number >> 16, generation, generation >> 8].map((byte) => byte & 0xff)
    const salt = method === 'AESV2' ? new TextEncoder().encode('sAlT') : new Uint8Array()
    return md5([key, Uint8Array.from(place), salt]).subarray(0, Math.min(16, key.length + 5))
  }

  private method(key: 'StmF' | 'StrF'): CryptMethod {
    if (this.version < 4) return 'V2'
    const name = this.dict.lookup(PDFName.of(key))
    return name instanceof PDFName ? this.methodNamed(name) : 'None'
  }

  /**
   * A filter without a method has None (ISO 32000-2 table 25). Throws UnknownEncryption for a filter that is not described
   * and for an unknown method: what they encrypted would be read as it stands.
   */
  private methodNamed(name: PDFName): CryptMethod {
    if (name === PDFName.of('Identity')) return 'None'
    const filters = this.dict.lookup(PDFName.of('CF'))
    const filter = filters instanceof PDFDict ? filters.lookup(name) : undefined
    if (!(filter instanceof PDFDict)) throw new UnknownEncryption()
    const method = filter.lookup(PDFName.of('CFM')) ?? PDFName.of('None')
    const text = method instanceof PDFName ? method.decodeText() : undefined
    if (text === 'None' || text === 'V2' || text === 'AESV2' || text === 'AESV3') return text
    throw new UnknownEncryption()
  }

  private isPlain(dict: PDFDict): boolean {
    const type = dict.get(PDFName.of('Type'))
    if (type === PDFName.of('XRef')) return true
    return type === PDFName.of('Metadata') && this.version >= 4 && !this.encryptsMetadata
  }

  /** A stream may name its own method by a filter Crypt (7.4.10). */
  private ownMethod(dict: PDFDict): CryptMethod | undefined {
    const filter = String(dict.get(PDFName.of('Filter')) ?? '')
    if (!/\/Crypt\b/.test(filter)) return undefined
    const name = /\/Name \/(\w+)/.exec(String(dict.get(PDFName.of('DecodeParms')) ?? ''))?.[1]
    return name ? this.methodNamed(PDFName.of(name)) : 'None'
  }
}

function padded(password: Uint8Array): Uint8Array {
  return concatBytes([password, PADDING]).subarray(0, 32)
}

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

function numberOf(dict: PDFDict, key: string): number | undefined {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFNumber ? value.asNumber() : undefined
}

function bytesOf(value: PDFObject | undefined): Uint8Array {
  return isTextString(value) ? value.asBytes() : new Uint8Array()
}
