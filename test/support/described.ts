/** Checks each response that a test gets against the OpenAPI description. */
import { z } from 'zod'
import { app } from '../../src/app'
import { describeApi } from '../../src/http/openapi/describe-api'

type Schema = { [keyword: string]: unknown }
type Content = Record<string, { schema: Schema }>
type Operations = Record<string, { responses: Record<string, { content?: Content }> }>

const { paths, components } = describeApi(app.routes, 'https://platen.test') as unknown as {
  paths: Record<string, Operations>
  components: { schemas: Record<string, Schema> }
}
const $defs = closed(components.schemas) as Record<string, z.core.JSONSchema.JSONSchema>
/** By their schemas as JSON: most responses are a reference to one of a few. */
const parsers = new Map<string, z.ZodType>()
/** Those without parameters first: `/v1/webhooks/secret/rotate` is no delivery. */
const patterns = Object.keys(paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))

/**
 * `response`, if the description has its status, its media type and every field of its JSON. What is no operation of the
 * API is not looked at: files, addresses that do not exist, methods that a path does not take.
 */
export async function described(
  request: { method: string; path: string },
  response: Response,
): Promise<Response> {
  const path = new URL(request.path, 'https://platen.test').pathname
  const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase()
  const operation = operationsAt(path)?.[method]
  if (!operation) return response
  const what = `${request.method} ${path}: ${response.status}`
  const known = operation.responses[response.status]
  if (!known) throw new Error(`${what} is not described`)
  const type = response.headers.get('content-type')?.split(';')[0]
  const schema = type === undefined ? undefined : known.content?.[type]?.schema
  if (known.content && response.ok && !schema) throw new Error(`${what} with ${type} is not described`)
  if (!schema || !type?.endsWith('json') || request.method === 'HEAD') return response
  const { error } = parserOf(schema).safeParse(await response.clone().json())
  if (error) throw new Error(`${what} is not as described: ${z.prettifyError(error)}`)
  return response
}

function operationsAt(path: string): Operations | undefined {
  const known = patterns.find(({ pattern }) => pattern.test(path))
  return known && paths[known.path]
}

/** Reads what a schema of the description allows, and no field that it does not name. */
export function parserOf(schema: Schema): z.ZodType {
  const key = JSON.stringify(schema)
  const known = parsers.get(key)
  if (known) return known
  const parser = z.fromJSONSchema({ ...(closed(schema) as Schema), $defs })
  parsers.set(key, parser)
  return parser
}

/** The schema with no other properties than those it names, so that none is returned that is not described. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, closed(inner)]))
  if (typeof copy.$ref === 'string') copy.$ref = copy.$ref.replace('#/components/schemas/', '#/$defs/')
  // Zod takes a relative reference for no address, and does not know `not`, with which a grant says that it is not 0.
  if (copy.format === 'uri-reference') delete copy.format
  delete copy.not
  const isObject = copy.type === 'object' && typeof copy.properties === 'object'
  return isObject && copy.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy
}
