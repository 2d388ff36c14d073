/**
 * What ends or is repaired by time, once a minute: messages that were lost (the local queues forget theirs at a restart), leases
 * of runs that died, webhooks that were not made, and what is past the retention of its plan.
 */

import { plans } from '../accounts/plans'
import { deleteLines, oldLines } from '../accounts/projection'
import { fileKey, inputKey } from '../storage/stored-files'
import { deleteViews } from '../storage/view-links'
import { deliveryMessage, firstMessage } from '../tasks/messages'
import { overdueTasks, pendingNotifications } from '../tasks/task-store'
import {
  deleteStatements,
  expiredTasks,
  purgeStatement,
  tombstonesOf,
  unchargedTombstones,
} from '../tasks/tombstones'
import { deleteUploads, overdueUploads, uploadIdOf } from '../tasks/uploads'
import { DAY_MS } from '../time/waiting'
import { clearDeliveries, deleteDeliveries, overdueDeliveries } from '../webhooks/delivery-store'
import { deleteOldEvents } from '../webhooks/event-deliveries'
import { type NotifyDeps, notifyReceiver } from '../webhooks/notify-receiver'
import { resumeUpload } from '../webhooks/upload-file'

/** Looked after at a time; the next minute takes the next ones. */
const MAX_ROWS = 500
/** What is past its retention is removed in so many rounds a minute, and rows are deleted: 2,000 tasks a second of each. */
export const MAX_ROUNDS = 60
export const MAX_ENDED = 2_000
/** R2 deletes so many objects in one call. */
const MAX_OBJECTS_PER_DELETE = 1_000
/** Tasks sent again at a time: after a restart of the local queues, all that waited. */
const MAX_RESENT = 2_000
/** A queue takes so many messages in one call. */
const MAX_MESSAGES_PER_SEND = 100

export type SweepDeps = NotifyDeps & {
  files: R2Bucket
  jobs: Pick<Env['JOBS'], 'sendBatch'>
  webhooks: Pick<Env['WEBHOOKS'], 'send' | 'sendBatch'>
}

/** What no plan keeps longer. */
const MAX_RETENTION_MS = Math.max(...Object.values(plans).map((plan) => plan.retentionDays)) * DAY_MS

/** How long the rows of tasks that nobody paid for stay after their retention. */
const TOMBSTONE_MS = 30 * DAY_MS

/** How long D1 has charged tasks and its copy of the ledger: for thirteen months, so that months can be compared. */
const CHARGED_MS = 400 * DAY_MS

/** How much there was to do, for the log. */
export type SweepCounts = {
  resent: number
  notified: number
  retried: number
  purged: number
  deleted: number
}

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
    retried: (await step(() => resendDeliveries(deps))) + (await step(() => resendUploads(deps))),
    purged: await step(() => inRounds(() => purge(deps))),
    deleted:
      (await step(() => inRounds(() => deleteUncharged(deps)))) +
      (await step(() => inRounds(() => deleteCharged(deps)))) +
      (await step(() => inRounds(() => deleteOldEvents(deps.db, { now: deps.now(), limit: MAX_ENDED })))),
  }
}

/** Repeats a round, which does `MAX_ENDED` at most, while there is more. Returns how much was done. */
async function inRounds(round: () => Promise<number>): Promise<number> {
  let done = 0
  for (let rounds = 1; rounds <= MAX_ROUNDS; rounds++) {
    const count = await round()
    done += count
    if (count < MAX_ENDED) break
  }
  return done
}

async function resendTasks({ db, jobs, now }: SweepDeps): Promise<number> {
  const lost = await overdueTasks(db, { now: now(), limit: MAX_RESENT })
  for (const tasks of partsOf(lost, MAX_MESSAGES_PER_SEND))
    await jobs.sendBatch(tasks.map((task) => ({ body: firstMessage(task) })))
  return lost.length
}

async function createWebhooks(deps: SweepDeps): Promise<number> {
  const tasks = await pendingNotifications(deps.db, { now: deps.now(), limit: MAX_ROWS })
  for (const task of tasks) await notifyReceiver(task, deps)
  return tasks.length
}

async function resendDeliveries({ db, webhooks, now }: SweepDeps): Promise<number> {
  const lost = await overdueDeliveries(db, { now: now(), limit: MAX_ROWS })
  for (const deliveries of partsOf(lost, MAX_MESSAGES_PER_SEND))
    await webhooks.sendBatch(deliveries.map((delivery) => ({ body: deliveryMessage(delivery) })))
  return lost.length
}

async function resendUploads({ db, webhooks, now }: SweepDeps): Promise<number> {
  const lost = await overdueUploads(db, { now: now(), limit: MAX_ROWS })
  for (const upload of lost) {
    const { task_id, account_id } = upload
    if (await resumeUpload(upload, { db, now }))
      await webhooks.send(deliveryMessage({ delivery_id: uploadIdOf(task_id), account_id }))
  }
  return lost.length
}

/** Removes the files and inputs of tasks past their retention. Their rows stay as tombstones. */
async function purge({ db, files, now }: SweepDeps): Promise<number> {
  const ids = await expiredTasks(db, { now: now(), maxRetentionMs: MAX_RETENTION_MS, limit: MAX_ENDED })
  if (ids.length === 0) return 0
  const keys = ids.flatMap((id) => [fileKey(id), inputKey(id)])
  await Promise.all(partsOf(keys, MAX_OBJECTS_PER_DELETE).map((part) => files.delete(part)))
  await db.batch([
    purgeStatement(db, ids, now()),
    clearDeliveries(db, ids, now()),
    deleteUploads(db, ids),
    deleteViews(db, ids),
  ])
  return ids.length
}

/**
 * Deletes what is left of tasks that were not charged, so that what costs a caller nothing does not fill D1: past that,
 * their ids answer 404.
 */
async function deleteUncharged({ db, now }: SweepDeps): Promise<number> {
  const rows = await unchargedTombstones(db, { before: now() - TOMBSTONE_MS, limit: MAX_ENDED })
  if (rows.length === 0) return 0
  const ids = rows.map(({ task_id }) => task_id)
  await db.batch([deleteDeliveries(db, ids), ...deleteStatements(db, rows)])
  return rows.length
}

/** Deletes old lines of D1's copy of the ledger, and the tasks that they charged. The accounts keep their ledgers. */
async function deleteCharged({ db, now }: SweepDeps): Promise<number> {
  const lines = await oldLines(db, { before: now() - CHARGED_MS, limit: MAX_ENDED })
  if (lines.length === 0) return 0
  const rows = await tombstonesOf(
    db,
    lines.flatMap(({ charged_task }) => charged_task ?? []),
  )
  const ids = rows.map(({ task_id }) => task_id)
  await db.batch([deleteDeliveries(db, ids), ...deleteStatements(db, rows), deleteLines(db, lines)])
  return lines.length
}

/** The items in their order, at most `size` in each part. */
function partsOf<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  )
}
