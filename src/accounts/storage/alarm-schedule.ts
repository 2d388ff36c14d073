/**
 * When the soonest of what an object's tables were given is due. Every end of a hold sends something to D1, so that what
 * is to be cleaned up later never has to be counted here.
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
