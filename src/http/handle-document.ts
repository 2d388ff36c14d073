/** What transform, generate, studio and finish share once their body is read (`check-document.ts`): held, done, answered. */
import type { Restriction } from '../accounts/strikes'
import { newTaskId } from '../ids'
import { runDependencies } from '../jobs/dependencies'
import { type DocumentJob, pricedWork } from '../jobs/job'
import { withinLease } from '../jobs/lease'
import { rememberResult } from '../jobs/result-cache'
import { type RunDeps, type RunOutcome, run } from '../jobs/run'
import { fileKey } from '../storage/stored-files'
import type { Caller } from './auth'
import { begin, chargeOf } from './begin-work'
import { type DocumentRequest, requireAsyncDelivery, withDeliveryWarnings } from './check-document'
import { type AppContext, regionOf } from './context'
import { hasBrand, holdFor, isCached, jobOf, planNeeds, queuedJob } from './document-job'
import { respondDryRun } from './dry-run'
import { hangUpSignal } from './hang-up'
import { idempotentCall, replay } from './idempotency-key'
import { respondAccepted } from './respond-accepted'
import { respond } from './responses'
import { withRepeatedFields } from './warn-of-repeated'
import { isCaller, type KeyHolder, letIn } from './with-caller'

/** Holds, then does the work and returns what it made, or queues it and returns its task. */
export async function handleDocumentRequest(
  c: AppContext,
  caller: Caller | KeyHolder,
  asked: DocumentRequest,
): Promise<Response> {
  requireAsyncDelivery(asked)
  const request = withDeliveryWarnings(c, withRepeatedFields(c, asked))
  if (request.dry_run) {
    const cached = await isCached(c, request)
    const { warnings } = request
    return respondDryRun(c, isCaller(caller) ? caller : await letIn(c, caller), {
      work: pricedWork(request),
      cached,
      warnings,
      needs: planNeeds(request),
    })
  }
  const idempotency = idempotentCall(c, caller, request.body)
  const taskId = newTaskId('tsk', caller.accountId)
  // A document that is there already is copied to the task, for nothing.
  const cached = request.async_mode ? await isCached(c, request) : undefined
  const hold = { ...holdFor(request, taskId), ...(cached && { credits: 0 }) }
  const begun = await begin(c, caller, {
    needs: planNeeds(request),
    work: [hold],
    idempotency,
    hasBrand: hasBrand(request),
  })
  if (begun.outcome === 'replay') return await replay(c, begun)

  const charge = chargeOf(begun)
  const job = jobOf(c, begun.account, { request, taskId })
  if (request.async_mode) {
    const queued = queuedJob(job, request, cached)
    return await respondAccepted(
      c,
      caller,
      { charge, idempotency, cached, warnings: request.warnings },
      queued,
    )
  }
  const delivery = { charge, byUrl: request.return_type === 'url', idempotent: idempotency !== undefined }
  const lease = { leaseMs: hold.leaseMs, signal: idempotency ? undefined : hangUpSignal(c) }
  const { restriction } = begun
  const running = withinLease(lease, (signal) =>
    run(job, { delivery }, dependenciesOf(c, caller, { job, restriction, signal })),
  )
  // A caller who hangs up does not end this before it is charged and stored, or released.
  c.executionCtx.waitUntil(afterReply(c, caller, { job, running }))
  const { reply, bytes } = await running
  return respond(c, reply, { file: bytes })
}

/**
 * What follows the reply: the file is stored, and an express endpoint finds it from then on. What was deleted before it
 * was stored is deleted once more. Never throws.
 */
async function afterReply(
  c: AppContext,
  { account }: Pick<Caller, 'account'>,
  { job, running }: { job: DocumentJob; running: Promise<RunOutcome> },
): Promise<void> {
  const made = await running.catch(() => undefined)
  if (!made) return
  const { taskId } = job
  const { stored } = made
  try {
    if (stored) {
      await stored
      if (await account.wasErased(taskId).catch(() => false)) return await c.env.FILES.delete(fileKey(taskId))
    }
    await rememberResult(c.env.FILES, job, made)
  } catch (error) {
    c.get('log')('file.not_stored', { task_id: taskId, error })
  }
}

function dependenciesOf(
  c: AppContext,
  { account }: Pick<Caller, 'account'>,
  work: { job: DocumentJob; restriction: Restriction | undefined; signal: AbortSignal | undefined },
): RunDeps {
  return runDependencies(c.env, {
    ...work,
    account,
    region: regionOf(c),
    requestId: c.get('requestId'),
    memory: c.get('memory'),
    log: c.get('log'),
    timings: c.get('timings'),
  })
}
