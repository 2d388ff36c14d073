/** A route's description as an OpenAPI operation. */
import { z } from 'zod'
import { type ErrorCode, errorTable } from '../../errors'
import { type Description, fileOf, type ResponseDescription, tellsUnread } from '../route'
import { type JsonSchema, portable, withoutSafeBounds } from './json-schema'
import { tagIndex, tagList } from './tag-list'

export type Operation = Record<string, unknown>

/** Problems of every operation, by who may call it. */
const ACCESS_ERRORS: Record<NonNullable<Description['access']>, readonly ErrorCode[]> = {
  key: ['unauthorized', 'forbidden', 'account_suspended', 'rate_limited', 'internal', 'not_configured'],
  operator: ['unauthorized', 'rate_limited', 'internal', 'not_configured'],
  public: [],
}

const BODY_ERRORS = [
  'invalid_request',
  'invalid_json',
  'body_timeout',
  'body_too_large',
  'unsupported_media_type',
  'pool_full',
] as const

const SECURITY = { key: undefined, operator: [{ operator: [] }], public: [] }

/** The operation of a route at `path`, in OpenAPI's form: `/v1/status/{task_id}`. */
export function operationOf(description: Description, path: string, method: string): Operation {
  const { operationId, summary, access = 'key' } = description
  const responses =
    method === 'GET' && tellsUnread(description) ? withWarnings(description.responses) : description.responses
  const security = SECURITY[access]
  const tag = tagList[tagIndex(path)]
  const parameters = [
    ...pathParameters(description, path),
    ...queryParameters(description),
    ...headers(description),
  ]
  return {
    operationId,
    summary,
    description: description.description,
    ...(tag && { tags: [tag.name] }),
    ...(security && { security }),
    ...(parameters.length > 0 && { parameters }),
    ...(description.file && { requestBody: fileBody }),
    ...(description.body && { requestBody: requestBody(description, description.body) }),
    responses: withProblems(responses, problems(errorsOf(description))),
  }
}

function withWarnings(responses: Description['responses']): Description['responses'] {
  const all = Object.entries(responses).map(([status, { headers = [], ...rest }]) => {
    const told = Number(status) < 300 ? [...new Set([...headers, 'X-Warnings'])] : headers
    return [status, { ...rest, headers: told }] as const
  })
  return Object.fromEntries(all)
}

/** Blanks at the ends are not part of a header's value. */
const idempotencyKeySchema = {
  type: 'string',
  pattern: '^[!-~](?:[ -~]{0,253}[!-~])?$',
  minLength: 1,
  maxLength: 255,
}

/** What a parameter of a path is, by its name. */
const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  asset: 'Name of the asset, such as `logo.svg`.',
  slug: 'Name of the endpoint in addresses; `GET /v1/endpoints` lists them.',
  task_id: 'Id of the task: of a 202, or in `X-Task-Id`.',
  page: 'Number of the page, from 1, with `.png`.',
  batch_id: 'Id of the batch, as `POST /v1/batch` returned it.',
  category: 'First part of the template’s id.',
  name: 'Second part of the template’s id.',
  version: 'Number of the version.',
  delivery_id: 'Id of the delivery: its `webhook-id`.',
  view_id: 'Id of the link.',
  account_id: 'Id of the account.',
  key_id: 'Id of the key; not the key itself.',
}

function pathParameters({ path: schemas = {} }: Description, path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name],
    schema: schemas[name] ? jsonSchema(schemas[name]) : { type: 'string' },
  }))
}

/** Each field of a query's schema is a parameter; one that is an object is written as `name[field]=value`. */
function queryParameters({ query }: Description) {
  if (!query) return []
  const {
    properties = {},
    required = [],
    $defs,
  } = jsonSchema(query) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
    $defs?: JsonSchema
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    ...(schema.type === 'object' && { style: 'deepObject', explode: true }),
    schema: { ...schema, ...($defs && { $defs }) },
    ...(description !== undefined && { description }),
  }))
}

function headers({ idempotencyKey }: Description) {
  if (!idempotencyKey) return []
  const { description } = idempotencyKey
  return [{ name: 'Idempotency-Key', in: 'header', description, schema: idempotencyKeySchema }]
}

/** The file itself; what it is called by its sender is not asked, and generators of clients know this type. */
const FILE_TYPE = 'application/octet-stream'
const fileBody = {
  required: true,
  content: { [FILE_TYPE]: { schema: jsonSchema(fileOf(FILE_TYPE)) } },
}

/** A body that may be left out counts as `{}`. A form has no null: what is empty is absent. */
function requestBody({ example, form, isBodyRequired }: Description, body: z.ZodType) {
  return {
    required: isBodyRequired ?? !body.safeParse({}).success,
    content: {
      'application/json': { schema: jsonSchema(body), ...(example !== undefined && { example }) },
      ...(form && { 'multipart/form-data': { schema: jsonSchema(form.schema), example: form.example } }),
    },
  }
}

type OpenApiResponse = { description: string; headers?: object; content?: object }

/** All responses by status. One that is told with a problem's status too has either body. */
function withProblems(responses: Description['responses'], problems: Record<string, OpenApiResponse>) {
  const all: Record<string, OpenApiResponse> = { ...problems }
  for (const [status, described] of Object.entries(responses)) {
    const [own, problem] = [response(described), problems[status]]
    all[status] = problem
      ? {
          description: `${own.description} ${problem.description}`,
          headers: { ...own.headers, ...problem.headers },
          content: { ...own.content, ...problem.content },
        }
      : own
  }
  return all
}

function response({ description, headers = [], content }: ResponseDescription): OpenApiResponse {
  if (!content) return { description }
  return {
    description,
    headers: headerRefs(['X-Request-Id', ...headers]),
    content: Object.fromEntries(
      Object.entries(content).map(([type, { schema, example, examples }]) => [
        type,
        {
          schema: withoutSafeBounds(jsonSchema(schema)),
          ...(example !== undefined && { example }),
          ...(examples && { examples: asExamples(examples) }),
        },
      ]),
    ),
  }
}

function asExamples(values: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
}

/** Every problem that the description says or that follows from it. */
export function errorsOf({
  access = 'key',
  body,
  file,
  query,
  idempotencyKey,
  errors = [],
}: Description): Set<ErrorCode> {
  return new Set([
    ...ACCESS_ERRORS[access],
    ...(body ? BODY_ERRORS : []),
    ...(file ? BODY_ERRORS.filter((code) => code !== 'invalid_json') : []),
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
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(
              same.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
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

/**
 * A zod schema as JSON Schema 2020-12, which OpenAPI 3.1 takes as it is. One that has an `id` is a reference to its
 * definition, at the root too, where zod alone would write it out.
 */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const inside = z.toJSONSchema(z.object({ schema }), { io: 'input', unrepresentable: 'any' })
  const { schema: own = {} } = inside.properties as Record<string, JsonSchema>
  return portable({ ...own, ...(inside.$defs && { $defs: inside.$defs }) })
}
