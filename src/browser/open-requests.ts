/** The requests of one page that have no answer yet. */

export class OpenRequests {
  readonly #open = new Set<{ url: string }>()
  #changedAt = 0
  #waiting: (() => void)[] = []

  /** Counts a request until the returned function is called. */
  begin(url: string): () => void {
    const request = { url }
    this.#open.add(request)
    this.#changedAt = Date.now()
    return () => {
      if (!this.#open.delete(request)) return
      this.#changedAt = Date.now()
      if (this.#open.size === 0) for (const resolve of this.#waiting.splice(0)) resolve()
    }
  }

  /** Addresses that were asked for and have not come. */
  get urls(): string[] {
    return [...this.#open].map(({ url }) => url)
  }

  /** Whether none is open, and none was `ms` milliseconds ago. */
  isQuietFor(ms: number): boolean {
    return this.#open.size === 0 && Date.now() - this.#changedAt >= ms
  }

  /** Resolves when none is open, or after `ms` milliseconds. */
  async untilNone(ms: number): Promise<void> {
    if (this.#open.size === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
      timer = setTimeout(resolve, ms)
    })
    clearTimeout(timer)
  }
}
