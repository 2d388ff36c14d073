/** What is done to JSON Schemas that zod wrote, before they stand in the description. Nothing is changed in place. */

/** An object schema of JSON Schema 2020-12, loosely. */
export type JsonSchema = Record<string, unknown>

/**
 * The schema in the words that generators of clients and linters know as well, at any depth: a tuple's `items` says no
 * false, as `maxItems` ends it already, and an empty object is no default, as it says nothing.
 */
export function portable(schema: JsonSchema): JsonSchema {
  const { prefixItems, default: value, ...rest } = mapSchemas(schema, portable)
  return {
    ...rest,
    ...(Array.isArray(prefixItems) && tuple(prefixItems)),
    ...(value !== undefined && !isEmptyObject(value) && { default: value }),
  }
}

/** The keywords of a list with one item for each of `items`: of one kind, if they are alike. */
function tuple(items: JsonSchema[]): JsonSchema {
  const [first] = items
  const isAlike = items.every((item) => JSON.stringify(item) === JSON.stringify(first))
  return {
    ...(!isAlike && { prefixItems: items }),
    items: items.at(-1),
    minItems: items.length,
    maxItems: items.length,
  }
}

/** The schema without the bounds of a safe integer, which zod writes for every integer: no response comes near them. */
export function withoutSafeBounds(schema: JsonSchema): JsonSchema {
  const { minimum, maximum, ...rest } = mapSchemas(schema, withoutSafeBounds)
  return {
    ...rest,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
}

/**
 * `described` with the definitions that lie inside its schemas moved to `#/components/schemas`, where references of the
 * whole document find them; and those definitions by name. Throws if a name has two definitions.
 */
export function hoisted<Described extends object>(
  described: Described,
): { described: Described; schemas: Record<string, JsonSchema> } {
  const schemas: Record<string, JsonSchema> = {}
  const define = (name: string, schema: JsonSchema) => {
    const known = schemas[name]
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two schemas of the description are called ${name}`)
    }
    schemas[name] = schema
  }
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const { $defs, ...rest } = value as JsonSchema
    for (const [name, definition] of Object.entries($defs ?? {}))
      define(name, visit(definition) as JsonSchema)
    if (typeof rest.$ref === 'string') rest.$ref = rest.$ref.replace('#/$defs/', '#/components/schemas/')
    return Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, visit(inner)]))
  }
  return { described: visit(described) as Described, schemas }
}

/** The schema with each schema directly inside it changed. */
function mapSchemas(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const copy = { ...schema }
  for (const field of ['properties', '$defs']) {
    if (!isSchema(copy[field])) continue
    const entries = Object.entries(copy[field]) as [string, JsonSchema][]
    copy[field] = Object.fromEntries(entries.map(([name, inner]) => [name, change(inner)]))
  }
  if (isSchema(copy.items)) copy.items = change(copy.items)
  if (isSchema(copy.additionalProperties)) copy.additionalProperties = change(copy.additionalProperties)
  for (const field of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    if (Array.isArray(copy[field])) copy[field] = copy[field].map(change)
  }
  return copy
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmptyObject(value: unknown): boolean {
  return isSchema(value) && Object.keys(value).length === 0
}
