/** Admits work by an estimate of the bytes it holds, so that parallel work stays within an isolate's memory. */
export class Admission {
  #held = 0
  readonly #line: { bytes: number; start: () => void }[] = []

  constructor(readonly limit: number) {}

  /**
   * Runs `work` as soon as `bytes` fit beside what is running, in the order of asking. Work larger than the whole
   * limit runs alone.
   */
  async run<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
    const share = Math.min(bytes, this.limit)
    if (this.#line.length > 0 || this.#held + share > this.limit) {
      await new Promise<void>((start) => this.#line.push({ bytes: share, start }))
    } else this.#held += share
    try {
      return await work()
    } finally {
      this.#held -= share
      this.#next()
    }
  }

  #next() {
    for (let first = this.#line[0]; first && this.#held + first.bytes <= this.limit; first = this.#line[0]) {
      this.#line.shift()
      this.#held += first.bytes
      first.start()
    }
  }
}
