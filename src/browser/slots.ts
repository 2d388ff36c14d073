/**
 * The slots of one browser: given out, used, freed and waited for, by the rules of `fair-share.ts`. Waiting is bounded
 * by the patience of who waits, and by the length of each line: nine for each slot, unless said, and as many more as were
 * printed lately, since those are soon over. When a line is full, an account with fewer in it still gets in: the one with
 * the most gives up a place.
 */
import {
  type Claim,
  displacedBy,
  type Holding,
  mayTakeSlot,
  nextInLine,
  type Occupancy,
  slotToTake,
} from './fair-share'

/** A reserved slot that nobody used for this long is free again. */
const RESERVATION_MS = 10_000

/** How often it is looked whether who waits may have a slot of an account that has several. */
const TAKE_EVERY_MS = 100

/** How many may wait in a line for each slot: with four slots, all that the largest plan may send at once are let in. */
const WAITING_PER_SLOT = 9

/** As many more may wait as documents ended within this time: a part of the patience of who waits (`render.ts`). */
const PACE_MS = 2000

/** A document that was done within so many milliseconds was quick. */
const QUICK_MS = 1000

/** For so long after an account was here, others leave it a slot. */
const RECENT_MS = 60_000

/** So long an account that was turned away gets no slot: as long as it is paused (`accounts/strikes.ts`). */
const TURNED_AWAY_MS = 10_000

type Held = Holding & {
  /** Ends an unused reservation; absent before and after it. */
  reservation?: ReturnType<typeof setTimeout>
}
type Guest = { served: number; seenAt: number; isQuick: boolean; turnedAwayUntil: number }
const NEW_GUEST = { served: 0, isQuick: false, turnedAwayUntil: 0 }
type Waiting = Claim & { end: (slot: string | undefined) => void }

/** Who wants a slot, and how long they wait for it (milliseconds). */
export type SlotRequest = Claim & {
  waitMs: number
  /** For the log. */
  requestId?: string | undefined
}

export type SlotsOptions = {
  /** How many may wait in each line when nothing was printed lately. */
  maxWaiting?: number
  /** Stops the document in a slot, which others are to have; the slot is to be freed then. */
  onTake?: (slot: string) => void
}

export class Slots {
  readonly #count: number
  readonly #maxWaiting: number
  readonly #held = new Map<string, Held>()
  /** In the order of arrival. */
  readonly #waiting: Waiting[] = []
  /** Accounts that are or lately were here. `served`: when they were last given a slot, a number that grows with each. */
  readonly #guests = new Map<string, Guest>()
  #served = 0
  /** When documents ended, in the last `PACE_MS`. */
  #ends: number[] = []
  readonly #onTake: (slot: string) => void
  #taking: ReturnType<typeof setTimeout> | undefined

  constructor(
    count: number,
    { maxWaiting = WAITING_PER_SLOT * count, onTake = () => {} }: SlotsOptions = {},
  ) {
    this.#count = count
    this.#maxWaiting = maxWaiting
    this.#onTake = onTake
  }

  get count(): number {
    return this.#count
  }

  get used(): number {
    return this.#held.size
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** A slot at once or within `waitMs`; `undefined` if there is none. */
  async claim({ accountId, urgency, waitMs }: SlotRequest): Promise<string | undefined> {
    const claim = { accountId, urgency }
    const { turnedAwayUntil } = this.#greet(accountId)
    if (Date.now() < turnedAwayUntil) return undefined
    return mayTakeSlot(claim, this.#occupancy()) ? this.#give(claim) : await this.#wait(claim, waitMs)
  }

  /** Keeps a claimed slot for ten seconds, until it is used. */
  reserve(slot: string): void {
    const held = this.#held.get(slot)
    if (held) held.reservation = setTimeout(() => this.free(slot), RESERVATION_MS)
  }

  /** Begins to use a reserved slot; `false` if the reservation has expired, or was used already. */
  use(slot: string): boolean {
    const held = this.#held.get(slot)
    if (held?.reservation === undefined) return false
    clearTimeout(held.reservation)
    delete held.reservation
    held.startedAt = Date.now()
    return true
  }

  /** Frees a slot. It goes to who is next, if anybody may have it. Freeing it twice does nothing. */
  free(slot: string): void {
    const held = this.#held.get(slot)
    if (!held) return
    clearTimeout(held.reservation)
    this.#held.delete(slot)
    const guest = this.#greet(held.accountId)
    if (held.startedAt !== undefined) {
      const now = Date.now()
      guest.isQuick = now - held.startedAt < QUICK_MS
      this.#ends = [...this.#lateEnds(now), now]
    }
    this.#serveLine()
  }

  #lateEnds(now: number): number[] {
    return this.#ends.filter((end) => now - end < PACE_MS)
  }

  #occupancy(): Occupancy {
    return {
      count: this.#count,
      held: [...this.#held.values()],
      waiting: this.#waiting,
      recent: this.#guests,
    }
  }

  #give({ accountId, urgency }: Claim): string {
    const slot = crypto.randomUUID()
    this.#held.set(slot, { accountId, urgency })
    this.#greet(accountId).served = ++this.#served
    return slot
  }

