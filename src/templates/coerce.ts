/** Fits a caller's data to a template's variables: numbers for texts, one for many, defaults. */
import { calendarDay } from '../time/calendar'
import { localeOf } from './locale'
import type { Variables } from './manifest'
import { parseNumber } from './parse-number'
import { escapePointer, unprintableValue } from './to-text'

/** Where a value stands, written as a pointer only when something is wrong there. */
type JsonPath = { parent: JsonPath; key: string | number } | undefined
type Misfit = { place: JsonPath; what: 'an object' | 'a list' | 'a list for an object' | 'no number' }
/** What is wrong, the language in which numbers are written, and where days begin and end. */
type Fitting = { misfits: Misfit[]; tag: string; timeZone: string }

/**
 * Fits a request's data to what a template declares: defaults stand in for what is missing, a plain value stands
 * for the object or the list of one that it abbreviates, and everything undeclared is left out. Nothing is
 * refused for being missing or additional. Numbers in strings are read as people write them, with the decimal
 * mark of `data.locale` where it could be either. A moment where a day stands is the day that it is in `data.time_zone`.
 *
 * @throws Problem `invalid_request` with a pointer for each value that has no text where text is printed, and for
 *   each that is no number where the document reckons with it
 */
export function coerce(schema: Variables, data: unknown): Record<string, unknown> {
  const { tag, timeZone } = localeOf((data ?? {}) as Record<string, unknown>, [])
  const fitting: Fitting = { misfits: [], tag, timeZone }
  const fitted = fitValue(schema, data, undefined, fitting)
  if (fitting.misfits.length > 0)
    throw unprintableValue(fitting.misfits.map(({ place, what }) => [pointerOf(place), what]))
  return (fitted ?? {}) as Record<string, unknown>
}

function fitValue(schema: Variables, value: unknown, place: JsonPath, fitting: Fitting): unknown {
  const given = value ?? schema.default
  if (schema.type === 'object') return fitObject(schema, given, place, fitting)
  if (given === undefined || given === null) return undefined
  if (schema.type === 'array') return fitList(schema, given, place, fitting)
  if (schema.type === 'boolean') return given === true || given === 'true' || given === 1 || given === '1'
  if (schema.type === undefined) return given
  if (schema.type === 'number') return fitNumber(given, place, fitting)
  if (schema.format === 'date') return calendarDay(given, fitting.timeZone) ?? fitText(given, place, fitting)
  return fitText(given, place, fitting)
}

/** Always an object, so that defaults inside it print although nothing of it was given. */
function fitObject(schema: Variables, value: unknown, place: JsonPath, fitting: Fitting) {
  if (Array.isArray(value)) {
    fitting.misfits.push({ place, what: 'a list for an object' })
    return undefined
  }
  const scalar = schema['x-scalar']
  const source =
    typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : value !== undefined && value !== null && scalar !== undefined
        ? { [scalar]: value }
        : {}
  if (!schema.properties) return source
  const fields: [string, unknown][] = []
  for (const { key, field, isOptional } of fieldsOf(schema, schema.properties)) {
    const own = Object.hasOwn(source, key) ? source[key] : undefined
    if (isOptional && (own === undefined || own === null)) continue
    // What is wrong with an abbreviation is wrong where it stands.
    const at = source === value ? { parent: place, key } : place
    const fitted = fitValue(field, own, at, fitting)
    if (fitted !== undefined) fields.push([key, fitted])
  }
  // An object of nothing is nothing: `{% if party %}` must not find an empty one.
  return fields.length > 0 || place === undefined ? Object.fromEntries(fields) : undefined
}

type Field = { key: string; field: Variables; isOptional: boolean }

/** Of each schema: a line of an invoice may have a hundred fields with fields of their own, and a list thousands of lines. */
const knownFields = new WeakMap<Variables, Field[]>()

function fieldsOf(schema: Variables, properties: Record<string, Variables>): Field[] {
  const known = knownFields.get(schema)
  if (known) return known
  const fields = Object.entries(properties).map(([key, field]) => ({
    key,
    field,
    isOptional: !hasDefault(field),
  }))
  knownFields.set(schema, fields)
  return fields
}

/** Whether something stands in for a value that is missing. An object of no declared fields does. */
function hasDefault(schema: Variables): boolean {
  if (schema.default !== undefined && schema.default !== null) return true
  if (schema.type !== 'object') return false
  const { properties } = schema
  return !properties || fieldsOf(schema, properties).some(({ isOptional }) => !isOptional)
}

function fitList(schema: Variables, value: unknown, place: JsonPath, fitting: Fitting) {
  const list = Array.isArray(value) ? value : [value]
  const items = schema.items
  if (!items) return list
  return list.flatMap((item, index) => {
    const at = Array.isArray(value) ? { parent: place, key: index } : place
    const fitted = fitValue(items, item, at, fitting)
    return fitted === undefined ? [] : [fitted]
  })
}

/** Numbers and strings print alike; lists of them print with commas; objects do not print. */
function fitText(value: unknown, place: JsonPath, fitting: Fitting) {
  if (typeof value !== 'object') return value
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) return value
  fitting.misfits.push({ place, what: Array.isArray(value) ? 'a list' : 'an object' })
  return undefined
}

/** A number as it is, one in a string in its plain form; a string of nothing is nothing. */
function fitNumber(value: unknown, place: JsonPath, fitting: Fitting) {
  if (typeof value === 'number') return value
  if (typeof value === 'object') {
    fitting.misfits.push({ place, what: Array.isArray(value) ? 'a list' : 'an object' })
    return undefined
  }
  const text = String(value)
  if (text.trim() === '') return undefined
  const plain = parseNumber(text, fitting.tag)
  if (plain === undefined) fitting.misfits.push({ place, what: 'no number' })
  return plain
}

function pointerOf(place: JsonPath): string {
  return place ? `${pointerOf(place.parent)}/${escapePointer(String(place.key))}` : '/data'
}
