/** E-invoices in files: found, and checked, in pieces that let other requests run. */
import type { NationalRules } from '../e-invoice/profiles'
import { type BroughtXml, findCii, namesCii } from '../e-invoice/read-cii'
import { type InvoiceReport, reportOnCii, reportOnXml } from '../e-invoice/report'
import { isolateMemory } from '../memory/isolate-memory'
import { runLongWork } from '../memory/long-work'
import { parsedBytes } from '../pdf/finishing-memory'
import { findEmbeddedFileOf } from '../pdf/import/find-embedded-file'
import type { ImportedPdf } from '../pdf/import/open-foreign'

/** Milliseconds to read and check a character of XML, about. */
const MS_PER_CHARACTER = 1e-4

/** Whose work it is, and what ends it. */
export type WorkOwner = { accountId: string; signal: AbortSignal | undefined }

/** Looks for the e-invoice among embedded files, and keeps what it parsed for the check. */
export class InvoiceFinder {
  #found: BroughtXml | undefined

  constructor(private readonly owner: WorkOwner) {}

  /** Whether an embedded file is meant as a Cross Industry Invoice. */
  readonly accepts = async (contents: Uint8Array): Promise<boolean> => {
    if (!namesCii(contents)) return false
    const root = await this.#run(contents, () => findCii(contents))
    this.#found = root && { xml: contents, root }
    return root !== undefined
  }

  /** The file that was accepted last. */
  get found(): BroughtXml | undefined {
    return this.#found
  }

  /** The report on the file that was accepted last; undefined if none was. */
  async report(rules?: NationalRules): Promise<InvoiceReport | undefined> {
    const found = this.#found
    return found && (await this.#run(found.xml, () => reportOnCii(found.root, rules)))
  }

  #run<Result>(xml: Uint8Array, work: () => Result): Promise<Result> {
    return runLongWork(MS_PER_CHARACTER * xml.length, work, this.owner)
  }
}

/** Looks for the e-invoice that a PDF carries. Throws as `findEmbeddedFileOf`, and the reason of the signal. */
export async function searchInvoice(file: ImportedPdf, owner: WorkOwner): Promise<InvoiceFinder> {
  const invoice = new InvoiceFinder(owner)
  const search = () => findEmbeddedFileOf(file, invoice.accepts, owner)
  await isolateMemory.finishing.run(parsedBytes(file.bytes.length), search, owner)
  return invoice
}

/** The report on a Cross Industry Invoice as text. */
export async function checkXml(
  xml: string,
  owner: WorkOwner,
  rules: NationalRules | undefined,
): Promise<InvoiceReport> {
  return await runLongWork(MS_PER_CHARACTER * xml.length, () => reportOnXml(xml, rules), owner)
}
