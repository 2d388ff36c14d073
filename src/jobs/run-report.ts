/**
 * A report as a task, for a caller who waits: make it, store it, settle. The steps of `run-qr.ts`. A check of an invoice is
 * one, and what is in a PDF.
 */
import type { Charge, Reply } from '../accounts/reply'
import { toProblem } from '../errors'
import type { StoredFile } from '../storage/stored-files'
import { completedTask, failedTask } from '../tasks/record'
import type { Timings } from '../time/timings'
import type { Ledger } from './account-ledger'
import type { FileDeps } from './attachments'
import type { JobFacts } from './job'
import { failureReply, fileReply } from './replies'

export type ReportDeps = FileDeps & {
  store: (taskId: string, file: StoredFile) => Promise<void>
  ledger: Ledger
  timings: Timings
  /** Ends the work when it is given up. */
  signal: AbortSignal | undefined
}

/**
 * Makes the report and charges. The reply names the stored report, which may hold megabytes, more than the account keeps
 * of a reply. Throws a Problem when it cannot be made: nothing is charged then.
 */
export async function runReport(
  job: JobFacts,
  { charge, fileName, makeReport }: { charge: Charge; fileName: string; makeReport: () => Promise<object> },
  deps: ReportDeps,
): Promise<{ reply: Reply; bytes: Uint8Array }> {
  const startedAt = deps.now()
  const { taskId } = job
  let begun = false
  try {
    const report = await deps.timings.measure('finish', makeReport)
    begun = true
    const bytes = new TextEncoder().encode(JSON.stringify(report))
    const file = { bytes, contentType: 'application/json', fileName }
    await deps.timings.measure('store', () => deps.store(taskId, file))
    const reply = await fileReply(taskId, file, { ...charge, taskId })
    const task = completedTask(job, { startedAt, produced: { ...file, pages: null, warnings: [] } })
    await deps.ledger.settle(taskId, task, { reply })
    return { reply, bytes }
  } catch (error) {
    const problem = toProblem(error)
    await deps.ledger.release(
      taskId,
      failedTask(job, { startedAt, problem }),
      failureReply(problem, { begun }),
    )
    throw problem
  }
}
