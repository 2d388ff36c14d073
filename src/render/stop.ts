/** Ends one render from outside: by its deadline, or because nobody wants it any more. */

export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
}

export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

export class Stop {
  /** Rejects with `DeadlinePassed` or `Cancelled`. */
  readonly stopped: Promise<never>
  #stop!: (reason: DeadlinePassed | Cancelled) => void
  readonly #timer: ReturnType<typeof setTimeout>

  constructor(timeoutMs: number) {
    this.stopped = new Promise((_, reject) => {
      this.#stop = reject
    })
    this.stopped.catch(() => undefined)
    this.#timer = setTimeout(() => this.#stop(new DeadlinePassed()), timeoutMs)
  }

  cancel(): void {
    this.#stop(new Cancelled())
  }

  /** Ends the deadline: the render is over. */
  clear(): void {
    clearTimeout(this.#timer)
  }
}
