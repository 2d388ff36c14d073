/** One signed POST to a receiver, the first and every other, and the message of the next. */
import type { Log } from '../log'
import { deliveryMessage } from '../tasks/messages'
import type { AttemptResult } from './attempts'
import type { NotifyDeps } from './notify-receiver'
import { webhookHeaders } from './sign'
import type { DeliveryAccount } from './tried-webhooks'

export type DeliveryDeps = NotifyDeps & {
  account: (accountId: string) => DeliveryAccount
  post: (
    address: string,
    request: { headers: Record<string, string>; body: string },
  ) => Promise<{ status: number; headers: Readonly<Record<string, string>> }>
  random: () => number
  log: Log
}

/** A queue keeps a message back for at most this long, in seconds; the sweep sends what is due later. */
const MAX_DELAY_S = 12 * 60 * 60
/** The message of a delivery that is due in so many milliseconds, as a queue takes it. */
export function deliveryMessageOf(delivery_id: string, account_id: string, dueMs: number) {
  const delaySeconds = Math.min(Math.ceil(dueMs / 1000), MAX_DELAY_S)
  return [deliveryMessage({ delivery_id, account_id }), { delaySeconds }] as const
}

/** One signed POST, and what it came to. Never throws. */
export async function postSigned(
  { id, url, body, isTest }: { id: string; url: string; body: string; isTest: boolean },
  { post, secrets, now }: { post: DeliveryDeps['post']; secrets: readonly string[]; now: number },
): Promise<AttemptResult> {
  const headers = webhookHeaders({ id, body, now, isTest }, secrets)
  return await post(url, { headers, body }).then(
    ({ status, headers: answered }): AttemptResult => ({ status, retryAfter: answered['retry-after'] }),
    (error: unknown): AttemptResult => ({ error: error instanceof Error ? error.message : String(error) }),
  )
}

/** What a try came to, for the log. */
export function outcomeOf(result: AttemptResult) {
  return 'status' in result ? { status: result.status } : { refused: true }
}
