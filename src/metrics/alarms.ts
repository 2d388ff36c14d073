/** Which rules are broken, and for how long: pure, over what was known a minute ago. */
import { WINDOW_MINUTES } from './analytics'
import type { Measures } from './measures'
import rules from './rules.json'

export type Rule = (typeof rules)[number]

/** A rule that is broken now. Times are milliseconds since 1970. */
export type Breach = {
  since: number
  /** When it was last measured; `since` if absent. */
  seenAt?: number | undefined
  /** When the operator was last told; absent until the breach has lasted as long as the rule says. */
  notifiedAt?: number | undefined
  value: number
}
export type Breaches = Readonly<Record<string, Breach>>

/** What the operator is told. `unknown`: it was firing, and was not measured for so long that it no longer counts. */
export type Alarm = { rule: Rule; state: 'firing' | 'resolved' | 'unknown'; value: number; since: number }

/** An alarm that goes on is told again after so long. */
const REPEAT_MS = 4 * 3_600_000

/** A breach that was not measured again for as long as measures look back has lapsed. */
const LAPSE_MS = WINDOW_MINUTES * 60_000

export const alarmRules: readonly Rule[] = rules

/** The breaches that are left, and what is to be told. A measure that is not known changes nothing for `LAPSE_MS`. */
export function evaluateRules(
  before: Breaches,
  measures: Measures,
  now: number,
): { breaches: Breaches; alarms: Alarm[] } {
  const alarms: Alarm[] = []
  const breaches: Record<string, Breach> = {}
  for (const rule of rules) {
    const former = before[rule.id]
    const value = measures[rule.measure]
    if (value === undefined) {
      if (!former) continue
      if (now - (former.seenAt ?? former.since) <= LAPSE_MS) breaches[rule.id] = former
      else if (former.notifiedAt !== undefined)
        alarms.push({ rule, state: 'unknown', value: former.value, since: former.since })
      continue
    }
    const since = former?.since ?? now
    if (value <= rule.max) {
      if (former?.notifiedAt !== undefined) alarms.push({ rule, state: 'resolved', value, since })
      continue
    }
    const isDue = now - since >= rule.for_minutes * 60_000 - HALF_MINUTE_MS
    const isNews = former?.notifiedAt === undefined || now - former.notifiedAt >= REPEAT_MS
    if (isDue && isNews) alarms.push({ rule, state: 'firing', value, since })
    breaches[rule.id] = { since, value, seenAt: now, notifiedAt: isDue && isNews ? now : former?.notifiedAt }
  }
  return { breaches, alarms }
}

/** Cron comes once a minute, give or take: "5 minutes" are its sixth look, not sometimes its seventh. */
const HALF_MINUTE_MS = 30_000
