/** What one request met beside stretches of time: for the log and its data point. */
export type RequestCounts = {
  /** Milliseconds that its documents stood in line for a browser's slot. */
  wait_ms?: number
  /** Messages to the browser and back, one after the other. */
  round_trips?: number
  /** Of the file that was made. */
  bytes?: number
}

/**
 * Named stretches of one request's time, for `Server-Timing` and the log. Deployed, the clock stands still while code
 * computes, so a stretch without I/O (`finish`) reads 0 there, and its time counts to what follows (`store`).
 */
export class Timings {
  readonly #milliseconds = new Map<string, number>()
  readonly counts: RequestCounts = {}

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

  /** Adds to what was counted. */
  count(added: RequestCounts): void {
    for (const [name, value] of Object.entries(added) as [keyof RequestCounts, number][])
      this.counts[name] = (this.counts[name] ?? 0) + value
  }

  /** As the header has it (W3C Server Timing): `auth;dur=2, render;dur=71`. */
  header(): string {
    return [...this.#milliseconds].map(([name, duration]) => `${name};dur=${Math.round(duration)}`).join(', ')
  }

  toJSON(): Record<string, number> {
    return { ...Object.fromEntries(this.#milliseconds), ...this.counts }
  }
}
