/**
 * `factur_x`: decides where the invoice comes from, checks it, and says what to embed.
 *
 * The first source that is there decides: `options.invoice`, `options.invoice_xml`, an embedded file whose root
 * is CrossIndustryInvoice, the data of a template that maps them, the invoice that a caller's document carries already.
 * With none of them the document is prepared to take the XML.
 */
import { type FieldError, Problem } from '../errors'
import { oddRate } from '../money/odd-rate'
import { namingTerm } from './business-terms'
import { readInvoice } from './cii/read/read-invoice'
import { findContradictions } from './contradictions'
import { type MappedData, mapInvoice, pointerIntoData, readableInvoice } from './invoice-from-template'
import type { FacturXWish } from './invoice-options'
import { type ConformanceLevel, EN_16931_PROFILE, type Profile, writtenProfileOf } from './profiles'
import { type BroughtXml, checkCii, findCii, parseCii } from './read-cii'
import type { RuleViolation } from './rules/invoice-finding'
import type { Invoice } from './schema'
import { typeCode } from './terms'
import { writeInvoice } from './write-profile'
import { type XmlElement, XmlError } from './xml/parse-xml'

export type FacturXSources = {
  factur_x?: boolean | FacturXWish | undefined
  invoice?: Invoice | undefined
  invoice_xml?: string | undefined
  /** The data of a template whose manifest maps them. */
  mapped?: MappedData | undefined
  /** The embedded files, in the order of `embed_files`. */
  files?: readonly { name: string; bytes: Uint8Array }[]
  /** The XML inside a document that the caller sends, and the pointer to that. */
  carried?: (BroughtXml & { pointer: string }) | undefined
}

export type FacturX =
  | { level: 'prepared'; warnings: string[] }
  | {
      level: ConformanceLevel
      profile: Profile
      xml: Uint8Array
      /** Index of the embedded file that became the invoice's XML and is not embedded once more. */
      takenFile: number | undefined
      /** Warnings about an invoice that conforms. */
      warnings: string[]
    }

/**
 * Checks the invoice and makes its XML; pure, so that it can run before rendering and again after.
 * @throws Problem `document_invalid` (422) with each broken rule, its id and a pointer into the request
 */
export function prepareFacturX(sources: FacturXSources): FacturX {
  const { factur_x, invoice, invoice_xml, mapped, files = [], carried } = sources
  const wanted = typeof factur_x === 'object' ? factur_x : {}
  if (invoice) {
    if (mapped) refuseContradictions(mapped, invoice, { at: '/options/invoice', terms: true })
    const made = fromInvoice(invoice, wanted, inOptions)
    return alone({ ...made, warnings: [...made.warnings, ...oddRates(invoice)] }, files)
  }
  if (invoice_xml !== undefined) {
    const pointer = '/options/invoice_xml'
    const brought = { xml: new TextEncoder().encode(invoice_xml), root: parseOrRefuse(invoice_xml, pointer) }
    return alone(fromXml(brought, { pointer, wanted, mapped }), files)
  }
  const [taken, another] = files.flatMap(({ bytes }, index) => {
    const root = findCii(bytes)
    return root ? { index, xml: bytes, root } : []
  })
  if (another) {
    throw invalid([
      {
        pointer: file(another.index),
        message: 'A document can contain only one invoice: remove the second.',
      },
    ])
  }
  if (taken) {
    const prepared = fromXml(taken, { pointer: file(taken.index), wanted, mapped })
    return alone({ ...prepared, takenFile: taken.index }, files)
  }
  if (mapped) return alone(fromMapped(mapped, wanted), files)
  if (carried) return alone(fromXml(carried, { pointer: carried.pointer, wanted, mapped }), files)
  refuseImpostor(files)
  return { level: 'prepared', warnings: [NO_INVOICE] }
}

const MAX_ODD_RATES = 5

const NO_INVOICE =
  'factur_x: there is no e-invoice in the file, which is only prepared for one: send "invoice", "invoice_xml" or the XML in "embed_files"'

