/**
 * Webhook deliveries in D1: one row for a task's end or an account's event (`event-deliveries.ts`), tried until it is
 * delivered or given up. Every step is one conditional statement, so that a message that comes twice, late or never
 * changes nothing.
 */
import { GRACE_MS, MAX_EARLY_MS } from '../tasks/messages'
import { clearWebhookUrl } from '../tasks/task-store'
import { UPLOAD_ENDED } from '../tasks/uploads'
import type { AttemptResult, NextStep } from './attempts'
import type { EventType } from './event-body'
import { receiverOf } from './sign'

export type Delivery = {
  delivery_id: string
  account_id: string
  /** '' for an event that is about no task. */
  task_id: string
  /** What the account is told of; `null`: the end of a task with `webhook_url`. */
  event: EventType | null
  receiver: string
  /** `null` once the task was deleted or its retention is over. */
  url: string | null
  body: string | null
  status: 'pending' | 'delivered' | 'failed'
  created_at: number
  ended_at: number | null
  /** Counts claims, replays included, and fences off stale ones. */
  attempt: number
  /** Counts tries since the delivery began or was replayed. */
  tries: number
  lease_until: number | null
  due_at: number
  check_at: number
  log: string
}

/** `about`: the mode of the task or event that it tells of; `null` for a task of former times whose row is gone. */
type ClaimedDelivery = Delivery & { about: 'live' | 'test' | null }

/** One try in a delivery's log. */
export type AttemptLog = { at: number; ms: number } & ({ status: number } | { error: string })

/** Longer than a try can take. */
const LEASE_MS = 60_000
/**
 * Tries of one receiver under way at a time; more wait, so that one that hangs never uses up what others need. As many
 * first tries, which are not in D1 yet (`src/accounts/first-tries.ts`).
 */
export const MAX_IN_FLIGHT = 10
/** Tries that a log keeps, the latest: a delivery may be replayed as often as the rate allows. */
export const MAX_LOGGED_TRIES = 20
/** What a new delivery begins with: columns, and their values where SQL `now` is the time. */
export const deliveryFields = {
  names: 'status, created_at, due_at, check_at',
  values: (now: string) => `'pending', ${now}, ${now}, ${now} + ${GRACE_MS}`,
}

/** The latest tries of a delivery; former releases kept more. */
export function loggedTries({ log }: Pick<Delivery, 'log'>): AttemptLog[] {
  return (JSON.parse(log) as AttemptLog[]).slice(-MAX_LOGGED_TRIES)
}

/** The id of the delivery that tells the end of a task: there is one, however often it is made. */
export function deliveryIdOf(taskId: string): string {
  return taskId.replace(/^tsk_/, 'msg_')
}

/** The task whose end the delivery tells; of an event's delivery an id that no task has. */
export function taskOfDelivery(deliveryId: string): string {
  return deliveryId.replace(/^msg_/, 'tsk_')
}

/** A try for the log, which ended at `now` and took so many milliseconds. */
export function attemptLogOf(result: AttemptResult, { now, ms }: { now: number; ms: number }): AttemptLog {
  return { at: now - ms, ms, ...('status' in result ? { status: result.status } : { error: result.error }) }
}

/**
 * Makes the delivery of a task's end from what its row still holds of the address: a second call makes nothing, and so
 * does one that tells of another end than the row has.
 */
