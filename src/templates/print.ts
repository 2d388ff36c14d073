import { Problem } from '../errors'

/**
 * A value as the text of a document. Missing values print nothing, never "undefined"; lists of plain values
 * print with commas between them.
 *
 * @throws Problem `invalid_request` for what has no text: an object, or a list of objects
 */
export function toPrint(value: unknown, data: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return value.map((item) => toPrint(item, data)).join(', ')
  }
  throw unprintable(
    [pointerOf(value, data) ?? '/data'],
    Array.isArray(value) ? 'a list of objects' : 'an object',
  )
}

/** The 400 for values that stand where the template prints text. */
export function unprintable(pointers: string[], what: string) {
  const message = `This is ${what}, but the template prints text here. Send a string or a number.`
  return new Problem('invalid_request', {
    detail: 'The data has a value that cannot be printed where the template prints text.',
    errors: pointers.map((pointer) => ({ pointer, message })),
  })
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
