/** What an isolate keeps to spare work, up to a size on the whole; what was used longest ago goes first. */
export class SizedCache<Value> {
  readonly #known = new Map<string, { value: Value; size: number }>()
  #size = 0

  constructor(private readonly limit: number) {}

  has(key: string): boolean {
    return this.#known.has(key)
  }

  get(key: string): Value | undefined {
    const known = this.#known.get(key)
    if (!known) return undefined
    this.#known.delete(key)
    this.#known.set(key, known)
    return known.value
  }

  /** Keeps a value, in the place of one before. The last one stays, however large it is. */
  set(key: string, value: Value, size: number): void {
    this.#delete(key)
    this.#known.set(key, { value, size })
    this.#size += size
    for (const oldest of this.#known.keys()) {
      if (this.#size <= this.limit || oldest === key) break
      this.#delete(oldest)
    }
  }

  #delete(key: string): void {
    this.#size -= this.#known.get(key)?.size ?? 0
    this.#known.delete(key)
  }
}
