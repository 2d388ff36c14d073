/** How many repairs are tried on one document, and for how long; `now` goes on as the page works. */

/** Repairs tried on one document, at most. */
export const MAX_TRIALS = 14
/** So many of them are left to a document that is repaired once more. */
const MORE_TRIALS = 5
/** And so many milliseconds. */
const MORE_TIME_MS = 1500
/** No new trial begins after so much work of the page, in milliseconds. */
export const TRIAL_TIME_MS = 5000

export class TrialBudget {
  #begun = 0
  #endsAt: number
  #isTimeUp = false

  constructor(private readonly now: () => number) {
    this.#endsAt = now() + TRIAL_TIME_MS
  }

  /** Whether there are trials and time for one more, and for as many as are `reserved`. The look at a large document may take all. */
  allows(reserved = 0): boolean {
    if (this.#begun === 0) return true
    const share = reserved / MAX_TRIALS
    if (this.#begun >= MAX_TRIALS * (1 - share)) return false
    const hasTime = this.hasTime(share)
    if (!hasTime) this.#isTimeUp = true
    return hasTime
  }

  /** Whether a trial was refused, or given up, that there was too little time for. */
  get isTimeUp(): boolean {
    return this.#isTimeUp
  }

  /** Whether more than this share of the time is left. */
  hasTime(share: number): boolean {
    return this.#endsAt - this.now() > TRIAL_TIME_MS * share
  }

  /** Counts a trial. */
  spend(): void {
    this.#begun++
  }

  /** Leaves some trials, and some time, to a document that is repaired from its beginning again. */
  renew(): void {
    this.#begun = Math.min(this.#begun, MAX_TRIALS - MORE_TRIALS)
    this.#endsAt = Math.max(this.#endsAt, this.now() + MORE_TIME_MS)
  }

  /** Allows no trial any more: one took too long. */
  end(): void {
    this.#begun = MAX_TRIALS
    this.#isTimeUp = true
  }
}