type Embeddable = Exclude<FacturX, { level: 'prepared' }>
type Locate = (finding: RuleViolation) => FieldError

const file = (index: number) => `/options/embed_files/${index}`

const inOptions: Locate = ({ rule, pointer, message }) => ({
  rule,
  pointer: `/options/invoice${pointer}`,
  message: namingTerm(message, pointer),
})

function fromInvoice(
  invoice: Invoice,
  { profile: name, national_rules }: FacturXWish,
  locate: Locate,
): Embeddable {
  const { profile, findings, advice, xml } = writeInvoice(invoice, name, national_rules)
  if (xml === undefined) throw invalid(findings.map(locate))
  return {
    level: profile.level,
    profile,
    xml: new TextEncoder().encode(xml),
    takenFile: undefined,
    warnings: [
      ...(profile.nationalRules ? [AS_CII] : []),
      ...advice.map(locate).map(({ rule, pointer, message }) => `${rule} ${pointer}: ${message}`),
    ],
  }
}

/** Rates of lines, allowances and charges that are hardly meant, each once. The data of a template are looked at by itself. */
function oddRates({ lines = [], allowances = [], charges = [] }: Invoice): string[] {
  const told = new Map<string, string>()
  for (const [name, parts] of Object.entries({ lines, allowances, charges })) {
    for (const [index, { vat }] of parts.entries()) {
      const odd = vat?.rate === undefined ? undefined : oddRate(Number(vat.rate))
      if (odd && !told.has(odd))
        told.set(odd, `/options/invoice/${name}/${index}/vat/rate ${vat?.rate} ${odd}`)
    }
  }
  return [...told.values()].slice(0, MAX_ODD_RATES)
}

type Brought = {
  pointer: string
  wanted: FacturXWish
  mapped: MappedData | undefined
}

/** FNFE’s validator reads such a PDF as CII: its XMP has no name for this guideline. */
const AS_CII =
  'French platforms read XML of EXTENDED-CTC-FR in a PDF as CII and not as Factur-X: give it the guideline of EXTENDED.'

/** XML that a caller sends is embedded byte for byte. */
function fromXml({ xml, root }: BroughtXml, { pointer, wanted, mapped }: Brought): Embeddable {
  if (root instanceof XmlError) throw unusable(root, pointer)
  const { profile, findings } = checkCii(root, wanted.national_rules)
  if (!profile || findings.length) {
    throw invalid(findings.map((each) => ({ rule: each.rule, pointer, message: namingPlace(each) })))
  }
  const written = writtenProfileOf(profile) ?? profile.level
  if (wanted.profile && written !== wanted.profile) {
    const message = `This XML is of the profile ${written}, and factur_x.profile is ${wanted.profile}: change one of them.`
    throw invalid([{ pointer, message }])
  }
  if (mapped) refuseContradictions(mapped, readInvoice(root), { at: pointer, terms: false })
  return {
    level: profile.level,
    profile,
    xml,
    takenFile: undefined,
    warnings: profile.nationalRules ? [AS_CII] : [],
  }
}

/** A finding in XML has no pointer into the request, so the message names the field of the invoice. */
const namingPlace = ({ pointer, message }: Pick<RuleViolation, 'pointer' | 'message'>): string =>
  pointer ? `invoice${pointer.replaceAll('/', '.')}: ${namingTerm(message, pointer)}` : message

/** If a page prints the template's data and the e-invoice comes from elsewhere, both must state the same. */
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

function parseOrRefuse(source: string, pointer: string): XmlElement {
  try {
    return parseCii(source)
  } catch (error) {
    if (error instanceof XmlError) throw unusable(error, pointer)
    throw error
  }
}

const unusable = ({ message }: XmlError, pointer: string) =>
  invalid([{ pointer, message: `Not usable: ${message}.` }])

/** A template's data are in the caller's own words, so the term of the invoice stands in the message. */
function fromMapped(source: MappedData, wanted: FacturXWish): Embeddable {
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
