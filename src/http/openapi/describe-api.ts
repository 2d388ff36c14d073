/** The OpenAPI 3.1 description of the routes that the router has. Served at `/openapi.json`. */

import type { RouterRoute } from 'hono/types'
import { errorTable } from '../../errors'
import { MAX_SUMMARY } from '../../optimize/layout-summary'
import { MAX_HEADER } from '../../text/header-text'
import { inBytes } from '../../text/in-units'
import { descriptionOf } from '../route'
import { hoisted } from './json-schema'
import { errorsOf, type Operation, operationOf } from './operation'
import { problemExample } from './problem-examples'
import { tagIndex, tagList } from './tag-list'
import { accountEventSent, taskEnded } from './webhook-event'

const text = (description: string) => ({ description, schema: { type: 'string' } })
const number = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })

/** The description of `routes` for a service that stands at `origin`. */
export function describeApi(routes: readonly RouterRoute[], origin: string) {
  const { described, schemas } = hoisted({
    paths: pathsOf(routes),
    webhooks: { taskEnded: { post: taskEnded }, accountEventSent: { post: accountEventSent } },
  })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platen',
      version: '1',
      description:
        'HTML or templates in, PDF and QR codes out. Every error is `application/problem+json` with a stable `code`, ' +
        'and a 400 lists every problem of the body at once. Unknown fields are refused. `null` means ' +
        'absent, for every field that may be left out.',
      contact: { name: 'Operator of this service', url: origin },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    security: [{ key: [] }, { bearer: [] }],
    tags: tagList,
    ...described,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key.' },
        operator: { type: 'http', scheme: 'bearer', description: 'The secret `ADMIN_TOKEN`.' },
      },
      headers: {
        'X-Request-Id': text('Id of this request in our log.'),
        'X-Task-Id': text('Id of the task, for `/v1/status/{task_id}`.'),
        'X-Page-Count': number('Pages of the document.'),
        'X-Credits-Charged': number('What this request cost.'),
        'X-Credits-Left': number('What is left.'),
        'X-Cache': text('`HIT`: the file of an earlier identical request. `MISS`: made now.'),
        'X-QR-Quiet-Zone': {
          description: 'Space around the symbol in modules; scanners need 4 (ISO/IEC 18004).',
          schema: { type: 'number', minimum: 0 },
        },
        'X-Conformance': text(
          'The conformance that was verified, such as `PDF/A-1b; checks=31; flattened-pages=2,7`: ' +
            'the level, the number of rules checked, and the pages on which a part was converted to an image.',
        ),
        'X-Factur-X': text('Profile of the invoice inside, such as `EN 16931`, or `prepared`.'),
        'X-Optimization': text(
          'With `goCreditMode`: score and pages before and after, what was found, repaired and left, as in ' +
            '`score=63>100; pages=3>3; found=split_row:4; repaired=split_row; model=not_configured`; in full in the task.',
        ),
        'X-Layout': text(
          'Of a preview with `layout`: the sheet and its margins in CSS pixels (96 to the inch) and, as ' +
            '`kind@page:x,y,width,height`, boxes around what prints badly; with `goCreditMode` around what is left and ' +
            'what was repaired, as in `paper=794x1123; margins=38,38,38,38; left=unprinted_link@1:60,80,120,18; ' +
            `repaired=split_row@1:38,990,717,60\`. Margins begin at the top, clockwise. At most ${inBytes(MAX_SUMMARY)}.`,
        ),
        'X-Warnings': text(
          `Warnings, at most ${inBytes(MAX_HEADER)}; in full in the task. Of a GET without parameters: those that it was sent and does not read.`,
        ),
        'X-Test-Mode': text('`true` if the key is a test key: nothing is charged, documents are stamped.'),
        'Idempotent-Replayed': text('`true` if this is a repeat of the first response.'),
        'RateLimit-Policy': text(
          '`"posts";q=300;w=60`: requests and seconds (draft-ietf-httpapi-ratelimit-headers).',
        ),
        RateLimit: text('`"posts";r=299;t=60`: what is left, and seconds until the window ends.'),
        'Server-Timing': text('Milliseconds by stage. Deployed clocks stand still during computation.'),
        ETag: text('Hash of what was sent, for `If-None-Match`.'),
        Link: text('Address of the next page, with `rel="next"`; absent on the last one.'),
        'Retry-After': number('Seconds to wait before trying again.'),
      },
      schemas: { Problem: problemSchema, ...schemas },
      examples: problemExamples(routes),
    },
  }
}

/** The operations of all routes that are described, by path and method, in the order of their tags. */
function pathsOf(routes: readonly RouterRoute[]): Record<string, Record<string, Operation>> {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { handler, method, path: pattern } of routes) {
    const description = descriptionOf(handler)
    if (!description) continue
    const path = pattern.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(description, path, method) }
  }
  return Object.fromEntries(Object.entries(paths).sort(([a], [b]) => tagIndex(a) - tagIndex(b)))
}

/** An example of each problem that an operation names. */
function problemExamples(routes: readonly RouterRoute[]) {
  const descriptions = routes.flatMap(({ handler }) => descriptionOf(handler) ?? [])
  const codes = new Set(descriptions.flatMap((description) => [...errorsOf(description)]))
  return Object.fromEntries([...codes].map((code) => [code, problemExample(code)]))
}

const problemSchema = {
  type: 'object',
  description: 'What went wrong (RFC 9457).',
  examples: [problemExample('invalid_request').value],
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Address of what this code means.' },
    title: { type: 'string', description: 'The same for every problem of this code.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What happened, and what to do about it.' },
    code: {
      type: 'string',
      enum: Object.keys(errorTable),
      description: 'Stable: what a program decides by.',
    },
    request_id: { type: 'string', description: 'The response’s `X-Request-Id`, for questions.' },
    errors: {
      type: 'array',
      description: 'Every fault of the request.',
      items: {
        type: 'object',
        required: ['pointer', 'message'],
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer into the body; empty: all of it.' },
          message: { type: 'string', description: 'What is wrong there, and what mends it.' },
          rule: { type: 'string', description: 'Rule of a standard, such as BR-CO-15.' },
        },
      },
    },
  },
}
