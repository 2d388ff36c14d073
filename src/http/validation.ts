/**
 * From a zod result to what a caller reads: every problem at once, each with a JSON Pointer (RFC 6901) and a remedy.
 * An unknown field is named with the nearest known one, since a silent typo costs the caller a wrong document.
 */
import type { z } from 'zod'
import { type FieldError, MAX_ERRORS, Problem } from '../errors'
import { aliasedNames } from '../templates/name-aliases'
import { suggestName } from '../text/nearest-name'
import { type FieldNames, foreignName, wrappedFields } from './remedies/find-own-name'
import { missingRemedy, remedyOf } from './remedies/value-remedies'

/** Values inside these fields are the caller's own: nothing in them is stripped or refused. */
const FREE_FIELDS = new Set(['data', 'metadata'])
const MAX_DEPTH = 64
const MAX_NAME_SHOWN = 200
/** What zod says of a union that does not say better itself. */
const ZOD_UNION_MESSAGE = 'Invalid input'

/** Parses `value` after taking `null` for absent; throws `invalid_request` with every problem. */
export function parseShape<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const present = withoutNulls(value, 0)
  const result = schema.safeParse(present)
  if (result.success) return result.data
  const found = withoutFollowing(result.error.issues).flatMap((issue) => describe(issue, schema, present))
  // Only what is listed is worded: the nearest name of a field is looked for among all.
  throw invalidRequest(
    found.map(({ pointer, describe }, index) => ({ pointer, message: index < MAX_ERRORS ? describe() : '' })),
  )
}

/** Without the further rules that a value breaks whose form or type is wrong already, or that is an empty text. */
function withoutFollowing(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const malformed = new Set<string>()
  return issues.filter((issue) => {
    const place = pointer(issue.path)
    if (issue.code === 'custom' && place !== '' && malformed.has(place)) return false
    const isEmptyText = issue.code === 'too_small' && issue.origin === 'string'
    if (isEmptyText || issue.code === 'invalid_format' || issue.code === 'invalid_type') malformed.add(place)
    return true
  })
}

/** A problem whose words are found when it is listed. */
type FoundError = { pointer: string; describe: () => string }

/** The problem that lists `errors`. */
export function invalidRequest(errors: FieldError[]): Problem {
  // What is missing often has another name, and that is the problem to tell.
  const first = errors.find(({ message }) => !message.startsWith('is required')) ?? errors[0]
  const where = first?.pointer ? `${first.pointer} ` : 'the body '
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  // Some messages are sentences, with a full stop of their own.
  const what = first?.message.replace(/\.$/, '')
  const stop = more === '' && what?.endsWith('?') ? '' : '.'
  return new Problem('invalid_request', { detail: `${where}${what}${more}${stop}`, errors })
}

/** A JSON Pointer from a path. */
function pointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function withoutNulls(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH)
    throw invalidRequest([{ pointer: '', message: `is nested deeper than ${MAX_DEPTH} levels` }])
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, FREE_FIELDS.has(name) ? field : withoutNulls(field, depth + 1)]),
  )
}

function describe(issue: z.core.$ZodIssue, schema: z.ZodType, value: unknown): FoundError[] {
  const at = pointer(issue.path)
  if (issue.code === 'invalid_union' && issue.message === ZOD_UNION_MESSAGE) {
    const branch = closestBranch(issue.errors)
    if (branch.length > 0)
      return branch.flatMap((inner) =>
        describe({ ...inner, path: [...issue.path, ...inner.path] }, schema, value),
      )
  }
  if (issue.code === 'unrecognized_keys') {
    const names = namesAround(schema, issue.path)
    return issue.keys.map((key) => ({
      pointer: `${at}${pointer([truncateName(key)])}`,
      describe: () =>
        `is not a known field${wrappedFields(valueAt(value, [...issue.path, key]), names) ?? meantName(key, names)}`,
    }))
  }
  return [{ pointer: at, describe: () => withRemedy(issue, valueAt(value, issue.path)) }]
}

/** The fields beside an unknown one, those of `options` beside it, and those of the body if it stands in `options`. */
function namesAround(schema: z.ZodType, path: readonly PropertyKey[]): FieldNames {
  const outer = path.at(-1) === 'options' ? Object.keys(fieldsAt(schema, path.slice(0, -1))) : []
  const known = fieldsAt(schema, path)
  const inner = known.options === undefined ? [] : Object.keys(fieldsAt(schema, [...path, 'options']))
  return { known: Object.keys(known), inOptions: inner, outside: outer }
}

/** `; …` with the field that was meant by an unknown name, if one is. */
function meantName(name: string, names: FieldNames): string {
  const foreign = foreignName(name, names)
  if (foreign !== undefined) return `; ${foreign}`
  const alias = aliasedNames(name).find((one) => names.known.includes(one))
  if (alias !== undefined) return `; did you mean "${alias}"?`
  const near = suggestName(name, names.known)
  const isFilter = names.known.includes('cursor') && names.known.includes('metadata')
  return near || !isFilter ? near : `; a field of the metadata is "metadata.${truncateName(name)}"`
}

