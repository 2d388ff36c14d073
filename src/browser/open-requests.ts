/** The requests of one page that have no answer yet. */

/** Scripts whose arrival is waited for. */
const MAX_SCRIPTS = 100

export class OpenRequests {
  /** Addresses of the scripts that the page itself was given; of very many the first. */
  readonly scripts = new Set<string>()
  readonly #open = new Set<{ url: string }>()
  #changedAt = 0
  #scriptAt = 0
  #waiting: (() => void)[] = []

  /**
   * Counts a request until the returned function is called, with whether it was served. `isScript`: what it gets may ask
   * for more. `isOwn`: the page itself asks, no frame of it.
   */
  begin(url: string, { isScript, isOwn }: { isScript: boolean; isOwn: boolean }): (served: boolean) => void {
    const request = { url }
    this.#open.add(request)
    this.#changedAt = Date.now()
    return (served) => {
      if (!this.#open.delete(request)) return
      this.#changedAt = Date.now()
      if (isScript && served) {
        this.#scriptAt = this.#changedAt
        if (isOwn && this.scripts.size < MAX_SCRIPTS) this.scripts.add(url)
      }
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
