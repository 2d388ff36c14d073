/**
 * One try of a queued task: claim, run, end, tell. A task ends in its account, once; everything after that is repeated
 * until it is done, here or by the sweep. A message that comes twice or late finds nothing to claim.
 */

import type { Account } from '../accounts/account'
import { projection } from '../accounts/projection'
import type { TaskRecord } from '../accounts/task-record'
import { Problem, toProblem } from '../errors'
import type { Ledger, Settled } from '../jobs/account-ledger'
import { Canceled } from '../jobs/cancellation'
import type { AnyJob } from '../jobs/job'
import { inputKey, readJob } from '../jobs/job-storage'
import { counts, LIFE_MS, MOST_TRIES, retryDelay, runsAgain } from '../jobs/retry'
import type { Log } from '../log'
import { Admission } from '../memory-budget'
import { fileKey } from '../storage/files'
import { claimTask, postponeTask, type QueuedTask, readTask, recordOf } from '../tasks/store'
import { completedTask, failedTask, hasEnded, type TaskFile, withEnd } from '../tasks/view'
import type { Vault } from '../vault'
import { makeDelivery, type NotifyTools } from '../webhooks/deliver'
import { MARGIN_MS } from './submit'

export type QueuedRun = {
  /** How often the task was tried, this time included: a failure that will be tried again keeps its hold. */
  tries: number
  /** Ends the work when its task is deleted. */
  signal?: AbortSignal | undefined
}

export type ConsumeTools = NotifyTools & {
  files: R2Bucket
  vault: Vault
  account: (accountId: string) => Pick<DurableObjectStub<Account>, 'task'>
  /** The account's ledger; its `release` throws where it could not be told. */
  ledger: (accountId: string) => Ledger
  /** Does the work, stores its file and settles it; releases a failure that is not tried again after so many tries. */
  run: (job: AnyJob, options: QueuedRun) => Promise<TaskFile & Settled>
  random: () => number
  log: Log
}

/** What becomes of the message: done with, or to come back after so many seconds. */
export type Consumed = { retryAfterSeconds: number } | undefined

/** Inputs that are in an isolate at once: text, parsed and composed, beside the files that come of them. */
const inputs = new Admission(48 << 20)
const COPIES = 4

/** One try: how often the task came back before, and what ends it when the task is deleted. */
export type Try = { returns: number; signal?: AbortSignal | undefined }

/** Does what a message asks for. Never throws: what cannot be done now comes back. */
export async function consume(
  taskId: string,
  { returns, signal }: Try,
  tools: ConsumeTools,
): Promise<Consumed> {
  try {
    const claimedAt = tools.now()
    const task = await claimTask(tools.db, taskId, claimedAt)
    if (!task) return undefined
    const work = async () => {
      if (tools.now() - claimedAt < MARGIN_MS / 2) return await attempt(task, { returns, signal }, tools)
      // Standing in line has used up what the lease has beyond the run itself.
      await postponeTask(tools.db, task, { now: tools.now(), delayMs: 0, counted: false })
      return { retryAfterSeconds: 1 }
    }
    return await inputs.run(task.input_bytes * COPIES, work, { accountId: task.account_id, signal })
  } catch (error) {
    // The task is deleted, and its account and D1 know that.
    if (error instanceof Canceled) return undefined
    tools.log('task.interrupted', { task_id: taskId, error })
    return { retryAfterSeconds: retryDelay(toProblem(error), { tries: 1, returns, random: tools.random() }) }
  }
}

/** What follows when the platform gave a message up: tasks whose tries are used up fail, the sweep takes the others. */
export async function giveUp(taskId: string, tools: ConsumeTools): Promise<void> {
  const task = await claimTask(tools.db, taskId, tools.now())
  if (!task) return
  const verdict = terminalFailure(task, tools.now())
  if (verdict) await fail(task, failedRow(task, verdict), tools)
  else await postponeTask(tools.db, task, { now: tools.now(), delayMs: 0, counted: false })
}

