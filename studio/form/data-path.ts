/** Values inside a template's data by a dotted path, such as `seller.name`. */
import type { Schema } from './schema'

export type Data = Record<string, unknown>

export function isRecord(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined if the schema has no such field. */
export function schemaAt(schema: Schema, path: string): Schema | undefined {
  let found: Schema | undefined = schema
  for (const name of path.split('.')) found = found?.properties?.[name]
  return found
}

/** The value of a field whose schema is known. A text in the place of an object is its `x-scalar` field. */
export function valueAt(schema: Schema, data: Data, path: string): unknown {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) return data[name]
  const part = schema.properties?.[name] ?? {}
  return valueAt(part, objectOf(part, data[name]), rest.join('.'))
}

/** A copy of `data` with this value at `path`. */
export function withValueAt(schema: Schema, data: Data, path: string, value: unknown): Data {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...data, [name]: value }
  const part = schema.properties?.[name] ?? {}
  return { ...data, [name]: withValueAt(part, objectOf(part, data[name]), rest.join('.'), value) }
}

/** An object's own fields, or those that a text in its place stands for. */
export function objectOf(schema: Schema, value: unknown): Data {
  if (isRecord(value)) return value
  const scalar = schema['x-scalar']
  return scalar !== undefined && value !== undefined && value !== null ? { [scalar]: value } : {}
}
