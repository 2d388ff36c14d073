/** From a job's options to what `pdf/finish-pdf.ts` is told to do. */

import type { PdfOptions } from '../document-options'
import { type FacturX, prepareFacturX } from '../e-invoice/facturx'
import type { MappedData } from '../e-invoice/invoice-from-template'
import type { BroughtXml } from '../e-invoice/read-cii'
import { type FieldError, Problem } from '../errors'
import type { DocumentProperties } from '../pdf/document-properties'
import type { FinishPlan } from '../pdf/finish-plan'
import type { ImportedPdf } from '../pdf/import/open-foreign'
import { type Level, requirementsOf } from '../pdf/pdfa/level'
import { pageNumbersOf } from '../pdf/stamp/page-numbers'
import { stampsOf } from '../pdf/stamp/stamp-text'
import { type Watermark, watermarkHtml, watermarkOf } from '../pdf/stamp/watermark'
import type { RenderInput } from '../render/compose-print-request'
import type { RawPdf } from '../render/render'
import { variablesSchema } from '../templates/variables'
import { type FileDeps, type JobFiles, loadJobFiles } from './attachments'
import type { DocumentJob, FinishJob, Job, Source } from './job'

export type FinishingDeps = FileDeps & {
  /** The XML of the e-invoice that a PDF carries. Throws `asset_failed` for a PDF that cannot be read. */
  findInvoice: (file: ImportedPdf) => Promise<BroughtXml | undefined>
}

/** What finishing needs and what can be wrong before anything is rendered. */
export type PreparedFinishing = JobFiles & { facturX: FacturX | undefined }

/** Fetches the files and checks the invoice; throws the Problem of the first that cannot be used. */
export async function prepareFinishing(job: DocumentJob, deps: FinishingDeps): Promise<PreparedFinishing> {
  const { options } = job
  const inputs = await loadJobFiles(job, deps)
  const mapped = job.kind === 'finish' ? undefined : mappedInvoice(job.source)
  if (!options.factur_x) return { ...inputs, facturX: undefined }
  const carried = await findCarriedInvoice(inputs, options, deps)
  return { ...inputs, facturX: prepareFacturX({ ...options, files: inputs.embed, mapped, carried }) }
}

/** The invoice inside the first file that is only finished, if none is given beside it. */
async function findCarriedInvoice(
  { sources: [first] }: JobFiles,
  { invoice, invoice_xml }: PdfOptions,
  { findInvoice }: FinishingDeps,
): Promise<(BroughtXml & { pointer: string }) | undefined> {
  if (!first || invoice || invoice_xml !== undefined) return undefined
  const found = await findInvoice(first)
  return found && { pointer: first.pointer, ...found }
}

/** What is odd about the invoice although it conforms. */
export const invoiceWarnings = ({ facturX }: PreparedFinishing): string[] =>
  facturX && 'warnings' in facturX ? facturX.warnings : []

/**
 * What would refuse the e-invoice of a document, each broken rule at its place, or what is odd about it: known before anything is
 * fetched or printed. Undefined if it is not asked for, or may come from an embedded file.
 */
export function foreseeInvoice({ options, source }: Pick<Job, 'options' | 'source'>): string[] | undefined {
  if (!options.factur_x || options.embed_files?.length) return undefined
  try {
    const facturX = prepareFacturX({ ...options, mapped: mappedInvoice(source) })
    return 'warnings' in facturX ? facturX.warnings : []
  } catch (error) {
    if (error instanceof Problem && error.errors) return error.errors.map(ruleWarning)
    throw error
  }
}

/** `data.lines[0].vat: Line 1 has no category (BR-CO-04)`; the last one may count the rest. */
function ruleWarning({ rule, pointer, message }: FieldError): string {
  if (!pointer) return `the e-invoice ${message}`
  const place = pointer
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
  const said = message.replace(/^invoice[.\w]*: /, '').replaceAll('; ', ', ')
  return `${place}: ${said}${rule ? ` (${rule})` : ''}`
}

