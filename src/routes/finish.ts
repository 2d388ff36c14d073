/** `POST /v1/finish`: PDFs that the caller has, put together and finished like our own. */
import { Hono } from 'hono'
import { inCredits, PRICES, price } from '../accounts/pricing'
import { authenticate } from '../http/auth'
import type { AppEnv } from '../http/context'
import {
  DOCUMENT_ERRORS,
  documentResponses,
  IDEMPOTENCY_KEY,
  INSTEAD_OF_FILE,
} from '../http/document-responses'
import { handleDocumentRequest } from '../http/handle-document'
import { finishForm, finishRequest, readFinish, readFinishBody } from '../http/read-finish'
import { fileOf, fileOrJson, route } from '../http/route'

const responses = documentResponses()
const files = {
  'application/pdf': { schema: fileOf('application/pdf') },
  'application/zip': { schema: fileOf('application/zip') },
}
const content = fileOrJson(files, INSTEAD_OF_FILE)

const postFinish = route(
  {
    operationId: 'finish',
    summary: 'PDFs of yours, merged and finished',
    description:
      'Takes pages of one or several PDFs, in order, turned if asked for, and finishes them as other documents: ' +
      'archival, accessible, an e-invoice, encrypted, smaller, watermarked. Fills and flattens forms, numbers pages, ' +
      'and with `split` makes a ZIP of several files. ' +
      `${inCredits(price({ kind: 'finish', files: 1 }))}, +${PRICES.appendedFile} for each file after the first, and ` +
      'options cost what they cost elsewhere. Scripts, and actions that lead out of the document, are removed; ' +
      '`X-Warnings` says what a file lost.',
    idempotencyKey: IDEMPOTENCY_KEY,
    body: finishRequest,
    example: {
      files: ['https://example.com/offer.pdf', { url: 'https://example.com/terms.pdf', pages: '1-2' }],
      options: { title: 'Offer with terms', pdf_format: 'PDF/A-2b' },
    },
    form: {
      schema: finishForm,
      example: {
        file: ['(offer.pdf)', '(terms.pdf)'],
        options: { title: 'Offer with terms', pdf_format: 'PDF/A-2b' },
      },
    },
    responses: { ...responses, 200: { ...responses[200], content } },
    errors: ['not_found', ...DOCUMENT_ERRORS],
  },
  async (c) => {
    const caller = await authenticate(c, 'render')
    return await handleDocumentRequest(c, caller, await readFinish(c, caller, await readFinishBody(c)))
  },
)

export const finish = new Hono<AppEnv>().post('/', postFinish)
