/**
 * The spine: a job goes in, a settled or released task comes out. The synchronous route calls it, and so does the
 * queue's consumer; only their replies differ.
 */

import type { StoredAnswer } from '../credits/idempotency'
import type { ProducedFile } from '../deliver/files'
import { fileNameFor } from '../deliver/files'
import { type Problem, toProblem } from '../errors'
import type { FetchFile } from '../net/fetch'
import type { Conformance, Finished, FinishPlan } from '../pdf/finish'
import type { OptimizationReport } from '../render/optimise/summary'
import type { RawPdf, RenderInput } from '../render/render'
import { renderDocument } from '../templates/document'
import type { Timings } from '../timings'
import { unlessAborted } from './cancellation'
import { finishPlan, prepareFinishing, printOptions, watermarkFor, watermarkSource } from './finishing'
import type { Job } from './job'
import type { Ledger, Settled } from './resolve'
import { completedTask, failedTask } from './tasks'
import { warningsOf } from './warnings'

export type Produced = ProducedFile & {
  pages: number
  warnings: string[]
  /** What an archival or accessible file was checked to be. */
  conformance?: Conformance | undefined
  /** Profile of the invoice inside, or `prepared`. */
  facturX?: string | undefined
  /** What `goCreditMode` found and did. */
  optimization?: OptimizationReport | undefined
}
export type Outcome<Answer> = Produced & Settled & { answer: Answer }

/** What a repeat of the request is answered: kept with the charge or its release, in one step. */
export type Answers<Answer extends StoredAnswer | undefined> = {
  completed: (produced: Produced) => Promise<Answer>
  /** `begun` where more was done than to obtain what the job refers to. */
  failed: (problem: Problem, state: { begun: boolean }) => StoredAnswer | undefined
}

export type RunTools = {
  fetchFile: FetchFile
  render: (input: RenderInput) => Promise<RawPdf>
  finish: (raw: Uint8Array, plan: FinishPlan) => Promise<Finished>
  store: (taskId: string, file: ProducedFile) => Promise<void>
  ledger: Ledger
  timings: Timings
  /** Ends the work when it is given up. */
  signal?: AbortSignal | undefined
  now: () => number
}

export type RunOptions<Answer extends StoredAnswer | undefined> = {
  /** Settle only when the file is stored, which whoever fetches it later relies on. */
  storeFirst: boolean
  answers: Answers<Answer>
  /** Whether a failed job will be run again, and so keeps its hold. Never, where unsaid. */
  runsAgain?: (problem: Problem) => boolean
}

/**
 * Does the job. Throws a Problem when it failed: nothing is charged then. Without `storeFirst` the caller stores what
 * it has in hand.
 */
export async function run<Answer extends StoredAnswer | undefined>(
  job: Job,
  { storeFirst, answers, runsAgain }: RunOptions<Answer>,
  tools: RunTools,
): Promise<Outcome<Answer>> {
  const startedAt = tools.now()
  let begun = false
  try {
    const prepared = await tools.timings.measure('finish', () =>
      unlessAborted(tools.signal, prepareFinishing(job, tools)),
    )
    begun = true
    const printed = await tools.timings.measure('render', () =>
      unlessAborted(tools.signal, printJob(job, tools)),
    )
    const warnings = warningsOf(printed.raw, job.options)
    const plan = finishPlan(job, prepared, { raw: printed.raw, watermarkPage: printed.watermark?.bytes })
    const finished = await tools.timings.measure('finish', () => tools.finish(printed.raw.bytes, plan))
    const file = producedFile(job, printed.raw, finished)
    const produced = { ...file, warnings, facturX: prepared.facturX?.level }
    tools.signal?.throwIfAborted()
    if (storeFirst) await tools.timings.measure('store', () => tools.store(job.taskId, produced))
    const answer = await answers.completed(produced)
    const settled = await tools.ledger.settle(job.taskId, completedTask(job, { startedAt, produced }), {
      answer,
    })
    return { ...produced, ...settled, answer }
  } catch (error) {
    const problem = toProblem(error)
    if (runsAgain?.(problem)) throw problem
    const answer = answers.failed(problem, { begun })
    await tools.ledger.release(job.taskId, failedTask(job, { startedAt, problem }), answer)
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
