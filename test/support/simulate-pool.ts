/** The pool's real routing and slots, asked by many isolates under a virtual clock. Browsers and calls are times only. */
import type { Pool, Reservation } from '../../src/browser/pool'
import { ShardWindow } from '../../src/browser/shard-window'
import { reserveSlot } from '../../src/browser/shards'
import { type SlotRequest, Slots } from '../../src/browser/slots'
import { Problem } from '../../src/errors'
import { randomFrom } from '../fuzz/random'
import { VirtualClock } from './virtual-clock'

export type PoolLoad = {
  /** Isolates of a region that ask, each at random, and each with a life of its own. */
  isolates: number
  /** Share of all slots that the documents would fill. */
  load: number
  /** Virtual seconds of documents at that load, after it has risen to it for a minute. */
  seconds: number
  seed?: number
}

export const SHARDS = 30
const SLOTS = 4
const ACCOUNTS = 2000
/** Milliseconds. */
const MEAN_RENDER = 700
const CALL = 5
const MAX_WAIT = 5000
const OPENING = 3000
/** As `POOL_IDLE_MINUTES` is set. */
const IDLE = 300_000
const MEAN_LIFE = 120_000
const RISE = 60_000

/** What came of a load once it was there, and how many browsers were open in the end. */
export type PoolOutcome = {
  documents: number
  refused: number
  browsersOpen: number
  callsPerDocument: number
  /** Milliseconds before the slot was there, calls included. */
  p50: number
  p95: number
  /** Share of documents whose account had its last document at the same shard. */
  stayed: number
}

/** The object of a shard: its slots, and a browser that opens slowly and closes when nobody used it for some time. */
class FakePool {
  readonly #slots = new Slots(SLOTS)
  #opened: Promise<void> | undefined
  #usedAt = 0

  constructor(
    private readonly clock: VirtualClock,
    /** Whether the platform gives a browser more. */
    private readonly isGiven: () => boolean,
  ) {}

  get isOpen(): boolean {
    return this.#opened !== undefined && (this.#slots.used > 0 || this.clock.now - this.#usedAt < IDLE)
  }

