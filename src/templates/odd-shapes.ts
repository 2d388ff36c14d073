/**
 * Data of another shape than a template's Liquid reads, which prints nothing there: a text where the fields of an object
 * are read, an object where a list is. Templates that declare their variables have them fitted (`coerce`).
 */
import { nearestName } from '../text/nearest-name'
import type { Variables } from './manifest'
import { isGiven, type Place, pathOf } from './unread-data'

/** Values that are told one by one. */
const MAX_TOLD = 10
/** Names of an object's fields that are told. */
const MAX_FIELDS = 3

/** `reads` is what the page reads (`readsOf`), `name` what the caller calls it. Each value is looked at once. */
export function findOddShapes(reads: Variables, data: Record<string, unknown>, name: string): string[] {
  const told = new Set<string>()
  const walk = (schema: Variables, value: unknown, place: Place): void => {
    if (told.size >= MAX_TOLD || !isGiven(value) || typeof value === 'boolean') return
    const isList = Array.isArray(value)
    const isObject = typeof value === 'object' && !isList
    if (schema.type === 'array' && schema.items?.type === 'object') {
      if (isList) for (const [key, item] of value.entries()) walk(schema.items, item, { parent: place, key })
      else
        told.add(
          `${pathOf(place)} is ${isObject ? 'an object' : 'a text'}, and ${name} reads a list there: send one, [{${fieldsOf(schema.items)}}]`,
        )
    } else if (schema.type === 'object' && schema.properties) {
      if (isObject) {
        for (const [key, inner] of Object.entries(value as object)) {
          const next = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
          if (next) walk(next, inner, { parent: place, key })
        }
      } else
        told.add(
          `${pathOf(place)} is a ${isList ? 'list' : 'text'}, and ${name} reads an object there: send one, {${fieldsOf(schema)}}`,
        )
    }
  }
  walk(reads, data, undefined)
  return [...told]
}

function fieldsOf({ properties = {} }: Variables): string {
  const names = Object.keys(properties).slice(0, MAX_FIELDS)
  return names.map((field) => `"${field.slice(0, 60)}": …`).join(', ')
}

/** A name of the data that every template reads for the file, such as its title, where the page reads nearly the same. */
export function findMisnamed(
  { properties = {} }: Variables,
  data: Record<string, unknown>,
  { name, always }: { name: string; always: readonly string[] },
): string[] {
  const missing = Object.keys(properties).filter((key) => !isGiven(data[key]))
  return always.flatMap((key) => {
    if (!isGiven(data[key]) || Object.hasOwn(properties, key)) return []
    const meant = nearestName(key, missing)
    return meant === undefined
      ? []
      : [
          `data.${key} is not printed, and ${name} reads ${meant.slice(0, 60)}, which is empty: did you mean that?`,
        ]
  })
}
