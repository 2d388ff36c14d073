/** The OpenAPI 3.1 description of `/admin/v1`, from the schemas that its requests are checked with. */
import { z } from 'zod'
import { type ErrorCode, errorTable } from '../errors'
import {
  accountChange,
  accountsQuery,
  answers,
  newAccount,
  newGrant,
  newKey,
  rotation,
} from './admin-schemas'
import { statementQuery } from './usage'

type Operation = {
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  answers: [status: 200 | 201 | 204, schema?: keyof typeof answers]
  errors?: ErrorCode[]
}

const account = '/accounts/{account_id}'
const paths: Record<string, Record<string, Operation>> = {
  '/accounts': {
    post: {
      summary: 'Make an account with its first key, which has all scopes',
      body: newAccount,
      answers: [201, 'NewAccount'],
    },
    get: {
      summary: 'The accounts, newest first; a new one appears within seconds',
      query: accountsQuery,
      answers: [200, 'Accounts'],
    },
  },
  [account]: {
    get: { summary: 'Balance, plan and keys', answers: [200, 'Account'] },
    patch: {
      summary: 'Change plan or name, from the next request on',
      body: accountChange,
      answers: [200, 'Account'],
    },
  },
  [`${account}/credits`]: {
    post: {
      summary: 'Grant credits or take them back; an Idempotency-Key makes it happen once, for ever',
      body: newGrant,
      answers: [200, 'Balance'],
      errors: ['insufficient_credits'],
    },
  },
  [`${account}/keys`]: {
    post: { summary: 'Make another key', body: newKey, answers: [201, 'NewKey'] },
  },
  [`${account}/keys/{key_id}/rotate`]: {
    post: {
      summary: 'Make a key in place of another, which still works for the grace period',
      body: rotation,
      answers: [201, 'NewKey'],
    },
  },
  [`${account}/keys/{key_id}`]: {
    delete: { summary: 'End a key at once', answers: [204] },
  },
  [`${account}/ledger`]: {
    get: { summary: 'Every line, newest first', query: statementQuery, answers: [200, 'Ledger'] },
  },
  [`${account}/usage`]: {
    get: {
      summary: 'What was charged, in total and by day and kind',
      query: statementQuery,
      answers: [200, 'Usage'],
    },
  },
}

export const adminOpenapi = {
  openapi: '3.1.0',
  info: {
    title: 'Platen: the operator’s API',
    version: '1',
    description: 'Accounts, keys and credits, behind the secret `ADMIN_TOKEN`.',
  },
  servers: [{ url: '/admin/v1' }],
  security: [{ operator: [] }],
  paths: Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      {
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
          name,
          in: 'path',
          required: true,
          schema: { type: 'string' },
        })),
        ...Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [
            method,
            described(path, method, operation),
          ]),
        ),
      },
    ]),
  ),
  components: {
    securitySchemes: { operator: { type: 'http', scheme: 'bearer' } },
    schemas: {
      ...Object.fromEntries(Object.entries(answers).map(([name, schema]) => [name, jsonSchema(schema)])),
      Problem: {
        type: 'object',
        description: 'RFC 9457.',
        required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
        properties: {
          type: { type: 'string' },
          title: { type: 'string' },
          status: { type: 'integer' },
          detail: { type: 'string' },
          code: { type: 'string', enum: Object.keys(errorTable) },
          request_id: { type: 'string' },
          errors: {
            type: 'array',
            items: {
              type: 'object',
              properties: { pointer: { type: 'string' }, message: { type: 'string' } },
            },
          },
        },
      },
    },
  },
}

function described(path: string, method: string, { summary, query, body, ...rest }: Operation) {
  const [status, schema] = rest.answers
  const errors: ErrorCode[] = [
    'unauthorized',
    ...(body || query ? (['invalid_request'] as const) : []),
    ...(body ? (['unsupported_media_type', 'body_too_large'] as const) : []),
    ...(path.includes('{') ? (['not_found'] as const) : []),
    ...(rest.errors ?? []),
  ]
  return {
    operationId: `${method}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace('}', '')}`,
    summary,
    ...(query && { parameters: queryParameters(query) }),
    ...(body && { requestBody: { content: { 'application/json': { schema: jsonSchema(body) } } } }),
    responses: {
      [status]: {
        description: summary,
        ...(schema && {
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
        }),
      },
      ...Object.fromEntries(
        errors.map((code) => [
          errorTable[code].status,
          {
            description: errorTable[code].title,
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  }
}

function queryParameters(query: z.ZodType) {
  const { properties = {} } = jsonSchema(query)
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }))
}

/** What a caller writes, without what zod adds for itself. */
function jsonSchema(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}
