/**
 * Reserving a slot in the pool: shards are asked within a window that widens (`shard-window.ts`), then the caller waits in a
 * line.
 */
import { Problem } from '../errors'
import { WRITTEN_VERSION } from '../format-version'
import type { Urgency } from './fair-share'
import { wasReset } from './object-reset'
import type { NoSlot, Pool, Reservation } from './pool'
import { quarantineName } from './quarantine'
import { ShardWindow } from './shard-window'

/** A slot, and the object that has it. */
export type ReservedSlot = { name: string; stub: DurableObjectStub<Pool> }

export type ShardDeps = {
  pool: DurableObjectNamespace<Pool>
  shards: number
  region: string
  accountId: string
  urgency: Urgency
  /** For the log. */
  requestId?: string | undefined
  /** The account has strikes (`accounts/strikes.ts`). */
  quarantined: boolean
}

/** How long a caller waits at a running browser before it opens another. */
const MOMENT_MS = 150
/** A search that met so many shards without a browser has seen most that have one. */
const MAX_CLOSED = 2
/** A shard without a slot is not asked again for so long. */
const PAUSE_MS = 100
/** Lines that are tried, from the shortest. */
const MAX_LINES = 3
/** The length of a line that a former release does not tell: others are tried first. */
const UNKNOWN_LINE = 1000

/**
 * Accounts with strikes are few: there is one object for them to so many others, and one more, so that there are two at
 * least. Each prints one document at a time: what stops its browser is to blame, and stops nobody's document.
 */
const SHARDS_PER_QUARANTINE = 4

/** What this isolate knows of each region's shards. */
const windows = new Map<string, ShardWindow>()

/** Location hints by Cloudflare's continent codes; an object stays where its first caller was. */
const hints: Record<string, DurableObjectLocationHint> = {
  AF: 'afr',
  AS: 'apac',
  EU: 'weur',
  NA: 'enam',
  OC: 'oc',
  SA: 'sam',
}

/**
 * Reserves a slot, waiting at most `waitMs` in a line; throws `pool_full` if there is none. A shard that cannot be asked
 * (it is deployed again, or overloaded) has none, and the next one is asked.
 */
export async function reserveSlot(
  deps: ShardDeps,
  waitMs: number,
  window = windowOf(deps.region),
): Promise<ReservedSlot> {
  const found = await findSlot(deps, waitMs, window)
  if ('name' in found) return found
  throw new Problem('pool_full', {
    detail: deps.quarantined
      ? 'This document is very long, or it or recent ones of this account kept a browser busy. It is printed apart from others, one at a time, and another one is being printed there. Nothing was charged; send the request again after Retry-After.'
      : 'All browsers are busy. Nothing was charged; send the request again after Retry-After.',
    retryAfter: found.retryAfter,
    cause: found.cause,
  })
}

/** Asks until a slot is found, or returns why there is none. */
async function findSlot(
  deps: ShardDeps,
  waitMs: number,
  window: ShardWindow,
): Promise<ReservedSlot | Refusal> {
  const { shards, quarantined, accountId } = deps
  if (quarantined || shards === 1) {
    // Whoever waits keeps its turn in the line.
    const stubOf = () => (quarantined ? quarantineStub(deps) : shardStub(deps, 0))
    return await reserveAt(deps, stubOf, { patienceMs: waitMs, mayOpen: true })
  }
  const search = new Search(deps, window, Date.now() + waitMs)
  const order = window.order(shards, accountId)
  const found =
    (await search.goThrough(order, MAX_CLOSED)) ??
    (await search.openOne()) ??
    // The platform may have no further browser, or others were sooner.
    (await search.goThrough(order, shards)) ??
    (await search.openOne()) ??
    (await search.waitInLine())
  return found ?? search.refusal
}

/** One caller's way through the shards. */
class Search {
  refusal: Refusal = { why: 'full', retryAfter: 1, waiting: 0 }
  /** Shards without a browser. */
  readonly #closed = new Set<number>()
  /** Lengths of the lines of the shards that have a browser, and no slot. */
  readonly #lines = new Map<number, number>()

  /** `end`: until when the caller waits. */
  constructor(
    private readonly deps: ShardDeps,
    private readonly window: ShardWindow,
    private readonly end: number,
  ) {}

