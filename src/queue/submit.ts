/**
 * The acceptance of asynchronous work: what is held for becomes a row in D1 and an input in R2, then a message. Whatever
 * breaks off is known and ends: a hold has only the short lease of the acceptance until everything is stored, its end
 * makes a row if there is none, and a row whose message was lost is found by the sweep.
 */

import type { Account } from '../accounts/account-object'
import { concatBytes } from '../binary/bytes'
import type { Vault } from '../crypto/vault'
import { toProblem } from '../errors'
import type { AnyJob } from '../jobs/job'
import { encodeJob } from '../jobs/job-storage'
import { chargesOf, copyResult } from '../jobs/result-cache'
import { MAX_TASK_AGE_MS } from '../jobs/retry'
import type { Log } from '../log'
import type { WorkMemory } from '../memory/isolate-memory'
import { putBytes, putStream } from '../memory/put-in-pieces'
import { TurnsBySize } from '../memory/turns-by-size'
import { fileKey, inputKey } from '../storage/stored-files'
import { firstMessage } from '../tasks/messages'
import { pendingTask } from '../tasks/record'
import { insertBatch, insertTask, withdrawTasks } from '../tasks/task-store'
import { insertUpload } from '../tasks/uploads'
import type { JsonPieces } from '../text/json-pieces'
import { uploadOwner } from '../webhooks/upload-file'

/**
 * Lease of a hold until its work is stored, in milliseconds: over before the sweep first looks after a task, so that
 * work whose caller was told that it failed is not done after all.
 */
export const ACCEPT_LEASE_MS = 45_000
/** How much longer than its deadline one run may take. */
export const RUN_LEASE_MARGIN_MS = 60_000
/** How much longer than the oldest task its hold lives. */
const HOLD_LEASE_MARGIN_MS = 60_000

export type QueuedJob = {
  job: AnyJob
  webhookUrl: string | undefined
  /** Where the result is sent with PUT; a secret. */
  deliverTo?: string | undefined
  /** The longest that a run may take. */
  timeoutMs: number
  /** Nothing was held, since the result is cached: it is copied now, whatever happens to the cache later. */
  reused?: boolean | undefined
}

export type Submission = {
  jobs: QueuedJob[]
  /** The batch they make, if they do. */
  batchId?: string | undefined
}

export type SubmitDeps = {
  db: D1Database
  files: R2Bucket
  vault: Vault
  queue: Pick<Env['JOBS'], 'sendBatch'>
  account: Pick<DurableObjectStub<Account>, 'extend' | 'release' | 'wasCharged'>
  log: Log
  /** What the request holds. */
  memory: Pick<WorkMemory, 'add'>
}

/**
 * Stores all of it or, with a thrown error, none: every hold is released then. The messages are on their way when it
 * answers; `sent` is when they were sent, and never fails, so that the caller need not wait for it.
 */
export async function submit(
  { jobs: accepted, batchId }: Submission,
  deps: SubmitDeps,
): Promise<{ sent: Promise<void> }> {
  const taskIds = accepted.map(({ job }) => job.taskId)
  let jobs = accepted
  try {
    jobs = await withCopies(accepted, deps)
    const inputs = await encodeInputs(jobs, deps)
    const rows = jobs.map(({ job, webhookUrl, timeoutMs }, index) =>
      insertTask(deps.db, {
        record: pendingTask(job),
        leaseMs: timeoutMs + RUN_LEASE_MARGIN_MS,
        inputBytes: inputs[index]?.size ?? 0,
        batchIndex: batchId === undefined ? null : index,
        webhookUrl: webhookUrl ?? null,
      }),
    )
    const [first] = jobs
    const uploads = await Promise.all(jobs.map((queued) => uploadRow(queued, deps)))
    const batchRows =
      batchId === undefined || !first
        ? []
        : [
            insertBatch(deps.db, {
              batchId,
              accountId: first.job.accountId,
              count: jobs.length,
              createdAt: first.job.createdAt,
            }),
          ]
    await settleAll([
      deps.db.batch([...rows, ...uploads.flat(), ...batchRows]),
      storeInputs(deps.files, inputs),
    ])
    const open = await deps.account.extend({ taskIds, leaseMs: MAX_TASK_AGE_MS + HOLD_LEASE_MARGIN_MS })
    if (!open) throw new Error('the holds expired before the work was stored')
  } catch (error) {
    await withdraw(taskIds, error, deps)
    throw error
  }
  // A lost message is sent again by the sweep, so from here on the work is accepted whatever happens.
  const messages = jobs.map(({ job: { taskId, accountId, kind, mode } }) => ({
    body: firstMessage({ task_id: taskId, account_id: accountId, kind, mode }),
  }))
  const sent = deps.queue.sendBatch(messages).then(
    () => undefined,
    (error) => deps.log('task.not_sent', { tasks: taskIds.length, error }),
  )
  return { sent }
}

