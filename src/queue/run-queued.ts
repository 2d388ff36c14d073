/**
 * A queued job whose result may be there already. Nothing is rendered without its price held: a copy that was made when
 * the job was accepted, or that is found now, completes the task for 0 credits; else the price is held before the work
 * begins, or the task fails.
 */
import type { Account } from '../accounts/account'
import { persist } from '../accounts/account-client'
import { Problem } from '../errors'
import type { Ledger, Settled } from '../jobs/account-ledger'
import type { AnyJob } from '../jobs/job'
import { jobPrice } from '../jobs/price'
import { type CachedFacts, type CopiedFile, copyResult, rememberResult } from '../jobs/result-cache'
import { completedTask, type TaskFile } from '../tasks/view'

export type QueuedTools = {
  files: R2Bucket
  account: Pick<DurableObjectStub<Account>, 'raiseHold'>
  ledger: Ledger
  now: () => number
}

/** Copies or makes the file. `make` settles what it makes. Throws `insufficient_credits`, and what `make` throws. */
export async function runQueued(
  job: AnyJob,
  tools: QueuedTools,
  make: () => Promise<TaskFile & Pick<CachedFacts, 'fileName' | 'pages'> & Settled>,
): Promise<TaskFile & Settled> {
  const { cacheKey: key, taskId, expiresAt } = job
  if (key === undefined) return await make()
  const startedAt = tools.now()
  const copied = job.copied ?? (await copyResult(tools.files, { key, taskId, now: startedAt }))
  if (copied) return await completeCopy(job, { copied, startedAt }, tools)
  await holdPrice(job, tools)
  const made = await make()
  // Only what was charged may be reused. A result that cannot be remembered fails nothing.
  const facts = { taskId, fileName: made.fileName, pages: made.pages, expiresAt }
  await rememberResult(tools.files, key, facts).catch(() => undefined)
  return made
}

async function completeCopy(
  job: AnyJob,
  { copied, startedAt }: { copied: CopiedFile; startedAt: number },
  { ledger }: QueuedTools,
): Promise<TaskFile & Settled> {
  const { fileName, contentType, pages, bytes } = copied
  const file: TaskFile = { fileName, contentType, pages, warnings: [], bytes: { byteLength: bytes } }
  const task = completedTask(job, { startedAt, produced: file })
  return { ...file, ...(await ledger.settle(job.taskId, task, { credits: 0 })) }
}

/** If the result was there when the job was accepted, nothing was held for it; it is gone now, so the work is to be paid for. */
async function holdPrice(job: AnyJob, { account }: QueuedTools): Promise<void> {
  const credits = jobPrice(job)
  const { held, available } = await persist(async () => account.raiseHold({ taskId: job.taskId, credits }))
  if (held) return
  throw new Problem('insufficient_credits', {
    detail: `The stored result was deleted before the task began. To make it again costs ${credits}, and ${available} is available. Ask your operator for more.`,
  })
}
