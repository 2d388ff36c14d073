import { vi } from 'vitest'

type Timer = { at: number; id: number; run: () => void }

/** Time that passes only by what is waited for: timers run in order, and a second takes as long as its timers. */
export class VirtualClock {
  now = 0
  #id = 0
  /** A binary heap by time, then by order of setting. */
  readonly #timers: Timer[] = []
  readonly #set = new Set<number>()

  /** Puts itself in place of the global timers and `Date.now`, until the test ends. */
  install(): void {
    vi.stubGlobal('setTimeout', (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) =>
      this.#add(Math.max(0, ms), () => run(...values)),
    )
    vi.stubGlobal('clearTimeout', (id: number | undefined) => id !== undefined && this.#set.delete(id))
    vi.spyOn(Date, 'now').mockImplementation(() => this.now)
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.#add(ms, resolve))
  }

  /** Runs what is due until `end` (milliseconds), or until nothing is left. */
  async runUntil(end: number): Promise<void> {
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    await settled()
    for (let next = this.#timers[0]; next && next.at <= end; next = this.#timers[0]) {
      this.now = next.at
      while (this.#timers[0]?.at === this.now) this.#pop()?.run()
      // What the timers resolved goes on before time does.
      await settled()
    }
    this.now = end
  }

  #add(ms: number, run: () => void): number {
    const id = ++this.#id
    this.#set.add(id)
    this.#push({ at: this.now + ms, id, run: () => this.#set.delete(id) && run() })
    return id
  }

  #push(timer: Timer): void {
    const heap = this.#timers
    let at = heap.push(timer) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(timer, heap[parent])) break
      heap[at] = heap[parent] as Timer
      at = parent
    }
    heap[at] = timer
  }

  #pop(): Timer | undefined {
    const heap = this.#timers
    const [first] = heap
    const last = heap.pop()
    if (!last || heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (isBefore(heap[child + 1], heap[child])) child++
      if (!isBefore(heap[child], last)) break
      heap[at] = heap[child] as Timer
      at = child
    }
    heap[at] = last
    return first
  }
}

function isBefore(one: Timer | undefined, other: Timer | undefined): boolean {
  if (!one || !other) return one !== undefined
  return one.at < other.at || (one.at === other.at && one.id < other.id)
}
