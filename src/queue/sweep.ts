/**
 * What time ends or mends, once a minute: messages that were lost (the local queues forget theirs at a restart), leases
 * of runs that died, webhooks that were not made, and what is past the retention of its plan.
 */
import { plans } from '../accounts/plans'
import { inputKey } from '../jobs/job-storage'
import { fileKey } from '../storage/files'
import { CLEARED_COLUMNS } from '../tasks/erase'
import { firstMessage } from '../tasks/messages'
import { overdueTasks, pendingNotifications } from '../tasks/store'
import { type NotifyDeps, notifyReceiver } from '../webhooks/deliver'
import { forgetDeliveries, overdueDeliveries } from '../webhooks/store'

/** Looked after at a time; the next minute takes the next ones. */
const MAX_ROWS = 500
/** A queue takes so many messages in one call. */
const MAX_MESSAGES_PER_SEND = 100

export type SweepDeps = NotifyDeps & {
  files: R2Bucket
  jobs: Pick<Env['JOBS'], 'sendBatch'>
  webhooks: Pick<Env['WEBHOOKS'], 'send' | 'sendBatch'>
}

const DAY_MS = 86_400_000
/** What no plan keeps longer. */
const MAX_RETENTION_MS = Math.max(...Object.values(plans).map((plan) => plan.retentionDays)) * DAY_MS

/** How much there was to do, for the log. */
export type SweepCounts = { resent: number; notified: number; retried: number; purged: number }

/** Does it all. A step that fails leaves the others done and is done a minute later. */
export async function sweep(deps: SweepDeps, log: (error: unknown) => void): Promise<SweepCounts> {
  const step = (work: () => Promise<number>) =>
    work().catch((error) => {
      log(error)
      return 0
    })
  return {
    resent: await step(() => resendTasks(deps)),
    notified: await step(() => createWebhooks(deps)),
    retried: await step(() => resendDeliveries(deps)),
    purged: await step(() => purge(deps)),
  }
}

async function resendTasks({ db, jobs, now }: SweepDeps): Promise<number> {
  const lost = await overdueTasks(db, { now: now(), limit: MAX_ROWS })
  for (const tasks of messageBatches(lost))
    await jobs.sendBatch(tasks.map((task) => ({ body: firstMessage(task) })))
  return lost.length
}

async function createWebhooks(deps: SweepDeps): Promise<number> {
  const tasks = await pendingNotifications(deps.db, MAX_ROWS)
  for (const task of tasks) await notifyReceiver(task, deps)
  return tasks.length
}

async function resendDeliveries({ db, webhooks, now }: SweepDeps): Promise<number> {
  const lost = await overdueDeliveries(db, { now: now(), limit: MAX_ROWS })
  for (const deliveries of messageBatches(lost))
    await webhooks.sendBatch(deliveries.map((body) => ({ body })))
  return lost.length
}

/**
 * Removes what is past its retention. The row stays as a tombstone, so that the task's id goes on answering 410. A task
 * that its account ended alone (a hold that expired) names no time, but its run may have stored a file: it has the
 * longest of all plans.
 */
async function purge({ db, files, now }: SweepDeps): Promise<number> {
  const { results } = await db
    .prepare(
      `SELECT task_id, expires_at AS due FROM tasks
         WHERE expires_at <= ?1 AND purged_at IS NULL AND status IN ('completed', 'failed')
       UNION ALL SELECT task_id, completed_at + ?2 FROM tasks
         WHERE expires_at IS NULL AND completed_at <= ?1 - ?2 AND purged_at IS NULL AND status IN ('completed', 'failed')
       ORDER BY due LIMIT ?3`,
    )
    .bind(now(), MAX_RETENTION_MS, MAX_ROWS)
    .all<{ task_id: string }>()
  const ids = results.map(({ task_id }) => task_id)
  if (ids.length === 0) return 0
  await files.delete(ids.flatMap((id) => [fileKey(id), inputKey(id)]))
  await db.batch([
    db
      .prepare(
        `UPDATE tasks SET purged_at = ?2, expires_at = coalesce(expires_at, ?2), ${CLEARED_COLUMNS} WHERE task_id IN (SELECT value FROM json_each(?1))`,
      )
      .bind(JSON.stringify(ids), now()),
    forgetDeliveries(db, ids, now()),
  ])
  return ids.length
}

function messageBatches<Item>(items: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / MAX_MESSAGES_PER_SEND) }, (_, part) =>
    items.slice(part * MAX_MESSAGES_PER_SEND, (part + 1) * MAX_MESSAGES_PER_SEND),
  )
}
