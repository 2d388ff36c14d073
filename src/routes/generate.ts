/** `POST /v1/generate`: a PDF from a template and its data. */
import { Hono } from 'hono'
import { inCredits, PRICES } from '../accounts/pricing'
import type { AppEnv } from '../http/context'
import { DOCUMENT_ERRORS, documentResponses, IDEMPOTENCY_KEY } from '../http/document-responses'
import { handleDocumentRequest } from '../http/handle-document'
import { generateRequest, readGenerate } from '../http/read-document'
import { route } from '../http/route'
import { withCaller } from '../http/with-caller'
import { requireTemplate } from '../templates/find-template'

const postGenerate = route(
  {
    operationId: 'generate',
    summary: 'A PDF from a template',
    description:
      `Renders a template with data. ${inCredits(PRICES.base.generate)}, ${PRICES.goCreditMode.generate} more with ` +
      `\`goCreditMode\` (${PRICES.goCreditModeWithFilesOnGenerate} where files are attached). Nothing in \`data\` is ` +
      'refused for being missing or additional; a 400 points to what cannot be printed. `data.locale` chooses the ' +
      'language, `data.brand` makes the document yours; without it the account’s own brand does (`PUT /v1/brand`).',
    idempotencyKey: IDEMPOTENCY_KEY,
    body: generateRequest,
    example: {
      template_id: 'invoice/classic',
      data: {
        number: '2026-0417',
        issue_date: '2026-11-21',
        seller: 'Halden & Moor B.V.',
        buyer: 'Acme Ltd',
        lines: [{ name: 'Design', quantity: 3, net_price: 860 }],
      },
    },
    responses: documentResponses(),
    errors: ['not_found', ...DOCUMENT_ERRORS],
  },
  async (c, { body }) =>
    await withCaller(c, 'render', async (caller) => {
      const findTemplate = (id: string) => requireTemplate(c.env.DB, caller.accountId, id)
      const request = await readGenerate(c, await body(), { caller, findTemplate })
      return await handleDocumentRequest(c, caller, request)
    }),
)

export const generate = new Hono<AppEnv>().post('/', postGenerate)
