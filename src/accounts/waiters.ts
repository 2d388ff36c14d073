/**
 * Requests that wait until another one has made the file they ask for. They are in memory only: if the object is reset,
 * their calls break off and are repeated.
 */
export class CacheWaiters {
  readonly #waiting = new Map<string, Set<() => void>>()
  #size = 0

  /** How many wait. */
  get size(): number {
    return this.#size
  }

  /** Resolves when `wake` finds that the work of `cacheKey` has ended, at the latest after `maxMs` milliseconds. */
  async wait(cacheKey: string, maxMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const same = this.#waiting.get(cacheKey) ?? new Set()
    this.#waiting.set(cacheKey, same.add(resolve))
    this.#size++
    const timer = setTimeout(resolve, maxMs)
    await promise
    clearTimeout(timer)
    this.#size--
    same.delete(resolve)
    if (same.size === 0 && this.#waiting.get(cacheKey) === same) this.#waiting.delete(cacheKey)
  }

  /** Lets go of those whose work has `ended`. */
  wake(ended: (cacheKey: string) => boolean): void {
    for (const [cacheKey, waiting] of this.#waiting) {
      if (ended(cacheKey)) for (const resolve of waiting) resolve()
    }
  }
}
