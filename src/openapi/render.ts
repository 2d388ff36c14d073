/** The operations that make documents. */
import { transformRequest } from '../jobs/job'
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

const urlAnswer = {
  type: 'object',
  required: ['url', 'credits_left', 'response_time_ms'],
  properties: {
    url: { type: 'string', format: 'uri', description: 'Signed; needs no key and expires.' },
    credits_left: { type: 'integer' },
    response_time_ms: { type: 'integer' },
  },
}

export const renderPaths: Paths = {
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
      responses: {
        '200': {
          ...fileAnswer(
            'The PDF, or with `return_type: "url"` its address.',
            'application/pdf',
            documentHeaders,
          ),
          content: {
            ...fileAnswer('', 'application/pdf', []).content,
            ...jsonAnswer('', urlAnswer).content,
          },
        },
        ...problems(...keyed, ...bodied, ...rendering),
      },
    },
  },
}
