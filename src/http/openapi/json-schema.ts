/** What is done to JSON Schemas that zod wrote, before they stand in the description. Nothing is changed in place. */

/** An object schema of JSON Schema 2020-12, loosely. */
export type JsonSchema = Record<string, unknown>

/** The schema with `null` allowed for every property that is not required, at any depth: it counts as absent. */
export function nullsAllowed(schema: JsonSchema): JsonSchema {
  const required = new Set((schema.required ?? []) as string[])
  return mapSchemas(schema, (inner, name) => {
    const allowed = nullsAllowed(inner)
    return name === undefined || required.has(name) ? allowed : orNull(allowed)
  })
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
 * All paths with the definitions that lie inside their schemas moved to `#/components/schemas`, where references of the
 * whole document find them; and those definitions by name.
 */
export function hoisted<Paths extends object>(
  paths: Paths,
): { paths: Paths; schemas: Record<string, JsonSchema> } {
  const schemas: Record<string, JsonSchema> = {}
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const { $defs, ...rest } = value as JsonSchema
    for (const [name, definition] of Object.entries($defs ?? {}))
      schemas[name] = visit(definition) as JsonSchema
    if (typeof rest.$ref === 'string') rest.$ref = rest.$ref.replace('#/$defs/', '#/components/schemas/')
    return Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, visit(inner)]))
  }
  return { paths: visit(paths) as Paths, schemas }
}

/** The schema with each schema directly inside it changed; `name` is that of a property. */
function mapSchemas(
  schema: JsonSchema,
  change: (inner: JsonSchema, name?: string) => JsonSchema,
): JsonSchema {
  const copy = { ...schema }
  const each = (field: string, named: boolean) => {
    if (!isSchema(copy[field])) return
    const entries = Object.entries(copy[field]) as [string, JsonSchema][]
    copy[field] = Object.fromEntries(
      entries.map(([name, inner]) => [name, named ? change(inner, name) : change(inner)]),
    )
  }
  each('properties', true)
  each('$defs', false)
  if (isSchema(copy.items)) copy.items = change(copy.items)
  if (isSchema(copy.additionalProperties)) copy.additionalProperties = change(copy.additionalProperties)
  for (const field of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    if (Array.isArray(copy[field])) copy[field] = copy[field].map((inner: JsonSchema) => change(inner))
  }
  return copy
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, description, ...rest } = schema
  const said = description === undefined ? {} : { description }
  if (Array.isArray(anyOf)) return { ...said, ...rest, anyOf: [...anyOf, { type: 'null' }] }
  if (typeof type !== 'string' || 'const' in rest)
    return { ...said, anyOf: [{ ...rest, type }, { type: 'null' }] }
  const values = Array.isArray(rest.enum) ? { enum: [...rest.enum, null] } : {}
  return { ...said, ...rest, ...values, type: [type, 'null'] }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
