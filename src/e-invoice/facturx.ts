/**
 * `factur_x`: decides where the invoice comes from, checks it, and says what to embed.
 *
 * The first source that is there decides: `options.invoice`, `options.invoice_xml`, an embedded file whose root
 * is CrossIndustryInvoice, the data of a template that maps them. With none of them the document is prepared to
 * take the XML.
 */
import { z } from 'zod'
import { type FieldError, Problem } from '../errors'
import { namingTerm } from './business-terms'
import { readInvoice } from './cii/read/invoice'
import { findContradictions } from './contradictions'
import { type MappedData, mapInvoice, pointerIntoData, readableInvoice } from './mapped'
import {
  type ConformanceLevel,
  EN_16931_PROFILE,
  type Profile,
  WRITTEN_PROFILES,
  type WrittenProfile,
} from './profiles'
import { isCii, readCii } from './read'
import type { RuleViolation } from './rules/finding'
import { type Invoice, invoiceSchema } from './schema'
import { typeCode } from './terms'
import { writeInvoice } from './write-profile'
import { XmlError } from './xml/read'

const profileNames = Object.keys(WRITTEN_PROFILES) as [WrittenProfile, ...WrittenProfile[]]

/** The options that go with `factur_x`. */
export const facturXOptions = {
  factur_x: z
    .union(
      [
        z.boolean(),
        z.strictObject({
          profile: z
            .enum(profileNames)
            .describe('What the XML is written in and checked as; what is brought must be in it.'),
        }),
      ],
      { error: `must be true, or an object {profile} with one of ${profileNames.join(', ')}` },
    )
    .optional()
    .describe('PDF/A-3b that carries the invoice as Factur-X data, in the profile EN 16931 or in `profile`.'),
  invoice: invoiceSchema.optional().describe('The invoice, after the business terms of EN 16931'),
  invoice_xml: z
    .string()
    .min(1)
    .optional()
    .describe('The invoice as a finished Cross Industry Invoice (XML), of any profile of Factur-X'),
}

export type FacturXSources = {
  factur_x?: boolean | { profile: WrittenProfile } | undefined
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
      /** What is odd about the invoice although it conforms. */
      warnings: string[]
    }

/**
 * Checks the invoice and makes its XML; pure, so that it can run before rendering and again after.
 * @throws Problem `document_invalid` (422) with each broken rule, its id and a pointer into the request
 */
export function prepareFacturX(sources: FacturXSources): FacturX {
  const { factur_x, invoice, invoice_xml, mapped, files = [] } = sources
  const wanted = typeof factur_x === 'object' ? factur_x.profile : undefined
  if (invoice) {
    if (mapped) refuseContradictions(mapped, invoice, { at: '/options/invoice', terms: true })
    return alone(fromInvoice(invoice, wanted, inOptions), files)
  }
  if (invoice_xml !== undefined) {
    return alone(fromXml(invoice_xml, { pointer: '/options/invoice_xml', wanted, mapped }), files)
  }
  const [taken, another] = files.flatMap(({ bytes }, index) => (isCii(bytes) ? index : []))
  if (another !== undefined) {
    throw invalid([{ pointer: file(another), message: 'A document carries one invoice: remove the second.' }])
  }
  const takenFile = taken === undefined ? undefined : files[taken]
  if (taken !== undefined && takenFile) {
    const prepared = fromXml(takenFile.bytes, { pointer: file(taken), wanted, mapped })
    return alone({ ...prepared, takenFile: taken }, files)
  }
  if (mapped) return alone(fromMapped(mapped, wanted), files)
  refuseImpostor(files)
  return { level: 'prepared' }
}

type Embeddable = Exclude<FacturX, { level: 'prepared' }>
type Locate = (finding: RuleViolation) => FieldError

const file = (index: number) => `/options/embed_files/${index}`

const inOptions: Locate = ({ rule, pointer, message }) => ({
  rule,
  pointer: `/options/invoice${pointer}`,
  message: namingTerm(message, pointer),
})

function fromInvoice(invoice: Invoice, wanted: WrittenProfile | undefined, locate: Locate): Embeddable {
  const { profile, findings, advice, xml } = writeInvoice(invoice, wanted)
  if (xml === undefined) throw invalid(findings.map(locate))
  return {
    level: profile.level,
    profile,
    xml: new TextEncoder().encode(xml),
    takenFile: undefined,
    warnings: advice.map(locate).map(({ rule, pointer, message }) => `${rule} ${pointer}: ${message}`),
  }
}

type Brought = {
  pointer: string
  wanted: WrittenProfile | undefined
  mapped: MappedData | undefined
}

/** What is brought is embedded byte for byte. */
function fromXml(source: string | Uint8Array, { pointer, wanted, mapped }: Brought): Embeddable {
  const { profile, root, findings } = readOrRefuse(source, pointer)
  if (!profile || findings.length) {
    throw invalid(findings.map((each) => ({ rule: each.rule, pointer, message: namingPlace(each) })))
  }
  if (wanted && profile.level !== wanted) {
    const message = `This XML is of the profile ${profile.level}, and factur_x.profile is ${wanted}: change one of them.`
    throw invalid([{ pointer, message }])
  }
  if (mapped) refuseContradictions(mapped, readInvoice(root), { at: pointer, terms: false })
  const xml = typeof source === 'string' ? new TextEncoder().encode(source) : source
  return { level: profile.level, profile, xml, takenFile: undefined, warnings: [] }
}

/** A finding in XML has no pointer into the request: the field of the invoice stands in the message. */
const namingPlace = ({ pointer, message }: Pick<RuleViolation, 'pointer' | 'message'>): string =>
  pointer ? `invoice${pointer.replaceAll('/', '.')}: ${namingTerm(message, pointer)}` : message

/** A page that prints the template's data, and an e-invoice from elsewhere: what both state must agree. */
function refuseContradictions(
  mapped: MappedData,
  xml: Invoice,
  { at, terms }: { at: string; terms: boolean },
): void {
  const page = readableInvoice(mapped)
  if (!page) throw invalid(mapInvoice(mapped).errors)
  // A template that takes no kind of invoice says itself what it prints.
  const type = Object.hasOwn(mapped.fields, 'type_code') ? { type_code: typeCode(page) } : {}
  const found = findContradictions({ ...page, ...type }, { ...xml, type_code: typeCode(xml) })
  if (found.length === 0) return
  const errors = found.map(({ pointer, onPage, inXml }) => ({
    pointer: terms ? `${at}${pointer}` : at,
    message: namingTerm(
      `${inXml} here, and the page prints ${onPage} from ${pointerIntoData(mapped, pointer)}: make them agree, or give the invoice once.`,
      pointer,
    ),
  }))
  throw invalid(errors)
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
function fromMapped(source: MappedData, wanted: WrittenProfile | undefined): Embeddable {
  const { invoice, errors } = mapInvoice(source)
  if (!invoice) throw invalid(errors)
  return fromInvoice(invoice, wanted, ({ rule, pointer, message }) => ({
    rule,
    pointer: pointerIntoData(source, pointer),
    message: namingPlace({ pointer, message }),
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
