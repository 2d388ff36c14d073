/** Ends one render from outside: by its deadline, because nobody wants it any more, or because others need its slot. */

export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
}

export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

export class SlotTaken extends Error {
  override readonly name = 'SlotTaken'
}

/** Whether a render ended because it was stopped. */
export function isStop(error: unknown): error is DeadlinePassed | Cancelled | SlotTaken {
  return error instanceof DeadlinePassed || error instanceof Cancelled || error instanceof SlotTaken
}

export class Stop {
  /** Rejects with `DeadlinePassed`, `Cancelled` or `SlotTaken`. */
  readonly stopped: Promise<never>
  printed = false
  #stop!: (reason: DeadlinePassed | Cancelled | SlotTaken) => void
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

  /** Stops it for others, unless its file is on its way already. */
  takeSlot(): void {
    if (!this.printed) this.#stop(new SlotTaken())
  }

  /** Ends the deadline: the render is over. */
  clear(): void {
    clearTimeout(this.#timer)
  }
}