  async reserve({ mayOpen, ...request }: SlotRequest & { mayOpen: boolean }): Promise<Reservation> {
    if (!mayOpen && !this.isOpen) return { ok: false, retryAfter: 1, why: 'closed' }
    const slot = await this.#slots.claim(request)
    if (!slot) return { ok: false, retryAfter: 2, why: 'full', waiting: this.#slots.waiting }
    if (!this.isOpen && !this.isGiven()) {
      this.#slots.free(slot)
      return { ok: false, retryAfter: 2, why: 'no_browser', waiting: this.#slots.waiting }
    }
    if (!this.isOpen || !this.#opened) this.#opened = this.clock.sleep(OPENING)
    this.#usedAt = this.clock.now
    await this.#opened
    this.#slots.reserve(slot)
    return { ok: true, slot }
  }

  /** Opens a browser as if somebody had used it. */
  async open(): Promise<void> {
    const reservation = await this.reserve({
      accountId: 'first',
      urgency: 'caller',
      waitMs: 0,
      mayOpen: true,
    })
    if (reservation.ok) await this.print(reservation.slot, 0)
  }

  async print(slot: string, milliseconds: number): Promise<void> {
    this.#slots.use(slot)
    await this.clock.sleep(milliseconds)
    this.#slots.free(slot)
    this.#usedAt = this.clock.now
  }
}

/** A region's shards; the platform gives `mostBrowsers`. */
function newRegion(mostBrowsers = SHARDS) {
  const clock = new VirtualClock()
  clock.install()
  const isGiven = () => browsers.filter(({ isOpen }) => isOpen).length < mostBrowsers
  const browsers: FakePool[] = Array.from({ length: SHARDS }, () => new FakePool(clock, isGiven))
  /** When each call was made. */
  const calls: number[] = []
  const stubOf = (shard: number) => ({
    shard,
    async reserve(request: SlotRequest & { mayOpen: boolean }): Promise<Reservation> {
      calls.push(clock.now)
      await clock.sleep(CALL / 2)
      const reservation = await (browsers[shard] as FakePool).reserve(request)
      await clock.sleep(CALL / 2)
      return reservation
    },
  })
  const pool = {
    idFromName: (name: string) => name,
    get: (name: string) => stubOf(Number(name.split(':')[1])),
  } as unknown as DurableObjectNamespace<Pool>
  return { clock, browsers, pool, calls }
}

/**
 * Callers of one isolate that come in the same moment. `open`: shards that have a browser then; the platform gives
 * `mostBrowsers`. Returns how many found a slot.
 */
export async function simulateBurst({
  callers,
  open = [],
  mostBrowsers = SHARDS,
}: {
  callers: number
  open?: readonly number[]
  mostBrowsers?: number
}): Promise<number> {
  const { clock, browsers, pool } = newRegion(mostBrowsers)
  const window = new ShardWindow(() => clock.now, randomFrom(1).fraction)
  for (const shard of open) void browsers[shard]?.open()
  const deps = { pool, shards: SHARDS, region: 'EU', urgency: 'caller' as const, quarantined: false }
  const found = Array.from({ length: callers }, (_, at) =>
    reserveSlot({ ...deps, accountId: `account-${at}` }, MAX_WAIT, window).then(
      async ({ name, stub }) => {
        await browsers[(stub as unknown as { shard: number }).shard]?.print(name, MEAN_RENDER)
        return true
      },
      () => false,
    ),
  )
  await clock.runUntil(60_000)
  return (await Promise.all(found)).filter(Boolean).length
}

export async function simulatePool({ isolates, load, seconds, seed = 1 }: PoolLoad): Promise<PoolOutcome> {
  const { clock, browsers, pool, calls } = newRegion()
  const { fraction, integer } = randomFrom(seed)
  /** A time between events that are `mean` apart on average. */
  const exponential = (mean: number) => -mean * Math.log(1 - fraction())
  const lives = Array.from({ length: isolates }, () => newLife())
  const lastShard = new Map<string, number>()
  const waits: number[] = []
  const counts = { documents: 0, refused: 0, returned: 0, stayed: 0 }

  function newLife() {
    return { window: new ShardWindow(() => clock.now, fraction), end: clock.now + exponential(MEAN_LIFE) }
  }

  async function printDocument(): Promise<void> {
    const isMeant = clock.now >= RISE
    if (isMeant) counts.documents++
    const isolate = integer(isolates)
    if ((lives[isolate]?.end ?? 0) < clock.now) lives[isolate] = newLife()
    const accountId = `account-${integer(ACCOUNTS)}`
    const deps = {
      ...{ pool, shards: SHARDS, region: 'EU', accountId },
      ...{ urgency: 'caller' as const, quarantined: false },
    }
    const askedAt = clock.now
    try {
      const slot = await reserveSlot(deps, MAX_WAIT, lives[isolate]?.window)
      if (isMeant) waits.push(clock.now - askedAt)
      const { shard } = slot.stub as unknown as { shard: number }
      const former = lastShard.get(accountId)
      if (former !== undefined) counts.returned++
      if (former === shard) counts.stayed++
      lastShard.set(accountId, shard)
      await browsers[shard]?.print(slot.name, exponential(MEAN_RENDER))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (isMeant) counts.refused++
    }
  }

  const meanGap = MEAN_RENDER / (load * SHARDS * SLOTS)
  const end = RISE + seconds * 1000
  const arrivals = async () => {
    while (clock.now < end) {
      await clock.sleep(exponential(meanGap))
      if (fraction() < clock.now / RISE) void printDocument()
    }
  }
  void arrivals()
  await clock.runUntil(end + MAX_WAIT)
  waits.sort((one, other) => one - other)
  const percentile = (share: number) => Math.round(waits[Math.floor(share * waits.length)] ?? 0)
  return {
    documents: counts.documents,
    refused: counts.refused,
    browsersOpen: browsers.filter((browser) => browser.isOpen).length,
    callsPerDocument: calls.filter((at) => at >= RISE).length / counts.documents,
    p50: percentile(0.5),
    p95: percentile(0.95),
    stayed: counts.stayed / Math.max(1, counts.returned),
  }
}
