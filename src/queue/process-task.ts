/**
 * One try of a queued task: claim, run, end, tell. A task ends in its account, once; everything after that is repeated
 * until it is done, here or by the sweep. A message that comes twice or late finds nothing to claim.
 */

import type { Account } from '../accounts/account-object'
import type { Vault } from '../crypto/vault'
import { Problem, toProblem } from '../errors'
import type { Ledger, SettledCredits } from '../jobs/account-ledger'
import { Canceled } from '../jobs/cancellation'
import type { AnyJob } from '../jobs/job'
import { NewerJob, readJob } from '../jobs/job-storage'
import { withinLease } from '../jobs/lease'
import { countsAsAttempt, MAX_ATTEMPTS, MAX_TASK_AGE_MS, retryDelay, shouldRetry } from '../jobs/retry'
import type { Log } from '../log'
import { isolateMemory } from '../memory/isolate-memory'
import { turns } from '../memory/isolate-turns'
import { fileKey, inputKey } from '../storage/stored-files'
import { deliveryMessage } from '../tasks/messages'
import { outcomeStatement } from '../tasks/outcomes'
import {
  completedTask,
  failedTask,
  hasEnded,
  mergeOutcome,
  type TaskRecord,
  type TaskResult,
} from '../tasks/record'
import { claimTask, postponeTask, type QueuedTask, readTask, recordFromRow } from '../tasks/task-store'
import { beginUpload, uploadIdOf } from '../tasks/uploads'
import { deliveryIdOf } from '../webhooks/delivery-store'
import { type NotifyDeps, notifyReceiver } from '../webhooks/notify-receiver'
import { RUN_LEASE_MARGIN_MS } from './submit'

export type AttemptOptions = {
  /** How often the task was tried, this time included: a failure that will be tried again keeps its hold. */
  tries: number
  /** Ends the work when its task is deleted. */
  signal?: AbortSignal | undefined
}

export type ProcessDeps = NotifyDeps & {
  files: R2Bucket
  vault: Vault
  account: (accountId: string) => Pick<DurableObjectStub<Account>, 'task'>
  /** The account's ledger; its `release` throws if it could not be told. */
  ledger: (accountId: string) => Ledger
  /** Does the work, stores its file and settles it; releases a failure that is not tried again after so many tries. */
  run: (job: AnyJob, options: AttemptOptions) => Promise<TaskResult & SettledCredits>
  random: () => number
  /** Told of each task that ended, once, when it ends in the ordinary way. */
  measureTask: (task: QueuedTask, end: TaskRecord) => void
  log: Log
}

/** What becomes of the message: done with, or to come back after so many seconds. */
export type Retry = { retryAfterSeconds: number } | undefined

/** An input is in memory so often: as bytes, as text and parsed. What is composed of it is counted while it is printed. */
const INPUT_COPIES = 3

/** One try: how often the task came back before, and what ends it when the task is deleted. */
export type TaskAttempt = { returns: number; signal?: AbortSignal | undefined }

/** Does what a message asks for. Never throws: what cannot be done now comes back. */
export async function processTask(
  taskId: string,
  { returns, signal }: TaskAttempt,
  deps: ProcessDeps,
): Promise<Retry> {
  try {
    const claimedAt = deps.now()
    const task = await claimTask(deps.db, taskId, claimedAt)
    if (!task) return undefined
    turns.see(task.account_id, claimedAt)
    const work = async () => {
      const waitedMs = deps.now() - claimedAt
      if (waitedMs < RUN_LEASE_MARGIN_MS / 2)
        return await withinLease({ leaseMs: task.lease_ms - waitedMs, signal }, (signal) =>
          runAttempt(task, { returns, signal }, deps),
        )
      // Standing in line has used up what the lease has beyond the run itself.
      await postponeTask(deps.db, task, { now: deps.now(), delayMs: 0, counted: false })
      return { retryAfterSeconds: 1 }
    }
    return await isolateMemory.inputs.run(task.input_bytes * INPUT_COPIES, work, {
      accountId: task.account_id,
      signal,
    })
  } catch (error) {
    // The task is deleted, and its account and D1 know that.
    if (error instanceof Canceled) return undefined
    deps.log('task.interrupted', { task_id: taskId, error })
    return { retryAfterSeconds: retryDelay(toProblem(error), { tries: 1, returns, random: deps.random() }) }
  }
}

/** What follows when the platform gave a message up: tasks whose tries are used up fail, the sweep takes the others. */
export async function giveUp(taskId: string, deps: ProcessDeps): Promise<void> {
  const task = await claimTask(deps.db, taskId, deps.now())
  if (!task) return
  const verdict = await terminalFailure(task, deps)
  if (verdict) await failTask(task, failedRecord(task, verdict), deps)
  else await postponeTask(deps.db, task, { now: deps.now(), delayMs: 0, counted: false })
}