/** The invoice in a template's data, where its manifest maps them and they hold any of it. */
function mappedInvoice(source: Source): MappedData | undefined {
  const fields = 'template' in source ? source.template.invoice : undefined
  if (!fields || !('template' in source)) return undefined
  const { data, template } = source
  // A default, such as the currency's, is not the caller's and makes no invoice.
  const declared = variablesSchema(template)?.properties ?? {}
  const held = Object.values(fields).some((variable) => {
    const name = variable.split('.')[0] ?? ''
    return Object.hasOwn(data, name) && declared[name]?.default === undefined
  })
  return held ? { data, fields } : undefined
}

/** The options as the browser is to obey them: what promises tags is printed with tags. */
export function printOptions(options: PdfOptions): PdfOptions {
  return requirementsOf(levelOf(options), options.pdf_ua).tagged ? { ...options, tagged: true } : options
}

/** `factur_x` forces 3b, whatever `pdf_format` says. */
function levelOf({ pdf_format, factur_x }: PdfOptions): Level | undefined {
  return factur_x ? '3b' : pdf_format && LEVELS[pdf_format]
}

const LEVELS = { 'PDF/A-1a': '1a', 'PDF/A-1b': '1b', 'PDF/A-2b': '2b', 'PDF/A-3b': '3b' } as const

/** The watermark of a job, with its defaults. */
export function watermarkFor({ options }: DocumentJob): Watermark | undefined {
  return options.watermark === undefined ? undefined : watermarkOf(options.watermark)
}

/** What the browser prints for a watermark: a page of the text's own size. */
export function watermarkSource(watermark: Watermark, { options }: { options: PdfOptions }): RenderInput {
  return linesSource(watermarkHtml(watermark), options.timeout)
}

/** A document of lines (`printed-lines.ts`) as the browser prints it. */
export function linesSource(html: string, timeout?: number): RenderInput {
  const margins = { margin_top: 0, margin_right: 0, margin_bottom: 0, margin_left: 0 }
  return { html, options: { prefer_css_page_size: true, ...margins, timeout }, optimize: false }
}

/** What the browser printed for the job: its document, if it has one, and its watermark's page. */
export type PrintedParts = {
  raw?: Pick<RawPdf, 'lang' | 'ownLang'> | undefined
  watermarkPage?: Uint8Array | undefined
}

/** The plan of a job whose files are there, and whose document and watermark are printed. */
export function finishPlan(
  job: DocumentJob,
  prepared: PreparedFinishing,
  { raw, watermarkPage }: PrintedParts,
): FinishPlan {
  const options: PdfOptions = job.options
  const { attachments, embed, facturX } = prepared
  const watermark = watermarkFor(job)
  const level = levelOf(options)
  const ua = options.pdf_ua ?? false
  // The browser writes a document's own language only if it has something to tag.
  const lang = options.lang ?? raw?.lang ?? (level || ua ? raw?.ownLang || undefined : undefined)
  // The browser has written the title.
  const title = raw ? undefined : options.title
  return {
    attachments,
    watermark: watermark && watermarkPage && { ...watermark, page: watermarkPage },
    testStamp: job.mode === 'test' && !isPreview(job),
    previewMark: isPreview(job),
    properties: { ...propertiesOf(options), title, lang },
    // A file that is the invoice's XML is embedded as that.
    embed: embed.filter((_, index) => !(facturX && 'takenFile' in facturX && facturX.takenFile === index)),
    facturX,
    conform: level || ua ? { level, ua } : undefined,
    compress: options.compress ?? false,
    encryption: encryptionOf(options),
    ...(job.kind === 'finish' && pagesPlan(job)),
  }
}

function isPreview(job: DocumentJob): boolean {
  return job.kind !== 'finish' && job.preview === true
}

/** What only a caller's own files can be asked for. */
function pagesPlan({ options }: FinishJob): Partial<FinishPlan> {
  const { fields, flatten, page_numbers, split, stamp } = options
  return { fields, flatten, split, stamps: stampsOf(stamp), pageNumbers: pageNumbersOf(page_numbers) }
}

function encryptionOf({ password, owner_password, permissions }: PdfOptions) {
  if (password === undefined) return
  return { userPassword: password, ownerPassword: owner_password, permissions }
}

/** What the browser cannot write: it takes the title from the document, and the language into tagged files only. */
function propertiesOf({ author, subject, keywords }: PdfOptions): DocumentProperties {
  return { author, subject, keywords }
}
