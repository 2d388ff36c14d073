/**
 * A queued job whose result may be there already. Nothing is rendered without its price held: a copy that was made when
 * the job was accepted, or that is found now, completes the task for 0 credits; else the price is held before the work
 * begins, or the task fails.
 */

import { withRetry } from '../accounts/account-client'
import type { Account } from '../accounts/account-object'
import { Problem } from '../errors'
import type { Ledger, SettledCredits } from '../jobs/account-ledger'
import { type AnyJob, priceOfJob } from '../jobs/job'
import { type CacheEntry, type CopiedFile, chargesOf, copyResult, rememberResult } from '../jobs/result-cache'
import { findQuietZoneWarnings } from '../qr/quiet-zone'
import { boundWarnings } from '../tasks/bound-warnings'
import { completedTask, type TaskResult } from '../tasks/record'

export type QueuedDeps = {
  files: R2Bucket
  account: Pick<DurableObjectStub<Account>, 'raiseHold' | 'wasCharged'>
  ledger: Ledger
  now: () => number
}

/** Copies or makes the file. `make` settles what it makes. Throws `insufficient_credits`, and what `make` throws. */
export async function runQueued(
  job: AnyJob,
  deps: QueuedDeps,
  make: () => Promise<TaskResult & Pick<CacheEntry, 'fileName' | 'pages' | 'quietZone'> & SettledCredits>,
): Promise<TaskResult & SettledCredits> {
  const { cacheKey: key, taskId } = job
  if (key === undefined) return await make()
  const startedAt = deps.now()
  const lookup = { key, now: startedAt, wasCharged: chargesOf(deps.account) }
  const copied = job.copied ?? (await copyResult(deps.files, { ...lookup, taskId }))
  if (copied) return await completeCopy(job, { copied, startedAt }, deps)
  await holdPrice(job, deps)
  const made = await make()
  // Only what was charged may be reused. A result that cannot be remembered fails nothing.
  await rememberResult(deps.files, job, made).catch(() => undefined)
  return made
}

async function completeCopy(
  job: AnyJob,
  { copied, startedAt }: { copied: CopiedFile; startedAt: number },
  { ledger }: QueuedDeps,
): Promise<TaskResult & SettledCredits> {
  const { fileName, contentType, pages, bytes, quietZone } = copied
  const found = job.kind === 'qrcode' ? findQuietZoneWarnings(quietZone, job.options) : []
  const warnings = boundWarnings([...(job.warnings ?? []), ...found])
  const file: TaskResult = { fileName, contentType, pages, warnings, bytes: { byteLength: bytes } }
  const task = completedTask(job, { startedAt, produced: file })
  return { ...file, ...(await ledger.settle(job.taskId, task, { credits: 0 })) }
}

/** If the result was there when the job was accepted, nothing was held for it; it is gone now, so the work is to be paid for. */
async function holdPrice(job: AnyJob, { account }: QueuedDeps): Promise<void> {
  const credits = priceOfJob(job)
  const { held, available } = await withRetry(async () => account.raiseHold({ taskId: job.taskId, credits }))
  if (held) return
  throw new Problem('insufficient_credits', {
    detail: `The stored result was deleted before the task began. Making it again costs ${credits}, and ${available} is available. Ask your operator for more.`,
  })
}
