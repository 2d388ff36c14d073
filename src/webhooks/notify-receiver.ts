/** The end of a task becomes a delivery in D1, once, and its message is sent. */
import { deliveryMessage } from '../tasks/messages'
import type { QueuedTask } from '../tasks/task-store'
import type { UploadState } from '../tasks/uploads'
import { createDelivery, deliveryIdOf } from './delivery-store'
import type { WebhookBody } from './sign'

export type NotifyDeps = {
  db: D1Database
  webhooks: Pick<Env['WEBHOOKS'], 'send'>
  /** A signed address of a task's file: the same for some time, so that a webhook that is sent again is the same. */
  downloadUrl: (task: {
    task_id: string
    file_name: string
    origin: string
    completed_at: number
    expires_at: number
  }) => Promise<string>
  now: () => number
}

/**
 * Makes the delivery of an ended task (`makeDelivery`), and sends its message. A message that was lost is sent again by the
 * sweep.
 */
export async function notifyReceiver(
  task: QueuedTask,
  deps: NotifyDeps,
  first: D1PreparedStatement[] = [],
): Promise<void> {
  const { task_id: taskId, account_id } = task
  if (await makeDelivery(task, deps, first))
    await deps.webhooks.send(deliveryMessage({ delivery_id: deliveryIdOf(taskId), account_id }))
}

/**
 * Makes the delivery of an ended task, in one transaction with `first`. `false` if nothing was made: there is one, or the
 * task was deleted.
 */
export async function makeDelivery(
  task: QueuedTask,
  { db, downloadUrl, now }: NotifyDeps,
  first: D1PreparedStatement[],
): Promise<boolean> {
  const { task_id: taskId, account_id: accountId, status, webhook_url: url } = task
  if (url === null) return false
  const body = JSON.stringify(await webhookBody(task, downloadUrl))
  const made = createDelivery(db, { taskId, accountId, status, url, body }, now())
  const inserted = (await db.batch([...first, ...made]))[first.length]
  return (inserted?.meta.changes ?? 0) > 0
}

/** What the receiver of an ended task is sent. */
export async function webhookBody(
  task: QueuedTask,
  downloadUrl: NotifyDeps['downloadUrl'],
): Promise<WebhookBody> {
  const { task_id, file_name, origin, completed_at, expires_at } = task
  const metadata = task.metadata === null ? {} : (JSON.parse(task.metadata) as unknown)
  if (task.status !== 'completed' || !completed_at || !file_name || !origin || !expires_at) {
    const error = JSON.parse(task.error ?? '{}') as { code: string; message: string }
    return { task_id, status: 'failed', download_url: null, metadata, error }
  }
  const download_url = await downloadUrl({ task_id, file_name, origin, completed_at, expires_at })
  return { task_id, status: 'completed', download_url, metadata, ...deliveryOf(task) }
}

/** How the upload of a completed task ended, if it has one. */
function deliveryOf({ delivery }: QueuedTask): Pick<WebhookBody, 'delivery'> | undefined {
  if (!delivery) return undefined
  const { status, error } = JSON.parse(delivery) as UploadState
  return { delivery: status === 'delivered' ? { status } : { status: 'failed', error: error ?? '' } }
}
