/**
 * The earliest deadline written since the alarm was last set. Clean-up deadlines are not tracked: the alarm that an end's
 * row in the outbox sets looks them up.
 */
export class AlarmSchedule {
  #soonest: number | null = null

  add(at: number): void {
    if (this.#soonest === null || at < this.#soonest) this.#soonest = at
  }

  /** The soonest since the last call; `null`: nothing was given. */
  takeEarliest(): number | null {
    const soonest = this.#soonest
    this.#soonest = null
    return soonest
  }
}
