/**
 * How long a page has worked: a busy machine has it wait longer, but not work more. The same document is then repaired in
 * the same way, whatever else is printed beside it.
 */
import { ignore } from '../time/waiting'
import type { CdpSession } from './session'

/** Times are in milliseconds. `now` is the time of day; `maxWaitMs`: how long it may wait for `maxWorkMs` of work. */
type Settings = { now: () => number; maxWorkMs: number; maxWaitMs: number }

export class WorkClock {
  readonly #begunAt: number
  /** What was worked when it was last read, and when that was asked for. */
  #worked = 0
  #readAt: number
  /** The processor time of the page's main thread when the clock began. */
  #threadTimeBefore: number | undefined
  #isEnabled = false

  constructor(
    private readonly session: Pick<CdpSession, 'send'>,
    private readonly settings: Settings,
  ) {
    this.#begunAt = settings.now()
    this.#readAt = this.#begunAt
  }

  /**
   * Reads what the page has worked up to now. Sent beside what it is to do next, this spares a round trip; nothing waits for
   * the answer. A browser that does not tell has worked all the time.
   */
  read(): void {
    const askedAt = this.settings.now()
    if (!this.#isEnabled) this.session.send('Performance.enable').catch(ignore)
    this.#isEnabled = true
    this.session
      .send('Performance.getMetrics')
      .then(({ metrics }) => this.#take(askedAt, metrics.find(({ name }) => name === 'ThreadTime')?.value))
      .catch(ignore)
  }

  /** `seconds`: of the processor, since the thread began. */
  #take(askedAt: number, seconds: number | undefined): void {
    if (seconds === undefined) return
    const threadTime = seconds * 1000
    this.#threadTimeBefore ??= threadTime - (askedAt - this.#begunAt)
    this.#worked = threadTime - this.#threadTimeBefore
    this.#readAt = askedAt
  }

  /**
   * What it has worked since the clock began; what came after the last reading counts as work, waiting or not. It goes on
   * with the time of day where the page waits too long for what it may work.
   */
  spentMs(): number {
    const { now, maxWorkMs, maxWaitMs } = this.settings
    const time = now()
    const worked = this.#worked + time - this.#readAt
    return Math.max(worked, ((time - this.#begunAt) * maxWorkMs) / maxWaitMs)
  }
}
