/**
 * What time ends or mends, once a minute: messages that were lost (the local queues forget theirs at a restart), leases
 * of runs that died, webhooks that were not made, and what is past the retention of its plan.
 */
import { plans } from '../accounts/plans'
import { inputKey } from '../jobs/job-storage'
import { fileKey } from '../storage/files'
import { forgotten } from '../tasks/erase'
import { firstMessage } from '../tasks/messages'
import { lostTasks, unnotifiedTasks } from '../tasks/store'
import { makeDelivery, type NotifyTools } from '../webhooks/deliver'
import { forgetDeliveries, lostDeliveries } from '../webhooks/store'

/** Looked after at a time; the next minute takes the next ones. */
const BATCH = 500
/** A queue takes so many messages in one call. */
const MESSAGES = 100

export type SweepTools = NotifyTools & {
  files: R2Bucket
  jobs: Pick<Env['JOBS'], 'sendBatch'>
  webhooks: Pick<Env['WEBHOOKS'], 'send' | 'sendBatch'>
}

const DAY_MS = 86_400_000
/** What no plan keeps longer. */
const LONGEST_KEPT_MS = Math.max(...Object.values(plans).map((plan) => plan.retentionDays)) * DAY_MS

/** How much there was to do, for the log. */
export type Swept = { resent: number; notified: number; retried: number; purged: number }

/** Does it all. A step that fails leaves the others done and is done a minute later. */
export async function sweep(tools: SweepTools, log: (error: unknown) => void): Promise<Swept> {
  const step = (work: () => Promise<number>) =>
    work().catch((error) => {
      log(error)
      return 0
    })
  return {
    resent: await step(() => resendTasks(tools)),
    notified: await step(() => notifyEnded(tools)),
    retried: await step(() => resendDeliveries(tools)),
    purged: await step(() => purge(tools)),
  }
}

async function resendTasks({ db, jobs, now }: SweepTools): Promise<number> {
  const lost = await lostTasks(db, { now: now(), limit: BATCH })
  for (const tasks of inParts(lost)) await jobs.sendBatch(tasks.map((task) => ({ body: firstMessage(task) })))
  return lost.length
}

async function notifyEnded(tools: SweepTools): Promise<number> {
  const tasks = await unnotifiedTasks(tools.db, BATCH)
  for (const task of tasks) await makeDelivery(task, tools)
  return tasks.length
}

async function resendDeliveries({ db, webhooks, now }: SweepTools): Promise<number> {
  const lost = await lostDeliveries(db, { now: now(), limit: BATCH })
  for (const deliveries of inParts(lost)) await webhooks.sendBatch(deliveries.map((body) => ({ body })))
  return lost.length
}

/**
 * Removes what is past its retention. The row stays as a tombstone, so that the task's id goes on answering 410. A task
 * that its account ended alone (a hold that expired) names no time, but its run may have stored a file: it has the
 * longest of all plans.
 */
async function purge({ db, files, now }: SweepTools): Promise<number> {
  const { results } = await db
    .prepare(
      `SELECT task_id, expires_at AS due FROM tasks
         WHERE expires_at <= ?1 AND purged_at IS NULL AND status IN ('completed', 'failed')
       UNION ALL SELECT task_id, completed_at + ?2 FROM tasks
         WHERE expires_at IS NULL AND completed_at <= ?1 - ?2 AND purged_at IS NULL AND status IN ('completed', 'failed')
       ORDER BY due LIMIT ?3`,
    )
    .bind(now(), LONGEST_KEPT_MS, BATCH)
    .all<{ task_id: string }>()
  const ids = results.map(({ task_id }) => task_id)
  if (ids.length === 0) return 0
  await files.delete(ids.flatMap((id) => [fileKey(id), inputKey(id)]))
  await db.batch([
    db
      .prepare(
        `UPDATE tasks SET purged_at = ?2, expires_at = coalesce(expires_at, ?2), ${forgotten} WHERE task_id IN (SELECT value FROM json_each(?1))`,
      )
      .bind(JSON.stringify(ids), now()),
    forgetDeliveries(db, ids, now()),
  ])
  return ids.length
}

function inParts<Item>(items: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / MESSAGES) }, (_, part) =>
    items.slice(part * MESSAGES, (part + 1) * MESSAGES),
  )
}
