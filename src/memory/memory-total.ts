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

  /**
   * Bytes that are there for an account, what it holds included. What nobody is named for counts whole. Of the other
   * accounts, the one that holds most counts with at most half of the limit, the next with a quarter, and so on: however
   * much how many of them hold, some is left.
   */
  leftFor(accountId: string | undefined): number {
    const accounts = this.#accounts()
    let left = this.limit - (accountId === undefined ? 0 : (accounts.get(undefined) ?? 0))
    for (const own of [accountId, undefined]) accounts.delete(own)
    let most = this.limit
    for (const bytes of [...accounts.values()].sort((one, other) => other - one)) {
      most /= 2
      left -= Math.min(bytes, most)
    }
    return Math.max(0, left)
  }

  /** Whether an account may hold so much more. */
  hasRoom(bytes: number, accountId?: string): boolean {
    return (this.#accounts().get(accountId) ?? 0) + bytes <= this.leftFor(accountId)
  }

  #accounts(): Map<string | undefined, number> {
    const accounts = new Map<string | undefined, number>()
    for (const budget of this.#budgets) budget.countInto(accounts)
    return accounts
  }

  /** Starts what fits now. */
  admit(): void {
    for (const budget of this.#budgets) budget.admit()
  }
}

/** How one kind of work shares in what all kinds may hold. */
export type MemoryClass = {
  total?: MemoryTotal
  /**
   * One piece runs whatever the other kinds hold. For work that others wait for while they hold memory: without it, they
   * would wait for each other.
   */
  alwaysOne?: boolean
  /** That one waits for room as well, for some seconds. For work that nobody waits for. */
  isPatient?: boolean
  /** Whether an account may begin work of so many bytes beside what it holds elsewhere. */
  mayBegin?: (bytes: number, accountId: string | undefined) => boolean
  /** In milliseconds. */
  now?: () => number
}

/** Memory that is held without having been asked for: it is there. */
export type HeldMemory = {
  add(bytes: number): void
  /** What is held now; 0 after the end. */
  bytes(): number
  release(): void
}
