/**
 * Changes that arrive in the same moment share one commit, as databases do: a commit waits for the disk, and without
 * this an account could do no more changes a second than its disk can flush. Each change is still its own transaction:
 * one that throws takes back only itself. They run in the order in which they came.
 */
export class GroupCommit {
  readonly #transaction: <T>(change: () => T) => T
  readonly #committed: () => void
  #waiting: (() => void)[] = []

  /** `transaction` runs a change or none of it; `committed` is called once after each group. */
  constructor(transaction: <T>(change: () => T) => T, committed: () => void) {
    this.#transaction = transaction
    this.#committed = committed
  }

  /** Runs `change` with the next group; resolves to what it answers, rejects with what it throws. */
  run<T>(change: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(this.#transaction(change))
        } catch (error) {
          reject(error)
        }
      })
      // A timer, not a microtask: what came in the meantime is delivered before it fires.
      if (this.#waiting.length === 1) setTimeout(() => this.#commit(), 0)
    })
  }

  #commit(): void {
    const group = this.#waiting
    this.#waiting = []
    for (const change of group) change()
    this.#committed()
  }
}
