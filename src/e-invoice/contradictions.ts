/**
 * Two invoices in one request: the data of a template, which the page prints, and the e-invoice that is given beside
 * them. A reader and a program must not be told different things, so what both state must agree.
 */
import { equal, format, toDecimal } from '../money/decimal'
import type { Invoice } from './schema'
import { completeInvoice } from './totals'

export type Contradiction = {
  /** JSON Pointer into the invoice. */
  pointer: string
  onPage: string
  inXml: string
}

/** What both state differently, the computed totals of both among it; empty if they agree. */
export function findContradictions(page: Invoice, xml: Invoice): Contradiction[] {
  const found = differences(canonical(page), canonical(xml), '')
  if (page.lines?.length && xml.lines?.length) {
    const [printed, said] = [completeInvoice(page).totals, completeInvoice(xml).totals]
    for (const [field, name] of [
      ['line', 'line_total'],
      ['net', 'net'],
      ['vat', 'vat'],
      ['gross', 'gross'],
      ['due', 'due'],
    ] as const) {
      const [onPage, inXml] = [printed[field].value, said[field].value]
      const pointer = `/totals/${name}`
      if (!equal(onPage, inXml) && !found.some((each) => each.pointer === pointer)) {
        found.push({ pointer, onPage: format(onPage, 2), inXml: format(inXml, 2) })
      }
    }
  }
  return found
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
  if (isTree(page) || isTree(xml)) return []
  return isSame(String(page), String(xml)) ? [] : [{ pointer, onPage: String(page), inXml: String(xml) }]
}

/** Numbers by their value; text without regard to its blanks, which IBANs and VAT identifiers are printed with. */
function isSame(a: string, b: string): boolean {
  const [x, y] = [toDecimal(a), toDecimal(b)]
  if (x && y) return equal(x, y)
  return a.replace(/\s+/g, '') === b.replace(/\s+/g, '')
}
