/** Whether a key may do what is asked, pure. */
import type { Mode } from './api-keys'

export const scopes = ['render', 'read', 'manage'] as const
export type Scope = (typeof scopes)[number]

/** What a new key may do if nothing else is asked for. A test key changes templates and endpoints only by its own leave. */
export const DEFAULT_SCOPES: Readonly<Record<Mode, readonly Scope[]>> = {
  live: scopes,
  test: ['render', 'read'],
}

/** The mode of the work that a key may see and delete; `undefined`: all of it. */
export function visibleMode(keyMode: Mode): 'test' | undefined {
  return keyMode === 'test' ? 'test' : undefined
}

/** A key as the account keeps it. Times in milliseconds; `null`: never. */
export type KeyRow = {
  keyId: string
  hash: string
  mode: Mode
  scopes: Scope[]
  createdAt: number
  /** End of the grace period of a rotated key: it works before this moment and no longer from it on. */
  expiresAt: number | null
  revokedAt: number | null
}

/** Whether the key works at `now`. */
export function isActive(key: KeyRow, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt)
}
