/** The operations that make documents. */
import { generateRequest, studioRequest, transformRequest } from '../jobs/job'
import {
  bodied,
  documentHeaders,
  fileAnswer,
  jsonAnswer,
  jsonBody,
  keyed,
  type Paths,
  problems,
  rendering,
} from './operation'
import { slugParameter } from './templates'

const urlAnswer = {
  type: 'object',
  required: ['url', 'credits_left', 'response_time_ms'],
  properties: {
    url: { type: 'string', format: 'uri', description: 'Signed; needs no key and expires.' },
    credits_left: { type: 'integer' },
    response_time_ms: { type: 'integer' },
  },
}

/** 200: the file, or its address. */
function pdfAnswer(...headers: string[]) {
  const file = fileAnswer('The PDF, or with `return_type: "url"` its address.', 'application/pdf', [
    ...documentHeaders,
    ...headers,
  ])
  return { '200': { ...file, content: { ...file.content, ...jsonAnswer('', urlAnswer).content } } }
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
        'endpoint answers identical input from the stored file, for 0 credits.',
      parameters: [slugParameter],
      requestBody: jsonBody(studioRequest, { data: { name: 'Ada Lovelace' } }),
      responses: { ...pdfAnswer('X-Cache'), ...problems(...keyed, ...bodied, 'not_found', ...rendering) },
    },
  },
  '/v1/transform': {
    post: {
      operationId: 'transform',
      summary: 'A PDF from HTML',
      description:
        'Prints a complete HTML document. 1 credit, 2 with `goCreditMode` (the default here). JavaScript runs; ' +
        'fonts, images, style sheets and scripts load from public addresses and are waited for.',
      requestBody: jsonBody(transformRequest, {
        html: '<!doctype html><html><head><title>Hello</title></head><body><h1>Hello, paper</h1></body></html>',
        options: { paper: 'A4', margin_top: 0.8 },
      }),
      responses: { ...pdfAnswer(), ...problems(...keyed, ...bodied, ...rendering) },
    },
  },
}
