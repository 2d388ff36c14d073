/**
 * A preview: the document as it will look, for somebody who is still writing it. Its pages are marked, and there are few
 * of them. What cannot be seen is left out: nothing is attached, archived, encrypted or made smaller.
 * The rules of an e-invoice are told all the same: whoever writes it mends it in time.
 */
import type { PdfOptions } from '../document-options'
import { styledHtml } from '../render/compose-document'
import { parsePageRanges } from '../text/page-ranges'
import type { Job } from './job'
import { optionsInPreview } from './option-effects'
import { foreseeInvoice, type PreparedFinishing } from './plan-finishing'
import { renderInput } from './render-input'
import type { ProducedDocument } from './replies'
import { type PrintDeps, printAndFinish } from './run'

export const MAX_PREVIEW_PAGES = 10
/** Seconds: nobody who edits waits for longer. */
const MAX_TIMEOUT = 15

/** Of the options that a preview is made without, those whose rules are told. */
const INVOICE: readonly string[] = ['factur_x', 'invoice', 'invoice_xml']

const NOTHING_PREPARED: PreparedFinishing = { sources: [], attachments: [], embed: [], facturX: undefined }

/** Prints and marks. Throws as `printAndFinish`. */
export async function runPreview(job: Job, deps: PrintDeps): Promise<ProducedDocument> {
  const ofInvoice = foreseeInvoice(job)
  const { options, leftOut } = previewOptions(job.options, ofInvoice ? INVOICE : [])
  const produced = await printAndFinish({ ...job, options, preview: true }, NOTHING_PREPARED, deps)
  const warnings = [...produced.warnings, ...(ofInvoice ?? [])]
  if ((job.options.timeout ?? 0) > MAX_TIMEOUT)
    warnings.push(
      `a preview has at most ${MAX_TIMEOUT} s; timeout ${job.options.timeout} is for the document`,
    )
  if (leftOut.length > 0) warnings.push(`a preview is without ${leftOut.join(', ')}`)
  if (produced.pages === MAX_PREVIEW_PAGES)
    warnings.push(`a preview has at most ${MAX_PREVIEW_PAGES} pages; the document may have more`)
  return { ...produced, warnings }
}

/** The document as HTML, its styles inside, without a browser. Throws as `renderDocument`. */
export async function composePreview(
  job: Job,
  deps: Pick<PrintDeps, 'signal' | 'fetchFile'>,
): Promise<string> {
  return styledHtml(await renderInput({ ...job, preview: true }, deps))
}

/** The options of the preview, and the names of those that are left out; `told` is said in other words. */
function previewOptions(
  options: PdfOptions,
  told: readonly string[],
): { options: PdfOptions; leftOut: string[] } {
  const { kept, leftOut } = optionsInPreview(options)
  const timeout = Math.min(options.timeout ?? MAX_TIMEOUT, MAX_TIMEOUT)
  return {
    options: { ...kept, timeout, page_ranges: firstPages(options.page_ranges) },
    leftOut: leftOut.filter((name) => !told.includes(name)),
  }
}

/** The ranges, as far as they name the first ten pages that are asked for. */
function firstPages(ranges = '1-'): string {
  const chosen = new Set<number>()
  const sorted = parsePageRanges(ranges).sort((one, other) => one.from - other.from)
  for (const { from, to } of sorted) {
    for (let page = from; page <= to && chosen.size < MAX_PREVIEW_PAGES; page++) chosen.add(page)
  }
  return joinRanges([...chosen])
}

/** `1-3,5` of rising page numbers. */
function joinRanges(pages: readonly number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const page of pages) {
    const last = ranges.at(-1)
    if (last && last.to === page - 1) last.to = page
    else ranges.push({ from: page, to: page })
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}
