/**
 * The spine: a job goes in, a settled or released task comes out. The synchronous route calls it, and so will the
 * queue's consumer; only their replies differ.
 */

import type { ProducedFile } from '../deliver/files'
import { fileNameFor } from '../deliver/files'
import { Problem, toProblem } from '../errors'
import { countPages } from '../pdf/pages'
import type { RawPdf, RenderInput } from '../render/render'
import type { Timings } from '../timings'
import type { Job } from './job'
import type { Ledger, Settled } from './resolve'
import { completedTask, failedTask } from './tasks'
import { refuseUnbuilt } from './unbuilt'

export type Produced = ProducedFile & { pages: number; warnings: string[] }
export type Outcome = Produced & Settled

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
export async function run(
  job: Job,
  { storeFirst }: { storeFirst: boolean },
  tools: RunTools,
): Promise<Outcome> {
  const startedAt = tools.now()
  try {
    refuseUnbuilt(job)
    const raw = await tools.timings.measure('render', () => tools.render(sourceOf(job)))
    const produced = await tools.timings.measure('finish', () => finishedFile(job, raw))
    if (job.options.strict) refuseWarnings(produced.warnings)
    if (storeFirst) await tools.timings.measure('store', () => tools.store(job.taskId, produced))
    const settled = await tools.ledger.settle(job.taskId, completedTask(job, { startedAt, produced }))
    return { ...produced, ...settled }
  } catch (error) {
    const problem = toProblem(error)
    await tools.ledger.release(job.taskId, failedTask(job, { startedAt, problem }))
    throw problem
  }
}

/** What the browser is to print. */
function sourceOf({ source, options, optimise }: Job): RenderInput {
  return { ...source, options, optimise }
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
