/**
 * The cron's look at the service: reads what is measured, judges the rules, and posts what changed to the operator's
 * webhook. What was broken a minute ago is one small object in the bucket; while that cannot be read or written, what
 * this isolate remembers stands in for it, and an alarm may be told twice.
 */

import { z } from 'zod'
import { taskDatabases } from '../databases'
import type { Log } from '../log'
import { type Alarm, type Breaches, evaluateRules } from './alarms'
import { type AnalyticsRow, OPERATOR_TIMEOUT_MS, recentPoints } from './analytics'
import { type Measures, measuresOf } from './measures'
import { readStorageGauges, type StorageGauges } from './storage-gauges'

const STATE_KEY = 'operations/alarms.json'

const storedBreaches = z.record(
  z.string(),
  z.object({
    since: z.number(),
    seenAt: z.number().optional(),
    notifiedAt: z.number().optional(),
    value: z.number(),
  }),
)

/** All that is measured now, and whether each source answered. */
export type Snapshot = {
  analytics: AnalyticsRow[] | 'down' | undefined
  gauges: StorageGauges | undefined
  measures: Measures
}

/** Reads what is measured. Never throws: a source that does not answer is logged, and what it knows is missing. */
export async function takeSnapshot(env: Env, log: Log): Promise<Snapshot> {
  const [analytics, gauges] = await Promise.all([
    recentPoints(env).catch((error: unknown) => {
      log('metrics.analytics_failed', { error })
      return 'down' as const
    }),
    readStorageGauges(taskDatabases(env), Date.now()).catch((error: unknown) => {
      log('metrics.storage_failed', { error })
      return undefined
    }),
  ])
  return { analytics, gauges, measures: measuresOf(analytics, gauges) }
}

/** What this isolate found when it last looked. */
let remembered: Breaches = {}

/** Judges the rules and tells what changed. Never throws. */
export async function watchService(env: Env, log: Log): Promise<void> {
  try {
    const { measures } = await takeSnapshot(env, log)
    const before = await readBreaches(env).catch(() => remembered)
    const { breaches: judged, alarms } = evaluateRules(before, measures, Date.now())
    const breaches = { ...judged }
    for (const { rule, state } of await tellAlarms(alarms, env, log)) {
      const former = before[rule.id]
      const present = judged[rule.id]
      // Told a minute later: the one that fires as if it never had, the other as if it still did.
      if (state === 'firing' && present) breaches[rule.id] = { ...present, notifiedAt: former?.notifiedAt }
      else if (former) breaches[rule.id] = former
    }
    remembered = breaches
    // Written only if something is or was broken: nothing a minute, on a good day.
    if (Object.keys(before).length > 0 || Object.keys(breaches).length > 0)
      await env.FILES.put(STATE_KEY, JSON.stringify(breaches)).catch((error: unknown) =>
        log('alarm.not_stored', { error }),
      )
  } catch (error) {
    log('alarm.not_judged', { error })
  }
}

/** Tells each alarm, whatever becomes of the others. Returns those that the receiver did not take. */
async function tellAlarms(alarms: Alarm[], env: Env, log: Log): Promise<Alarm[]> {
  const untold: Alarm[] = []
  for (const alarm of alarms) {
    const { rule, ...facts } = alarm
    log('alarm', { rule: rule.id, ...facts })
    if (!env.ALARM_URL) continue
    await postAlarm(env.ALARM_URL, alarm, env.PUBLIC_URL).catch((error: unknown) => {
      log('alarm.not_sent', { rule: rule.id, error })
      untold.push(alarm)
    })
  }
  return untold
}

/** The rules that are broken now, by id. */
export async function readBreaches(env: Env): Promise<Breaches> {
  const stored = await env.FILES.get(STATE_KEY)
  if (!stored) return {}
  const text = await stored.text()
  const parsed = storedBreaches.safeParse(parseJson(text))
  return parsed.success ? parsed.data : {}
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `text` is what chat services show; the rest is for programs. Throws if the receiver does not take it. */
async function postAlarm(url: string, { rule, state, value, since }: Alarm, service: string): Promise<void> {
  const { id, objective, measure, max } = rule
  const change = { firing: 'Broken', resolved: 'Good again', unknown: 'No longer measured' }[state]
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      text: `${change}: ${id}. ${objective}. ${measure} is ${Number(value.toPrecision(3))}, the most is ${max}.`,
      rule: id,
      state,
      objective,
      measure,
      value,
      max,
      since: new Date(since).toISOString(),
      service,
      first_steps: `docs/operate/alarms.md#${id}`,
    }),
    redirect: 'manual',
    signal: AbortSignal.timeout(OPERATOR_TIMEOUT_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the receiver of alarms responded with ${answer.status}`)
}