/** What is wrong with a value, and what to send instead if that can be told. */
function withRemedy(issue: z.core.$ZodIssue, value: unknown): string {
  const wrong = message(issue)
  const field = issue.path.findLast((part) => typeof part === 'string') ?? ''
  if (value === undefined) {
    const isMissing = issue.code === 'invalid_type' || issue.code === 'invalid_union'
    return isMissing ? `is required${missingRemedy(String(field))}` : wrong
  }
  const expected = issue.code === 'invalid_type' ? issue.expected : undefined
  return wrong + (takenOf(issue, remedyOf(String(field), value, expected)) || nearestValue(issue, value))
}

/** A remedy, if the value that it names is one of those that are taken here: fields of one name have several lists. */
function takenOf(issue: z.core.$ZodIssue, remedy: string): string {
  const [, meant] = /^; did you mean "([^"]+)"\?$/.exec(remedy) ?? []
  if (issue.code !== 'invalid_value' || meant === undefined || issue.values.includes(meant)) return remedy
  return meant === 'completed' && issue.values.includes('delivered') ? '; did you mean "delivered"?' : ''
}

/** `; did you mean "…"?` for a text that is nearly one of those that are taken. */
function nearestValue(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return ''
  return suggestName(
    value,
    issue.values.filter((one) => typeof one === 'string'),
  )
}

/** Names are repeated to the caller; no field of ours is nearly as long. */
function truncateName(name: string): string {
  return name.length > MAX_NAME_SHOWN ? `${name.slice(0, MAX_NAME_SHOWN)}…` : name
}

type Issues = z.core.$ZodIssue[]

/**
 * Of a union's branches, what is wrong with the one that was meant: of those for the value's type the one with the
 * fewest faults, or the fields that none of several knows. Empty if that tells nothing.
 */
function closestBranch(branches: Issues[]): Issues {
  const fitting = branches
    .filter((issues) => !issues.some(({ path, code }) => path.length === 0 && code === 'invalid_type'))
    .sort((a, b) => a.length - b.length)
  const [first = [], ...others] = fitting.filter(({ length }) => length === fitting[0]?.length)
  if (others.length === 0) return first
  const unknown = others.map(
    (issues) => new Set(issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))),
  )
  return first.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return []
    const keys = issue.keys.filter((key) => unknown.every((names) => names.has(key)))
    return keys.length > 0 ? [{ ...issue, keys }] : []
  })
}

function message(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeName(issue.expected)}`
    case 'invalid_value': {
      // Zod's own texts begin so; a schema that says better is heard.
      if (!issue.message.startsWith('Invalid ')) return issue.message
      const values = issue.values.map((one) => (typeof one === 'string' ? JSON.stringify(one) : String(one)))
      return `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`
    }
    case 'too_small':
      return issue.origin === 'string' || (issue.origin === 'array' && issue.minimum === 1)
        ? 'must not be empty'
        : `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${unit(issue.origin)}`
    case 'too_big':
      return `must be at most ${issue.maximum}${unit(issue.origin)}`
    case 'invalid_union':
      return issue.message === ZOD_UNION_MESSAGE ? 'has none of the allowed forms' : issue.message
    default:
      return issue.message
  }
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long'
  return origin === 'array' ? ' entries long' : ''
}

function typeName(type: string): string {
  const names: Record<string, string> = {
    object: 'an object',
    array: 'an array',
    int: 'a whole number',
    record: 'an object',
  }
  return names[type] ?? `a ${type}`
}

/** The fields of the object schema at `path`, of every branch of a union; none if there is no such object. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): Record<string, unknown> {
  let current: unknown = schema
  for (const part of path) {
    const { def } = unwrapSchema(current) as Schema
    current = def.type === 'array' ? def.element : fieldsOf(current)[String(part)]
    if (!current) return {}
  }
  return fieldsOf(current)
}

type Schema = {
  def: { type: string; shape?: Record<string, unknown>; element?: unknown; options?: unknown[] }
}

function fieldsOf(schema: unknown): Record<string, unknown> {
  const { shape = {}, options = [] } = (unwrapSchema(schema) as Schema).def
  return Object.assign({}, shape, ...options.map(fieldsOf))
}

type Wrapped = { def?: { type?: string; innerType?: unknown; in?: unknown; out?: unknown } }

function unwrapSchema(schema: unknown): unknown {
  let current = schema as Wrapped | undefined
  for (;;) {
    // A transformed schema is a pipe that begins with it; one whose value is prepared ends with it.
    const { innerType, in: first, out } = current?.def ?? {}
    const inner = innerType ?? ((first as Wrapped | undefined)?.def?.type === 'transform' ? out : first)
    if (inner === undefined) return current
    current = inner as Wrapped
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (current, part) => (current as Record<PropertyKey, unknown> | undefined)?.[part],
    value,
  )
}