  /** Gives slots to those in line until there is none, or nobody may have one. */
  #serveLine(): void {
    for (;;) {
      const next = nextInLine(this.#occupancy(), (accountId) => this.#guests.get(accountId)?.served ?? 0)
      const [waiting] = next < 0 ? [] : this.#waiting.splice(next, 1)
      if (!waiting) return
      waiting.end(this.#give(waiting))
    }
  }

  async #wait(claim: Claim, waitMs: number): Promise<string | undefined> {
    if (waitMs <= 0 || !this.#admitToLine(claim)) return undefined
    return await new Promise((resolve) => {
      const waiting: Waiting = {
        ...claim,
        end: (slot) => {
          clearTimeout(timer)
          resolve(slot)
        },
      }
      const timer = setTimeout(() => this.#leave(waiting), waitMs)
      this.#waiting.push(waiting)
      this.#takeForWaiting()
    })
  }

  /** While somebody waits: stops a document of an account that has several for one that has none. */
  #takeForWaiting(): void {
    clearTimeout(this.#taking)
    if (this.#waiting.length === 0) return
    const index = slotToTake(this.#occupancy(), [...this.#held.values()], Date.now())
    const [slot, held] = [...this.#held][index] ?? []
    if (slot !== undefined && held) {
      held.taken = true
      this.#onTake(slot)
    }
    this.#taking = setTimeout(() => this.#takeForWaiting(), TAKE_EVERY_MS)
  }

  /** Whether there is room in the line of `claim`, which may cost somebody else's place in it. */
  #admitToLine(claim: Claim): boolean {
    const line = this.#waiting.filter(({ urgency }) => urgency === claim.urgency)
    if (line.length < this.#maxWaiting + this.#lateEnds(Date.now()).length) return true
    const displaced = line[displacedBy(claim, line)]
    if (displaced) this.#leave(displaced)
    return displaced !== undefined
  }

  /** Has all leave the line that an account has in it. For some seconds no more of its documents are let in. */
  turnAway(accountId: string): void {
    this.#greet(accountId).turnedAwayUntil = Date.now() + TURNED_AWAY_MS
    for (const waiting of [...this.#waiting]) if (waiting.accountId === accountId) this.#leave(waiting)
  }

  /** Leaves the line with nothing. Others' shares may grow by that. */
  #leave(waiting: Waiting): void {
    const index = this.#waiting.indexOf(waiting)
    if (index < 0) return
    this.#waiting.splice(index, 1)
    waiting.end(undefined)
    this.#greet(waiting.accountId)
    this.#serveLine()
  }

  /** Notes that an account is here, and forgets those that were not for some time. */
  #greet(accountId: string): Guest {
    const now = Date.now()
    const guest = { ...NEW_GUEST, ...this.#guests.get(accountId), seenAt: now }
    // The order of the map is that of `seenAt`.
    this.#guests.delete(accountId)
    this.#guests.set(accountId, guest)
    for (const [known, { seenAt }] of this.#guests) {
      if (now - seenAt < RECENT_MS) break
      this.#guests.delete(known)
    }
    return guest
  }
}
