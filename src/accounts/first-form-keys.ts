/**
 * Which keys of the first release's form an account has. None is made any more, so a key of that form that the account
 * did not have a moment ago is made up, and is refused without asking again: however many are made up, each isolate asks
 * about once a minute. In the memory of one isolate, bounded in number.
 */
const MAX_ACCOUNTS = 10_000
const MEMORY_MS = 60_000

export class FormerKeys {
  /** What each account had, the account asked longest ago first. */
  readonly #byAccount = new Map<string, { askedAt: number; hashes: ReadonlySet<string> }>()

  /** Whether the account has the key. `read` asks it for the hashes of its keys; what that throws is thrown. */
  async has(
    { accountId, hash }: { accountId: string; hash: string },
    { read, now }: { read: () => Promise<readonly string[]>; now: number },
  ): Promise<boolean> {
    const known = this.#byAccount.get(accountId)
    if (known && known.askedAt <= now && now < known.askedAt + MEMORY_MS) return known.hashes.has(hash)
    // Several may ask at once: a promise of one request is not awaited in another.
    const hashes = new Set(await read())
    this.#byAccount.delete(accountId)
    this.#byAccount.set(accountId, { askedAt: now, hashes })
    const [oldest] = this.#byAccount.keys()
    if (this.#byAccount.size > MAX_ACCOUNTS && oldest !== undefined) this.#byAccount.delete(oldest)
    return hashes.has(hash)
  }
}
