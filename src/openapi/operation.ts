/** The pieces that operations of the description are made of. */
import { z } from 'zod'
import { type ErrorCode, errorTable } from '../errors'

export type Operation = Record<string, unknown>
export type Paths = Record<string, Record<string, Operation>>

/** A zod schema as JSON Schema 2020-12, which OpenAPI 3.1 takes as it is; what a caller may send. */
export function schemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}

/** A JSON request body. */
export function jsonBody(schema: z.ZodType, example?: unknown) {
  return {
    required: true,
    content: { 'application/json': { schema: schemaOf(schema), ...(example !== undefined && { example }) } },
  }
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
/** What every rendering operation may answer besides. */
export const rendering = [
  'insufficient_credits',
  'plan_feature',
  'asset_failed',
  'document_invalid',
  'strict_warning',
  'too_many_renders',
  'not_implemented',
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
  'X-Warnings',
  'Server-Timing',
]

function headerRefs(names: string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
