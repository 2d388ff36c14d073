/**
 * Events of an account, raised in the same transaction as what they tell of, so that each is raised once. Runs inside the
 * account's object.
 */
import { newTaskId } from '../ids'
import type { TaskRecord } from '../tasks/record'
import type { EventBody, EventTarget, FailedTask } from '../webhooks/event-body'
import type { Mode } from './api-keys'
import { available, type Balance } from './ledger'
import type { AccountStore } from './storage/account-store'
import { GATHER_MS } from './storage/outbox-table'

type Raised = { mode: Mode; taskId?: string } & (
  | { type: 'credits.low'; data: Extract<EventBody, { type: 'credits.low' }>['data'] }
  | { type: 'task.failed'; data: FailedTask }
)

/** Tells of a task that failed; of one that its caller deleted, nothing. */
export function raiseFailure(store: AccountStore, end: TaskRecord, now: number): void {
  const target = targetOf(store, end.mode, 'task.failed')
  if (!target) return
  const event = {
    mode: end.mode,
    taskId: end.task_id,
    type: 'task.failed',
    data: failureOf(end, now),
  } as const
  raise(store, target, event, now)
}

/** Tells of live credits that have fallen under the account's mark: once, and again after they were above it. */
export function raiseLowCredits(
  store: AccountStore,
  { before, after }: { before: Balance; after: Balance },
  now: number,
): void {
  const target = targetOf(store, 'live', 'credits.low')
  if (!target) return
  const { credits_below = 0 } = target
  if (uncharged(after) >= credits_below || uncharged(before) < credits_below) return
  const { plan } = store.profile()
  const data = { credits_left: available(after), credits_below, plan }
  raise(store, target, { mode: 'live', type: 'credits.low', data }, now)
}

/** What is held may come back: only what is charged, or taken back, is gone. */
function uncharged({ granted, settled }: Balance): number {
  return granted - settled
}

/** Where the account wants such an event; undefined if it does not. */
function targetOf(store: AccountStore, mode: Mode, type: EventBody['type']): EventTarget | undefined {
  const target = store.settings.get(`events:${mode}`)
  return target?.events.includes(type) ? target : undefined
}

function raise(
  store: AccountStore,
  target: EventTarget,
  { taskId = '', mode, ...event }: Raised,
  now: number,
): void {
  const body = { type: event.type, timestamp: iso(now), mode, data: event.data }
  store.events.add(
    {
      eventId: newTaskId('msg', store.profile().accountId),
      taskId,
      mode,
      type: event.type,
      url: target.url,
      body: JSON.stringify(body),
      createdAt: now,
    },
    now + GATHER_MS.account,
  )
}

function failureOf(end: TaskRecord, now: number): FailedTask {
  return {
    task_id: end.task_id,
    kind: end.kind,
    created_at: iso(end.created_at),
    failed_at: iso(end.completed_at ?? now),
    error: JSON.parse(end.error ?? '{}') as FailedTask['error'],
    metadata: end.metadata === null ? {} : (JSON.parse(end.metadata) as unknown),
    ...(end.batch_id !== null && { batch_id: end.batch_id }),
  }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
