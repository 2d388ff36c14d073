/**
 * Keys that an account refused a moment ago: unknown, revoked or expired. Such a key never works again, so it can be
 * refused without asking. Bounded in number and time, in the memory of one isolate; keys are known by their hash.
 */
const MAX_KEYS = 10_000
const REFUSAL_TTL_MS = 10_000

export class DeadKeys {
  /** Hash to when it was refused, the oldest first. */
  readonly #refusedAt = new Map<string, number>()

  /** Whether the key was refused within the last ten seconds. */
  has(hash: string, now: number): boolean {
    const refusedAt = this.#refusedAt.get(hash)
    return refusedAt !== undefined && refusedAt <= now && now < refusedAt + REFUSAL_TTL_MS
  }

  /** Remembers a refused key; the oldest goes if there are too many. */
  add(hash: string, now: number): void {
    this.#refusedAt.delete(hash)
    this.#refusedAt.set(hash, now)
    if (this.#refusedAt.size <= MAX_KEYS) return
    const [oldest] = this.#refusedAt.keys()
    if (oldest !== undefined) this.#refusedAt.delete(oldest)
  }
}
