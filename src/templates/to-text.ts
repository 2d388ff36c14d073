/** A value of the data as the text that is printed of it, or why it has none. */
import { Drop } from 'liquidjs'
import { Problem } from '../errors'

/**
 * A value as the text of a document. Missing values print nothing, never "undefined"; lists of plain values
 * print with commas between them.
 *
 * @throws Problem `invalid_request` for what has no text: an object, or a list of objects
 */
export function toText(value: unknown, data: unknown): string {
  // Liquid's own `nil`, `empty` and `blank` are objects, and nothing to print.
  if (value === undefined || value === null || value instanceof Drop) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return value.map((item) => toText(item, data)).join(', ')
  }
  throw unprintableValue([
    [pointerOf(value, data) ?? '/data', Array.isArray(value) ? 'a list of objects' : 'an object'],
  ])
}

/** The 400 for values that do not fit where they stand: a pointer and what stands there, for each. */
export function unprintableValue(values: [pointer: string, what: string][]) {
  return new Problem('invalid_request', {
    detail: 'Some values have the wrong type for this template.',
    errors: values.map(([pointer, what]) => ({
      pointer,
      message: messageOf(what, pointer),
    })),
  })
}

function messageOf(what: string, pointer: string): string {
  if (what === 'no number')
    return `Expected a number here, for example 1234.5 or "1234.50".${numberHint(pointer)}`
  if (what === 'a list for an object')
    return pointer.endsWith('/vat')
      ? 'This is a list, but one rate is read here. Send it alone, such as 19; what has two rates is two lines.'
      : 'This is a list, but one object is read here. Send the object itself.'
  const picture = /\/(?:logo|[a-z_]{0,20}image)$/.test(pointer) ? ' A picture is sent as its address.' : ''
  return `This is ${what}, but the template prints text here. Send a string or a number.${picture}`
}

/** Where what was sent may go, or how it is written as a number. */
function numberHint(pointer: string): string {
  if (pointer.endsWith('/quantity')) return ' Its unit goes into "unit", beside it.'
  if (pointer.endsWith('/vat')) return ' Without VAT send {"category": "E", "exemption_reason": "…"}.'
  if (pointer.endsWith('/level')) return ' The first reminder is 1, the last 3.'
  if (pointer.endsWith('/hours')) return ' 7 hours and 30 minutes are 7.5.'
  return ''
}

/** The 400 for a value that is no number where the template reckons with it; `data` is the request's. */
export function notANumber(value: unknown, data: unknown) {
  const what = Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : 'no number'
  return unprintableValue([[pointerOf(value, data) ?? '/data', what]])
}

/** Where in the request a value stands, found by identity: the engine hands filters values, not paths. */
function pointerOf(wanted: unknown, data: unknown, at = '/data'): string | undefined {
  if (wanted === data) return at
  if (typeof data !== 'object' || data === null) return undefined
  for (const [key, value] of Object.entries(data)) {
    const found = pointerOf(wanted, value, `${at}/${escapePointer(key)}`)
    if (found !== undefined) return found
  }
  return undefined
}

/** RFC 6901 section 3. */
export function escapePointer(key: string) {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
