/**
 * The first try of a task's webhook, before D1 knows of the delivery: what is delivered goes there with the end of its
 * task, by the account's outbox. What is to be tried again has its row at once. Until then the task's row has the
 * address, so that a try that broke off is made up for by the sweep, with the same id and body.
 */
import { outcomeStatement } from '../tasks/outcomes'
import { hasEnded, mergeOutcome, type TaskRecord } from '../tasks/record'
import { type QueuedTask, readTask, recordFromRow } from '../tasks/task-store'
import { hasOpenUpload } from '../tasks/uploads'
import { nextStep } from './attempts'
import { attemptLogOf, deliveryIdOf, taskOfDelivery } from './delivery-store'
import { makeDelivery, webhookBody } from './notify-receiver'
import { type DeliveryDeps, deliveryMessageOf, outcomeOf, postSigned } from './post-signed'
import { receiverOf } from './sign'
import { type TriedTask, type TriedWebhook, triedWebhooks } from './tried-webhooks'

type Addressed = QueuedTask & { webhook_url: string }

/**
 * The first try of a delivery that D1 does not know; `tried` if there was one, or nothing is to be done. A delivery whose
 * receiver is busy is made in D1, like those that are tried again: `made`, as one that is there.
 */
export async function tryFirst(deliveryId: string, deps: DeliveryDeps): Promise<'tried' | 'made'> {
  const row = await readTask(deps.db, taskOfDelivery(deliveryId))
  if (!row?.webhook_url || hasOpenUpload(row)) return 'made'
  const task: Addressed = { ...row, webhook_url: row.webhook_url }
  const account = deps.account(task.account_id)
  const taskId = task.task_id
  const receiver = receiverOf(task.account_id, task.webhook_url)
  const begun = await account
    .beginDelivery({ taskId, receiver })
    // An object of the release before knows no first tries.
    .catch(async () => ({ outcome: 'busy' as const, end: await account.task(taskId) }))
  if (begun.outcome === 'over') return 'tried'
  if (begun.outcome === 'busy') {
    const ended = await endOf(task, begun.end, deps.db)
    if (hasEnded(ended)) await makeDelivery(ended, deps, [outcomeStatement(deps.db, [JSON.stringify(ended)])])
    return 'made'
  }
  let delivered: TriedTask | undefined
  try {
    const ended = await endOf(task, begun.end, deps.db)
    if (hasEnded(ended)) delivered = await send(ended, begun.secrets, deps)
  } finally {
    await account.endDelivery({ taskId, ...(delivered && { delivered }) })
  }
  return 'tried'
}

/** The task at its end: the account has that until D1 does, which may have got it since `task` was read there. */
async function endOf(task: Addressed, end: TaskRecord | undefined, db: D1Database): Promise<Addressed> {
  if (end) return mergeOutcome(task, end)
  const row = hasEnded(task) ? task : await readTask(db, task.task_id)
  return row?.webhook_url ? { ...row, webhook_url: row.webhook_url } : task
}

/** Sends it. Returns what the account brings to D1, if the receiver has it; else that is in D1 already. */
async function send(
  task: Addressed,
  secrets: readonly string[],
  { db, webhooks, post, downloadUrl, now, random, log }: DeliveryDeps,
): Promise<TriedTask | undefined> {
  const { task_id: taskId, webhook_url: url, account_id, mode } = task
  const id = deliveryIdOf(taskId)
  const startedAt = now()
  const body = JSON.stringify(await webhookBody(task, downloadUrl))
  const result = await postSigned(
    { id, url, body, isTest: mode === 'test' },
    { post, secrets, now: startedAt },
  )
  const endedAt = now()
  const next = nextStep(result, { tries: 1, now: endedAt, random: random() })
  log('webhook.tried', {
    delivery_id: id,
    tries: 1,
    ...outcomeOf(result),
    outcome: next.status,
  })
  const webhook: TriedWebhook = {
    delivery_id: id,
    receiver: receiverOf(account_id, url),
    body,
    status: next.status,
    created_at: startedAt,
    due_at: next.status === 'pending' ? next.dueAt : endedAt,
    ended_at: next.status === 'pending' ? null : endedAt,
    log: JSON.stringify([attemptLogOf(result, { now: endedAt, ms: endedAt - startedAt })]),
  }
  const record = { ...recordFromRow(task), webhook }
  if (next.status === 'delivered') return record
  const text = JSON.stringify(record)
  await db.batch([...triedWebhooks(db, [text]), outcomeStatement(db, [text])])
  if (next.status === 'pending')
    await webhooks.send(...deliveryMessageOf(id, account_id, next.dueAt - endedAt))
  return undefined
}
