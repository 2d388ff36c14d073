/**
 * The places of one browser: how many documents it prints at once, and who waits for one. Waiting is bounded twice: by
 * a number in each line (twice as many as there are places) and by the patience of who waits.
 */

/** A place that nobody used for this long is free again. */
const RESERVATION_MS = 10_000

/** Whether somebody waits for the answer, or the work can come back later. */
export type Urgency = 'caller' | 'queued'

export class Places {
  readonly #count: number
  /** Places given out: by name, with the timer that ends an unused reservation, where one runs. */
  readonly #given = new Map<string, ReturnType<typeof setTimeout> | undefined>()
  /** Who waits for a place: callers first, then queued work. */
  readonly #lines: Record<Urgency, ((place: string) => void)[]> = { caller: [], queued: [] }

  constructor(count: number) {
    this.#count = count
  }

  get used(): number {
    return this.#given.size
  }

  get waiting(): number {
    return this.#lines.caller.length + this.#lines.queued.length
  }

  /** A place at once or within `waitMs`. Queued work never takes the last one and stands behind every caller. */
  async claim(waitMs: number, urgency: Urgency): Promise<string | undefined> {
    return this.#hasRoomFor(urgency) ? this.#give() : await this.#stand(waitMs, urgency)
  }

  /** Keeps a claimed place for ten seconds, until it is used. */
  reserve(place: string): void {
    this.#given.set(
      place,
      setTimeout(() => this.free(place), RESERVATION_MS),
    )
  }

  /** Begins to use a reserved place; `false` where the reservation has expired, or is used already. */
  use(place: string): boolean {
    const reservation = this.#given.get(place)
    if (reservation === undefined) return false
    clearTimeout(reservation)
    this.#given.set(place, undefined)
    return true
  }

  /** Frees a place: it goes to the first caller in line, or to queued work where that may have it. */
  free(place: string): void {
    if (!this.#given.has(place)) return
    clearTimeout(this.#given.get(place))
    this.#given.delete(place)
    for (const urgency of ['caller', 'queued'] as const) {
      if (this.#lines[urgency].length > 0 && this.#hasRoomFor(urgency)) {
        this.#lines[urgency].shift()?.(this.#give())
        return
      }
    }
  }

  #give(): string {
    const place = crypto.randomUUID()
    this.#given.set(place, undefined)
    return place
  }

  #hasRoomFor(urgency: Urgency): boolean {
    return this.#given.size < (urgency === 'caller' ? this.#count : Math.max(1, this.#count - 1))
  }

  /** Waits in its line, if that is not too long, for a place to come free. */
  async #stand(waitMs: number, urgency: Urgency): Promise<string | undefined> {
    const line = this.#lines[urgency]
    if (waitMs <= 0 || line.length >= 2 * this.#count) return undefined
    return await new Promise((resolve) => {
      const next = (place: string) => {
        clearTimeout(timer)
        resolve(place)
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(next), 1)
        resolve(undefined)
      }, waitMs)
      line.push(next)
    })
  }
}
