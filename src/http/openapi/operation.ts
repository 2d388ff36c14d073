/** The pieces that operations of the description are made of. */
import { z } from 'zod'
import { type ErrorCode, errorTable } from '../../errors'
import { type JsonSchema, nullsAllowed } from './json-schema'

export type Operation = Record<string, unknown>
/** By path: its operations by method, and the parameters that they share. */
export type Paths = Record<string, Record<string, Operation | Operation[]>>

/** A zod schema as JSON Schema 2020-12, which OpenAPI 3.1 takes as it is. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json as JsonSchema
}

/** What a caller may send in a body: `null` too, wherever a field may be left out. */
export function requestSchema(schema: z.ZodType): JsonSchema {
  return nullsAllowed(schemaOf(schema))
}

export const time = { type: 'string', format: 'date-time' }
export const url = { type: 'string', format: 'uri' }

/** A parameter that is part of the path. */
export function inPath(name: string, schema: JsonSchema = { type: 'string' }) {
  return { name, in: 'path', required: true, schema }
}

/** The parameters of a query, each a field of its schema. */
export function queryOf(schema: z.ZodType) {
  const { properties = {} } = schemaOf(schema) as { properties?: Record<string, { description?: string }> }
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    ...{ name, in: 'query', schema: field },
    ...(description && { description }),
  }))
}

/** Blanks at the ends are none of a header's value. */
export const idempotencyKeySchema = {
  type: 'string',
  pattern: '^[!-~](?:[ -~]{0,253}[!-~])?$',
  minLength: 1,
  maxLength: 255,
}

/** `Idempotency-Key`, as every POST takes it that makes something. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A repeat with the same key and the same body within 24 hours gets the first answer, byte for byte, with ' +
    '`Idempotent-Replayed: true`, and is not charged. Same key, other body: 422. First one still running: 409. ' +
    '1 to 255 printable ASCII characters.',
  schema: idempotencyKeySchema,
}

/** A JSON request body; one that may be left out counts as `{}`. */
export function jsonBody(schema: z.ZodType, example?: unknown) {
  const content = { schema: requestSchema(schema), ...(example !== undefined && { example }) }
  return { required: !schema.safeParse({}).success, content: { 'application/json': content } }
}

/** A JSON answer. */
export function jsonAnswer(description: string, schema: Record<string, unknown>, headers: string[] = []) {
  return {
    description,
    headers: headerRefs(['X-Request-Id', ...headers]),
    content: { 'application/json': { schema } },
  }
}

/** A file as answer. */
export function fileAnswer(description: string, type: string, headers: string[]) {
  return {
    description,
    headers: headerRefs(['X-Request-Id', ...headers]),
    content: { [type]: { schema: { type: 'string', contentMediaType: type, format: 'binary' } } },
  }
}

/** The problem answers of an operation, one a status; several codes may share one. */
export function problems(...codes: ErrorCode[]) {
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
        headers: headerRefs(
          status === 429 || status >= 502 || status === 409
            ? ['X-Request-Id', 'Retry-After']
            : ['X-Request-Id'],
        ),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

/** What every operation with a key may answer. */
export const keyed = ['unauthorized', 'forbidden', 'rate_limited', 'internal', 'not_configured'] as const
/** What every operation with a body may answer besides. */
export const bodied = ['invalid_request', 'invalid_json', 'body_too_large', 'unsupported_media_type'] as const
/** What every operation with an idempotency key may answer besides. */
export const once = ['idempotency_in_flight', 'idempotency_mismatch', 'gone'] as const
/** What every rendering operation may answer besides. */
export const rendering = [
  'insufficient_credits',
  ...once,
  'plan_feature',
  'asset_failed',
  'document_invalid',
  'strict_warning',
  'too_many_renders',
  'too_many_tasks',
  'too_many_uncharged',
  'test_quota',
  'browser_lost',
  'pool_full',
  'render_timeout',
] as const

/** Headers of a delivered document. */
export const documentHeaders = [
  'X-Task-Id',
  'X-Page-Count',
  'X-Credits-Charged',
  'X-Credits-Left',
  'X-Conformance',
  'X-Factur-X',
  'X-Optimization',
  'X-Warnings',
  'X-Test-Mode',
  'Idempotent-Replayed',
  'RateLimit-Policy',
  'RateLimit',
  'Server-Timing',
]

function headerRefs(names: string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
