/**
 * How much work an account may have under way or leave behind, beside its rate: renders at once, queued tasks that have
 * not ended, test documents a day, live tasks a day that nobody paid for. Counted in the account's object, exactly.
 */

import { DAY_MS } from '../time/waiting'
import type { Hold } from './ledger'
import { isQueued } from './open-holds'
import { type PlanName, plans, TEST_QUOTAS } from './plans'
import type { DailyCount, Window } from './rate-limit'
import type { Refusal } from './refusal'
import type { AccountStore } from './storage/account-store'

/** Seconds after which a render has probably ended. */
const RENDER_SECONDS = 1
/** Seconds after which a queued task has probably ended. */
const TASK_SECONDS = 5

type Quotas = Pick<AccountStore, 'window' | 'saveWindow'> & {
  holds: Pick<AccountStore['holds'], 'openWork'>
}

/** Why `holds`, which are all of one mode, may not begin now; `undefined` if they may. Counts nothing. */
export function quotaRefusal(
  store: Quotas,
  { plan, holds, now }: { plan: PlanName; holds: readonly Hold[]; now: number },
): Refusal | undefined {
  if (holds.length === 0) return undefined
  const renders = holds.filter(({ synchronous }) => synchronous).length
  const tasks = holds.filter(isQueued).length
  const isTest = holds[0]?.mode === 'test'
  return (
    (isTest
      ? testRefusal(store, { renders, tasks, all: holds.length, now })
      : unchargedRefusal(store, plan, now)) ?? planRefusal(store, { plan, renders, tasks })
  )
}

/** Counts test documents that begin. */
export function countTestDocuments(store: Quotas, holds: readonly Hold[], now: number): void {
  const begun = holds.filter(({ mode }) => mode === 'test').length
  if (begun === 0) return
  const day = dayOf(store, 'test documents', now)
  store.saveWindow('test documents', { ...day, used: day.used + begun })
}

/** Counts a live task that ended: up if it was not charged, down by one if it was. */
export function countUncharged(
  store: Quotas,
  { plan, hold, now }: { plan: PlanName; hold: Hold; now: number },
): void {
  if (hold.mode === 'test') return
  const { openedAt, used } = unchargedNow(store, plan, now)
  const charged = (hold.resolution?.charged ?? 0) > 0
  if (charged && used === 0) return
  store.saveWindow('uncharged tasks', { openedAt, used: charged ? used - 1 : used + 1 })
}

function planRefusal(
  store: Quotas,
  { plan, renders, tasks }: { plan: PlanName; renders: number; tasks: number },
): Refusal | undefined {
  const { synchronousRenders, outstandingTasks } = plans[plan]
  const open = store.holds.openWork()
  if (renders > 0 && open.renders + renders > synchronousRenders) {
    const crowded = { limit: synchronousRenders, retryAfter: RENDER_SECONDS, waiting: false }
    return { outcome: 'refused', code: 'too_many_renders', plan, ...crowded }
  }
  if (tasks > 0 && open.tasks + tasks > outstandingTasks) {
    const crowded = { limit: outstandingTasks, retryAfter: TASK_SECONDS }
    return { outcome: 'refused', code: 'too_many_tasks', plan, ...crowded }
  }
  return undefined
}

function testRefusal(
  store: Quotas,
  { renders, tasks, all, now }: { renders: number; tasks: number; all: number; now: number },
): Refusal | undefined {
  const open = store.holds.openWork()
  if (renders > 0 && open.testRenders + renders > TEST_QUOTAS.synchronousRenders)
    return overTestQuota('synchronousRenders', RENDER_SECONDS)
  if (tasks > 0 && open.testTasks + tasks > TEST_QUOTAS.outstandingTasks)
    return overTestQuota('outstandingTasks', TASK_SECONDS)
  const day = dayOf(store, 'test documents', now)
  if (day.used + all > TEST_QUOTAS.documentsPerDay)
    return overTestQuota('documentsPerDay', secondsLeft(day, now))
  return undefined
}

function overTestQuota(quota: keyof typeof TEST_QUOTAS, retryAfter: number): Refusal {
  return { outcome: 'refused', code: 'test_quota', quota, retryAfter }
}

/** A day that begins with the first that is counted. */
export function dayOf(store: Pick<AccountStore, 'window'>, count: DailyCount, now: number): Window {
  const window = store.window(count)
  return window && now - window.openedAt < DAY_MS ? window : { openedAt: now, used: 0 }
}

/** Seconds until the day is over, rounded up. */
export function secondsLeft({ openedAt }: Window, now: number): number {
  return Math.ceil((openedAt + DAY_MS - now) / 1000)
}

function unchargedRefusal(store: Quotas, plan: PlanName, now: number): Refusal | undefined {
  const limit = plans[plan].unchargedTasksPerDay
  const { openedAt, used } = unchargedNow(store, plan, now)
  if (used < limit) return undefined
  const retryAfter = Math.ceil((openedAt + msPerTask(limit) - now) / 1000)
  return { outcome: 'refused', code: 'too_many_uncharged', plan, limit, retryAfter }
}

/**
 * The count as it stands: it falls evenly, by the plan's number a day. So an account that had a bad day is let in again
 * bit by bit, and at once when its tasks succeed, rather than kept out until midnight.
 */
function unchargedNow(store: Quotas, plan: PlanName, now: number): Window {
  const window = store.window('uncharged tasks')
  if (!window) return { openedAt: now, used: 0 }
  const each = msPerTask(plans[plan].unchargedTasksPerDay)
  const fallen = Math.max(0, Math.floor((now - window.openedAt) / each))
  if (fallen >= window.used) return { openedAt: now, used: 0 }
  return { openedAt: Math.floor(window.openedAt + fallen * each), used: window.used - fallen }
}

function msPerTask(limitPerDay: number): number {
  return DAY_MS / limitPerDay
}