export function createDelivery(
  db: D1Database,
  {
    taskId,
    accountId,
    status,
    url,
    body,
  }: { taskId: string; accountId: string; status: string; url: string; body: string },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT OR IGNORE INTO deliveries
           (delivery_id, account_id, task_id, receiver, url, body, ${deliveryFields.names})
         SELECT ?1, account_id, task_id, ?2, webhook_url, ?3, ${deliveryFields.values('?4')}
         FROM tasks WHERE task_id = ?5 AND webhook_url IS NOT NULL AND erased_at IS NULL AND status = ?6 AND ${UPLOAD_ENDED}`,
      )
      .bind(deliveryIdOf(taskId), receiverOf(accountId, url), body, now, taskId, status),
    clearWebhookUrl(db, { taskId, status }),
  ]
}

/**
 * Takes a delivery for one try. `undefined` if there is nothing to do: ended, not due, or under way. `busy` if
 * its receiver has enough under way; `waiting` are its deliveries that are due.
 */
export async function claimDelivery(
  db: D1Database,
  deliveryId: string,
  now: number,
): Promise<ClaimedDelivery | { busy: true; account_id: string; waiting: number } | undefined> {
  const claimed = await db
    .prepare(
      `UPDATE deliveries SET attempt = attempt + 1, tries = tries + 1, lease_until = ?2 + ${LEASE_MS},
         check_at = ?2 + ${LEASE_MS} + ${GRACE_MS}
       WHERE delivery_id = ?1 AND status = 'pending' AND due_at <= ?2 + ${MAX_EARLY_MS}
         AND (lease_until IS NULL OR lease_until <= ?2) AND body IS NOT NULL
         AND (SELECT count(*) FROM deliveries AS other
              WHERE other.receiver = deliveries.receiver AND other.status = 'pending' AND other.lease_until > ?2) < ${MAX_IN_FLIGHT}
       RETURNING *, coalesce(mode, (SELECT mode FROM tasks WHERE tasks.task_id = deliveries.task_id)) AS about`,
    )
    .bind(deliveryId, now)
    .first<ClaimedDelivery>()
  if (claimed) return claimed
  const busy = await db
    .prepare(
      `SELECT account_id, (SELECT count(*) FROM deliveries AS other
               WHERE other.receiver = deliveries.receiver AND other.status = 'pending' AND other.due_at <= ?2) AS waiting
       FROM deliveries
       WHERE delivery_id = ?1 AND status = 'pending' AND due_at <= ?2 + ${MAX_EARLY_MS}
         AND (lease_until IS NULL OR lease_until <= ?2) AND body IS NOT NULL`,
    )
    .bind(deliveryId, now)
    .first<{ account_id: string; waiting: number }>()
  return busy ? { busy: true, ...busy } : undefined
}

/** Moves the next try of a delivery whose receiver is busy; that was no try. */
export async function deferDelivery(db: D1Database, deliveryId: string, dueAt: number): Promise<void> {
  await db
    .prepare(
      `UPDATE deliveries SET due_at = ?2, check_at = ?2 + ${GRACE_MS} WHERE delivery_id = ?1 AND status = 'pending'`,
    )
    .bind(deliveryId, dueAt)
    .run()
}

/** Writes down what a try came to and what follows. A try whose lease was taken over changes nothing. */
export async function recordAttempt(
  db: D1Database,
  { delivery, result, next, ms }: { delivery: Delivery; result: AttemptResult; next: NextStep; ms: number },
  now: number,
): Promise<void> {
  const pending = next.status === 'pending'
  await db
    .prepare(
      `UPDATE deliveries SET status = ?3, lease_until = NULL, due_at = ?4, check_at = ?4 + ${GRACE_MS}, ended_at = ?5,
         log = json_insert(iif(json_array_length(log) < ${MAX_LOGGED_TRIES}, log, json_remove(log, '$[0]')), '$[#]', json(?6))
       WHERE delivery_id = ?1 AND attempt = ?2 AND status = 'pending'`,
    )
    .bind(
      delivery.delivery_id,
      delivery.attempt,
      next.status,
      pending ? next.dueAt : now,
      pending ? null : now,
      JSON.stringify(attemptLogOf(result, { now, ms })),
    )
    .run()
}

/** Deliveries that should have been tried and were not, at most `limit`: their messages were lost. */
export async function overdueDeliveries(
  db: D1Database,
  { now, limit }: { now: number; limit: number },
): Promise<Pick<Delivery, 'delivery_id' | 'account_id'>[]> {
  const { results } = await db
    .prepare(
      `UPDATE deliveries SET check_at = ?1 + min(max(?1 - due_at, ${GRACE_MS}), 900000)
       WHERE delivery_id IN
         (SELECT delivery_id FROM deliveries WHERE status = 'pending' AND check_at <= ?1 ORDER BY check_at LIMIT ?2)
       RETURNING delivery_id, account_id`,
    )
    .bind(now, limit)
    .all<Pick<Delivery, 'delivery_id' | 'account_id'>>()
  return results
}

/** Starts a delivery again with its whole schedule; `false` if it is under way or its body is no longer kept. */
export async function replayDelivery(
  db: D1Database,
  { deliveryId, accountId }: { deliveryId: string; accountId: string },
  now: number,
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE deliveries SET status = 'pending', tries = 0, ended_at = NULL, due_at = ?3, check_at = ?3 + ${GRACE_MS}
       WHERE delivery_id = ?1 AND account_id = ?2 AND body IS NOT NULL
         AND (lease_until IS NULL OR lease_until <= ?3)`,
    )
    .bind(deliveryId, accountId, now)
    .run()
  return meta.changes > 0
}

/** Forgets what was sent for tasks, and tries them no more. */
export function clearDeliveries(
  db: D1Database,
  taskIds: readonly string[],
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE deliveries SET url = NULL, body = NULL, receiver = '', ended_at = coalesce(ended_at, ?2),
         status = iif(status = 'pending', 'failed', status), log = '[]'
       WHERE task_id IN (SELECT value FROM json_each(?1))`,
    )
    .bind(JSON.stringify(taskIds), now)
}

/** The statement that deletes what was sent for tasks. */
export function deleteDeliveries(db: D1Database, taskIds: readonly string[]): D1PreparedStatement {
  return db
    .prepare('DELETE FROM deliveries WHERE task_id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(taskIds))
}
