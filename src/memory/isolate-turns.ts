/**
 * How long computation that is done piece by piece lets others run after a piece: it keeps every other request of its
 * isolate waiting, and a small document takes some twenty steps, each of which may find a piece before it.
 */

/** An account has work here if it asked for some no longer ago. Milliseconds. */
const HERE_MS = 5_000
/** Work that has done no piece for so long has ended. Milliseconds. */
const UNDER_WAY_MS = 3_000
/** Alone in its isolate, an account's work pauses for this share of a piece, so that its own other requests run. */
const ALONE_SHARE = 1 / 5
const MAX_ALONE_MS = 100
/** Beside others, all long work together has a third of the time, and what nobody pays for a sixth. */
const SHARED_SHARE = { paid: 3, unpaid: 6 }
const MAX_SHARED_MS = 1_500

export class Turns {
  /** The account that last asked for work, with when it did, and when another one last had. */
  #last: { accountId: string; at: number } | undefined
  #anotherAt = Number.NEGATIVE_INFINITY
  /** When long work did its last piece. */
  readonly #underWay = new Map<object, number>()

  /** Notes that an account asks for work. */
  see(accountId: string, now: number): void {
    if (this.#last && this.#last.accountId !== accountId) this.#anotherAt = this.#last.at
    this.#last = { accountId, at: now }
  }

  /** Whether several accounts have work in this isolate: others than that of long work, which may have come long ago. */
  isShared(now: number, accountId?: string): boolean {
    const last = this.#last
    if (accountId !== undefined && last && last.accountId !== accountId && now - last.at <= HERE_MS)
      return true
    return now - this.#anotherAt <= HERE_MS
  }

  /** The pause of `work`, in milliseconds, after a piece that took so many. */
  pauseAfter(
    work: object,
    ms: number,
    now: number,
    accountId?: string,
    payment: keyof typeof SHARED_SHARE = 'paid',
  ): number {
    for (const [other, at] of this.#underWay) if (now - at > UNDER_WAY_MS) this.#underWay.delete(other)
    this.#underWay.set(work, now)
    if (!this.isShared(now, accountId)) return Math.min(MAX_ALONE_MS, ALONE_SHARE * ms)
    return Math.min(MAX_SHARED_MS, (SHARED_SHARE[payment] * this.#underWay.size - 1) * ms)
  }
}

/** Of this isolate. */
export const turns = new Turns()
