/**
 * Who is served next when accounts share a fixed number of slots. Pure.
 *
 * - Round robin: among the accounts that wait, the one served longest ago is next.
 * - Shares: an account may start work only while it has less running than there are free slots. One account alone thus
 *   gets half of the slots, two get five and three of ten, and the shares shrink with each further account. A slot
 *   that was given cannot be taken back, so this holds while nobody else waits, too.
 * - Test work starts only if no live work may start, and holds at most half of the slots.
 * - Bounded memory: an account may add work only while it has less waiting than there is room left, or none. One account
 *   alone thus gets half of the room. What is refused must be offered again later.
 */
export type QueuedWork = { id: string; accountId: string; mode: 'live' | 'test' }

export type QueueLimits = {
  slots: number
  /** Of all accounts. When so many wait, an account that has none waiting may still add one. */
  maxWaiting: number
}

type WaitingByAccount<Work> = Map<string, Map<string, Work>>

export class FairQueue<Work extends QueuedWork> {
  /** Accounts in the order in which they are served, and the work of each in the order in which it came. */
  readonly #waiting: Record<QueuedWork['mode'], WaitingByAccount<Work>> = { live: new Map(), test: new Map() }
  /** How much waits, of all accounts. */
  #count = 0
  readonly #running = new Set<Work>()

  constructor(private readonly limits: QueueLimits) {}

  /** Adds work, if there is room for it: `false` if not. Work that waits already keeps its position. */
  add(work: Work): boolean {
    const { accountId, mode, id } = work
    const ofMode = this.#waiting[mode]
    const ofAccount = ofMode.get(accountId) ?? new Map<string, Work>()
    if (ofAccount.has(id)) return true
    const own = this.#waitingOf(accountId)
    if (own > 0 && own >= this.limits.maxWaiting - this.#count) return false
    ofMode.set(accountId, ofAccount.set(id, work))
    this.#count++
    return true
  }

  /** The work that starts now; it holds a slot until `end`. `undefined` if none may start. */
  start(): Work | undefined {
    if (this.#running.size >= this.limits.slots) return undefined
    for (const ofMode of [this.#waiting.live, this.#waiting.test]) {
      for (const [accountId, ofAccount] of ofMode) {
        const [work] = ofAccount.values()
        if (!work || !this.#mayStart(work)) continue
        ofAccount.delete(work.id)
        this.#count--
        // The account goes to the end of the rotation.
        ofMode.delete(accountId)
        if (ofAccount.size > 0) ofMode.set(accountId, ofAccount)
        this.#running.add(work)
        return work
      }
    }
    return undefined
  }

  /** Frees the slot of work that `start` returned. */
  end(work: Work): void {
    this.#running.delete(work)
  }

  /** Removes work that waits. */
  remove(id: string): void {
    for (const ofMode of [this.#waiting.live, this.#waiting.test]) {
      for (const [accountId, ofAccount] of ofMode) {
        if (!ofAccount.delete(id)) continue
        this.#count--
        if (ofAccount.size === 0) ofMode.delete(accountId)
      }
    }
  }

  #waitingOf(accountId: string): number {
    const { live, test } = this.#waiting
    return (live.get(accountId)?.size ?? 0) + (test.get(accountId)?.size ?? 0)
  }

  #mayStart({ accountId, mode }: QueuedWork): boolean {
    const running = [...this.#running]
    const own = running.filter((work) => work.accountId === accountId).length
    const free = this.limits.slots - running.length
    if (own >= free) return false
    const test = running.filter((work) => work.mode === 'test').length
    return mode === 'live' || own < Math.floor(this.limits.slots / 2) - test
  }
}
