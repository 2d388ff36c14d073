/** The requests of one page that have no answer yet. */

/** Scripts whose arrival is waited for. */
const MAX_SCRIPTS = 100

export class OpenRequests {
  /** Bytes of the scripts that the page itself was given, by address; of very many the first. */
  readonly scripts = new Map<string, number>()
  readonly #open = new Set<{ url: string }>()
  #changedAt = 0
  #scriptAt = 0
  #waiting: (() => void)[] = []

  /**
   * Counts a request until the returned function is called, with how many bytes it was given, if it was. `isScript`: what it gets may ask
   * for more. `isOwn`: the page itself asks, no frame of it.
   */
  begin(
    url: string,
    { isScript, isOwn }: { isScript: boolean; isOwn: boolean },
  ): (bytes: number | undefined) => void {
    const request = { url }
    this.#open.add(request)
    this.#changedAt = Date.now()
    return (bytes) => {
      if (!this.#open.delete(request)) return
      this.#changedAt = Date.now()
      // One that was refused may have another one asked for.
      if (isScript) this.#scriptAt = this.#changedAt
      if (isScript && isOwn && bytes !== undefined && this.scripts.size < MAX_SCRIPTS)
        this.scripts.set(url, bytes)
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

  /** Whether no script came, or was refused, within the last `ms` milliseconds. */
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
