/** After the last key, so that few words are drawn half; longer for whoever has had many pages in a minute, which have a rate. */
const PAUSE_MS = 100
const LONG_PAUSE_MS = 400
const MINUTE_MS = 60_000

export class Pace {
  readonly #many: number
  /** When pages of the last minute were asked for. */
  #drawnAt: number[] = []

  /** `many`: pages in a minute, of those that the rate allows. */
  constructor(many: number) {
    this.#many = many
  }

  drawn(): void {
    this.#drawnAt.push(Date.now())
  }

  /** Milliseconds. */
  pause(): number {
    const since = Date.now() - MINUTE_MS
    this.#drawnAt = this.#drawnAt.filter((at) => at > since)
    return this.#drawnAt.length < this.#many ? PAUSE_MS : LONG_PAUSE_MS
  }
}
