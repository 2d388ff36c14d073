/**
 * Admits work by an estimate of the bytes it holds, so that parallel work stays within an isolate's memory, and by
 * account, so that one never holds all of it: while an account has work under way, more of it starts only within half
 * of the limit, and of those who wait the account that holds least is next. If that one does not fit yet, work of other
 * accounts that fits goes first, a few times.
 *
 * Work of a request that the platform ends (its caller is gone, its time is over) stops where it stands and never gives
 * its share back. So every share is kept alive by a timer of the request it belongs to, which ends with that, and one
 * that was not heard of for a minute is anybody's again.
 */

import { rejectOnAbort } from '../time/waiting'
import type { HeldMemory, MemoryClass, MemoryTotal } from './memory-total'

const HEARTBEAT_MS = 5000
const EXPIRY_MS = 60_000
/** Patient work has waited so long with its first heartbeat. */
const PATIENCE_MS = HEARTBEAT_MS - 100
/**
 * How often those who wait look whether their turn has come. Each looks for itself: what a request does when another one
 * resolves its promise may run in the context of that one, where the platform lets it do nothing more.
 */
const LOOK_MS = 10
/** How often work that waits is passed by work that came, or was due, later. Then all wait until it fits. */
const MAX_PASSES = 8

type Reservation = {
  bytes: number
  accountId: string | undefined
  running: boolean
  askedAt: number
  refreshedAt: number
  /** How often other work was started while this was due and did not fit. */
  passes: number
}

export type MemoryBudgetOptions = {
  /** Whose work it is; without one it has no share of its own. */
  accountId?: string | undefined
  /** Ends the waiting. */
  signal?: AbortSignal | undefined
  /** The waiting ends after so many milliseconds, for this reason. */
  maxWait?: { ms: number; reason: () => unknown }
}

export class MemoryBudget {
  readonly #running = new Set<Reservation>()
  /** In the order of asking. */
  readonly #waiting = new Set<Reservation>()
  /** When accounts were last given a share, counted in shares, while any wait. */
  readonly #lastGiven = new Map<string | undefined, number>()
  #given = 0

  readonly #total: MemoryTotal | undefined
  readonly #alwaysOne: boolean
  readonly #isPatient: boolean
  readonly #mayBegin: MemoryClass['mayBegin']
  readonly #now: () => number

  /** `limit` in bytes. */
  constructor(
    readonly limit: number,
    { total, alwaysOne = false, isPatient = false, mayBegin, now = Date.now }: MemoryClass = {},
  ) {
    this.#total = total
    this.#alwaysOne = alwaysOne
    this.#isPatient = isPatient
    this.#mayBegin = mayBegin
    this.#now = now
    total?.join(this)
  }