  /** Asks shards with a browser, until a slot is found or so many without one were met. */
  async goThrough(
    order: Iterator<{ shard: number; width: number }>,
    maxClosed: number,
  ): Promise<ReservedSlot | undefined> {
    for (let next = order.next(); !next.done; next = order.next()) {
      const { shard, width } = next.value
      const slot = await this.ask(shard)
      if (slot) this.window.found(width, this.deps.shards)
      if (slot || this.#closed.size >= maxClosed) return slot
    }
    return undefined
  }

  async ask(shard: number, { patienceMs = 0, mayOpen = false } = {}): Promise<ReservedSlot | undefined> {
    const stubOf = () => shardStub(this.deps, shard)
    const asked = await reserveAt(this.deps, stubOf, { patienceMs, mayOpen })
    if ('name' in asked) return asked
    if (asked.why === 'closed') this.#closed.add(shard)
    else this.window.pause(shard, asked.why === 'full' ? PAUSE_MS : asked.retryAfter * 1000)
    if (asked.why === 'full') this.#lines.set(shard, asked.waiting)
    if (this.refusal.why !== 'no_browser') this.refusal = asked
    return undefined
  }

  /** Opens a browser in a shard that has none, if a moment's wait elsewhere is not enough: a render is short. */
  async openOne(): Promise<ReservedSlot | undefined> {
    if (this.#closed.size === 0 || this.#noneIsGiven()) return undefined
    const [running] = this.#shortestLines()
    const patienceMs = Math.min(MOMENT_MS, this.#leftMs())
    const slot = running === undefined ? undefined : await this.ask(running, { patienceMs })
    if (slot) return slot
    for (const shard of [...this.#closed].sort((one, other) => one - other)) {
      this.#closed.delete(shard)
      const opened = await this.ask(shard, { mayOpen: true })
      // What one does not get from the platform, the next one does not get either.
      if (opened || this.#noneIsGiven()) return opened
    }
    return undefined
  }

  async waitInLine(): Promise<ReservedSlot | undefined> {
    for (const shard of this.#shortestLines().slice(0, MAX_LINES)) {
      if (this.#leftMs() <= 0) break
      const slot = await this.ask(shard, { patienceMs: this.#leftMs(), mayOpen: true })
      if (slot) return slot
    }
    return undefined
  }

  #shortestLines(): number[] {
    return [...this.#lines].sort(([, one], [, other]) => one - other).map(([shard]) => shard)
  }

  /** Whether the platform had no browser for a shard that was asked. */
  #noneIsGiven(): boolean {
    return this.refusal.why === 'no_browser'
  }

  #leftMs(): number {
    return this.end - Date.now()
  }
}

function windowOf(region: string): ShardWindow {
  const window = windows.get(region) ?? new ShardWindow()
  windows.set(region, window)
  return window
}

/** `waiting`: how many stand in line there. `cause`: why it could not be asked. */
type Refusal = { retryAfter: number; why: NoSlot | 'unreachable'; waiting: number; cause?: unknown }

/** Reserves a slot in one object, which is asked again if a deployment cut the call. */
async function reserveAt(
  { accountId, urgency, requestId }: ShardDeps,
  stubOf: () => DurableObjectStub<Pool>,
  { patienceMs, mayOpen }: { patienceMs: number; mayOpen: boolean },
): Promise<ReservedSlot | Refusal> {
  const reserve = async () => {
    const stub = stubOf()
    const waitMs = Math.max(0, patienceMs)
    const request = { v: WRITTEN_VERSION, accountId, urgency, requestId, waitMs, mayOpen }
    const reservation: Reservation = await stub.reserve(request)
    return { stub, reservation }
  }
  try {
    // A deployment cut the call, not the shard.
    const { stub, reservation } = await reserve().catch((error: unknown) =>
      wasReset(error) ? reserve() : Promise.reject(error),
    )
    if (reservation.ok) return { name: reservation.slot, stub }
    const { retryAfter, why = 'full', waiting = UNKNOWN_LINE } = reservation
    return { retryAfter, why, waiting }
  } catch (cause) {
    return { retryAfter: 1, why: 'unreachable', waiting: 0, cause }
  }
}

/** The object of one shard. */
export function shardStub(
  { pool, region }: Pick<ShardDeps, 'pool' | 'region'>,
  shard: number,
): DurableObjectStub<Pool> {
  const hint = hints[region]
  return pool.get(pool.idFromName(`${region}:${shard}`), hint ? { locationHint: hint } : {})
}

/**
 * The object that prints documents of accounts with strikes, in a browser of its own. An account has always the same
 * one, which therefore sees all that it does at once.
 */
export function quarantineStub({
  pool,
  shards,
  accountId,
}: Pick<ShardDeps, 'pool' | 'shards' | 'accountId'>): DurableObjectStub<Pool> {
  const objects = Math.ceil(shards / SHARDS_PER_QUARANTINE) + 1
  const sum = [...accountId].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) >>> 0, 0)
  return pool.get(pool.idFromName(quarantineName(sum % objects)))
}
