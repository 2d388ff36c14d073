/** Events of an account as deliveries, which are tried, listed and replayed as webhooks of tasks are. */
import { deliveryFields } from './delivery-store'
import type { AccountEvent } from './event-body'
import { receiverOf } from './sign'

/** How long events stay in the list of deliveries. */
const KEPT_MS = 30 * 24 * 60 * 60_000

/**
 * Makes the deliveries of events, once each: a second call makes nothing, and nothing is made of a task whose data were
 * deleted. A task that was queued said its metadata to D1 alone if its work never began.
 */
export async function createEventDeliveries(
  db: D1Database,
  accountId: string,
  events: readonly AccountEvent[],
): Promise<void> {
  const rows = events.map((event) => ({ ...event, receiver: receiverOf(accountId, event.url) }))
  await db
    .prepare(
      `INSERT OR IGNORE INTO deliveries
         (delivery_id, account_id, task_id, event, mode, receiver, url, body, ${deliveryFields.names})
       SELECT e.value ->> 'eventId', ?1, e.value ->> 'taskId', e.value ->> 'type', e.value ->> 'mode',
         e.value ->> 'receiver', e.value ->> 'url',
         iif(json_valid(t.metadata), json_set(e.value ->> 'body', '$.data.metadata', json(t.metadata)), e.value ->> 'body'),
         ${deliveryFields.values("e.value ->> 'createdAt'")}
       FROM json_each(?2) e LEFT JOIN tasks t ON t.task_id = e.value ->> 'taskId'
       WHERE t.erased_at IS NULL AND t.purged_at IS NULL`,
    )
    .bind(accountId, JSON.stringify(rows))
    .run()
}

/** Deletes events that were made long ago, at most `limit`; returns how many. */
export async function deleteOldEvents(
  db: D1Database,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const { meta } = await db
    .prepare(
      `DELETE FROM deliveries WHERE delivery_id IN
         (SELECT delivery_id FROM deliveries WHERE event IS NOT NULL AND created_at < ? ORDER BY created_at LIMIT ?)`,
    )
    .bind(now - KEPT_MS, limit)
    .run()
  return meta.changes
}
