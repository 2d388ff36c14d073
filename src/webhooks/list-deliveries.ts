/** Webhook deliveries as their account reads them: one, or a page of them. */
import { type Cursor, pageOf } from '../cursor'
import type { Delivery } from './delivery-store'

/** Whether a delivery tells of a task, or is an event, of the mode in the parameter, which may be absent. */
const ofMode = (parameter: string) =>
  `(${parameter} IS NULL OR ${parameter} = coalesce(mode, (SELECT mode FROM tasks WHERE tasks.task_id = deliveries.task_id)))`

/** One delivery of the account; `mode`: only if its task, or the event, is of that mode. */
export async function findDelivery(
  db: D1Database,
  { accountId, mode }: { accountId: string; mode?: string | undefined },
  deliveryId: string,
): Promise<Delivery | undefined> {
  const row = await db
    .prepare(`SELECT * FROM deliveries WHERE delivery_id = ?1 AND account_id = ?2 AND ${ofMode('?3')}`)
    .bind(deliveryId, accountId, mode ?? null)
    .first<Delivery>()
  return row ?? undefined
}

/** One page of an account's deliveries, newest first, and where the next one begins. */
export async function listDeliveries(
  db: D1Database,
  accountId: string,
  filter: {
    status?: Delivery['status'] | undefined
    taskId?: string | undefined
    mode?: string | undefined
    after?: Cursor | undefined
    limit: number
  },
): Promise<{ deliveries: Delivery[]; next: Cursor | undefined }> {
  const { status, taskId, mode, after, limit } = filter
  const { results } = await db
    .prepare(
      `SELECT * FROM deliveries WHERE account_id = ?1
         AND (?2 IS NULL OR status = ?2) AND (?3 IS NULL OR task_id = ?3)
         AND (?4 IS NULL OR (created_at, delivery_id) < (?4, ?5)) AND ${ofMode('?7')}
       ORDER BY created_at DESC, delivery_id DESC LIMIT ?6`,
    )
    .bind(
      accountId,
      status ?? null,
      taskId ?? null,
      after?.createdAt ?? null,
      after?.id ?? null,
      limit + 1,
      mode ?? null,
    )
    .all<Delivery>()
  const { page, last } = pageOf(results, limit)
  return { deliveries: page, next: last && { createdAt: last.created_at, id: last.delivery_id } }
}
