/**
 * The spine: a job goes in, a settled or released task comes out. The synchronous route calls it, and so will the
 * queue's consumer; only their replies differ.
 */

import type { StoredAnswer } from '../credits/idempotency'
import type { ProducedFile } from '../deliver/files'
import { fileNameFor } from '../deliver/files'
import { Problem, toProblem } from '../errors'
import { countPages } from '../pdf/pages'
import type { RawPdf, RenderInput } from '../render/render'
import { renderDocument } from '../templates/document'
import type { Timings } from '../timings'
import type { Job } from './job'
import type { Ledger, Settled } from './resolve'
import { completedTask, failedTask } from './tasks'
import { refuseUnbuilt } from './unbuilt'

export type Produced = ProducedFile & { pages: number; warnings: string[] }
export type Outcome<Answer> = Produced & Settled & { answer: Answer }

/** What a repeat of the request is answered: kept with the charge or its release, in one step. */
export type Answers<Answer extends StoredAnswer | undefined> = {
  completed: (produced: Produced) => Promise<Answer>
  failed: (problem: Problem) => StoredAnswer | undefined
}

export type RunTools = {
  render: (input: RenderInput) => Promise<RawPdf>
  store: (taskId: string, file: ProducedFile) => Promise<void>
  ledger: Ledger
  timings: Timings
  now: () => number
}

/**
 * Does the job. Throws a Problem when it failed: nothing is charged then. `storeFirst` settles only when the file is
 * stored, which whoever fetches it later relies on; without it the caller stores what it has in hand.
 */
export async function run<Answer extends StoredAnswer | undefined>(
  job: Job,
  { storeFirst, answers }: { storeFirst: boolean; answers: Answers<Answer> },
  tools: RunTools,
): Promise<Outcome<Answer>> {
  const startedAt = tools.now()
  try {
    refuseUnbuilt(job)
    const raw = await tools.timings.measure('render', async () => tools.render(sourceOf(job)))
    const produced = await tools.timings.measure('finish', () => finishedFile(job, raw))
    if (job.options.strict) refuseWarnings(produced.warnings)
    if (storeFirst) await tools.timings.measure('store', () => tools.store(job.taskId, produced))
    const answer = await answers.completed(produced)
    const settled = await tools.ledger.settle(job.taskId, completedTask(job, { startedAt, produced }), answer)
    return { ...produced, ...settled, answer }
  } catch (error) {
    const problem = toProblem(error)
    await tools.ledger.release(job.taskId, failedTask(job, { startedAt, problem }), answers.failed(problem))
    throw problem
  }
}

/** What the browser is to print. A template is rendered here, where a failure releases the hold. */
function sourceOf({ source, options, optimise }: Job): RenderInput {
  const document = 'template' in source ? renderDocument(source.template, source.data) : source
  return { ...document, options, optimise }
}

/** The raw PDF as the file that is delivered. */
async function finishedFile(job: Job, raw: RawPdf): Promise<Produced> {
  return {
    bytes: raw.bytes,
    contentType: 'application/pdf',
    fileName: fileNameFor(job.options.filename ?? raw.title, '.pdf', 'document'),
    pages: countPages(raw.bytes),
    warnings: raw.warnings,
  }
}

function refuseWarnings(warnings: string[]) {
  if (warnings.length === 0) return
  throw new Problem('strict_warning', {
    detail:
      'options.strict is set and the document has warnings. Mend them, or leave strict out to accept them.',
    errors: warnings.map((message) => ({ pointer: '', message })),
  })
}
