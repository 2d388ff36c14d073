/**
 * How long a page has worked: a busy machine has it wait longer, but not work more. The same document is then repaired in
 * the same way, whatever else is printed beside it.
 */
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

  constructor(
    private readonly session: Pick<CdpSession, 'threadTimeMs'>,
    private readonly settings: Settings,
  ) {
    this.#begunAt = settings.now()
    this.#readAt = this.#begunAt
  }

  /**
   * Reads what the page has worked up to now. Sent beside what it is to do next, this spares a round trip; nothing waits for
   * the answer. A browser that does not tell has worked all the time.
   */
  async read(): Promise<void> {
    const askedAt = this.settings.now()
    this.#take(askedAt, await this.session.threadTimeMs())
  }

  #take(askedAt: number, threadTime: number | undefined): void {
    if (threadTime === undefined) return
    this.#threadTimeBefore ??= threadTime - (askedAt - this.#begunAt)
    this.#worked = threadTime - this.#threadTimeBefore
    this.#readAt = askedAt
  }

  /** Whether its time goes by because it waits, more than because it works. */
  get isWaiting(): boolean {
    return this.spentMs() > this.#workedMs()
  }

  /** What it has worked since the clock began; what came after the last reading counts as work, waiting or not. */
  #workedMs(): number {
    return this.#worked + this.settings.now() - this.#readAt
  }

  /** What it has worked. It goes on with the time of day where the page waits too long for what it may work. */
  spentMs(): number {
    const { now, maxWorkMs, maxWaitMs } = this.settings
    return Math.max(this.#workedMs(), ((now() - this.#begunAt) * maxWorkMs) / maxWaitMs)
  }
}
