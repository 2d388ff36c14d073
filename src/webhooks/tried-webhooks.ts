/** Webhooks whose first try is over, on their way to D1 with the ends of their tasks: many in one transaction. */
import { GRACE_MS } from '../tasks/messages'
import type { TaskRecord } from '../tasks/record'
import { clearWebhookUrls } from '../tasks/task-store'

/** What the first try of a task's webhook came to, as a field of the task's record. Times are milliseconds since 1970. */
export type TriedWebhook = {
  delivery_id: string
  receiver: string
  body: string
  status: 'pending' | 'delivered' | 'failed'
  created_at: number
  /** When it is tried again, or was tried. */
  due_at: number
  ended_at: number | null
  /** JSON array of the one try. */
  log: string
}

/** A task whose webhook was tried once. */
export type TriedTask = TaskRecord & { webhook: TriedWebhook }

/** Whether a first try may be made now, which its account knows. */
export type BegunDelivery =
  /** `end`: as the account has it, if D1 may not. `secrets`: what the webhook is signed with. */
  | { outcome: 'begun'; end: TaskRecord | undefined; secrets: string[] }
  /** Its receiver has enough under way. */
  | { outcome: 'busy'; end: TaskRecord | undefined }
  /** It was made, or another message's is under way; or the task has not ended. */
  | { outcome: 'over' }

/** What the account is asked about first tries. */
export type DeliveryAccount = {
  webhookSecrets(): Promise<string[]>
  task(taskId: string): Promise<TaskRecord | undefined>
  beginDelivery(first: { taskId: string; receiver: string }): Promise<BegunDelivery>
  endDelivery(first: { taskId: string; delivered?: TriedTask }): Promise<void>
}

/** Texts of records that may have a webhook. */
export const mayHaveWebhook = (record: string) => record.includes('"webhook":{')

/**
 * The statements that make the deliveries of `records`, each one or more `TaskRecord`s as JSON text, with a field `webhook`
 * where there is one. They may be repeated, and make nothing of a task that was deleted.
 */
export function triedWebhooks(db: D1Database, records: readonly string[]): D1PreparedStatement[] {
  const list = `[${records.join()}]`
  const field = (name: keyof TriedWebhook) => `e.value ->> '$.webhook.${name}'`
  const same = ['status', 'created_at', 'due_at', 'ended_at', 'log'] as const
  return [
    db
      .prepare(
        `INSERT OR IGNORE INTO deliveries (delivery_id, account_id, task_id, receiver, url, body, attempt, tries,
           check_at, ${same.join(', ')})
         SELECT ${field('delivery_id')}, t.account_id, t.task_id, ${field('receiver')}, t.webhook_url, ${field('body')},
           1, 1, ${field('due_at')} + ${GRACE_MS}, ${same.map(field).join(', ')}
         FROM json_each(?) e CROSS JOIN tasks t ON t.task_id = e.value ->> '$.task_id'
         WHERE e.value -> '$.webhook' IS NOT NULL AND t.webhook_url IS NOT NULL AND t.erased_at IS NULL`,
      )
      .bind(list),
    clearWebhookUrls(db, list),
  ]
}
