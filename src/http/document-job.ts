/** From a validated request to what the account is asked for and to the job that is run or queued. */
import { isAsked, type PdfOptions } from '../document-options'
import { type DocumentJob, type Job, priceOfJob } from '../jobs/job'
import { hasResult } from '../jobs/result-cache'
import { finishOptions } from '../pdf/finishing-options'
import { ACCEPT_LEASE_MS, type QueuedJob } from '../queue/submit'
import { DEFAULT_TIMEOUT } from '../render/render-options'
import type { AdmissionRequest, HeldWork } from './begin-work'
import type { DocumentRequest } from './check-document'
import type { ReceiverUrls } from './check-urls'
import { type AppContext, regionOf } from './context'
import { type TaskOwner, taskFactsOf } from './task-facts'

/** How much longer than its deadline a synchronous render's hold lives. */
const SYNCHRONOUS_LEASE_MARGIN_MS = 60_000
/**
 * How much longer work may take whose file is finished here: its budget is some 20 s of a core, of which it has a third
 * to a ninth beside the work of others.
 */
const FINISHING_MS = 180_000

/** Whether the result of an identical request is there already; `undefined` for what has no cache. */
export async function isCached(
  c: AppContext,
  { cacheKey: key }: DocumentRequest,
): Promise<boolean | undefined> {
  return key === undefined ? undefined : await hasResult(c.env.FILES, { key, now: c.get('startedAt') })
}

/** What is held for a request. Asynchronous work holds for its acceptance first (`queue/submit.ts`). */
export function holdFor(request: DocumentRequest, taskId: string): HeldWork {
  const { kind, async_mode } = request
  return {
    taskId,
    kind,
    credits: priceOfJob(request),
    leaseMs: async_mode ? ACCEPT_LEASE_MS : timeoutMs(request) + SYNCHRONOUS_LEASE_MARGIN_MS,
    synchronous: !async_mode,
  }
}

/** What the plan must allow. */
export function planNeeds({ options }: DocumentRequest): AdmissionRequest['needs'] {
  return { password: options.password !== undefined }
}

/** Whether the document may have the account's brand. */
export function hasBrand({ kind }: DocumentRequest): boolean {
  return kind === 'generate' || kind === 'studio'
}

/** A job as it is queued; `reused` if its result is cached and nothing was held. */
export function queuedJob(
  job: DocumentJob,
  { webhook_url: webhookUrl, deliver_to: deliverTo }: ReceiverUrls,
  reused = false,
): QueuedJob {
  return { job, webhookUrl, deliverTo, reused, timeoutMs: timeoutMs(job) }
}

/** What printing and finishing may take. What is only finished has no deadline of its own: its work is counted. */
function timeoutMs(work: TimedWork): number {
  const { timeout = DEFAULT_TIMEOUT } = work.options
  return timeout * 1000 + (isFinished(work) ? FINISHING_MS : 0)
}

type TimedWork = Pick<DocumentJob, 'kind'> & { options: PdfOptions; picture?: Job['picture'] }

const FINISHING = Object.keys(finishOptions.shape) as (keyof typeof finishOptions.shape)[]

function isFinished({ kind, options, picture }: TimedWork): boolean {
  return kind === 'finish' || picture !== undefined || FINISHING.some((name) => isAsked(options[name]))
}

/** The job of a request that the account has begun. */
export function jobOf(
  c: AppContext,
  owner: TaskOwner,
  { request, taskId }: { request: DocumentRequest; taskId: string },
): DocumentJob {
  const { body, async_mode, return_type, webhook_url, deliver_to, dry_run, findLate, ...work } = request
  return {
    taskId,
    ...work,
    region: regionOf(c),
    ...taskFactsOf(c, owner),
  }
}
