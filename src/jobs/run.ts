/**
 * The spine: a job goes in; its file is rendered, finished and stored, its hold settled or released. The synchronous
 * route calls it, and so does the queue's consumer; only their replies differ.
 */

import type { Reply } from '../accounts/reply'
import { toProblem } from '../errors'
import type { FetchFile } from '../net/fetch'
import type { Finished, FinishPlan } from '../pdf/finish'
import type { RawPdf, RenderInput } from '../render/render'
import type { StoredFile } from '../storage/files'
import { fileNameFor } from '../storage/files'
import { completedTask, failedTask } from '../tasks/record'
import { boundWarnings } from '../tasks/warnings'
import { renderDocument } from '../templates/document'
import { rejectOnAbort } from '../time'
import type { Timings } from '../timings'
import type { Ledger, SettledCredits } from './account-ledger'
import {
  finishPlan,
  invoiceWarnings,
  prepareFinishing,
  printOptions,
  watermarkFor,
  watermarkSource,
} from './finishing'
import type { Job } from './job'
import {
  documentReply,
  failureReply,
  type ProducedDocument,
  type ReplyOptions,
  type SignFileUrl,
} from './replies'
import { shouldRetry } from './retry'
import { finishWarnings, warningsOf } from './warnings'

export type RunOutcome = ProducedDocument &
  SettledCredits & {
    /** What the caller gets; of queued work nobody does. */
    reply: Reply | undefined
    /** When the file is stored. It may be stored after the charge if the caller has the bytes and may not repeat. */
    stored: Promise<void>
  }

export type RunDeps = {
  fetchFile: FetchFile
  render: (input: RenderInput) => Promise<RawPdf>
  finish: (raw: Uint8Array, plan: FinishPlan) => Promise<Finished>
  store: (taskId: string, file: StoredFile) => Promise<void>
  fileUrl: SignFileUrl
  ledger: Ledger
  timings: Timings
  /** Ends the work when it is given up. */
  signal?: AbortSignal | undefined
  now: () => number
}

/** For whom: a caller who waits for the delivery, or the queue, which has tried so often, this time included. */
export type RunOptions = { delivery: ReplyOptions; tries?: never } | { delivery?: never; tries: number }

/**
 * Does the job. Throws a Problem when it failed: nothing is charged then, and what the queue will run again keeps its
 * hold.
 */
export async function run(
  job: Job,
  options: { delivery: ReplyOptions },
  deps: RunDeps,
): Promise<RunOutcome & { reply: Reply }>
export async function run(job: Job, options: RunOptions, deps: RunDeps): Promise<RunOutcome>
export async function run(job: Job, { delivery, tries }: RunOptions, deps: RunDeps): Promise<RunOutcome> {
  const startedAt = deps.now()
  let begun = false
  try {
    const prepared = await rejectOnAbort(deps.signal, prepareFinishing(job, deps))
    begun = true
    const printed = await deps.timings.measure('render', () => printJob(job, deps))
    const printWarnings = warningsOf(printed.raw, job.options, invoiceWarnings(prepared))
    const plan = finishPlan(job, prepared, { raw: printed.raw, watermarkPage: printed.watermark?.bytes })
    const finished = await deps.timings.measure('finish', () => deps.finish(printed.raw.bytes, plan))
    const warnings = boundWarnings([...printWarnings, ...finishWarnings(finished, job.options)])
    const file = producedFile(job, printed.raw, finished)
    const produced = { ...file, warnings, facturX: prepared.facturX?.level }
    deps.signal?.throwIfAborted()
    const store = () => deps.timings.measure('store', () => deps.store(job.taskId, produced))
    const storeFirst = !delivery || delivery.byUrl || delivery.idempotent
    if (storeFirst) await store()
    const replyInit = delivery && { delivery, fileUrl: deps.fileUrl, now: deps.now() }
    const reply = replyInit && (await documentReply(job, produced, replyInit))
    const task = completedTask(job, { startedAt, produced })
    const settled = await deps.ledger.settle(job.taskId, task, { reply })
    return { ...produced, ...settled, reply, stored: storeFirst ? Promise.resolve() : store() }
  } catch (error) {
    const problem = toProblem(error)
    if (tries !== undefined && shouldRetry(problem, tries)) throw problem
    const reply = delivery && failureReply(problem, { begun })
    await deps.ledger.release(job.taskId, failedTask(job, { startedAt, problem }), reply)
    throw problem
  }
}

/** What the browser is to print. A template is rendered here, where a failure releases the hold. */
function renderInput({ source, options, optimize }: Job): RenderInput {
  const document = 'template' in source ? renderDocument(source.template, source.data) : source
  return { ...document, options: printOptions(options), optimize }
}

/** The document and, if one is asked for, the watermark's page, side by side. */
async function printJob(job: Job, deps: RunDeps): Promise<{ raw: RawPdf; watermark: RawPdf | undefined }> {
  const mark = watermarkFor(job)
  const [raw, watermark] = await Promise.all([
    deps.render(renderInput(job)),
    mark && deps.render(watermarkSource(mark, job)),
  ])
  return { raw, watermark }
}

/** The finished PDF as the file that is delivered. */
function producedFile(job: Job, raw: RawPdf, { bytes, pages, conformance }: Finished) {
  return {
    bytes,
    contentType: 'application/pdf',
    fileName: fileNameFor(job.options.filename ?? raw.title, '.pdf', 'document'),
    pages,
    conformance,
    optimization: raw.optimization,
  }
}
