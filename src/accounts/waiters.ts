/**
 * Requests that wait for work of the account, by its name: until another one has made the file that they ask for, or until
 * a task has ended. They are in memory only: if the object is reset, their calls break off and are repeated.
 */
export class Waiters {
  readonly #waiting = new Map<string, Set<() => void>>()
  #size = 0

  /** How many wait. */
  get size(): number {
    return this.#size
  }

  /** Resolves when `wake` finds that the work of `name` has ended, at the latest after `maxMs` milliseconds. */
  async wait(name: string, maxMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const same = this.#waiting.get(name) ?? new Set()
    this.#waiting.set(name, same.add(resolve))
    this.#size++
    const timer = setTimeout(resolve, maxMs)
    await promise
    clearTimeout(timer)
    this.#size--
    same.delete(resolve)
    if (same.size === 0 && this.#waiting.get(name) === same) this.#waiting.delete(name)
  }

  /** Lets go of those whose work has `ended`. */
  wake(ended: (name: string) => boolean): void {
    for (const [name, waiting] of this.#waiting) {
      if (ended(name)) for (const resolve of waiting) resolve()
    }
  }
}
