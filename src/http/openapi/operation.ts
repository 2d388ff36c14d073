/** A route's description as an OpenAPI operation. */
import { z } from 'zod'
import { type ErrorCode, errorTable } from '../../errors'
import type { Description, ResponseDescription } from '../route'
import { type JsonSchema, nullsAllowed, withoutSafeBounds } from './json-schema'

export type Operation = Record<string, unknown>

/** Problems of every operation, by who may call it. */
const ACCESS_ERRORS: Record<NonNullable<Description['access']>, readonly ErrorCode[]> = {
  key: ['unauthorized', 'forbidden', 'rate_limited', 'internal', 'not_configured'],
  operator: ['unauthorized', 'rate_limited', 'internal', 'not_configured'],
  public: [],
}

const BODY_ERRORS = ['invalid_request', 'invalid_json', 'body_too_large', 'unsupported_media_type'] as const

const SECURITY = { key: undefined, operator: [{ operator: [] }], public: [] }

/** The operation of a route at `path`, in OpenAPI's form: `/v1/status/{task_id}`. */
export function operationOf(description: Description, path: string): Operation {
  const { operationId, summary, access = 'key', responses } = description
  const security = SECURITY[access]
  const parameters = [
    ...pathParameters(description, path),
    ...queryParameters(description),
    ...headers(description),
  ]
  return {
    operationId,
    summary,
    ...(description.description !== undefined && { description: description.description }),
    ...(access === 'operator' && { tags: ['operator'] }),
    ...(security && { security }),
    ...(parameters.length > 0 && { parameters }),
    ...(description.body && { requestBody: requestBody(description, description.body) }),
    responses: {
      ...Object.fromEntries(Object.entries(responses).map(([status, one]) => [status, response(one)])),
      ...problems(errorsOf(description)),
    },
  }
}

/** A schema of a body, query or path as JSON Schema 2020-12: `null` too, wherever a field may be left out. */
export function requestSchema(schema: z.ZodType): JsonSchema {
  return nullsAllowed(jsonSchema(schema))
}

/** Blanks at the ends are not part of a header's value. */
const idempotencyKeySchema = {
  type: 'string',
  pattern: '^[!-~](?:[ -~]{0,253}[!-~])?$',
  minLength: 1,
  maxLength: 255,
}

function pathParameters({ path: schemas = {} }: Description, path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: schemas[name] ? jsonSchema(schemas[name]) : { type: 'string' },
  }))
}

/** Each field of a query's schema is a parameter. */
function queryParameters({ query }: Description) {
  if (!query) return []
  const { properties = {} } = jsonSchema(query) as { properties?: Record<string, JsonSchema> }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    schema,
    ...(description !== undefined && { description }),
  }))
}

function headers({ idempotencyKey }: Description) {
  if (!idempotencyKey) return []
  const { description } = idempotencyKey
  return [{ name: 'Idempotency-Key', in: 'header', description, schema: idempotencyKeySchema }]
}

/** A body that may be left out counts as `{}`. A form has no null: what is empty is absent. */
function requestBody({ example, form, isBodyRequired }: Description, body: z.ZodType) {
  return {
    required: isBodyRequired ?? !body.safeParse({}).success,
    content: {
      'application/json': { schema: requestSchema(body), ...(example !== undefined && { example }) },
      ...(form && { 'multipart/form-data': { schema: jsonSchema(form) } }),
    },
  }
}

function response({ description, headers = [], content }: ResponseDescription) {
  if (!content) return { description }
  return {
    description,
    headers: headerRefs(['X-Request-Id', ...headers]),
    content: Object.fromEntries(
      Object.entries(content).map(([type, schema]) => [
        type,
        { schema: withoutSafeBounds(jsonSchema(schema)) },
      ]),
    ),
  }
}

/** Every problem that the description says or that follows from it. */
function errorsOf({ access = 'key', body, query, idempotencyKey, errors = [] }: Description): Set<ErrorCode> {
  return new Set([
    ...ACCESS_ERRORS[access],
    ...(body ? BODY_ERRORS : []),
    ...(query ? (['invalid_request'] as const) : []),
    ...(idempotencyKey?.errors ?? []),
    ...errors,
  ])
}

/** The problem responses, one a status; several codes may share one. */
function problems(codes: Iterable<ErrorCode>) {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { status } = errorTable[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      String(status),
      {
        description: same.map((code) => `\`${code}\`: ${errorTable[code].title}.`).join(' '),
        headers: headerRefs(mayRetry(status) ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id']),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

function mayRetry(status: number): boolean {
  return status === 429 || status >= 502 || status === 409
}

function headerRefs(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** A zod schema as JSON Schema 2020-12, which OpenAPI 3.1 takes as it is. */
function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest as JsonSchema
}
