import type { Variables } from './manifest'
import { escapePointer, unprintable } from './print'

/** Where a value stands, written as a pointer only when something is wrong there. */
type Place = { parent: Place; key: string | number } | undefined
type Misfit = { place: Place; what: 'an object' | 'a list' }

/**
 * Fits a request's data to what a template declares: defaults stand in for what is missing, a plain value stands
 * for the object or the list of one that it abbreviates, and everything undeclared is left out. Nothing is
 * refused for being missing or additional.
 *
 * @throws Problem `invalid_request` with a pointer for each value that has no text where text is printed
 */
export function coerce(schema: Variables, data: unknown): Record<string, unknown> {
  const misfits: Misfit[] = []
  const fitted = fitValue(schema, data, undefined, misfits)
  const [first] = misfits
  if (first)
    throw unprintable(
      misfits.map(({ place }) => pointerOf(place)),
      first.what,
    )
  return (fitted ?? {}) as Record<string, unknown>
}

function fitValue(schema: Variables, value: unknown, place: Place, misfits: Misfit[]): unknown {
  const given = value ?? schema.default
  if (schema.type === 'object') return fitObject(schema, given, place, misfits)
  if (given === undefined || given === null) return undefined
  if (schema.type === 'array') return fitList(schema, given, place, misfits)
  if (schema.type === 'boolean') return given === true || given === 'true' || given === 1 || given === '1'
  if (schema.type === undefined) return given
  return fitText(given, place, misfits)
}

/** Always an object, so that defaults inside it print although nothing of it was given. */
function fitObject(schema: Variables, value: unknown, place: Place, misfits: Misfit[]) {
  if (Array.isArray(value)) {
    misfits.push({ place, what: 'a list' })
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
  const fields = Object.entries(schema.properties).flatMap(([key, field]) => {
    const own = Object.hasOwn(source, key) ? source[key] : undefined
    const fitted = fitValue(field, own, { parent: place, key }, misfits)
    return fitted === undefined ? [] : [[key, fitted] as const]
  })
  // An object of nothing is nothing: `{% if party %}` must not find an empty one.
  return fields.length > 0 || place === undefined ? Object.fromEntries(fields) : undefined
}

function fitList(schema: Variables, value: unknown, place: Place, misfits: Misfit[]) {
  const list = Array.isArray(value) ? value : [value]
  const items = schema.items
  if (!items) return list
  return list.flatMap((item, index) => {
    const at = Array.isArray(value) ? { parent: place, key: index } : place
    const fitted = fitValue(items, item, at, misfits)
    return fitted === undefined ? [] : [fitted]
  })
}

/** Numbers and strings print alike; lists of them print with commas; objects do not print. */
function fitText(value: unknown, place: Place, misfits: Misfit[]) {
  if (typeof value !== 'object') return value
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) return value
  misfits.push({ place, what: Array.isArray(value) ? 'a list' : 'an object' })
  return undefined
}

function pointerOf(place: Place): string {
  return place ? `${pointerOf(place.parent)}/${escapePointer(String(place.key))}` : '/data'
}
