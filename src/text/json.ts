/**
 * JSON from a caller. How deep it is nested and how many values it has is counted before it is parsed, in one pass
 * over its text: 2,000,000 brackets or 600,000 keys cost seconds once they are objects.
 */
import { Problem } from '../errors'

/** Levels of objects and lists in a whole body: those of the request around the 64 of its data. */
const MAX_DEPTH = 80
/** Objects, lists, fields and entries together: a list of 10,000 rows with 20 fields has 210,000. */
export const MAX_VALUES = 250_000
/** Fields of one object: with 250,000 of them, whatever lists or copies it takes seconds. */
export const MAX_FIELDS = 10_000

/** Characters of a field's name that is told. */
const MAX_FIELD = 100

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
/** `[` and `]`; an object's braces are 32 above them. */
const OPEN = 0x5b
const CLOSE = 0x5d

/**
 * The value of a JSON text.
 *
 * @throws Problem `invalid_request` for too many levels or values, SyntaxError for what is no JSON
 */
export function parseJson(text: string): unknown {
  const { depth, values, fields, field } = measure(text)
  if (depth > MAX_DEPTH) throw refused(field, 'is nested deeper than 64 levels')
  if (values > MAX_VALUES) throw refused('', `has more than ${MAX_VALUES} values; send less data`)
  if (fields > MAX_FIELDS)
    throw refused(field, `has an object of more than ${MAX_FIELDS} fields; use a list, or send less data`)
  return JSON.parse(text)
}

type Measures = {
  /** The deepest level. */
  depth: number
  values: number
  /** The most that one object has. */
  fields: number
  /** The body's field where counting stopped: at the first too much. */
  field: string
}

function measure(text: string): Measures {
  let [depth, deepest, values, most] = [0, 0, 0, 0]
  let field = ''
  /** Of the objects and lists around `at`, from the outside: a list has no fields, however long it is. */
  const fields: number[] = []
  const few = () => deepest <= MAX_DEPTH && values <= MAX_VALUES && most <= MAX_FIELDS
  for (let at = 0; at < text.length && few(); at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      if (depth === 1 && end - at < MAX_FIELD) field = text.slice(at + 1, end)
      at = end
    } else if (code === COMMA) {
      values++
      const count = (fields[depth] ?? 0) + 1
      fields[depth] = count
      most = Math.max(most, count)
    } else if ((code & ~0x20) === OPEN) {
      values++
      deepest = Math.max(deepest, ++depth)
      fields[depth] = code === OPEN ? Number.NEGATIVE_INFINITY : 1
    } else if ((code & ~0x20) === CLOSE) depth--
  }
  return { depth: deepest, values, fields: most, field }
}

/** Where the string ends that begins at `start`; the end of the text if it does not. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    // A quote after an odd number of backslashes is a character of the string.
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

function refused(field: string, message: string): Problem {
  const pointer = /^\w+$/.test(field) ? `/${field}` : ''
  return new Problem('invalid_request', {
    detail: `${pointer || 'The body'} ${message}.`,
    errors: [{ pointer, message }],
  })
}
