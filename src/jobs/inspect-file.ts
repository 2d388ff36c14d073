/** What is in a PDF that the caller has, the invoice that it carries included. */
import type { z } from 'zod'
import { isolateMemory } from '../memory/isolate-memory'
import { parsedBytes } from '../pdf/finishing-memory'
import { inspectPdf } from '../pdf/inspect/inspect-pdf'
import type { Judged } from '../pdf/inspect/verdict'
import { MAX_CONTENTS } from '../pdf/pdfa/contents'
import { MAX_WORK, WorkBudget } from '../pdf/work-budget'
import { loadFile } from './attachments'
import { InvoiceFinder } from './embedded-invoice'
import type { inspection } from './inspection-report'
import type { FileSource } from './job'
import { NAMED_FILE_TIMEOUT_MS } from './load-named-file'
import type { ReportDeps } from './run-report'

export type InspectionWish = {
  file: FileSource
  /** Standards to judge by; what the file claims if absent. */
  standards: readonly Judged[] | undefined
  accountId: string
}

/** Throws a Problem when the file cannot be had or read, or would take too much work. */
export async function inspectFile(
  { file, standards, accountId }: InspectionWish,
  deps: Pick<ReportDeps, 'fetchFile' | 'readTaskFile' | 'signal'>,
): Promise<z.input<typeof inspection>> {
  const pointer = '/file'
  const named = { pointer, purpose: 'file', timeoutMs: NAMED_FILE_TIMEOUT_MS }
  const { bytes, name = 'sent' } = await loadFile(file, named, deps)
  const pdf = { pointer, name, bytes, password: file.password }
  const owner = { accountId, signal: deps.signal }
  const invoice = new InvoiceFinder(owner)
  const work = new WorkBudget(MAX_WORK, deps.signal, accountId)
  const read = () => inspectPdf(pdf, { asked: standards, work, isInvoice: invoice.accepts })
  const memory = parsedBytes(bytes.length) + MAX_CONTENTS
  const { inspection: facts } = await isolateMemory.finishing.run(memory, read, owner)
  return { bytes: bytes.length, ...facts, invoice: (await invoice.report()) ?? null }
}
