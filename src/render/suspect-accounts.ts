/**
 * Accounts whose scripts, and nobody else's, ran in a browser that was kept busy. Until it is known which document did
 * it, those with scripts are printed apart: each would have to be stopped anew otherwise.
 */

const SUSPECT_MS = 10_000
const MAX_ACCOUNTS = 1000

export class Suspects {
  /** By account, the longest known first: until when, in milliseconds since 1970. */
  readonly #until = new Map<string, number>()

  add(accountId: string, now: number): void {
    this.#until.delete(accountId)
    this.#until.set(accountId, now + SUSPECT_MS)
    const [oldest] = this.#until.keys()
    if (this.#until.size > MAX_ACCOUNTS && oldest !== undefined) this.#until.delete(oldest)
  }

  has(accountId: string, now: number): boolean {
    return (this.#until.get(accountId) ?? 0) > now
  }
}
