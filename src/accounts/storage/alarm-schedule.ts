/**
 * The earliest deadline written since the alarm was last set. Clean-up deadlines are not tracked: resolving a hold always
 * writes an outbox row, which is due earlier.
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
