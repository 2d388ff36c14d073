/** What a render may take: less as soon as its account is restricted, also while it waits. */
import { assertNotPaused, type Restriction } from './render-problem'

export class Allowance {
  restriction: Restriction | undefined
  /** What the document may take at all, in seconds. */
  timeout: number
  /** When that is over, in milliseconds since 1970. */
  deadline: number

  /** `timeout` in seconds; `now` in milliseconds since 1970. */
  constructor(timeout: number, now: number) {
    this.timeout = timeout
    this.deadline = now + timeout * 1000
  }

  /** Whether `told` changes what is allowed. */
  isNews(told: Restriction, now: number): boolean {
    return !this.restriction || told.pausedUntil > now
  }

  /** Allows no more than `restriction` does from now on. Throws `pool_full` if that is nothing yet. */
  restrict(restriction: Restriction, now: number): void {
    assertNotPaused(restriction, now)
    this.restriction = restriction
    this.timeout = Math.min(this.timeout, restriction.timeout)
    this.deadline = Math.min(this.deadline, now + this.timeout * 1000)
  }
}
