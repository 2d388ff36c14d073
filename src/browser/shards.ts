/** Reserving a slot in the pool: shards are asked in turn from the last good one, three at most. */
import { Problem } from '../errors'
import type { Urgency } from './fair-share'
import type { Pool, Reservation } from './pool'
import { quarantineName } from './quarantine'

/** A slot, and the object that has it. */
export type ReservedSlot = { name: string; stub: DurableObjectStub<Pool> }

export type ShardDeps = {
  pool: DurableObjectNamespace<Pool>
  shards: number
  region: string
  accountId: string
  urgency: Urgency
  /** The account has strikes (`accounts/strikes.ts`). */
  quarantined: boolean
}

const TRIES = 3
/** A render is short: a moment's wait at a running browser costs less than starting another. */
const FIRST_WAIT_MS = 150

/**
 * Accounts with strikes are few: there is one object for them to so many others, and one more, so that there are two at
 * least. Each prints one document at a time: what stops its browser is to blame, and stops nobody's document.
 */
const SHARDS_PER_QUARANTINE = 4

/** Where this isolate last found a slot, by region. */
const lastGood = new Map<string, number>()

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
export async function reserveSlot(deps: ShardDeps, waitMs: number): Promise<ReservedSlot> {
  const { region, accountId, urgency } = deps
  const shards = deps.quarantined ? 1 : deps.shards
  const first = deps.quarantined ? 0 : (lastGood.get(region) ?? 0)
  let retryAfter = 1
  let cause: unknown
  const ask = async (shard: number, patience: number): Promise<ReservedSlot | undefined> => {
    const stub = deps.quarantined ? quarantineStub(deps) : shardStub(deps, shard)
    const reservation: Reservation = await stub
      .reserve({ accountId, urgency, waitMs: Math.max(0, patience) })
      .catch((error: unknown) => {
        cause = error
        return { ok: false as const, retryAfter: 1 }
      })
    if (!reservation.ok) {
      retryAfter = reservation.retryAfter
      return undefined
    }
    if (!deps.quarantined) lastGood.set(region, shard)
    return { name: reservation.slot, stub }
  }
  // If there is only one, whoever waits keeps its turn in the line.
  const firstWaitMs = shards > 1 ? Math.min(FIRST_WAIT_MS, waitMs) : waitMs
  for (let step = 0; step < Math.min(TRIES, shards); step++) {
    const slot = await ask((first + step) % shards, step === 0 ? firstWaitMs : 0)
    if (slot) return slot
  }
  const slot = waitMs > firstWaitMs ? await ask(first, waitMs - firstWaitMs) : undefined
  if (slot) return slot
  throw new Problem('pool_full', {
    detail: deps.quarantined
      ? 'Another document of this account is being printed. For some minutes it may print only one at a time, because its recent documents used too much browser time and failed. Nothing was charged; send the request again after Retry-After.'
      : 'All browsers are busy. Nothing was charged; send the request again after Retry-After.',
    retryAfter,
    cause,
  })
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
