/** The operations that make documents. */
import { generateRequest, qrcodeRequest, studioRequest, transformRequest } from '../../requests/render'
import {
  bodied,
  documentHeaders,
  fileAnswer,
  idempotencyKey,
  jsonAnswer,
  jsonBody,
  keyed,
  once,
  type Paths,
  problems,
  rendering,
  requestSchema,
  schemaOf,
  url,
} from './operation'
import { slugParameter } from './templates'

const signedUrl = { ...url, description: 'Signed; needs no key and expires.' }

const urlAnswer = {
  type: 'object',
  required: ['url', 'credits_left', 'response_time_ms'],
  properties: {
    url: signedUrl,
    credits_left: { type: 'integer' },
    response_time_ms: { type: 'integer' },
  },
}

const codeUrlAnswer = {
  type: 'object',
  required: ['url', 'credits_left', 'cached'],
  properties: {
    url: signedUrl,
    credits_left: { type: 'integer' },
    cached: { type: 'boolean', description: 'Whether an earlier identical request made it; costs nothing.' },
  },
}

const acceptedTask = {
  type: 'object',
  required: ['task_id', 'status', 'check_status_url'],
  properties: {
    task_id: { type: 'string' },
    status: { const: 'pending' },
    check_status_url: url,
  },
}

const coding = ['insufficient_credits', 'asset_failed', 'render_timeout', ...once] as const
const codeHeaders = ['X-Task-Id', 'X-Cache', 'X-Credits-Charged', 'X-Credits-Left', 'Server-Timing']
const codeImage = { type: 'string', contentMediaType: 'image/png', format: 'binary' }
const codeFields = schemaOf(qrcodeRequest)
/** A form has no null: what is empty is absent. */
const codeForm = {
  ...codeFields,
  properties: {
    ...(codeFields.properties as object),
    logo: { ...codeImage, description: 'A PNG for the centre, at most 4 megapixels. +1 credit.' },
  },
}

/** 202: the task that was accepted with `async_mode`. */
function acceptedAnswer(...headers: string[]) {
  return jsonAnswer(
    '`async_mode: true`: the task that does it; its status and a webhook tell the end.',
    acceptedTask,
    ['X-Credits-Charged', 'X-Credits-Left', 'Retry-After', ...headers],
  )
}

/** 200: the file, or its address; 202. */
function pdfAnswer(...headers: string[]) {
  const file = fileAnswer('The PDF, or with `return_type: "url"` its address.', 'application/pdf', [
    ...documentHeaders,
    ...headers,
  ])
  return {
    '200': { ...file, content: { ...file.content, ...jsonAnswer('', urlAnswer).content } },
    '202': acceptedAnswer(),
  }
}

export const renderPaths: Paths = {
  '/v1/generate': {
    post: {
      operationId: 'generate',
      summary: 'A PDF from a template',
      description:
        'Renders a template with data. 1 credit, 1 more with `goCreditMode` (2 where files are attached). Nothing in ' +
        '`data` is refused for being missing or additional; a 400 points to what cannot be printed. `data.locale` ' +
        'chooses the language, `data.brand` makes the document yours.',
      parameters: [idempotencyKey],
      requestBody: jsonBody(generateRequest, {
        template_id: 'invoice/classic',
        data: {
          number: '2026-0417',
          buyer: 'Acme Ltd',
          lines: [{ name: 'Design', quantity: 3, net_price: 860 }],
        },
      }),
      responses: { ...pdfAnswer(), ...problems(...keyed, ...bodied, 'not_found', ...rendering) },
    },
  },
  '/v1/studio/{slug}': {
    post: {
      operationId: 'studio',
      summary: 'A PDF from a pre-configured endpoint',
      description:
        'The endpoint’s stored data and options stand under the caller’s: objects merge, arrays replace. An express ' +
        'endpoint answers identical input from the stored file, for 0 credits. With `async_mode`, and in a batch, a ' +
        'task gets a copy of that file for 0 credits; a document that is rendered costs its price.',
      parameters: [slugParameter, idempotencyKey],
      requestBody: jsonBody(studioRequest, { data: { name: 'Ada Lovelace' } }),
      responses: { ...pdfAnswer('X-Cache'), ...problems(...keyed, ...bodied, 'not_found', ...rendering) },
    },
  },
  '/v1/transform': {
    post: {
      operationId: 'transform',
      summary: 'A PDF from HTML',
      description:
        'Prints a complete HTML document. 1 credit, 2 with `goCreditMode` (the default here), which finds what prints ' +
        'badly and repairs it without touching the text (`X-Optimization`). JavaScript runs; ' +
        'fonts, images, style sheets and scripts load from public addresses and are waited for.',
      parameters: [idempotencyKey],
      requestBody: jsonBody(transformRequest, {
        html: '<!doctype html><html><head><title>Hello</title></head><body><h1>Hello, paper</h1></body></html>',
        options: { paper: 'A4', margin_top: 0.8 },
      }),
      responses: { ...pdfAnswer(), ...problems(...keyed, ...bodied, ...rendering) },
    },
  },
  '/v1/qrcode': {
    post: {
      operationId: 'qrcode',
      summary: 'A QR code',
      description:
        'A PNG (or SVG) that was read back before it is answered wherever it has a logo or colours of its own. ' +
        '1 credit, 2 with a logo. An identical request is answered from storage for nothing (`X-Cache: HIT`). ' +
        'A form takes the same fields as text: numbers, `true` and `false`, JSON for arrays and objects. With ' +
        '`async_mode` an identical request is a task of its own with a copy of the file, for nothing; `webhook_url` ' +
        'and `metadata` count only then.',
      parameters: [idempotencyKey],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: requestSchema(qrcodeRequest),
            example: { data: 'https://example.com', size: 'big', color: '#0B3D91' },
          },
          'multipart/form-data': { schema: codeForm },
        },
      },
      responses: {
        '200': {
          ...fileAnswer('The image, or with `return_type: "url"` its address.', 'image/png', codeHeaders),
          content: {
            ...fileAnswer('', 'image/png', []).content,
            'image/svg+xml': { schema: { type: 'string' } },
            ...jsonAnswer('', codeUrlAnswer).content,
          },
        },
        '202': acceptedAnswer('X-Cache'),
        ...problems(...keyed, ...bodied, ...coding),
      },
    },
  },
}
