/** Brings an account's events to D1, as deliveries, and their messages on their way. What fails is done again. */
import { deliveryMessage } from '../tasks/messages'
import { createEventDeliveries } from '../webhooks/event-deliveries'
import type { AccountStore } from './storage/account-store'

/** A queue takes so many messages in one call. */
const MAX_EVENTS = 100
const RETRY_MS = { first: 1_000, max: 5 * 60_000 }

/**
 * Sends what is due, at most a hundred events: each leaves after D1 has it, and a message that is lost then is sent again by
 * the sweep. Returns why they were not sent.
 */
export async function sendEvents(
  store: AccountStore,
  { db, webhooks, now }: { db: D1Database; webhooks: Pick<Env['WEBHOOKS'], 'sendBatch'>; now: number },
): Promise<{ events: number; attempts: number; cause: unknown } | undefined> {
  const { events, attempts } = store.events.due(now, MAX_EVENTS)
  if (events.length === 0) return undefined
  const { accountId } = store.profile()
  const ids = events.map(({ eventId }) => eventId)
  try {
    await createEventDeliveries(db, accountId, events)
    store.events.remove(ids)
    if (events.length === MAX_EVENTS) store.due.add(now)
  } catch (cause) {
    store.events.postpone(ids, now + Math.min(RETRY_MS.first * 2 ** attempts, RETRY_MS.max))
    return { events: ids.length, attempts: attempts + 1, cause }
  }
  const messages = ids.map((id) => ({ body: deliveryMessage({ delivery_id: id, account_id: accountId }) }))
  return await webhooks.sendBatch(messages).then(
    () => undefined,
    (cause: unknown) => ({ events: ids.length, attempts: 1, cause }),
  )
}
