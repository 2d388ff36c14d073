/**
 * `factur_x`: decides where the invoice comes from, checks it, and says what to embed.
 *
 * The first source that is there decides: `options.invoice`, `options.invoice_xml`, an embedded file whose root
 * is CrossIndustryInvoice, the data of a template that maps them. With none of them the document is prepared to
 * take the XML.
 */
import { z } from 'zod'
import { type FieldError, Problem } from '../errors'
import { writeCii } from './cii/write/cii'
import { type MappedData, mapInvoice, pointerIntoData } from './mapped'
import { type ConformanceLevel, EN_16931_PROFILE, type Profile } from './profiles'
import { isCii, readCii } from './read'
import { checkInvoice } from './rules'
import type { RuleViolation } from './rules/finding'
import { type Invoice, invoiceSchema } from './schema'
import { completeInvoice } from './totals'
import { XmlError } from './xml/read'

/** The options that go with `factur_x`. */
export const facturXOptions = {
  factur_x: z.boolean().optional().describe('PDF/A-3b that carries the invoice as Factur-X data.'),
  invoice: invoiceSchema.optional().describe('The invoice, after the business terms of EN 16931'),
  invoice_xml: z
    .string()
    .min(1)
    .optional()
    .describe('The invoice as a finished Cross Industry Invoice (XML), of any profile of Factur-X'),
}

export type FacturXSources = {
  invoice?: Invoice | undefined
  invoice_xml?: string | undefined
  /** The data of a template whose manifest maps them. */
  mapped?: MappedData | undefined
  /** The embedded files, in the order of `embed_files`. */
  files?: readonly { name: string; bytes: Uint8Array }[]
}

export type FacturX =
  | { level: 'prepared' }
  | {
      level: ConformanceLevel
      profile: Profile
      xml: Uint8Array
      /** Index of the embedded file that became the invoice's XML and is not embedded once more. */
      takenFile: number | undefined
    }

/**
 * Checks the invoice and makes its XML; pure, so that it can run before rendering and again after.
 * @throws Problem `document_invalid` (422) with each broken rule, its id and a pointer into the request
 */
export function prepareFacturX({ invoice, invoice_xml, mapped, files = [] }: FacturXSources): FacturX {
  if (invoice) return alone(fromInvoice(invoice, inOptions), files)
  if (invoice_xml !== undefined) return alone(fromXml(invoice_xml, '/options/invoice_xml'), files)
  const [taken, another] = files.flatMap(({ bytes }, index) => (isCii(bytes) ? index : []))
  if (another !== undefined) {
    throw invalid([{ pointer: file(another), message: 'A document carries one invoice: remove the second.' }])
  }
  if (taken !== undefined) {
    const prepared = { ...fromXml(files[taken]?.bytes as Uint8Array, file(taken)), takenFile: taken }
    return alone(prepared, files)
  }
  if (mapped) return alone(fromMapped(mapped), files)
  refuseImpostor(files)
  return { level: 'prepared' }
}

type Embeddable = Exclude<FacturX, { level: 'prepared' }>
type Locate = (finding: RuleViolation) => FieldError

const file = (index: number) => `/options/embed_files/${index}`

const inOptions: Locate = (finding) => ({ ...finding, pointer: `/options/invoice${finding.pointer}` })

function fromInvoice(invoice: Invoice, locate: Locate): Embeddable {
  const complete = completeInvoice(invoice)
  const found = checkInvoice(complete)
  if (found.length) throw invalid(found.map(locate))
  const xml = new TextEncoder().encode(writeCii(complete))
  return { level: EN_16931_PROFILE.level, profile: EN_16931_PROFILE, xml, takenFile: undefined }
}

/** What is brought is embedded byte for byte. */
function fromXml(source: string | Uint8Array, pointer: string): Embeddable {
  const { profile, findings } = readOrRefuse(source, pointer)
  if (!profile || findings.length) throw invalid(findings.map((each) => ({ ...each, pointer })))
  const xml = typeof source === 'string' ? new TextEncoder().encode(source) : source
  return { level: profile.level, profile, xml, takenFile: undefined }
}

function readOrRefuse(source: string | Uint8Array, pointer: string) {
  try {
    return readCii(source)
  } catch (error) {
    if (error instanceof XmlError) throw invalid([{ pointer, message: `Not usable: ${error.message}.` }])
    throw error
  }
}

/** A template's data are in the caller's own words, so the term of the invoice stands in the message. */
function fromMapped(source: MappedData): Embeddable {
  const { invoice, errors } = mapInvoice(source)
  if (!invoice) throw invalid(errors)
  return fromInvoice(invoice, ({ rule, pointer, message }) => ({
    rule,
    pointer: pointerIntoData(source, pointer),
    message: `invoice${pointer.replaceAll('/', '.')}: ${message}`,
  }))
}

/** The invoice's XML is the only file of its name. */
function alone(prepared: Embeddable, files: readonly { name: string }[]): Embeddable {
  const { fileName } = prepared.profile
  const index = files.findIndex(
    ({ name }, at) => at !== prepared.takenFile && name.toLowerCase() === fileName,
  )
  if (index < 0) return prepared
  const message = `${fileName} is the name of the invoice's own XML: rename this file, or give it alone.`
  throw invalid([{ pointer: file(index), message }])
}

/** Without an invoice, no other file may pass for one by its name. */
function refuseImpostor(files: readonly { name: string }[]): void {
  const { fileName } = EN_16931_PROFILE
  const index = files.findIndex(({ name }) => name.toLowerCase() === fileName)
  if (index < 0) return
  const message = `${fileName} is the name of the invoice's own XML, and this file is no CrossIndustryInvoice: rename or correct it.`
  throw invalid([{ pointer: file(index), message }])
}

/** The first failure stands in the detail, for whoever reads that alone. */
function invalid(errors: FieldError[]): Problem {
  const [first] = errors
  const named = [first?.rule, first?.pointer, first?.message].filter(Boolean).join(' ')
  const more = errors.length > 1 ? ` And ${errors.length - 1} more.` : ''
  return new Problem('document_invalid', {
    detail: `The invoice cannot be carried as Factur-X: ${named}${more}`,
    errors,
  })
}
