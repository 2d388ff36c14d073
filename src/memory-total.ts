/** What all kinds of an isolate's work hold together: what memory there is for all of them. */

/** The budget of one kind of work. */
type Part = {
  held(accountId?: string): number
  countInto(accounts: Map<string | undefined, number>): void
  admit(): void
}

/** What all kinds of an isolate's work hold together. */
export class MemoryTotal {
  readonly #budgets = new Set<Part>()

  /** `limit` in bytes. */
  constructor(readonly limit: number) {}

  join(budget: Part): void {
    this.#budgets.add(budget)
  }

  /** Bytes that are held, of all accounts or of one. */
  held(accountId?: string): number {
    let sum = 0
    for (const budget of this.#budgets) sum += budget.held(accountId)
    return sum
  }

  /** Bytes that are held, at most `limit` of each account. */
  heldUpTo(limit: number): number {
    const accounts = new Map<string | undefined, number>()
    for (const budget of this.#budgets) budget.countInto(accounts)
    let sum = 0
    for (const [accountId, bytes] of accounts) sum += accountId === undefined ? bytes : Math.min(bytes, limit)
    return sum
  }

  hasRoom(bytes: number): boolean {
    return this.held() + bytes <= this.limit
  }

  /** Starts what fits now. */
  admit(): void {
    for (const budget of this.#budgets) budget.admit()
  }
}
