/**
 * An invoice from the data of a template, whose manifest says which variable holds which field.
 *
 * Data are the caller's own and may hold more than an invoice: what the schema does not know is left out, null is
 * absent, and a date may have a time. Pointers lead back to the caller's variables.
 */
import type { z } from 'zod'
import type { FieldError } from '../errors'
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
  const mapped: Tree = {}
  for (const [field, variable] of Object.entries(source.fields)) {
    const value = withoutNulls(valueAt(source.data, variable.split('.')))
    if (value !== undefined) assign(mapped, field.split('.'), value)
  }
  const first = invoiceSchema.safeParse(mapped)
  if (first.success) return { invoice: first.data, errors: [] }
  for (const issue of first.error.issues) repair(mapped, issue)
  const second = invoiceSchema.safeParse(mapped)
  if (second.success) return { invoice: second.data, errors: [] }
  const errors = second.error.issues.map(({ path, message }) => ({
    pointer: pointerIntoData(source, `/${path.join('/')}`),
    message,
  }))
  return { invoice: undefined, errors }
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

/** Leaves out what the schema does not know, and the time of a date. */
function repair(mapped: Tree, issue: z.core.$ZodIssue) {
  if (issue.code === 'unrecognized_keys') {
    const place = valueAt(mapped, issue.path)
    for (const key of issue.keys) if (isTree(place)) delete place[key]
  }
  if (issue.code === 'invalid_format' && issue.format === 'date') {
    const place = valueAt(mapped, issue.path.slice(0, -1))
    const key = String(issue.path.at(-1))
    const value = isTree(place) ? place[key] : undefined
    if (isTree(place) && typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(value)) {
      place[key] = value.slice(0, 10)
    }
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
