/** Webhooks: from the end of a task to a receiver that has it, or to the last try. */

import type { Log } from '../log'
import { deliveryMessage } from '../tasks/messages'
import type { QueuedTask } from '../tasks/task-store'
import type { UploadState } from '../tasks/uploads'
import { type AttemptResult, nextStep } from './attempts'
import { claimDelivery, createDelivery, deferDelivery, deliveryIdOf, recordAttempt } from './delivery-store'
import { type WebhookBody, webhookHeaders } from './sign'

export type NotifyDeps = {
  db: D1Database
  webhooks: Pick<Env['WEBHOOKS'], 'send'>
  /** A fresh signed address of a task's file. */
  downloadUrl: (task: {
    task_id: string
    file_name: string
    origin: string
    expires_at: number
  }) => Promise<string>
  now: () => number
}

export type DeliveryDeps = {
  db: D1Database
  webhooks: Pick<Env['WEBHOOKS'], 'send'>
  /** What an account's webhooks are signed with. */
  account: (accountId: string) => { webhookSecrets: () => Promise<string[]> }
  post: (
    address: string,
    request: { headers: Record<string, string>; body: string },
  ) => Promise<{ status: number; headers: Readonly<Record<string, string>> }>
  now: () => number
  random: () => number
  log: Log
}

/** A queue keeps a message back for at most this long, in seconds; the sweep sends what is due later. */
const MAX_DELAY_S = 12 * 60 * 60
/** Seconds over which the tries of a busy receiver are spread, for each that waits. */
const SPREAD_S = 0.5

/**
 * Makes the delivery of an ended task, in one transaction with `first`, and sends its message. Nothing is made a second
 * time, or for a task that was deleted; a message that was lost is sent again by the sweep.
 */
export async function notifyReceiver(
  task: QueuedTask,
  { db, webhooks, downloadUrl, now }: NotifyDeps,
  first: D1PreparedStatement[] = [],
): Promise<void> {
  const { task_id: taskId, account_id: accountId, status, webhook_url: url } = task
  if (url === null) return
  const body = JSON.stringify(await webhookBody(task, downloadUrl))
  const made = createDelivery(db, { taskId, accountId, status, url, body }, now())
  const inserted = (await db.batch([...first, ...made]))[first.length]
  if (inserted?.meta.changes)
    await webhooks.send(deliveryMessage({ delivery_id: deliveryIdOf(taskId), account_id: accountId }))
}

/** One message of the webhooks' queue: one try, or none if there is nothing to do. Never throws. */
export async function attemptDelivery(deliveryId: string, deps: DeliveryDeps): Promise<void> {
  const { db, webhooks, now, random, log } = deps
  try {
    const claimed = await claimDelivery(db, deliveryId, now())
    if (!claimed) return
    if ('busy' in claimed) {
      const delaySeconds = Math.ceil(1 + random() * claimed.waiting * SPREAD_S)
      await deferDelivery(db, deliveryId, now() + delaySeconds * 1000)
      await webhooks.send(deliveryMessage({ delivery_id: deliveryId, account_id: claimed.account_id }), {
        delaySeconds,
      })
      return
    }
    const { url, body, tries, about } = claimed
    if (url === null || body === null) return
    const startedAt = now()
    const secrets = await deps.account(claimed.account_id).webhookSecrets()
    const result = await postSigned(
      { id: deliveryId, url, body, isTest: about === 'test' },
      { post: deps.post, secrets, now: startedAt },
    )
    const next = nextStep(result, { tries, now: now(), random: random() })
    await recordAttempt(db, { delivery: claimed, result, next, ms: now() - startedAt }, now())
    log('webhook.tried', { delivery_id: deliveryId, tries, ...outcomeOf(result), outcome: next.status })
    if (next.status !== 'pending') return
    const delaySeconds = Math.min(Math.ceil((next.dueAt - now()) / 1000), MAX_DELAY_S)
    await webhooks.send(deliveryMessage({ delivery_id: deliveryId, account_id: claimed.account_id }), {
      delaySeconds,
    })
  } catch (error) {
    // Its row says when it is due; the sweep sends it again.
    log('webhook.interrupted', { delivery_id: deliveryId, error })
  }
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

async function webhookBody(task: QueuedTask, downloadUrl: NotifyDeps['downloadUrl']): Promise<WebhookBody> {
  const { task_id, file_name, origin, expires_at } = task
  const metadata = task.metadata === null ? {} : (JSON.parse(task.metadata) as unknown)
  if (task.status !== 'completed' || file_name === null || origin === null || expires_at === null) {
    const error = JSON.parse(task.error ?? '{}') as { code: string; message: string }
    return { task_id, status: 'failed', download_url: null, metadata, error }
  }
  const download_url = await downloadUrl({ task_id, file_name, origin, expires_at })
  return { task_id, status: 'completed', download_url, metadata, ...deliveryOf(task) }
}

/** How the upload of a completed task ended, if it has one. */
function deliveryOf({ delivery }: QueuedTask): Pick<WebhookBody, 'delivery'> | undefined {
  if (!delivery) return undefined
  const { status, error } = JSON.parse(delivery) as UploadState
  return { delivery: status === 'delivered' ? { status } : { status: 'failed', error: error ?? '' } }
}

function outcomeOf(result: AttemptResult) {
  return 'status' in result ? { status: result.status } : { refused: true }
}
