/**
 * After the last key, so that few words are drawn half; longer for whoever has had many pages in a minute, which have a rate.
 * What is changed after a rest is drawn at once.
 */
const PAUSE_MS = 100
const LONG_PAUSE_MS = 400
const REST_MS = 1000
const MINUTE_MS = 60_000

export class Pace {
  readonly #many: number
  /** When pages of the last minute were asked for. */
  #drawnAt: number[] = []
  #changedAt = 0

  /** `many`: pages in a minute, of those that the rate allows. */
  constructor(many: number) {
    this.#many = many
  }

  drawn(): void {
    this.#drawnAt.push(Date.now())
  }

  /** Milliseconds to wait after a change that was made now, of which so many requests come. */
  pause(requests = 1): number {
    const now = Date.now()
    const hasRested = now - this.#changedAt > REST_MS
    this.#changedAt = now
    this.#drawnAt = this.#drawnAt.filter((at) => at > now - MINUTE_MS)
    if (this.#drawnAt.length >= this.#many) return LONG_PAUSE_MS * requests
    return hasRested ? 0 : PAUSE_MS
  }
}
