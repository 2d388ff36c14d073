/** The check of an invoice: the report on its data, its XML, or a PDF that carries it. */
import type { z } from 'zod'
import type { NationalRules, WrittenProfile } from '../e-invoice/profiles'
import { type InvoiceReport, notReadable, reportOnInvoice } from '../e-invoice/report'
import type { Invoice } from '../e-invoice/schema'
import { runLongWork } from '../memory/long-work'
import type { FetchFile } from '../net/guarded-fetch'
import { MAX_EMBEDDED_BYTES } from '../pdf/import/find-embedded-file'
import { inBytes } from '../text/in-units'
import { checkXml, searchInvoice, type WorkOwner } from './embedded-invoice'
import type { invoiceReport } from './invoice-report'
import { loadNamedFile, NAMED_FILE_TIMEOUT_MS } from './load-named-file'

/** What is checked; the first that is there. */
export type InvoiceSource = (
  | { invoice: Invoice; profile?: WrittenProfile | undefined }
  | { xml: string }
  /** Address of a PDF with the XML inside. */
  | { pdf: string }
) & {
  /** A country whose own rules are applied too. */
  rules?: NationalRules | undefined
}

/** Of a PDF that carries an invoice. */
export const MAX_PDF_BYTES = 10_000_000

const NAMED_PDF = {
  ...{ pointer: '/pdf', purpose: 'PDF', subject: 'The PDF' },
  limits: {
    maxBytes: MAX_PDF_BYTES,
    timeoutMs: NAMED_FILE_TIMEOUT_MS,
    redirects: 3,
    accept: ['application/pdf'],
  },
}

/** Throws a Problem when the PDF cannot be had or read. */
export async function checkInvoice(
  source: InvoiceSource,
  owner: WorkOwner,
  fetchFile: FetchFile,
): Promise<z.input<typeof invoiceReport>> {
  return await reportOn(source, owner, fetchFile)
}

/** Milliseconds to check a line, about. */
const MS_PER_LINE = 0.05

async function reportOn(
  source: InvoiceSource,
  owner: WorkOwner,
  fetchFile: FetchFile,
): Promise<InvoiceReport> {
  if ('invoice' in source) {
    const { invoice, profile, rules } = source
    const expectedMs = MS_PER_LINE * (invoice.lines?.length ?? 0)
    return await runLongWork(expectedMs, () => reportOnInvoice(invoice, profile, rules), owner)
  }
  const { rules } = source
  if ('xml' in source) return await checkXml(source.xml, owner, rules)
  const pdf = {
    pointer: '/pdf',
    name: 'the PDF',
    bytes: await loadNamedFile(source.pdf, NAMED_PDF, fetchFile),
  }
  const invoice = await searchInvoice(pdf, owner)
  return (
    (await invoice.report(rules)) ??
    notReadable(
      `The PDF carries no Cross Industry Invoice (of at most ${inBytes(MAX_EMBEDDED_BYTES)}): it is no Factur-X.`,
    )
  )
}
