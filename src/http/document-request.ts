/** What transform, generate and studio share: one request that becomes one job, paid for, done and answered. */
import type { Restriction } from '../accounts/strikes'
import { optionConflicts, type PdfOptions } from '../document-options'
import type { FieldError } from '../errors'
import { newId } from '../ids'
import { runDependencies } from '../jobs/dependencies'
import { type Job, priceOfJob } from '../jobs/job'
import { hasResult, rememberResult } from '../jobs/result-cache'
import { type RunDeps, type RunOutcome, run } from '../jobs/run'
import { ACCEPT_LEASE_MS, type QueuedJob } from '../queue/submit'
import { DEFAULT_TIMEOUT } from '../render/options'
import { fileKey } from '../storage/files'
import { isErased } from '../tasks/retention'
import { respondAccepted } from './accepted'
import { type AdmissionRequest, begin, chargeOf, type HeldWork } from './admission'
import type { Caller } from './auth'
import { type AppContext, regionOf } from './context'
import { hangUpSignal } from './hang-up'
import { idempotentCall, replay } from './idempotency'
import { respond } from './responses'
import { taskFactsOf } from './task-facts'
import { checkUrls } from './urls'
import { invalidRequest } from './validation'

/** A validated request, whichever endpoint it came to. */
export type DocumentRequest = Pick<
  Job,
  'kind' | 'source' | 'options' | 'optimize' | 'metadata' | 'cacheKey'
> & {
  /** The request as it was sent: the template it names may have a new version when it is repeated. */
  body: unknown
  async_mode?: boolean | undefined
  return_type?: 'binary' | 'url' | undefined
  webhook_url?: string | undefined
}

/** How much longer than its deadline a synchronous render's hold lives. */
const LEASE_MARGIN_MS = 60_000

/** Holds, then does the work and returns what it made, or queues it and returns its task. */
export async function handleDocumentRequest(
  c: AppContext,
  caller: Caller,
  request: DocumentRequest,
): Promise<Response> {
  const idempotency = idempotentCall(c, caller, request.body)
  const taskId = newId('tsk')
  // A document that is there already is copied to the task, for nothing.
  const cached = request.async_mode ? await isCached(c, request) : undefined
  const work = [{ ...holdFor(request, taskId), ...(cached && { credits: 0 }) }]
  const begun = await begin(c, caller, { needs: planNeeds(request), work, idempotency })
  if (begun.outcome === 'replay') return await replay(c, begun)

  const charge = chargeOf(begun)
  const job = jobOf(c, caller, { request, taskId })
  if (request.async_mode) {
    const queued = queuedJob(job, request.webhook_url, cached)
    return await respondAccepted(c, caller, { charge, idempotency, cached }, queued)
  }
  const delivery = { charge, byUrl: request.return_type === 'url', idempotent: idempotency !== undefined }
  const signal = idempotency ? undefined : hangUpSignal(c)
  const running = run(
    job,
    { delivery },
    dependenciesOf(c, caller, { job, restriction: begun.restriction, signal }),
  )
  // A caller who hangs up does not end this before it is charged and stored, or released.
  c.executionCtx.waitUntil(afterReply(c, job, running))
  const { reply, bytes } = await running
  return respond(c, reply, { file: bytes })
}

/**
 * What follows the reply: the file is stored, and an express endpoint finds it from then on. What was deleted before it
 * was stored is deleted once more. Never throws.
 */
async function afterReply(c: AppContext, job: Job, running: Promise<RunOutcome>): Promise<void> {
  const made = await running.catch(() => undefined)
  if (!made) return
  const { taskId, expiresAt, cacheKey: key } = job
  const { fileName, pages, stored } = made
  try {
    await stored
    if (await isErased(c.env.DB, taskId)) return await c.env.FILES.delete(fileKey(taskId))
    if (key !== undefined) await rememberResult(c.env.FILES, key, { taskId, fileName, pages, expiresAt })
  } catch (error) {
    c.get('log')('file.not_stored', { task_id: taskId, error })
  }
}

function dependenciesOf(
  c: AppContext,
  { account }: Caller,
  work: { job: Job; restriction: Restriction | undefined; signal: AbortSignal | undefined },
): RunDeps {
  return runDependencies(c.env, {
    ...work,
    account,
    region: regionOf(c),
    log: c.get('log'),
    timings: c.get('timings'),
  })
}

/** Whether the result of an identical request is there already; `undefined` for what has no cache. */
export async function isCached(c: AppContext, { cacheKey }: DocumentRequest): Promise<boolean | undefined> {
  return cacheKey === undefined ? undefined : await hasResult(c.env.FILES, cacheKey, c.get('startedAt'))
}

/** Throws `invalid_request` for options that exclude each other and addresses that are refused by their form. */
export function checkDocumentRequest(
  c: AppContext,
  request: { options: PdfOptions; webhook_url?: string | undefined },
  more: FieldError[] = [],
): void {
  const errors = [...optionConflicts(request.options), ...checkUrls(c, request), ...more]
  if (errors.length > 0) throw invalidRequest(errors)
}

/** What is held for a request. Asynchronous work holds for its acceptance first (`queue/submit.ts`). */
export function holdFor({ kind, optimize, options, async_mode }: DocumentRequest, taskId: string): HeldWork {
  return {
    taskId,
    kind,
    credits: priceOfJob({ kind, optimize, options }),
    leaseMs: async_mode ? ACCEPT_LEASE_MS : timeoutMs(options) + LEASE_MARGIN_MS,
    synchronous: !async_mode,
  }
}

/** What the plan must allow. */
export function planNeeds({ options }: DocumentRequest): AdmissionRequest['needs'] {
  return { password: options.password !== undefined }
}

/** A job as it is queued; `reused` if its result is cached and nothing was held. */
export function queuedJob(job: Job, webhookUrl: string | undefined, reused = false): QueuedJob {
  return { job, webhookUrl, reused, timeoutMs: timeoutMs(job.options) }
}

function timeoutMs({ timeout = DEFAULT_TIMEOUT }: PdfOptions): number {
  return timeout * 1000
}

/** The job of a request that the account has begun. */
export function jobOf(
  c: AppContext,
  caller: Caller,
  { request, taskId }: { request: DocumentRequest; taskId: string },
): Job {
  const { kind, source, options, optimize, metadata, cacheKey } = request
  return {
    taskId,
    kind,
    source,
    options,
    optimize,
    metadata,
    cacheKey,
    region: regionOf(c),
    ...taskFactsOf(c, caller),
  }
}
