/**
 * How fast one account's requests go on to its object, in this isolate: those that come at once are let in one after
 * another, so that a burst delays itself and not the other accounts whose requests the isolate answers. A request beyond
 * the account's rate is refused here while the object would refuse it, too: it counts, and nothing is counted here.
 */
import type { Method } from '../accounts/rate-limit'
import type { Refusal } from '../accounts/refusal'
import { turns } from '../memory/isolate-turns'

type RateRefusal = Extract<Refusal, { code: 'rate_limited' }>

/** Milliseconds between two requests of a burst: some times as many as the plans allow in a minute. */
const INTERVAL_MS: Record<Method, number> = { GET: 40, POST: 25, PREVIEW: 40 }
/** So much of a burst is let in at once: 20 GETs, or 32 POSTs. */
const AT_ONCE_MS = 800
/**
 * What a body adds while other accounts have work here: checking, storing and queueing takes some 100 ms of an isolate for
 * each megabyte.
 */
const MS_PER_MEGABYTE = 300
/** The same for what is stored in a database: it is written there, and all of the account's rows are added up. */
const STORED_MS_PER_MEGABYTE = 1_500
/** What a report adds: a file is read by all rules, then a task stored. */
const REPORT_MS = 50
/** So far ahead bodies put an account's next request at most. */
const MAX_BODIES_MS = 10_000
/** So long a burst takes at most: more than a minute's rate of the largest plan takes. */
const MAX_BURST_MS = 45_000
/** A refusal is remembered no longer, since the plan may be changed. Milliseconds. */
const REFUSAL_TTL_MS = 5_000
const MAX_REMEMBERED = 10_000

type PacedCall = { accountId: string; keyHash: string; method: Method }

export class CallerPace {
  /** By account and method, when all that was let in so far will have had its time; what came last is last. */
  readonly #until = new Map<string, number>()
  /** Hashes of keys that worked. Only these delay their account: a key that was revoked delays itself. */
  readonly #working = new Map<string, true>()
  readonly #refusals = new Map<string, { refusal: RateRefusal; at: number }>()

  /**
   * Counts a request; returns the milliseconds after which it goes on. One beyond what any plan allows does not wait, so
   * that those that wait are bounded: it is not counted, and `undefined`.
   */
  delay({ accountId, keyHash, method }: PacedCall, now: number): number | undefined {
    const lane = `${this.#working.has(keyHash) ? accountId : keyHash} ${method}`
    const until = Math.max(this.#until.get(lane) ?? 0, now) + INTERVAL_MS[method]
    if (until - now > MAX_BURST_MS) return undefined
    setLast(this.#until, lane, until)
    return Math.max(0, until - now - AT_ONCE_MS)
  }

  /** Lets the account's next requests of this method wait for a body that was read for it, beside other accounts. */
  addBody(accountId: string, method: Method, bytes: number, now: number): void {
    this.#add(`${accountId} ${method}`, (MS_PER_MEGABYTE * bytes) / 1e6, now)
  }

  /** The same for what is stored for the account. */
  addStored(accountId: string, method: Method, bytes: number, now: number): void {
    this.#add(`${accountId} ${method}`, (STORED_MS_PER_MEGABYTE * bytes) / 1e6, now)
  }

  /** The same for a report on a file. */
  addReport(accountId: string, now: number): void {
    this.#add(`${accountId} POST`, REPORT_MS, now)
  }

  #add(lane: string, ms: number, now: number): void {
    const from = Math.max(this.#until.get(lane) ?? 0, now)
    setLast(this.#until, lane, Math.max(from, Math.min(from + ms, now + MAX_BODIES_MS)))
  }

  /** Takes what the account's object said of a request; `refusal` if it refused it. */
  learn({ keyHash, method }: PacedCall, refusal: Refusal | undefined, now: number): void {
    if (refusal?.code === 'unauthorized') this.#working.delete(keyHash)
    else setLast(this.#working, keyHash, true)
    if (refusal?.code === 'rate_limited')
      setLast(this.#refusals, `${keyHash} ${method}`, { refusal, at: now })
  }

  /** What the object would say to a key that works, if it said so a moment ago and the minute is not over. */
  refusal({ keyHash, method }: PacedCall, now: number): RateRefusal | undefined {
    const known = this.#refusals.get(`${keyHash} ${method}`)
    if (!known || !this.#working.has(keyHash)) return undefined
    const { refusal, at } = known
    const secondsAgo = Math.floor((now - at) / 1000)
    const resetSeconds = refusal.rate.resetSeconds - secondsAgo
    if (now < at || now - at > REFUSAL_TTL_MS || resetSeconds <= 1) return undefined
    return { ...refusal, retryAfter: resetSeconds, rate: { ...refusal.rate, resetSeconds } }
  }
}

/** Sets an entry as the last one; the first goes if there are too many. */
function setLast<Value>(map: Map<string, Value>, name: string, value: Value): void {
  map.delete(name)
  map.set(name, value)
  if (map.size <= MAX_REMEMBERED) return
  const [first] = map.keys()
  if (first !== undefined) map.delete(first)
}

/** Of this isolate. */
export const callerPace = new CallerPace()

/** Adds what a request cost to the pace of its account, if other accounts have work in this isolate. */
export function addBesideOthers(add: (pace: CallerPace, now: number) => void): void {
  const now = Date.now()
  if (turns.isShared(now)) add(callerPace, now)
}
