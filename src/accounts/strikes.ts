/**
 * Strikes: what follows when an account uses browsers for nothing. A render that times out, is cancelled or fails costs
 * no credits, but others could have used its time. An account may waste a little of it; past that it gets a strike, and
 * is restricted for some minutes. Pure: times are milliseconds since 1970 and always passed in.
 */

/** What may be wasted at once without a strike, in milliseconds: one document of the longest time-out, or two usual ones. */
const MAX_WASTE_MS = 75_000
/** The time in which waste of that size is forgotten. */
const FORGET_WASTE_MS = 10 * 60_000
/** What may be wasted while restricted: less than one document's time there. */
const MAX_RESTRICTED_WASTE_MS = 9_000
/** The first strike's restriction; each further one doubles it. */
const FIRST_RESTRICTION_MS = 2 * 60_000
const MAX_RESTRICTION_MS = 60 * 60_000
/** Strikes are forgotten after so much time without restriction. */
const FORGET_STRIKES_MS = 60 * 60_000

/** So long a restricted account waits after a document that kept its browser from others. */
const PAUSE_MS = 10_000

/** How long a document of a restricted account may take, in seconds. */
const RESTRICTED_TIMEOUT_SECONDS = 10

export type Strikes = {
  /** Wasted browser time that is not forgotten yet, as it was at `countedAt`. */
  wastedMs: number
  countedAt: number
  strikes: number
  restrictedFrom: number
  restrictedUntil: number
  /** Until when nothing is printed. */
  pausedUntil?: number
}

/** What a document costs beside its time that kept its browser from all others: it is a strike. */
const DISRUPTION_MS = MAX_WASTE_MS

/**
 * A render that came to nothing. `busy`: it used a processor all the time; a page that waited counts half. `disruptive`: it
 * flooded the connection to its browser, or twice a browser answered nobody meanwhile.
 */
export type Waste = { elapsedMs: number; busy: boolean; disruptive?: boolean }

/**
 * Until when an account prints one document at a time, each within `timeout` seconds, in a browser apart; and none at all
 * before `pausedUntil`, if that is in the future.
 */
export type Restriction = { until: number; timeout: number; pausedUntil: number }

const NO_STRIKES: Strikes = { wastedMs: 0, countedAt: 0, strikes: 0, restrictedFrom: 0, restrictedUntil: 0 }

/** Counts a wasted render, and gives a strike if that was too much. One that began before a strike earns no second. */
export function countWaste(before: Strikes | undefined, waste: Waste, now: number): Strikes {
  const known = before ?? NO_STRIKES
  const restricted = now < known.restrictedUntil
  if (restricted && now - waste.elapsedMs < known.restrictedFrom) return known
  const decayed = ((now - known.countedAt) * MAX_WASTE_MS) / FORGET_WASTE_MS
  const wastedMs =
    Math.max(0, known.wastedMs - decayed) +
    waste.elapsedMs / (waste.busy ? 1 : 2) +
    (waste.disruptive ? DISRUPTION_MS : 0)
  if (wastedMs <= (restricted ? MAX_RESTRICTED_WASTE_MS : MAX_WASTE_MS))
    return { ...known, wastedMs, countedAt: now }
  const pausedUntil = waste.disruptive ? now + PAUSE_MS : (known.pausedUntil ?? 0)
  const strikes = (now - known.restrictedUntil > FORGET_STRIKES_MS ? 0 : known.strikes) + 1
  const lengthMs = Math.min(MAX_RESTRICTION_MS, FIRST_RESTRICTION_MS * 2 ** (strikes - 1))
  return {
    wastedMs: 0,
    countedAt: now,
    strikes,
    restrictedFrom: now,
    restrictedUntil: now + lengthMs,
    pausedUntil,
  }
}

/** The restriction at `now`, if there is one. */
export function restrictionAt(strikes: Strikes | undefined, now: number): Restriction | undefined {
  if (!strikes || now >= strikes.restrictedUntil) return undefined
  const { restrictedUntil: until, pausedUntil = 0 } = strikes
  return { until, timeout: RESTRICTED_TIMEOUT_SECONDS, pausedUntil }
}
