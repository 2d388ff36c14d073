/**
 * The spine: a job goes in; its file is rendered (unless the caller brings it) and finished, its hold settled or released,
 * and the file stored, before the charge or after it (`RunOutcome.stored`). The synchronous route calls it, and so does
 * the queue's consumer; only their replies differ. What it calls is put together in `dependencies.ts`.
 */

import type { Charge, Reply } from '../accounts/reply'
import { toProblem } from '../errors'
import type { FetchFile } from '../net/guarded-fetch'
import type { Finished } from '../pdf/finish-pdf'
import type { FinishInput, FinishPlan } from '../pdf/finish-plan'
import type { Picture } from '../pdf/pictures/draw-pages'
import type { PictureRequest } from '../pdf/pictures/picture-options'
import type { RenderInput } from '../render/compose-print-request'
import type { RawPdf } from '../render/render'
import { placesIn } from '../render/split-variants'
import type { StoredFile } from '../storage/stored-files'
import { fileNameFor } from '../storage/stored-files'
import { boundWarnings } from '../tasks/bound-warnings'
import { completedTask, failedTask } from '../tasks/record'
import type { Timings } from '../time/timings'
import { rejectOnAbort, sleep } from '../time/waiting'
import type { Ledger, SettledCredits } from './account-ledger'
import { runningHeaders } from './header-sheets'
import type { DocumentJob, FinishJob, Job } from './job'
import { optionsInPicture } from './option-effects'
import { pictureFile } from './picture-file'
import {
  type FinishingDeps,
  finishPlan,
  invoiceWarnings,
  type PreparedFinishing,
  prepareFinishing,
  watermarkFor,
  watermarkSource,
} from './plan-finishing'
import { renderInput, requestWarnings } from './render-input'
import {
  documentReply,
  failureReply,
  type ProducedDocument,
  type ReplyOptions,
  type SignFileUrl,
} from './replies'
import { shouldRetry } from './retry'
import { acceptWarnings, finishWarnings, warningsOf } from './warnings'

export type RunOutcome = ProducedDocument &
  SettledCredits & {
    /** What the caller gets; of queued work nobody does. */
    reply: Reply | undefined
    /**
     * Ends when the file is stored, if that goes on. The file is stored before the charge if the caller fetches it by URL, if queued work
     * made it, or if the call is idempotent: a repeat is sent the stored file, which must be there once the account
     * remembers the reply. Else the caller has the bytes already, and `http/handle-document.ts` waits for this after the reply.
     */
    stored: Promise<void> | undefined
  }

/** What a document needs until it is finished. */
export type PrintDeps = {
  render: (input: RenderInput) => Promise<RawPdf>
  fetchFile: FetchFile
  finish: (input: FinishInput, plan: FinishPlan) => Promise<Finished>
  /** Throws `document_invalid` for pages that are not there or cannot be drawn. */
  drawPictures: (pdf: Uint8Array, request: PictureRequest) => Promise<Picture[]>
  timings: Timings
  /** Finds more to tell of the job's document, in front of its warnings. Called when the browser has that. */
  findLate?: (() => Promise<string[]>) | undefined
  /** Ends the work when it is given up. */
  signal?: AbortSignal | undefined
}

export type RunDeps = FinishingDeps &
  PrintDeps & {
    store: (taskId: string, file: StoredFile) => Promise<void>
    fileUrl: SignFileUrl
    /** Counts what was printed and is charged to nobody, for which its account answers. */
    countUnpaid: () => Promise<void>
    ledger: Ledger
  }

/**
 * How a caller who waits gets the file. Work may begin while its account is still asked for the charge: then nothing comes of it
 * before.
 */
export type Delivery = Omit<ReplyOptions, 'charge'> & { charge: Charge | Promise<Charge> }

/** For whom: a caller who waits for the delivery, or the queue, which has tried so often, this time included. */
export type RunOptions<For = Delivery> =
  | { delivery: For; tries?: never }
  | { delivery?: never; tries: number }

/**
 * Does the job. Throws a Problem when it failed: nothing is charged then, and what the queue will run again keeps its
 * hold. Nothing is stored, charged or told before `delivery.charge` is there, and if it rejects, so does this.
 */
export async function run(
  job: DocumentJob,
  options: { delivery: Delivery },
  deps: RunDeps,
): Promise<RunOutcome & { reply: Reply }>
export async function run(job: DocumentJob, options: RunOptions, deps: RunDeps): Promise<RunOutcome>
export async function run(
  job: DocumentJob,
  { delivery, tries }: RunOptions,
  deps: RunDeps,
): Promise<RunOutcome> {
  const startedAt = deps.now()
  let begun = false
  try {
    const prepared = await rejectOnAbort(deps.signal, prepareFinishing(job, deps))
    begun = true
    const produced = await (job.kind === 'finish'
      ? finishFiles(job, prepared, deps)
      : printAndFinish(job, prepared, deps))
    deps.signal?.throwIfAborted()
    const held = delivery && { ...delivery, charge: await delivery.charge }
    deps.timings.count({ bytes: produced.bytes.byteLength })
    const store = () => deps.timings.measure('store', () => deps.store(job.taskId, produced))
    const storeFirst = !delivery || delivery.byUrl || delivery.idempotent
    if (storeFirst) await store()
    const replyInit = held && { delivery: held, fileUrl: deps.fileUrl, now: deps.now() }
    const reply = replyInit && (await documentReply(job, produced, replyInit))
    const task = completedTask(job, { startedAt, produced })
    const settled = await deps.ledger.settle(job.taskId, task, { reply })
    // A timer: the reply is on its way when that fires.
    return { ...produced, ...settled, reply, stored: storeFirst ? undefined : sleep(0).then(store) }
  } catch (error) {
    // What the account refuses has nothing to release.
    await delivery?.charge
    const problem = toProblem(error)
    if (tries !== undefined && shouldRetry(problem, tries)) throw problem
    if (problem.status < 500) await deps.countUnpaid()
    const reply = delivery && failureReply(problem, { begun })
    await deps.ledger.release(job.taskId, failedTask(job, { startedAt, problem }), reply)
    throw problem
  }
}

