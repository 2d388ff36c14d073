/** The requests of one page that have no answer yet. */

export class OpenRequests {
  readonly #open = new Set<{ url: string }>()
  #changedAt = 0
  #scriptAt = 0
  #waiting: (() => void)[] = []

  /** Counts a request until the returned function is called. `isScript`: what it gets may ask for more. */
  begin(url: string, isScript: boolean): () => void {
    const request = { url }
    this.#open.add(request)
    this.#changedAt = Date.now()
    return () => {
      if (!this.#open.delete(request)) return
      this.#changedAt = Date.now()
      if (isScript) this.#scriptAt = this.#changedAt
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

  /** Whether no script came within the last `ms` milliseconds. */
  isWithoutScriptFor(ms: number): boolean {
    return Date.now() - this.#scriptAt >= ms
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
