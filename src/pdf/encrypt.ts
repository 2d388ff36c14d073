/**
 * The standard security handler, revision 6: AES-256 in CBC mode (ISO 32000-2, 7.6.4).
 *
 * Keys and the encryption dictionary come from here; `write-pdf.ts` applies them to every string and stream as it
 * writes, because only there every one passes by. (pdf-lib encrypts streams alone, so titles, links and
 * attachment names would read as garbage.) Passwords are prepared by SASLprep and cut at 127 bytes of UTF-8
 * (7.6.4.3.3).
 */

import { createCipheriv, createHash } from 'node:crypto'
import type { z } from 'zod'
import { concatBytes } from '../binary/bytes'
import type { permissionsOption } from './finishing-options'
import { preparePassword } from './password'

export type Permissions = z.output<typeof permissionsOption>
/** Each permission, given or not. */
export type AllPermissions = { [Name in keyof Permissions]-?: NonNullable<Permissions[Name]> }

export type EncryptionRequest = {
  /** Opens the document with `permissions`. */
  userPassword: string
  /** Opens it without limits; random where the caller gave none, so that nobody has it. */
  ownerPassword?: string | undefined
  permissions?: Permissions | undefined
}

/** Returns so many bytes of cryptographic randomness. */
export type RandomBytes = (length: number) => Uint8Array

export type Encryption = {
  /** The encryption dictionary as it stands in the file; its own strings are never encrypted. */
  dictionary: string
  /** Encrypts one string or stream: a fresh initialisation vector, then the padded ciphertext. */
  encrypt(plain: Uint8Array): Uint8Array
}

/** Makes a file key, wraps it for both passwords (algorithms 8 and 9) and signs the permissions (10). */
export function standardSecurityHandler(request: EncryptionRequest, random: RandomBytes): Encryption {
  const fileKey = random(32)
  const user = passwordBytes(request.userPassword)
  const owner = request.ownerPassword ? passwordBytes(request.ownerPassword) : random(32)
  const userKeys = passwordKeys(user, new Uint8Array(), random)
  const userEntry = userKeys.entry
  const ownerKeys = passwordKeys(owner, userEntry, random)
  const flags = permissionFlags(request.permissions)
  const entries = {
    U: userEntry,
    UE: aes(userKeys.wrapping, emptyVector, fileKey, false),
    O: ownerKeys.entry,
    OE: aes(ownerKeys.wrapping, emptyVector, fileKey, false),
    Perms: aes(fileKey, emptyVector, signedPermissions(flags, random), false),
  }
  const strings = Object.entries(entries).map(([name, bytes]) => `/${name}<${hex(bytes)}>`)
  const filter = '/CF<</StdCF<</AuthEvent/DocOpen/CFM/AESV3/Length 32>>>>/StmF/StdCF/StrF/StdCF'
  return {
    dictionary: `<</Filter/Standard/V 5/R 6/Length 256${filter}/P ${flags}${strings.join('')}>>`,
    encrypt(plain) {
      const vector = random(16)
      return concatBytes([vector, aes(fileKey, vector, plain, true)])
    },
  }
}

/** The flags of ISO 32000-2 table 22 as a signed number. What is not named is allowed. */
export function permissionFlags(permissions: Permissions = {}): number {
  const { print = 'high', copy = true, modify = true, annotate = true } = permissions
  const { fill_forms = true, assemble = true } = permissions
  const reserved = 0xfffff0c0
  const accessibility = 1 << 9 // Readers must always allow it since PDF 2.0.
  const allowed =
    (print === 'none' ? 0 : 1 << 2) |
    (print === 'high' ? 1 << 11 : 0) |
    (modify ? 1 << 3 : 0) |
    (copy ? 1 << 4 : 0) |
    (annotate ? 1 << 5 : 0) |
    (fill_forms ? 1 << 8 : 0) |
    (assemble ? 1 << 10 : 0)
  return (reserved | accessibility | allowed) >> 0
}

/** What the flags of a file allow, as the options say it (ISO 32000-2 table 22). */
export function permissionsOf(flags: number): AllPermissions {
  const has = (bit: number) => (flags & (1 << (bit - 1))) !== 0
  return {
    print: has(3) ? (has(12) ? 'high' : 'low') : 'none',
    modify: has(4),
    copy: has(5),
    annotate: has(6),
    fill_forms: has(9),
    assemble: has(11),
  }
}

/** A password that the options let pass can be prepared. */
function passwordBytes(password: string): Uint8Array {
  const prepared = preparePassword(password)
  if (prepared === undefined) throw new Error('a password was let through that SASLprep refuses')
  return new TextEncoder().encode(prepared).subarray(0, 127)
}

/**
 * U or O (the password's hash, the salt that checks it and the salt that wraps the key), and the key that wraps the
 * file's.
 */
function passwordKeys(password: Uint8Array, userEntry: Uint8Array, random: RandomBytes) {
  const check = saltedHash(password, userEntry, random)
  const key = saltedHash(password, userEntry, random)
  return { entry: concatBytes([check.hash, check.salt, key.salt]), wrapping: key.hash }
}

/**
 * Hashes with a fresh salt, and another one where the hash's end is met exactly: readers disagree there about one more
 * round (veraPDF takes it, qpdf and poppler do not), and every reader shall open the file.
 */
function saltedHash(password: Uint8Array, userEntry: Uint8Array, random: RandomBytes) {
  for (;;) {
    const salt = random(8)
    const { hash, exact } = hardenedHash(password, salt, userEntry)
    if (!exact) return { salt, hash }
  }
}

/** Algorithm 10: the flags, "encrypt metadata too", a mark, and four random bytes. */
function signedPermissions(flags: number, random: RandomBytes): Uint8Array {
  const block = new Uint8Array(16).fill(0xff)
  new DataView(block.buffer).setInt32(0, flags, true)
  block.set(new TextEncoder().encode('Tadb'), 8)
  block.set(random(4), 12)
  return block
}

/** Algorithm 2.B: at least 64 rounds of AES-128 and a SHA-2 whose size the round's own output picks. */
export function hardenedHash(password: Uint8Array, salt: Uint8Array, userEntry: Uint8Array) {
  let key = sha(256, concatBytes([password, salt, userEntry]))
  for (let round = 0; ; round++) {
    const block = concatBytes([password, key, userEntry])
    const repeated = concatBytes(Array<Uint8Array>(64).fill(block))
    const encrypted = aes(key.subarray(0, 16), key.subarray(16, 32), repeated, false)
    const size = [256, 384, 512][encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3] ?? 256
    key = sha(size, encrypted)
    const last = encrypted.at(-1) ?? 0
    const enough = round - 31
    if (round >= 63 && last <= enough) return { hash: key.subarray(0, 32), exact: last === enough }
  }
}

const emptyVector = new Uint8Array(16)

function aes(key: Uint8Array, vector: Uint8Array, data: Uint8Array, padded: boolean): Uint8Array {
  const cipher = createCipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, vector)
  cipher.setAutoPadding(padded)
  return concatBytes([cipher.update(data), cipher.final()])
}

function sha(size: number, data: Uint8Array): Uint8Array {
  return new Uint8Array(createHash(`sha${size}`).update(data).digest())
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
