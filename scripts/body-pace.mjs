/**
 * How fast the bodies of one caller are carried to workerd while others call, too. On one machine a caller can send, and
 * break off, hundreds of megabytes a second, far more than workerd ever reads; to carry them takes this process and its
 * collector of garbage more than a processor, for which everybody waits.
 */

/** Bytes of a body that are carried at once, and those each millisecond, for all bodies of a caller together. */
const AT_ONCE = 256_000
const BYTES_A_MS = 40_000
/** Small bodies let a large one wait no longer. Milliseconds. */
const MAX_REST_MS = 1_000
/** A rest that is shorter is left out, and comes with the next piece. Milliseconds. */
const SHORTEST_REST_MS = 4
/** A caller is here who sent a request no longer ago. Milliseconds. */
const HERE_MS = 5_000

export class BodyPace {
  /** By caller, when all that was carried so far has had its time. @type {Map<string, number>} */
  #until = new Map()
  /** Who sent the last request, and when somebody else did. */
  #last = { caller: '', at: Number.NEGATIVE_INFINITY }
  #anotherAt = Number.NEGATIVE_INFINITY

  /** Notes that a caller sends a request. @param {string} caller @param {number} now milliseconds */
  see(caller, now) {
    if (this.#last.caller !== caller) this.#anotherAt = this.#last.at
    this.#last = { caller, at: now }
    for (const [other, until] of this.#until) if (until < now) this.#until.delete(other)
  }

  /**
   * Counts a piece of a body that has `size` bytes so far, this piece included. Returns the milliseconds until the next one
   * is read.
   * @param {{ caller: string, bytes: number, size: number }} piece
   * @param {number} now
   */
  restAfter({ caller, bytes, size }, now) {
    if (now - this.#anotherAt > HERE_MS) return 0
    const carried = Math.max(this.#until.get(caller) ?? 0, now) + bytes / BYTES_A_MS
    const until = Math.min(carried, now + MAX_REST_MS)
    this.#until.set(caller, until)
    const restMs = until - now
    return size <= AT_ONCE || restMs < SHORTEST_REST_MS ? 0 : restMs
  }
}

/** Who sends a request: the key as it came, whatever it is. @param {import('./request-framing.mjs').RequestHead} head */
export function callerOf({ headers }) {
  const named = headers.filter(([name]) => /^(?:x-api-key|authorization)$/i.test(name))
  return named.map(([, value]) => value).join()
}