/** Prints the document and finishes it. */
export async function printAndFinish(
  asked: Job,
  prepared: PreparedFinishing,
  deps: PrintDeps,
): Promise<ProducedDocument> {
  const job = asShown(asked)
  const input = await renderInput(job, deps)
  const told = acceptWarnings(requestWarnings(job, input), job.options.strict)
  const printing = deps.timings.measure('render', () => printJob(job, input, deps))
  const [{ raw, watermark }, late] = await Promise.all([printing, findLate(deps)])
  const printWarnings = warningsOf(raw, job.options, [...late, ...told, ...invoiceWarnings(prepared)])
  const plan = {
    ...finishPlan(job, prepared, { raw, watermarkPage: watermark?.bytes }),
    forms: input.options.forms,
    bookmarks: input.options.outline === false ? undefined : raw.bookmarks,
    replacements: raw.variants?.map(({ pages, bytes }) => ({
      file: bytes,
      places: placesIn(pages, input.options.page_ranges),
    })),
    noteIds: raw.hasNoteTags,
    printerMarks: raw.bleed,
    runningHeaders: runningHeaders(input.options, raw, deps.render),
  }
  const finished = await deps.timings.measure('finish', () => deps.finish(raw.bytes, plan))
  const name = job.options.filename ?? raw.title
  return {
    ...(await producedFile(job, { finished, name }, deps)),
    warnings: boundWarnings([...printWarnings, ...finishWarnings(finished, job.options)]),
    optimization: raw.optimization,
    layout: raw.layout,
    facturX: prepared.facturX?.level,
  }
}

/** What is found while the browser works. A timer: the document is on its way there when that fires. */
async function findLate({ findLate: find }: PrintDeps): Promise<string[]> {
  if (!find) return []
  await sleep(0)
  return await find()
}

/** The job without what its result does not show. */
function asShown(job: Job): Job {
  return job.picture ? { ...job, options: optionsInPicture(job.options) } : job
}

/** Finishes the files that the caller brought. The browser sets a watermark, and nothing else. */
async function finishFiles(
  job: FinishJob,
  prepared: PreparedFinishing,
  deps: RunDeps,
): Promise<ProducedDocument> {
  const [first, ...others] = prepared.sources
  if (!first) throw new Error('a job to finish has no files')
  const mark = watermarkFor(job)
  const page =
    mark && (await deps.timings.measure('render', () => deps.render(watermarkSource(mark, { options: {} }))))
  const plan = finishPlan(job, prepared, { watermarkPage: page?.bytes })
  const finished = await deps.timings.measure('finish', () => deps.finish([first, ...others], plan))
  const { strict } = job.options
  return {
    ...finishedFile(finished, job.options.filename ?? finished.title ?? first.name),
    warnings: boundWarnings([
      ...(job.warnings ?? []),
      ...acceptWarnings(invoiceWarnings(prepared), strict),
      ...finishWarnings(finished, job.options),
    ]),
    facturX: prepared.facturX?.level,
  }
}

/** The document and, if one is asked for, the watermark's page, side by side. */
async function printJob(
  job: Job,
  input: RenderInput,
  deps: Pick<PrintDeps, 'render'>,
): Promise<{ raw: RawPdf; watermark: RawPdf | undefined }> {
  const mark = watermarkFor(job)
  const [raw, watermark] = await Promise.all([
    deps.render(input),
    mark && deps.render(watermarkSource(mark, job)),
  ])
  return { raw, watermark }
}

/** The finished PDF, or pictures of its pages. */
async function producedFile(
  { picture }: Job,
  { finished, name }: { finished: Finished; name: string | undefined },
  { drawPictures, timings }: Pick<PrintDeps, 'drawPictures' | 'timings'>,
) {
  if (!picture) return finishedFile(finished, name)
  const drawn = await timings.measure('finish', () => drawPictures(finished.bytes, picture))
  return { ...(await pictureFile(drawn, { format: picture.format, name })), pages: finished.pages }
}

/** The finished PDF as the file that is delivered. */
function finishedFile({ bytes, pages, conformance, isZip }: Finished, name: string | undefined) {
  return {
    bytes,
    contentType: isZip ? 'application/zip' : 'application/pdf',
    fileName: isZip
      ? fileNameFor(name?.replace(/\.pdf$/i, ''), '.zip', 'documents')
      : fileNameFor(name, '.pdf', 'document'),
    pages,
    conformance,
  }
}
