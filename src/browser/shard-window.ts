/**
 * Which shards of a region's pool an isolate asks for a slot, and in what order.
 *
 * It looks at the first shards, as many as its window is wide. A search doubles the window with each refusal, and each
 * slot that is found beyond it makes it a little wider for some time, so that a quiet region keeps few browsers open and a
 * busy one uses all. In a window an account has a home, where its tabs are kept; beyond it shards are tried at random,
 * since isolates that asked in one order would all find the same ones full.
 */

import { hashOf } from '../text/hash-text'

/** How long a window takes to become half as wide. */
const HALF_LIFE_MS = 20_000
/** How much wider it gets by a slot that was found beyond it. */
const STEP = 0.25
/** Shards that are asked before a caller waits in a line: enough to get from the first one to all of 32. */
const MAX_TRIES = 6

export class ShardWindow {
  #width = 1
  #widenedAt: number
  /** Until when a shard is not asked, in milliseconds of the clock. */
  readonly #pausedUntil = new Map<number, number>()

  constructor(
    private readonly now: () => number = Date.now,
    private readonly random: () => number = Math.random,
  ) {
    this.#widenedAt = now()
  }

  /** How many of `shards` are looked at first. */
  width(shards: number): number {
    return Math.min(shards, Math.max(1, Math.ceil(this.#narrowed())))
  }

  #narrowed(): number {
    return this.#width / 2 ** ((this.now() - this.#widenedAt) / HALF_LIFE_MS)
  }

  /** The shards to ask, each with the width of the window that it was found in; `MAX_TRIES` at most. */
  *order(shards: number, accountId: string): Generator<{ shard: number; width: number }> {
    const asked = new Set<number>()
    let width = this.width(shards)
    const home = homeOf(accountId, width)
    for (let tries = 0; tries < Math.min(MAX_TRIES, shards); tries++) {
      const mayAsk = (shard: number) => !asked.has(shard) && !this.#isPaused(shard)
      if (tries > 0) width = Math.min(shards, 2 * width)
      // What was refused a moment ago is asked only if nothing else is left.
      const open = Array.from({ length: width }, (_, shard) => shard).filter(mayAsk)
      const shard = tries === 0 && mayAsk(home) ? home : open[Math.floor(this.random() * open.length)]
      if (shard === undefined && width < shards) continue
      if (shard === undefined && asked.size > 0) return
      asked.add(shard ?? home)
      yield { shard: shard ?? home, width }
    }
  }

  /** Remembers that a slot was found in a window of this width. */
  found(width: number, shards: number): void {
    if (width <= this.width(shards)) return
    this.#width = Math.max(1, this.#narrowed()) + STEP
    this.#widenedAt = this.now()
  }

  /** Leaves a shard alone for some time. */
  pause(shard: number, milliseconds: number): void {
    this.#pausedUntil.set(shard, this.now() + milliseconds)
  }

  #isPaused(shard: number): boolean {
    const until = this.#pausedUntil.get(shard)
    if (until === undefined) return false
    if (until > this.now()) return true
    this.#pausedUntil.delete(shard)
    return false
  }
}

/**
 * The shard of an account among the first `width`, by rendezvous hashing: the same for all isolates, and as the window
 * grows an account moves only to a shard that is new in it.
 */
export function homeOf(accountId: string, width: number): number {
  const account = hashOf(accountId)
  let home = 0
  let best = -1
  for (let shard = 0; shard < width; shard++) {
    const weight = mix(account ^ mix(shard + 1))
    if (weight > best) [home, best] = [shard, weight]
  }
  return home
}

/** Spreads the bits of a whole number over 32 bits (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
