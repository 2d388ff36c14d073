/** The OpenAPI 3.1 description of the routes that the router has. Served at `/openapi.json`. */
import type { RouterRoute } from 'hono/types'
import { errorTable } from '../../errors'
import { descriptionOf } from '../route'
import { hoisted } from './json-schema'
import { type Operation, operationOf } from './operation'

const text = (description: string) => ({ description, schema: { type: 'string' } })
const number = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })

/** The description of `routes` for a service that stands at `origin`. */
export function describeApi(routes: readonly RouterRoute[], origin: string) {
  const { paths, schemas } = hoisted(pathsOf(routes))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platen',
      version: '1',
      description:
        'HTML or templates in, PDF and QR codes out. Every error is `application/problem+json` with a stable `code`, ' +
        'and a 400 lists every problem of the body at once. Unknown fields are refused, `null` means absent.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        operator: { type: 'http', scheme: 'bearer', description: 'The secret `ADMIN_TOKEN`.' },
      },
      headers: {
        'X-Request-Id': text('Id of this request in our log.'),
        'X-Task-Id': text('Id of the task, for `/v1/status/{task_id}`.'),
        'X-Page-Count': number('Pages of the document.'),
        'X-Credits-Charged': number('What this request cost.'),
        'X-Credits-Left': number('What is left.'),
        'X-Cache': text('`HIT`: the file of an earlier identical request. `MISS`: made now.'),
        'X-Conformance': text(
          'The conformance that was verified, such as `PDF/A-1b; checks=31; flattened-pages=2,7`: ' +
            'the level, the number of rules checked, and the pages on which a part was converted to an image.',
        ),
        'X-Factur-X': text('Profile of the invoice inside, such as `EN 16931`, or `prepared`.'),
        'X-Optimization': text(
          'With `goCreditMode`: score and pages before and after, what was found, repaired and left, as in ' +
            '`score=63>100; pages=3>3; found=split_row:4; repaired=split_row; model=not_configured`; in full in the task.',
        ),
        'X-Warnings': text('Warnings, at most 1 KB; in full in the task.'),
        'X-Test-Mode': text('`true` if the key is a test key: nothing is charged, documents are stamped.'),
        'Idempotent-Replayed': text('`true` if this is a repeat of the first response.'),
        'RateLimit-Policy': text(
          '`"posts";q=300;w=60`: requests and seconds (draft-ietf-httpapi-ratelimit-headers).',
        ),
        RateLimit: text('`"posts";r=299;t=60`: what is left, and seconds until the window ends.'),
        'Server-Timing': text('Milliseconds by stage. Deployed clocks stand still during computation.'),
        'Retry-After': number('Seconds to wait before trying again.'),
      },
      schemas: { Problem: problemSchema, ...schemas },
    },
  }
}

/** The operations of all routes that are described, by path and method. */
function pathsOf(routes: readonly RouterRoute[]): Record<string, Record<string, Operation>> {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { handler, method, path: pattern } of routes) {
    const description = descriptionOf(handler)
    if (!description) continue
    const path = pattern.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(description, path) }
  }
  return paths
}

const problemSchema = {
  type: 'object',
  description: 'RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened, and what to do about it.' },
    code: { enum: Object.keys(errorTable) },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'message'],
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer into the body; empty: all of it.' },
          message: { type: 'string' },
          rule: { type: 'string', description: 'Rule of a standard, such as BR-CO-15.' },
        },
      },
    },
  },
}
