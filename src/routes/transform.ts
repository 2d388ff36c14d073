/** `POST /v1/transform`: a PDF from a caller's HTML. */
import { Hono } from 'hono'
import { inCredits, price } from '../accounts/pricing'
import type { AppEnv } from '../http/context'
import { DOCUMENT_ERRORS, documentResponses, IDEMPOTENCY_KEY } from '../http/document-responses'
import { handleDocumentRequest } from '../http/handle-document'
import { readTransform, transformRequest } from '../http/read-transform'
import { route } from '../http/route'
import { withCaller } from '../http/with-caller'

const plain = price({ kind: 'transform', goCreditMode: false })
const optimized = price({ kind: 'transform', goCreditMode: true })

const postTransform = route(
  {
    operationId: 'transform',
    summary: 'A PDF from HTML, Markdown or the address of a page',
    description:
      `Prints a complete HTML document, Markdown in one of three styles, or the page of an address. ${inCredits(plain)}, ${optimized} with \`goCreditMode\` (the default here), ` +
      'which finds what prints badly and repairs it without touching the text (`X-Optimization`). JavaScript runs; ' +
      'fonts, images, style sheets and scripts load from public addresses and are waited for.',
    idempotencyKey: IDEMPOTENCY_KEY,
    body: transformRequest,
    example: {
      html: '<!doctype html><html><head><title>Hello</title></head><body><h1>Hello, paper</h1></body></html>',
      options: { paper: 'A4', margin_top: 0.8 },
    },
    responses: documentResponses(),
    errors: DOCUMENT_ERRORS,
  },
  async (c, { body }) =>
    await withCaller(c, 'render', async (caller) =>
      handleDocumentRequest(c, caller, await readTransform(c, await body(), { mayFindLate: true })),
    ),
)

export const transform = new Hono<AppEnv>().post('/', postTransform)
