/**
 * Admits work by an estimate of the bytes it holds, so that parallel work stays within an isolate's memory.
 *
 * Work of a request that the platform ends (its caller is gone, its time is over) stops where it stands and never gives
 * its share back. So every share is kept alive by a timer of the request it belongs to, which ends with that, and one
 * that was not heard of for a minute is anybody's again.
 */
const BEAT_MS = 5000
const GONE_MS = 60_000

type Share = { bytes: number; running: boolean; heardOf: number; start: () => void }

export class Admission {
  readonly #running = new Set<Share>()
  /** In the order of asking. */
  readonly #line = new Set<Share>()

  /** `limit` in bytes; `now` in milliseconds. */
  constructor(
    readonly limit: number,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Runs `work` as soon as `bytes` fit beside what is running, in the order of asking. Work larger than the whole
   * limit runs alone.
   */
  async run<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
    const share: Share = {
      bytes: Math.min(bytes, this.limit),
      running: false,
      heardOf: this.now(),
      start: () => undefined,
    }
    const beat = setInterval(() => this.#hearOf(share), BEAT_MS)
    try {
      await new Promise<void>((start) => {
        share.start = start
        this.#hearOf(share)
      })
      return await work()
    } finally {
      clearInterval(beat)
      this.#running.delete(share)
      this.#admit()
    }
  }

  /** A share that was given up while its isolate computed without a pause counts again. */
  #hearOf(share: Share) {
    share.heardOf = this.now()
    const place = share.running ? this.#running : this.#line
    place.add(share)
    this.#admit()
  }

  #admit() {
    for (const shares of [this.#running, this.#line]) {
      for (const share of shares) if (this.now() - share.heardOf > GONE_MS) shares.delete(share)
    }
    let held = [...this.#running].reduce((sum, { bytes }) => sum + bytes, 0)
    for (const share of this.#line) {
      held += share.bytes
      if (held > this.limit) return
      this.#line.delete(share)
      this.#running.add(share)
      share.running = true
      share.start()
    }
  }
}