/** The row of what goes to a bucket, its address encrypted. */
async function uploadRow(
  { job: { taskId, accountId, createdAt }, deliverTo }: QueuedJob,
  { db, vault }: SubmitDeps,
): Promise<D1PreparedStatement[]> {
  if (deliverTo === undefined) return []
  const target = JSON.stringify(await vault.seal(deliverTo, uploadOwner(taskId)))
  const { host } = new URL(deliverTo)
  return [insertUpload(db, { taskId, accountId, host, target }, createdAt)]
}

type Input = JsonPieces & { key: string }

/** Bytes of inputs that are stored at once. */
const MAX_AT_ONCE = 500_000

/** Stores the inputs: small ones several at once, since a bucket may be far, and large ones one after another. */
async function storeInputs(files: R2Bucket, inputs: readonly Input[]): Promise<void> {
  const turns = new TurnsBySize()
  for (let from = 0; from < inputs.length; ) {
    let [size, to] = [0, from]
    do size += inputs[to++]?.size ?? 0
    while (to < inputs.length && size + (inputs[to]?.size ?? 0) <= MAX_AT_ONCE)
    await settleAll(inputs.slice(from, to).map((input) => storeInput(files, input)))
    from = to
    // To store what is beside the service takes twice as long as to read it.
    if (from < inputs.length) await turns.after(2 * size)
  }
}

async function storeInput(files: R2Bucket, { key, size, pieces }: Input): Promise<void> {
  if (size > MAX_AT_ONCE) await putStream(files, key, { body: pieces(), size })
  else await putBytes(files, key, concatBytes([...pieces()]))
}

/** The inputs as they are stored. Those of a batch can be megabytes: others have their turn meanwhile. */
async function encodeInputs(
  jobs: QueuedJob[],
  { vault, memory }: Pick<SubmitDeps, 'vault' | 'memory'>,
): Promise<Input[]> {
  const inputs: Input[] = []
  const turns = new TurnsBySize()
  for (const { job } of jobs) {
    const encoded = await encodeJob(job, vault)
    memory.add(encoded.held)
    inputs.push({ key: inputKey(job.taskId), ...encoded })
    await turns.after(encoded.size)
  }
  return inputs
}

/**
 * Gives back what a submission held that nobody will hear of. What fails here ends by the holds' lease. Rows that could
 * not be removed are told of their end, since they would wait for it.
 */
async function withdraw(taskIds: readonly string[], error: unknown, { db, files, account, log }: SubmitDeps) {
  const reason = toProblem(error).code
  const failed = (error: unknown) => log('task.not_withdrawn', { error })
  const skipTask = await withdrawTasks(db, taskIds).then(
    () => true,
    (error) => {
      failed(error)
      return false
    },
  )
  const steps = [
    ...taskIds.map(async (taskId) => void (await account.release({ taskId, reason, skipTask }))),
    files.delete(taskIds.flatMap((taskId) => [inputKey(taskId), fileKey(taskId)])),
  ]
  for (const step of await Promise.allSettled(steps)) {
    if (step.status === 'rejected') failed(step.reason)
  }
}

/**
 * Copies the cached results, one after the other, since files are large. A result that is gone since it was looked up
 * is made when the task begins, and its price is held then.
 */
async function withCopies(
  jobs: QueuedJob[],
  { files, account }: Pick<SubmitDeps, 'files' | 'account'>,
): Promise<QueuedJob[]> {
  const wasCharged = chargesOf(account)
  const copied: QueuedJob[] = []
  for (const { job, reused, ...queued } of jobs) {
    const { cacheKey: key, taskId, createdAt: now } = job
    const lookup = reused && key !== undefined ? { key, now, wasCharged } : undefined
    const copy = lookup && (await copyResult(files, { ...lookup, taskId }))
    copied.push({ ...queued, job: copy ? { ...job, copied: copy } : job })
  }
  return copied
}

/** Waits for the end of all, since what is still being stored cannot be taken back; throws the first failure. */
async function settleAll(steps: Promise<unknown>[]): Promise<void> {
  const failure = (await Promise.allSettled(steps)).find((step) => step.status === 'rejected')
  if (failure) throw failure.reason
}