  /** Counts `bytes` until they are released, or their request has ended, whether they fit or not. */
  hold(bytes: number, accountId?: string): HeldMemory {
    const now = this.#now()
    const share = { bytes, accountId, running: true, askedAt: now, refreshedAt: now, passes: 0 }
    this.#running.add(share)
    const heartbeat = setInterval(() => this.#hearOf(share), HEARTBEAT_MS)
    return {
      add: (more) => {
        share.bytes += more
      },
      bytes: () => (this.#running.has(share) && !this.#isOver(share) ? share.bytes : 0),
      release: () => {
        clearInterval(heartbeat)
        this.#release(share)
      },
    }
  }

  /**
   * Runs `work` as soon as `bytes` fit beside what is running. Work larger than the whole limit runs alone. Throws the
   * reason of `signal` if that is aborted before, or that of `maxWait`.
   */
  async run<Result>(
    bytes: number,
    work: () => Promise<Result>,
    { accountId, signal: given, maxWait }: MemoryBudgetOptions = {},
  ): Promise<Result> {
    const tooLong = new AbortController()
    const timer = maxWait && setTimeout(() => tooLong.abort(maxWait.reason()), maxWait.ms)
    const signal = maxWait ? AbortSignal.any([tooLong.signal, ...(given ? [given] : [])]) : given
    const share: Reservation = {
      bytes: Math.min(bytes, this.limit),
      accountId,
      running: false,
      askedAt: this.#now(),
      refreshedAt: this.#now(),
      passes: 0,
    }
    const heartbeat = setInterval(() => this.#hearOf(share), HEARTBEAT_MS)
    let begun = false
    // A share that was just given is given back at once: the request may be ended before it goes on.
    const abort = () => {
      if (!begun) this.#release(share)
    }
    try {
      signal?.throwIfAborted()
      signal?.addEventListener('abort', abort)
      this.#hearOf(share)
      if (!share.running) await untilRunning(share, signal)
      signal?.throwIfAborted()
      begun = true
      return await work()
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      clearInterval(heartbeat)
      this.#release(share)
    }
  }

  #release(share: Reservation) {
    this.#running.delete(share)
    this.#waiting.delete(share)
    if (this.#total) this.#total.admit()
    else this.admit()
  }

  /** How many wait, of all accounts or of one. */
  waiting(accountId?: string): number {
    if (accountId === undefined) return this.#waiting.size
    return [...this.#waiting].filter((share) => share.accountId === accountId).length
  }

  /** A share that was given up while its isolate computed without a pause counts again. */
  #hearOf(share: Reservation) {
    share.refreshedAt = this.#now()
    const place = share.running ? this.#running : this.#waiting
    place.add(share)
    this.admit()
  }

  /** Starts what fits now. */
  admit(): void {
    for (const shares of [this.#running, this.#waiting]) {
      for (const share of shares) if (this.#isOver(share)) shares.delete(share)
    }
    const passed = new Set<Reservation>()
    for (let next = this.#next(passed); next; next = this.#next(passed)) {
      if (!this.#hasRoom(next)) {
        // Smaller work that came later would keep it out for good.
        if (next.passes >= MAX_PASSES) return
        passed.add(next)
        continue
      }
      for (const share of passed) share.passes++
      this.#waiting.delete(next)
      this.#running.add(next)
      if (this.#waiting.size === 0) this.#lastGiven.clear()
      else this.#lastGiven.set(next.accountId, ++this.#given)
      next.running = true
    }
  }

  #hasRoom({ bytes, accountId, askedAt }: Reservation): boolean {
    if (this.held() + bytes > this.limit) return false
    const isDue = !this.#isPatient || this.#now() - askedAt >= PATIENCE_MS
    const isFirst = this.#alwaysOne && isDue && this.#running.size === 0
    return isFirst || !this.#total || this.#total.hasRoom(bytes, accountId)
  }

  /**
   * Of those who wait and are within their account's share, the first of the account that holds least; of several such
   * accounts, of the one that was given a share longest ago. None of the accounts that `passed` work is of.
   */
  #next(passed: ReadonlySet<Reservation>): Reservation | undefined {
    const passedAccounts = new Set([...passed].map(({ accountId }) => accountId))
    let next: Reservation | undefined
    let [least, longestAgo] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (const share of this.#waiting) {
      if (passedAccounts.has(share.accountId)) continue
      const held = share.accountId === undefined ? 0 : this.held(share.accountId)
      const given = this.#lastGiven.get(share.accountId) ?? 0
      if (held > least || (held === least && given >= longestAgo)) continue
      if (held > 0 && held + share.bytes > this.limit / 2) continue
      if (this.#mayBegin && !this.#mayBegin(share.bytes, share.accountId)) continue
      next = share
      least = held
      longestAgo = given
    }
    return next
  }

  /** Bytes of what is running, of all accounts or of one. */
  held(accountId?: string): number {
    let sum = 0
    for (const share of this.#running)
      if ((accountId === undefined || share.accountId === accountId) && !this.#isOver(share))
        sum += share.bytes
    return sum
  }

  /** Adds what each account holds. */
  countInto(accounts: Map<string | undefined, number>): void {
    for (const share of this.#running) {
      if (this.#isOver(share)) continue
      accounts.set(share.accountId, (accounts.get(share.accountId) ?? 0) + share.bytes)
    }
  }

  /** Whether its request was ended by the platform. */
  #isOver(share: Reservation): boolean {
    return this.#now() - share.refreshedAt > EXPIRY_MS
  }
}

/** Resolves when the share was given, up to `LOOK_MS` later. Throws the reason of `signal` as soon as that is aborted. */
async function untilRunning(share: Reservation, signal: AbortSignal | undefined): Promise<void> {
  const given = Promise.withResolvers<void>()
  const look = setInterval(() => share.running && given.resolve(), LOOK_MS)
  try {
    await rejectOnAbort(signal, given.promise)
  } finally {
    clearInterval(look)
  }
}
