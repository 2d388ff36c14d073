/**
 * Callers whom their account let in lately, in the memory of one isolate. Only theirs may be read before the account is asked
 * again (`with-caller.ts`): a key that was never let in here, or was refused since, has nothing parsed.
 */
import type { Scope } from '../accounts/scopes'
import type { Brand } from '../accounts/storage/settings-table'

const MAX_CALLERS = 10_000
/** So long after it was revoked may a key's small bodies be read, until its account is asked. */
const KNOWN_MS = 60_000

/** What a key is used for. */
type Use = { keyHash: string; scope: Scope }

class KnownCallers {
  /** The oldest first. */
  readonly #byUse = new Map<string, { at: number; brand: Brand | undefined }>()

  /** The account's brand as it was then, if the key was let in for this within a minute. */
  find(use: Use, now: number): { brand: Brand | undefined } | undefined {
    const known = this.#byUse.get(nameOf(use))
    return known && known.at <= now && now < known.at + KNOWN_MS ? known : undefined
  }

  /** Remembers a key that was let in; the oldest goes if there are too many. */
  add(use: Use, brand: Brand | undefined, now: number): void {
    this.forget(use)
    this.#byUse.set(nameOf(use), { at: now, brand })
    if (this.#byUse.size <= MAX_CALLERS) return
    const [oldest] = this.#byUse.keys()
    if (oldest !== undefined) this.#byUse.delete(oldest)
  }

  forget(use: Use): void {
    this.#byUse.delete(nameOf(use))
  }
}

function nameOf({ keyHash, scope }: Use): string {
  return `${keyHash} ${scope}`
}

/** Of this isolate. */
export const knownCallers = new KnownCallers()
