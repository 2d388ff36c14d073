/** Finding a place in the pool: shards are asked in turn from the last good one, three at most. */
import { Problem } from '../errors'
import type { Urgency } from './places'
import type { Pool, Reservation } from './pool'

export type Place = { name: string; stub: DurableObjectStub<Pool> }

export type ShardTools = {
  pool: DurableObjectNamespace<Pool>
  shards: number
  region: string
  accountId: string
  urgency: Urgency
}

const TRIES = 3
/** A render is short: a moment's wait at a running browser costs less than starting another. */
const FIRST_WAIT_MS = 150

/** Where this isolate last found a place, by region. */
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
 * Reserves a place, waiting at most `waitMs` in a line; throws `pool_full` where there is none. A shard that cannot be
 * asked (it is deployed anew, or overloaded) has none, and the next one is asked.
 */
export async function reservePlace(tools: ShardTools, waitMs: number): Promise<Place> {
  const { shards, region, accountId, urgency } = tools
  const first = lastGood.get(region) ?? 0
  let retryAfter = 1
  let cause: unknown
  const ask = async (shard: number, patience: number): Promise<Place | undefined> => {
    const stub = shardStub(tools, shard)
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
    lastGood.set(region, shard)
    return { name: reservation.place, stub }
  }
  // Where there is only one, whoever waits keeps the place in its line.
  const firstWaitMs = shards > 1 ? Math.min(FIRST_WAIT_MS, waitMs) : waitMs
  for (let step = 0; step < Math.min(TRIES, shards); step++) {
    const place = await ask((first + step) % shards, step === 0 ? firstWaitMs : 0)
    if (place) return place
  }
  const place = waitMs > firstWaitMs ? await ask(first, waitMs - firstWaitMs) : undefined
  if (place) return place
  throw new Problem('pool_full', {
    detail: 'All browsers are busy. Nothing was charged; send the request again after Retry-After.',
    retryAfter,
    cause,
  })
}

/** The object of one shard. */
export function shardStub(
  { pool, region }: Pick<ShardTools, 'pool' | 'region'>,
  shard: number,
): DurableObjectStub<Pool> {
  const hint = hints[region]
  return pool.get(pool.idFromName(`${region}:${shard}`), hint ? { locationHint: hint } : {})
}
