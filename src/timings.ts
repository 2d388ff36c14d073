/** Named stretches of one request's time, for `Server-Timing` and the log. */
export class Timings {
  readonly #milliseconds = new Map<string, number>()

  constructor(readonly now: () => number) {}

  /** Runs `work` and adds its time to `name`, also when it throws. */
  async measure<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const start = this.now()
    try {
      return await work()
    } finally {
      this.#milliseconds.set(name, (this.#milliseconds.get(name) ?? 0) + this.now() - start)
    }
  }

  /** As the header has it (W3C Server Timing): `auth;dur=2, render;dur=71`. */
  header(): string {
    return [...this.#milliseconds].map(([name, duration]) => `${name};dur=${Math.round(duration)}`).join(', ')
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries(this.#milliseconds)
  }
}
