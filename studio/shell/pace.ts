/**
 * When a page is asked for after a change. What is changed after a rest is drawn at once; else there is a pause, so that few
 * words are drawn half: a short one, a little more than one to the next key for whoever types fast (pages that are given up
 * keep the last one waiting), and a longer one for whoever has had many of the pages that the plan allows in a minute.
 */
const PAUSE_MS = 50
/** Keys that follow each other faster are of one word. */
const FAST_MS = 95
const TO_NEXT_KEY = 1.2
const LONG_PAUSE_MS = 125
const LONGEST_PAUSE_MS = 400
const REST_MS = 1000
const MINUTE_MS = 60_000
/** Shares of a minute's pages: up to the first, the pause is short; from the second on, the rest has to last. */
const MANY = 1 / 3
const MOST = 2 / 3
const RESERVED = 1 / 4

/** The pages that may be asked for in a minute, for all that is open in this tab. */
export class PageBudget {
  perMinute: number
  #spentAt: number[] = []

  constructor(perMinute: number) {
    this.perMinute = perMinute
  }

  spend(): void {
    this.#spentAt.push(Date.now())
  }

  /** How much of the last minute's is spent. */
  share(): number {
    const now = Date.now()
    this.#spentAt = this.#spentAt.filter((at) => at > now - MINUTE_MS)
    return this.#spentAt.length / this.perMinute
  }

  /** Milliseconds until so many pages may follow the last one, if what is left is to last for a minute. */
  untilNext(pages: number): number {
    const spacing = (MINUTE_MS * pages) / (this.perMinute * RESERVED)
    return (this.#spentAt.at(-1) ?? 0) + spacing - Date.now()
  }
}

/** Of the account: as the plan Free has it, until its plan is known. What is stored for a page counts as one. */
export const pagesOfMinute = new PageBudget(120)

export class Pace {
  readonly #budget: PageBudget
  #changedAt = 0

  constructor(budget: PageBudget) {
    this.#budget = budget
  }

  /** Milliseconds to wait after a change that was made now, of which so many requests come. */
  pause(requests = 1): number {
    const now = Date.now()
    const since = now - this.#changedAt
    this.#changedAt = now
    const share = this.#budget.share()
    if (share >= MOST) return Math.max(LONGEST_PAUSE_MS, this.#budget.untilNext(requests))
    if (since > REST_MS) return 0
    if (share >= MANY) return LONG_PAUSE_MS
    return since < FAST_MS ? Math.max(PAUSE_MS, since * TO_NEXT_KEY) : PAUSE_MS
  }
}
