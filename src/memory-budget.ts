/**
 * Admits work by an estimate of the bytes it holds, so that parallel work stays within an isolate's memory, and by
 * account, so that one never holds all of it: while an account has work under way, more of it starts only within half
 * of the limit, and of those who wait the account that holds least is next.
 *
 * Work of a request that the platform ends (its caller is gone, its time is over) stops where it stands and never gives
 * its share back. So every share is kept alive by a timer of the request it belongs to, which ends with that, and one
 * that was not heard of for a minute is anybody's again.
 */
const HEARTBEAT_MS = 5000
const EXPIRY_MS = 60_000

type Reservation = {
  bytes: number
  accountId: string | undefined
  running: boolean
  refreshedAt: number
  start: () => void
}

export type MemoryBudgetOptions = {
  /** Whose work it is; without one it has no share of its own. */
  accountId?: string | undefined
  /** Ends the waiting. */
  signal?: AbortSignal | undefined
}

export class MemoryBudget {
  readonly #running = new Set<Reservation>()
  /** In the order of asking. */
  readonly #waiting = new Set<Reservation>()

  /** `limit` in bytes; `now` in milliseconds. */
  constructor(
    readonly limit: number,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Runs `work` as soon as `bytes` fit beside what is running. Work larger than the whole limit runs alone. Throws the
   * reason of `signal` if that is aborted before.
   */
  async run<Result>(
    bytes: number,
    work: () => Promise<Result>,
    { accountId, signal }: MemoryBudgetOptions = {},
  ): Promise<Result> {
    const share: Reservation = {
      bytes: Math.min(bytes, this.limit),
      accountId,
      running: false,
      refreshedAt: this.now(),
      start: () => undefined,
    }
    const heartbeat = setInterval(() => this.#hearOf(share), HEARTBEAT_MS)
    const started = Promise.withResolvers<void>()
    share.start = started.resolve
    const abort = () => started.reject(signal?.reason)
    try {
      signal?.throwIfAborted()
      signal?.addEventListener('abort', abort)
      this.#hearOf(share)
      await started.promise
      return await work()
    } finally {
      signal?.removeEventListener('abort', abort)
      clearInterval(heartbeat)
      this.#running.delete(share)
      this.#waiting.delete(share)
      this.#admit()
    }
  }

  /** A share that was given up while its isolate computed without a pause counts again. */
  #hearOf(share: Reservation) {
    share.refreshedAt = this.now()
    const place = share.running ? this.#running : this.#waiting
    place.add(share)
    this.#admit()
  }

  #admit() {
    for (const shares of [this.#running, this.#waiting]) {
      for (const share of shares) if (this.now() - share.refreshedAt > EXPIRY_MS) shares.delete(share)
    }
    for (let next = this.#next(); next; next = this.#next()) {
      // What does not fit is waited for: smaller work that came later would keep it out for good.
      if (this.#held() + next.bytes > this.limit) return
      this.#waiting.delete(next)
      this.#running.add(next)
      next.running = true
      next.start()
    }
  }

  /** Of those who wait and are within their account's share, the first of the account that holds least. */
  #next(): Reservation | undefined {
    let next: Reservation | undefined
    let least = Number.POSITIVE_INFINITY
    for (const share of this.#waiting) {
      const held = share.accountId === undefined ? 0 : this.#held(share.accountId)
      if (held >= least || (held > 0 && held + share.bytes > this.limit / 2)) continue
      next = share
      least = held
    }
    return next
  }

  /** Bytes of what is running, of all accounts or of one. */
  #held(accountId?: string): number {
    let sum = 0
    for (const share of this.#running)
      if (accountId === undefined || share.accountId === accountId) sum += share.bytes
    return sum
  }
}