async function attempt(task: QueuedTask, { returns, signal }: Try, tools: ConsumeTools): Promise<Consumed> {
  const { task_id: taskId, tries } = task
  // An earlier attempt may have ended the task and broken off before it told anybody.
  const known = task.attempt > 1 ? await tools.account(task.account_id).task(taskId) : undefined
  if (known && hasEnded(known)) return await completeTask(task, known, tools)
  const startedAt = tools.now()
  const verdict = terminalFailure(task, startedAt)
  if (verdict) return await fail(task, failedRow(task, verdict), tools)

  let job: AnyJob | undefined
  try {
    job = await readJob(tools.files, tools.vault, taskId)
    const produced = await tools.run(job, { tries, signal })
    const end = { credits_charged: produced.creditsCharged, completed_at: tools.now() }
    return await completeTask(task, { ...completedTask(job, { startedAt, produced }), ...end }, tools)
  } catch (error) {
    const problem = toProblem(error)
    if (!runsAgain(problem, tries))
      return await fail(task, job ? failedTask(job, { startedAt, problem }) : failedRow(task, problem), tools)
    const retryAfterSeconds = retryDelay(problem, { tries, returns, random: tools.random() })
    const counted = counts(problem)
    await postponeTask(tools.db, task, { now: tools.now(), delayMs: retryAfterSeconds * 1000, counted })
    tools.log('task.retry', { task_id: taskId, code: problem.code, tries, retry_after: retryAfterSeconds })
    return { retryAfterSeconds }
  }
}

/** Why a task is not tried again. */
function terminalFailure({ tries, created_at }: QueuedTask, now: number): Problem | undefined {
  if (tries > MOST_TRIES) {
    return new Problem('browser_lost', {
      detail: `The work was interrupted ${MOST_TRIES} times and nothing was charged. The document may need more memory than there is.`,
    })
  }
  if (now >= created_at + LIFE_MS) {
    return new Problem('pool_full', {
      detail: 'No browser was free for a day. Nothing was charged; send it again.',
    })
  }
  return undefined
}

function failedRow(task: QueuedTask, { code, message }: Problem): TaskRecord {
  return { ...recordOf(task), status: 'failed', error: JSON.stringify({ code, message }) }
}

/** Releases the task, and ends it as its account says: an earlier attempt may have been charged after all. */
async function fail(task: QueuedTask, failed: TaskRecord, tools: ConsumeTools): Promise<undefined> {
  const { task_id: taskId, account_id: accountId } = task
  await tools.ledger(accountId).release(taskId, failed)
  const known = await tools.account(accountId).task(taskId)
  return await completeTask(
    task,
    known ?? { ...failed, credits_charged: 0, completed_at: tools.now() },
    tools,
  )
}

/**
 * What follows the end in the account. Each step may fail: the account tells D1 too, the sweep makes the webhook, and
 * what lies in R2 goes with its retention.
 */
async function completeTask(task: QueuedTask, end: TaskRecord, tools: ConsumeTools): Promise<undefined> {
  const steps = await Promise.allSettled([recordOutcome(task, end, tools), deleteInputs(task, end, tools)])
  for (const step of steps) {
    if (step.status === 'rejected')
      tools.log('task.not_finished', { task_id: task.task_id, error: step.reason })
  }
  return undefined
}

/** Writes the end down and makes the webhook. An undisturbed task without one is left to the account, which tells D1. */
async function recordOutcome(task: QueuedTask, end: TaskRecord, tools: ConsumeTools): Promise<void> {
  const written = projection(tools.db, [{ topic: 'task', payload: JSON.stringify(end) }])
  if (task.webhook_url !== null) await makeDelivery(withEnd(task, end), tools, written)
  else if (task.attempt > 1) await tools.db.batch(written)
}

/** Removes the input, and the file of a task that failed: unless an earlier attempt has completed it after all. */
async function deleteInputs(
  { task_id }: QueuedTask,
  { status }: TaskRecord,
  { db, files }: ConsumeTools,
): Promise<void> {
  if (status === 'completed') return await files.delete([inputKey(task_id)])
  const ended = await readTask(db, task_id)
  await files.delete(
    ended?.status === 'completed' ? [inputKey(task_id)] : [inputKey(task_id), fileKey(task_id)],
  )
}
