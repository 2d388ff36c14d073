/**
 * Ends one render from outside: by its deadline, because nobody wants it any more, because others need its slot, or
 * because the browser has no time for others while its scripts run.
 */

export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
}

export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

export class SlotTaken extends Error {
  override readonly name = 'SlotTaken'
}

export class BrowserStalled extends Error {
  override readonly name = 'BrowserStalled'

  /** `isSole`: all documents with scripts in the browser were of one account. */
  constructor(readonly isSole: boolean) {
    super()
  }
}

type StopReason = DeadlinePassed | Cancelled | SlotTaken | BrowserStalled

/** Whether a render ended because it was stopped. */
export function isStop(error: unknown): error is StopReason {
  return [DeadlinePassed, Cancelled, SlotTaken, BrowserStalled].some((kind) => error instanceof kind)
}

export class Stop {
  /** Rejects with `DeadlinePassed`, `Cancelled`, `SlotTaken` or `BrowserStalled`. */
  readonly stopped: Promise<never>
  printed = false
  #stop!: (reason: StopReason) => void
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

  /** Stops it because the browser has no time for others, unless its scripts are over. */
  stall(isSole: boolean): void {
    if (!this.printed) this.#stop(new BrowserStalled(isSole))
  }

  /** Ends the deadline: the render is over. */
  clear(): void {
    clearTimeout(this.#timer)
  }
}
