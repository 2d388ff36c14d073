/**
 * The spine: a job goes in; its file is rendered, finished and stored, its hold settled or released. The synchronous
 * route calls it, and so does the queue's consumer; only their replies differ.
 */

import type { Reply } from '../accounts/reply'
import { toProblem } from '../errors'
import type { FetchFile } from '../net/fetch'
import type { Finished, FinishPlan } from '../pdf/finish'
import type { RawPdf, RenderInput } from '../render/render'
import type { ProducedFile } from '../storage/files'
import { fileNameFor } from '../storage/files'
import { completedTask, failedTask } from '../tasks/view'
import { renderDocument } from '../templates/document'
import type { Timings } from '../timings'
import type { Ledger, Settled } from './account-ledger'
import { unlessAborted } from './cancellation'
import { finishPlan, prepareFinishing, printOptions, watermarkFor, watermarkSource } from './finishing'
import type { Job } from './job'
import type { Produced } from './produced'
import { type Delivery, documentReply, failureReply, type SignFileUrl } from './replies'
import { runsAgain } from './retry'
import { warningsOf } from './warnings'

export type Outcome = Produced &
  Settled & {
    /** What the caller gets; of queued work nobody does. */
    reply: Reply | undefined
    /** When the file is stored. It may be stored after the charge if the caller has the bytes and may not repeat. */
    stored: Promise<void>
  }

export type RunTools = {
  fetchFile: FetchFile
  render: (input: RenderInput) => Promise<RawPdf>
  finish: (raw: Uint8Array, plan: FinishPlan) => Promise<Finished>
  store: (taskId: string, file: ProducedFile) => Promise<void>
  fileUrl: SignFileUrl
  ledger: Ledger
  timings: Timings
  /** Ends the work when it is given up. */
  signal?: AbortSignal | undefined
  now: () => number
}

/** For whom: a caller who waits for the delivery, or the queue, which has tried so often, this time included. */
export type RunFor = { delivery: Delivery; tries?: never } | { delivery?: never; tries: number }

/**
 * Does the job. Throws a Problem when it failed: nothing is charged then, and what the queue will run again keeps its
 * hold.
 */
export async function run(
  job: Job,
  options: { delivery: Delivery },
  tools: RunTools,
): Promise<Outcome & { reply: Reply }>
export async function run(job: Job, options: RunFor, tools: RunTools): Promise<Outcome>
export async function run(job: Job, { delivery, tries }: RunFor, tools: RunTools): Promise<Outcome> {
  const startedAt = tools.now()
  let begun = false
  try {
    const prepared = await unlessAborted(tools.signal, prepareFinishing(job, tools))
    begun = true
    const printed = await tools.timings.measure('render', () => printJob(job, tools))
    const warnings = warningsOf(printed.raw, job.options)
    const plan = finishPlan(job, prepared, { raw: printed.raw, watermarkPage: printed.watermark?.bytes })
    const finished = await tools.timings.measure('finish', () => tools.finish(printed.raw.bytes, plan))
    const file = producedFile(job, printed.raw, finished)
    const produced = { ...file, warnings, facturX: prepared.facturX?.level }
    tools.signal?.throwIfAborted()
    const store = () => tools.timings.measure('store', () => tools.store(job.taskId, produced))
    const storeFirst = !delivery || delivery.byUrl || delivery.idempotent
    if (storeFirst) await store()
    const replyInit = delivery && { delivery, fileUrl: tools.fileUrl, now: tools.now() }
    const reply = replyInit && (await documentReply(job, produced, replyInit))
    const task = completedTask(job, { startedAt, produced })
    const settled = await tools.ledger.settle(job.taskId, task, { reply })
    return { ...produced, ...settled, reply, stored: storeFirst ? Promise.resolve() : store() }
  } catch (error) {
    const problem = toProblem(error)
    if (tries !== undefined && runsAgain(problem, tries)) throw problem
    const reply = delivery && failureReply(problem, { begun })
    await tools.ledger.release(job.taskId, failedTask(job, { startedAt, problem }), reply)
    throw problem
  }
}

/** What the browser is to print. A template is rendered here, where a failure releases the hold. */
function sourceOf({ source, options, optimise }: Job): RenderInput {
  const document = 'template' in source ? renderDocument(source.template, source.data) : source
  return { ...document, options: printOptions(options), optimise }
}

/** The document and, where one is asked for, the watermark's page, side by side. */
async function printJob(job: Job, tools: RunTools): Promise<{ raw: RawPdf; watermark: RawPdf | undefined }> {
  const mark = watermarkFor(job)
  const [raw, watermark] = await Promise.all([
    tools.render(sourceOf(job)),
    mark && tools.render(watermarkSource(mark, job)),
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
