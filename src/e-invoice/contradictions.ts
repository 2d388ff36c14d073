/**
 * Two invoices in one request: the data of a template, which the page prints, and the e-invoice that is given beside
 * them. A reader and a program must not be told different things, so what both state must agree.
 */
import { z } from 'zod'
import { equal, format, toDecimal } from '../money/decimal'
import { completeInvoice } from './complete-invoice'
import { type Invoice, invoiceFields } from './schema'
import { number } from './schema/value-schemas'

export type Contradiction = {
  /** JSON Pointer into the invoice. */
  pointer: string
  onPage: string
  inXml: string
}

/**
 * What both state differently, the computed totals of both among it; empty if they agree.
 *
 * @param page as much of the template's data as has the shape of an invoice
 * @param xml of MINIMUM or BASIC WL it has no lines: its totals are those that it states
 */
export function findContradictions(page: Invoice, xml: Invoice): Contradiction[] {
  const found = differences(canonical(page), canonical(xml), '')
  const isNew = ({ pointer }: Contradiction) => !found.some((each) => each.pointer === pointer)
  return [...found, ...totalsThatDiffer(page, xml).filter(isNew)]
}

const TOTALS = [
  ['line', 'line_total'],
  ['net', 'net'],
  ['vat', 'vat'],
  ['gross', 'gross'],
  ['due', 'due'],
] as const

function totalsThatDiffer(page: Invoice, xml: Invoice): Contradiction[] {
  if (!page.lines?.length) return []
  const [printed, said] = [completeInvoice(page).totals, completeInvoice(xml).totals]
  return TOTALS.flatMap(([field, name]) => {
    const onPage = printed[field].value
    const inXml = xml.lines?.length ? said[field].value : said[field].stated
    if (!inXml || equal(onPage, inXml)) return []
    return [{ pointer: `/totals/${name}`, onPage: format(onPage, 2), inXml: format(inXml, 2) }]
  })
}

type Tree = { [key: string]: unknown }
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Short and long forms alike: an identifier without its scheme, a note without its subject. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (!isTree(value)) return value
  const names = Object.keys(value).filter((name) => value[name] !== undefined)
  const isOnly = (...known: string[]) => names.length > 0 && names.every((name) => known.includes(name))
  if ('id' in value && isOnly('id', 'scheme')) return value.id
  if ('text' in value && isOnly('text', 'subject_code')) return value.text
  return Object.fromEntries(names.map((name) => [name, canonical(value[name])]))
}

function differences(page: unknown, xml: unknown, pointer: string): Contradiction[] {
  if (page === undefined || xml === undefined) return []
  if (Array.isArray(page) && Array.isArray(xml)) {
    if (page.length === 0 || xml.length === 0) return []
    if (page.length !== xml.length) {
      return [{ pointer, onPage: `${page.length} entries`, inXml: `${xml.length} entries` }]
    }
    return page.flatMap((each, i) => differences(each, xml[i], `${pointer}/${i}`))
  }
  if (isTree(page) && isTree(xml)) {
    return Object.keys(page).flatMap((key) =>
      Object.hasOwn(xml, key) ? differences(page[key], xml[key], `${pointer}/${key}`) : [],
    )
  }
  if (isTree(page) || isTree(xml)) return differences(shortForm(page), shortForm(xml), pointer)
  const [onPage, inXml] = [String(page), String(xml)]
  const same = isNumberAt(pointer) ? isSameNumber(onPage, inXml) : isSameText(onPage, inXml)
  return same ? [] : [{ pointer, onPage, inXml }]
}

/** What is compared if only one side has further fields. */
const shortForm = (value: unknown): unknown => (isTree(value) ? (value.id ?? value.text) : value)

function isSameNumber(a: string, b: string): boolean {
  const [x, y] = [toDecimal(a), toDecimal(b)]
  return x && y ? equal(x, y) : isSameText(a, b)
}

/** Without blanks, since IBANs and VAT identifiers are printed with them. */
const isSameText = (a: string, b: string): boolean => a.replace(/\s+/g, '') === b.replace(/\s+/g, '')

/** Whether a field is a number, not a text or code that looks like one: `0071` is not `71`. */
function isNumberAt(pointer: string): boolean {
  let schema: z.core.$ZodType | undefined = invoiceFields
  for (const key of pointer.slice(1).split('/')) {
    if (schema instanceof z.ZodArray) schema = schema.element
    else if (schema instanceof z.ZodObject) schema = schema.shape[key]
    if (schema instanceof z.ZodOptional) schema = schema.unwrap()
  }
  return schema === number
}
