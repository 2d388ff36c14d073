/** Which column fills which field: guessed by their names, and obeyed. */
import type { Field } from './fields'
import type { Cell, Row } from './table'

/** The path of the field that each column fills; a column that is not here fills none. */
export type Mapping = Readonly<Record<string, string>>

/** What columns are often called, by the last name of a field. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  number: ['no', 'nr', 'invoicenumber', 'invoiceno', 'invoice', 'rechnungsnummer'],
  issue_date: ['date', 'invoicedate', 'datum', 'issued'],
  due_date: ['due', 'duedate', 'faellig', 'payby'],
  recipient: ['name', 'to', 'attendee', 'participant'],
  quantity: ['qty', 'amount', 'count', 'menge', 'anzahl'],
  net_price: ['price', 'unitprice', 'netprice', 'preis', 'rate'],
  vat: ['tax', 'vatrate', 'taxrate', 'mwst'],
  postcode: ['zip', 'zipcode', 'postalcode', 'plz'],
  line1: ['street', 'address', 'strasse'],
  city: ['town', 'ort'],
  email: ['mail', 'emailaddress'],
}

/** Each field once, the best column first. */
export function guessMapping(columns: readonly string[], fields: readonly Field[]): Mapping {
  const scored = columns.flatMap((column) =>
    fields.map((field, at) => ({ column, field, score: likeness(column, field), at })),
  )
  const sorted = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.at - b.at)
  const mapping: Record<string, string> = {}
  const taken = new Set<string>()
  for (const { column, field } of sorted) {
    if (Object.hasOwn(mapping, column) || taken.has(field.path)) continue
    Object.defineProperty(mapping, column, { value: field.path, enumerable: true })
    taken.add(field.path)
  }
  return mapping
}

function likeness(column: string, { path, title }: Field): number {
  const said = plain(column)
  if (said === '') return 0
  const names = path.replaceAll('[]', '').split('.')
  const last = names.at(-1) ?? ''
  const owner = names.at(-2) ?? ''
  const depth = names.length / 10
  if (said === plain(names.join(''))) return 10
  if (said === plain(title)) return 9
  if (owner && said === plain(owner + last)) return 8
  if (said === plain(last)) return 7 - depth
  const others = Object.hasOwn(ALSO, last) ? (ALSO[last] ?? []) : []
  if (owner && others.some((other) => said === plain(owner) + other)) return 6
  // Of a list it is what one buys.
  if (last === 'name' && path.includes('[]') && ITEMS.includes(said)) return 5
  // "Customer" and "Client" are the buyer, whose name is meant.
  if (last === 'name' && BUYERS.includes(said)) return owner === 'buyer' ? 6 : 0
  if (others.includes(said)) return 4 - depth
  return 0
}

const ITEMS = ['item', 'product', 'article', 'artikel', 'description', 'position']
const BUYERS = ['customer', 'client', 'company', 'kunde', 'buyer', 'billto']

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
}

/** Rows that make one document: those with the same value in a column, or each by itself. */
export function groupRows(rows: readonly Row[], column: string | undefined): Row[][] {
  if (column === undefined) return rows.map((row) => [row])
  const groups = new Map<string, Row[]>()
  for (const [at, row] of rows.entries()) {
    const value = row[column]
    // What has no value stands by itself.
    const key = value === '' || value === null || value === undefined ? `\u0000${at}` : String(value)
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}

/** The data of a document: `base`, and over it what its rows say. Empty cells say nothing. */
export function dataOf(
  base: Record<string, unknown>,
  rows: readonly Row[],
  mapping: Mapping,
): Record<string, unknown> {
  const data = structuredClone(base)
  const made = new Set<string>()
  for (const [at, row] of rows.entries()) {
    for (const [column, path] of Object.entries(mapping)) {
      const value = Object.hasOwn(row, column) ? row[column] : undefined
      if (value === undefined || value === null || value === '') continue
      const list = path.indexOf('[]')
      if (list < 0) {
        // A document has it once: of the first row that says it.
        if (!made.has(path)) setAt(data, path.split('.'), value)
        made.add(path)
      } else setEntry(data, { list: path.slice(0, list), at, path: path.slice(list + 3), made }, value)
    }
  }
  return data
}

type Entry = { list: string; at: number; path: string; made: Set<string> }

/** The field of an entry that this row is. The rows replace the list of `base`. */
function setEntry(data: Record<string, unknown>, { list, at, path, made }: Entry, value: Cell): void {
  const names = list.split('.')
  const known = made.has(list) ? getAt(data, names) : undefined
  const entries = Array.isArray(known) ? known : []
  if (!made.has(list)) setAt(data, names, entries)
  made.add(list)
  while (entries.length <= at) entries.push({})
  setAt(entries[at], path.replaceAll('[]', '').split('.'), value)
}

function getAt(data: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Record<string, unknown>)[name]
        : undefined,
    data,
  )
}

/** Own properties alone: a column may be called `__proto__`. */
function setAt(data: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  const define = (made: unknown) =>
    Object.defineProperty(data, name, { value: made, enumerable: true, configurable: true, writable: true })
  if (rest.length === 0) return void define(value)
  const inner = Object.hasOwn(data, name) ? data[name] : undefined
  const object = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {}
  define(object)
  setAt(object as Record<string, unknown>, rest, value)
}
