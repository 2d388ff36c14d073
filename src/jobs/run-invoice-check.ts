/**
 * The check of an invoice as a task: fetch the PDF if there is one, check, store the report, settle. The steps of
 * `run-qr.ts`, for a caller who waits.
 */
import type { z } from 'zod'
import type { Charge, Reply } from '../accounts/reply'
import type { WrittenProfile } from '../e-invoice/profiles'
import { isCii } from '../e-invoice/read'
import { type InvoiceReport, notReadable, reportOnInvoice, reportOnXml } from '../e-invoice/report'
import type { Invoice } from '../e-invoice/schema'
import { toProblem } from '../errors'
import type { FetchFile } from '../net/fetch'
import { readEmbeddedFiles } from '../pdf/import/embedded-files'
import type { StoredFile } from '../storage/files'
import { completedTask, failedTask } from '../tasks/record'
import type { Timings } from '../timings'
import type { Ledger } from './account-ledger'
import type { JobFacts } from './job'
import { loadNamedFile } from './load-named-file'
import { failureReply, fileReply, type invoiceReport } from './replies'

/** What is checked; the first that is there. */
export type InvoiceSource =
  | { invoice: Invoice; profile?: WrittenProfile | undefined }
  | { xml: string }
  /** Address of a PDF with the XML inside. */
  | { pdf: string }

export type InvoiceCheckJob = JobFacts & { kind: 'invoice_check'; source: InvoiceSource }

export type InvoiceCheckDeps = {
  fetchFile: FetchFile
  store: (taskId: string, file: StoredFile) => Promise<void>
  ledger: Ledger
  timings: Timings
  now: () => number
}

const NAMED_PDF = {
  ...{ pointer: '/pdf', purpose: 'PDF', subject: 'The PDF' },
  limits: { maxBytes: 10_000_000, timeoutMs: 20_000, redirects: 3, accept: ['application/pdf'] },
}

/**
 * Checks and charges. The reply names the stored report, which may hold megabytes of attachments, more than the account
 * keeps of a reply. Throws a Problem when the PDF cannot be had or read: nothing is charged then.
 */
export async function runInvoiceCheck(
  job: InvoiceCheckJob,
  { charge }: { charge: Charge },
  deps: InvoiceCheckDeps,
): Promise<{ reply: Reply; bytes: Uint8Array }> {
  const startedAt = deps.now()
  const { taskId } = job
  let begun = false
  try {
    const report = await deps.timings.measure('finish', () => reportOn(job.source, deps.fetchFile))
    begun = true
    const bytes = new TextEncoder().encode(JSON.stringify(report satisfies z.input<typeof invoiceReport>))
    const file = { bytes, contentType: 'application/json', fileName: 'invoice-check.json' }
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

async function reportOn(source: InvoiceSource, fetchFile: FetchFile): Promise<InvoiceReport> {
  if ('invoice' in source) return reportOnInvoice(source.invoice, source.profile)
  if ('xml' in source) return reportOnXml(source.xml)
  const pdf = {
    pointer: '/pdf',
    name: 'the PDF',
    bytes: await loadNamedFile(source.pdf, NAMED_PDF, fetchFile),
  }
  const xml = (await readEmbeddedFiles(pdf)).find(isCii)
  return xml ? reportOnXml(xml) : notReadable('The PDF carries no Cross Industry Invoice: it is no Factur-X.')
}