async function runAttempt(
  task: QueuedTask,
  { returns, signal }: TaskAttempt,
  deps: ProcessDeps,
): Promise<Retry> {
  const { task_id: taskId, tries } = task
  // An earlier attempt may have ended the task and broken off before it told anybody.
  const known = task.attempt > 1 ? await deps.account(task.account_id).task(taskId) : undefined
  if (known && hasEnded(known)) return await completeTask(task, known, deps)
  const startedAt = deps.now()
  const verdict = await terminalFailure(task, deps)
  if (verdict) return await failTask(task, failedRecord(task, verdict), deps)

  let job: AnyJob | undefined
  try {
    job = await readJob(deps.files, deps.vault, taskId)
    const produced = await deps.run(job, { tries, signal })
    const end = { credits_charged: produced.creditsCharged, completed_at: deps.now() }
    return await completeTask(task, { ...completedTask(job, { startedAt, produced }), ...end }, deps)
  } catch (error) {
    const problem = toProblem(error)
    if (!shouldRetry(problem, tries))
      return await failTask(
        task,
        job ? failedTask(job, { startedAt, problem }) : failedRecord(task, problem),
        deps,
      )
    const retryAfterSeconds = retryDelay(problem, { tries, returns, random: deps.random() })
    const counted = countsAsAttempt(problem)
    await postponeTask(deps.db, task, { now: deps.now(), delayMs: retryAfterSeconds * 1000, counted })
    deps.log('task.retry', { task_id: taskId, code: problem.code, tries, retry_after: retryAfterSeconds })
    return { retryAfterSeconds }
  }
}

/** Why a task is not tried again; `undefined` if it is. */
async function terminalFailure(
  { task_id: taskId, tries, created_at }: QueuedTask,
  { files, vault, now }: ProcessDeps,
): Promise<Problem | undefined> {
  if (tries > MAX_ATTEMPTS) {
    return new Problem('browser_lost', {
      detail: `The work was interrupted ${MAX_ATTEMPTS} times and nothing was charged. The document may need more memory than is available.`,
    })
  }
  if (now() >= created_at + MAX_TASK_AGE_MS) {
    const unreadable = await readJob(files, vault, taskId).catch((error: unknown) => error)
    // It waited for the release that stored it, and not for a browser.
    if (unreadable instanceof NewerJob) return unreadable
    return new Problem('pool_full', {
      detail: 'No browser was free for a day. Nothing was charged; send it again.',
    })
  }
  return undefined
}

function failedRecord(task: QueuedTask, { code, message }: Problem): TaskRecord {
  return { ...recordFromRow(task), status: 'failed', error: JSON.stringify({ code, message }) }
}

/** Releases the task, and ends it as its account says: an earlier attempt may have been charged after all. */
async function failTask(task: QueuedTask, failed: TaskRecord, deps: ProcessDeps): Promise<undefined> {
  const { task_id: taskId, account_id: accountId } = task
  await deps.ledger(accountId).release(taskId, failed)
  const known = await deps.account(accountId).task(taskId)
  return await completeTask(task, known ?? { ...failed, credits_charged: 0, completed_at: deps.now() }, deps)
}

/**
 * What follows the end in the account. Each step may fail: the account tells D1 too, the sweep makes the webhook, and
 * what lies in R2 goes with its retention.
 */
async function completeTask(task: QueuedTask, end: TaskRecord, deps: ProcessDeps): Promise<undefined> {
  const steps = await Promise.allSettled([recordOutcome(task, end, deps), deleteInputs(task, end, deps)])
  for (const step of steps) {
    if (step.status === 'rejected')
      deps.log('task.not_finished', { task_id: task.task_id, error: step.reason })
  }
  deps.measureTask(task, end)
  return undefined
}

/** Writes the end down and makes the webhook. An undisturbed task is left to its account, which tells D1, with the webhook's first try. */
async function recordOutcome(task: QueuedTask, end: TaskRecord, deps: ProcessDeps): Promise<void> {
  const written = [outcomeStatement(deps.db, [JSON.stringify(end)])]
  if (task.has_upload) return await startUpload(mergeOutcome(task, end), written, deps)
  const isUndisturbed = task.attempt === 1
  if (task.webhook_url !== null && !(isUndisturbed && (await announceWebhook(task, deps))))
    await notifyReceiver(mergeOutcome(task, end), deps, written)
  else if (!isUndisturbed) await deps.db.batch(written)
}

/** Sends the message of a webhook that D1 does not know. `false` if it could not be sent. */
async function announceWebhook(
  { task_id, account_id }: QueuedTask,
  { webhooks }: ProcessDeps,
): Promise<boolean> {
  const message = deliveryMessage({ delivery_id: deliveryIdOf(task_id), account_id })
  return await webhooks.send(message).then(
    () => true,
    () => false,
  )
}

/** Sends the file on its way to its caller's bucket. The webhook follows that, or the failure of the task. */
async function startUpload(
  task: QueuedTask,
  written: D1PreparedStatement[],
  deps: ProcessDeps,
): Promise<void> {
  const { task_id: taskId, account_id, status } = task
  const completed = status === 'completed'
  const statements = [...written, beginUpload(deps.db, { taskId, completed }, deps.now())]
  if (!completed && task.webhook_url !== null) return await notifyReceiver(task, deps, statements)
  await deps.db.batch(statements)
  if (completed) await deps.webhooks.send(deliveryMessage({ delivery_id: uploadIdOf(taskId), account_id }))
}

/** Removes the input, and the file of a task that failed: unless an earlier attempt has completed it after all. */
async function deleteInputs(
  { task_id }: QueuedTask,
  { status }: TaskRecord,
  { db, files }: ProcessDeps,
): Promise<void> {
  if (status === 'completed') return await files.delete([inputKey(task_id)])
  const ended = await readTask(db, task_id)
  await files.delete(
    ended?.status === 'completed' ? [inputKey(task_id)] : [inputKey(task_id), fileKey(task_id)],
  )
}
