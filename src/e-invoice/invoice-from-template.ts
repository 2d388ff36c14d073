/**
 * An invoice from the data of a template, whose manifest says which variable holds which field.
 *
 * Data are the caller's own and may hold more than an invoice: what the schema does not know is left out, null is
 * absent, numbers stand for text, and a moment stands for its day in `data.time_zone`, as on the page. Pointers lead back
 * to the caller's variables.
 */
import type { z } from 'zod'
import type { FieldError } from '../errors'
import { calendarDay } from '../time/calendar'
import { asPaid } from './as-paid'
import { type Invoice, invoiceSchema } from './schema'

export type MappedData = {
  /** The request's `data`. */
  data: unknown
  /** Field of the invoice to variable of the data, both dotted: `{"number": "invoice.no"}`. */
  fields: Readonly<Record<string, string>>
}

export type MappedInvoice = { invoice: Invoice; errors: [] } | { invoice: undefined; errors: FieldError[] }

/** The invoice that the data hold, or what about their shape no invoice can take. */
export function mapInvoice(source: MappedData): MappedInvoice {
  const mapped = treeOf(source)
  const second = invoiceSchema.safeParse(mapped)
  if (second.success) return { invoice: asPaid(second.data, valueAt(source.data, ['status'])), errors: [] }
  const errors = second.error.issues.map(({ path, message }) => ({
    pointer: pointerIntoData(source, `/${path.join('/')}`),
    message,
  }))
  return { invoice: undefined, errors }
}

/**
 * As much of the invoice as has its shape: a page prints `on receipt` where a date stands, an invoice cannot. An item
 * of a list that has not is empty, so that the others keep their positions; where it may not be, the list is left out.
 */
export function readableInvoice(source: MappedData): Invoice | undefined {
  const mapped = treeOf(source)
  for (const { path } of invoiceSchema.safeParse(mapped).error?.issues ?? []) {
    const place = valueAt(mapped, path.slice(0, -1))
    if (Array.isArray(place)) place[Number(path.at(-1))] = {}
    else if (isTree(place)) delete place[String(path.at(-1))]
  }
  for (const { path } of invoiceSchema.safeParse(mapped).error?.issues ?? []) {
    const list = path.slice(
      0,
      path.findLastIndex((key) => typeof key === 'number'),
    )
    const place = valueAt(mapped, list.slice(0, -1))
    if (isTree(place)) delete place[String(list.at(-1))]
  }
  const readable = invoiceSchema.safeParse(mapped).data
  return readable && asPaid(readable, valueAt(source.data, ['status']))
}

/** The mapped fields, with values as the schema wants them where that can be. */
function treeOf(source: MappedData): Tree {
  const mapped: Tree = {}
  for (const [field, variable] of Object.entries(source.fields)) {
    const value = withoutNulls(valueAt(source.data, variable.split('.')))
    if (value !== undefined) assign(mapped, field.split('.'), value)
  }
  const parsed = invoiceSchema.safeParse(mapped)
  for (const issue of parsed.error?.issues ?? []) repair(mapped, issue, timeZoneOf(source.data))
  return mapped
}

/** Where a field of the invoice comes from: `/lines/0/quantity` is `/data/items/0/quantity` for `lines: items`. */
export function pointerIntoData({ fields }: MappedData, pointer: string): string {
  const path = pointer.slice(1).replaceAll('/', '.')
  const field = Object.keys(fields)
    .filter((each) => path === each || path.startsWith(`${each}.`))
    .sort((a, b) => b.length - a.length)[0]
  if (field === undefined) return '/data'
  return `/data/${`${fields[field]}${path.slice(field.length)}`.replaceAll('.', '/')}`
}

type Tree = Record<string, unknown>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (place, key) => (isTree(place) && Object.hasOwn(place, key) ? place[String(key)] : undefined),
    value,
  )

function assign(tree: Tree, path: readonly string[], value: unknown) {
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    tree[key] = value
    return
  }
  if (!Object.hasOwn(tree, key) || !isTree(tree[key])) tree[key] = {}
  assign(tree[key] as Tree, rest, value)
}

/** Leaves out what the schema does not know, and writes values as the schema wants them. */
function repair(mapped: Tree, issue: z.core.$ZodIssue, timeZone: string) {
  if (issue.code === 'unrecognized_keys') {
    const place = valueAt(mapped, issue.path)
    for (const key of issue.keys) if (isTree(place)) delete place[key]
    return
  }
  const place = valueAt(mapped, issue.path.slice(0, -1))
  const key = String(issue.path.at(-1))
  if (!isTree(place) || !Object.hasOwn(place, key)) return
  const value = place[key]
  if (issue.code === 'invalid_format' && issue.format === 'date') {
    place[key] = calendarDay(value, timeZone) ?? value
  }
  if (issue.code === 'invalid_type' && issue.expected === 'string') place[key] = asPrinted(value)
}

/** What the page prints where text stands: numbers as they are, plain lists with commas. */
function asPrinted(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  return isPlainList ? value.join(', ') : value
}

/** IANA name; UTC if the data name none that is known, as on the page. */
function timeZoneOf(data: unknown): string {
  const given = isTree(data) ? data.time_zone : undefined
  if (typeof given !== 'string') return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** A copy without the nulls, so that the caller's data stay as they are. */
function withoutNulls(value: unknown): unknown {
  if (value === null) return undefined
  if (Array.isArray(value)) return value.map(withoutNulls).filter((each) => each !== undefined)
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each)]])),
  )
}
