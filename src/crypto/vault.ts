/**
 * Secrets that must be stored (passwords of queued jobs and of endpoints), encrypted with AES-256-GCM. The key comes
 * from `SIGNING_SECRET` by HKDF-SHA256. While that secret is replaced, what the former one encrypted is still read.
 */
import { concatBytes } from '../binary/bytes'
import { Problem } from '../errors'

/** A stored secret: version, then nonce and ciphertext in base64url. An object, so that no caller's text passes for one. */
export type Sealed = { sealed: string }

export type Vault = {
  /** Encrypts `text`. `owner` names the row it is stored in: in another row it cannot be read. */
  seal(text: string, owner: string): Promise<Sealed>
  /** Decrypts; throws `document_invalid` if no accepted secret fits. */
  open(sealed: Sealed, owner: string): Promise<string>
}

const VERSION = 'v1'
const NONCE_BYTES = 12
const encoder = new TextEncoder()

/** A vault over the accepted secrets, the present one first. */
export function createVault(secrets: readonly string[]): Vault {
  return {
    async seal(text, owner) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const key = await keyFrom(secrets[0] ?? '')
      const encrypted = await crypto.subtle.encrypt(algorithm(iv, owner), key, encoder.encode(text))
      const bytes = concatBytes([iv, new Uint8Array(encrypted)])
      return { sealed: `${VERSION}.${Buffer.from(bytes).toString('base64url')}` }
    },
    async open({ sealed }, owner) {
      const [version, body = ''] = sealed.split('.')
      const bytes = new Uint8Array(Buffer.from(body, 'base64url'))
      const iv = bytes.subarray(0, NONCE_BYTES)
      for (const secret of version === VERSION ? secrets : []) {
        const key = await keyFrom(secret)
        const opened = await crypto.subtle
          .decrypt(algorithm(iv, owner), key, bytes.subarray(NONCE_BYTES))
          .catch(() => undefined)
        if (opened) return new TextDecoder().decode(opened)
      }
      throw new Problem('document_invalid', {
        detail:
          'A stored password can no longer be decrypted, because the service’s signing secret was replaced. Send it again.',
      })
    },
  }
}

/** Whether a stored value is a sealed secret; plain text is what earlier releases stored. */
function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && 'sealed' in value && typeof value.sealed === 'string'
}

function algorithm(iv: Uint8Array, owner: string) {
  return { name: 'AES-GCM', iv: iv as Uint8Array<ArrayBuffer>, additionalData: encoder.encode(owner) }
}

const keys = new Map<string, Promise<CryptoKey>>()

function keyFrom(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret)
  if (known) return known
  const made = deriveKey(secret)
  keys.set(secret, made)
  return made
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey'])
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode('platen stored secrets v1'),
  }
  return await crypto.subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

/** The fields that are secrets; `password` is also that of a Wi-Fi code, and `access` what a page is asked for with. */
export const SECRET_OPTIONS = ['password', 'owner_password', 'attachment_passwords', 'access'] as const

/** Options as they are stored: with their secrets encrypted. */
export function sealOptions(options: object, vault: Vault, owner: string): Promise<Record<string, unknown>> {
  return mapSecrets(options, (value) => (typeof value === 'string' ? vault.seal(value, owner) : value))
}

/** Stored options as they are used. Throws as `Vault.open`. */
export function openOptions(options: object, vault: Vault, owner: string): Promise<Record<string, unknown>> {
  return mapSecrets(options, (value) => (isSealed(value) ? vault.open(value, owner) : value))
}

async function mapSecrets(options: object, change: (value: unknown) => unknown) {
  const changed: Record<string, unknown> = { ...options }
  for (const name of SECRET_OPTIONS) {
    const value = changed[name]
    if (Array.isArray(value)) changed[name] = await Promise.all(value.map(change))
    else if (value !== undefined) changed[name] = await change(value)
  }
  return changed
}
