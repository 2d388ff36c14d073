/** `POST /v1/generate`: a PDF from a template and its data. */
import { Hono } from 'hono'
import { authenticate } from '../http/auth'
import { readJson } from '../http/body'
import type { AppContext, AppEnv } from '../http/context'
import { checkDocumentRequest, type DocumentRequest, handleDocumentRequest } from '../http/document-request'
import { parseShape } from '../http/validation'
import { generateRequest } from '../requests/render'
import { coerce } from '../templates/coerce'
import type { TemplateSource } from '../templates/manifest'
import { withOwnSize } from '../templates/page-size'
import { requireTemplate } from './templates'

export const generate = new Hono<AppEnv>().post('/', async (c) => {
  const caller = await authenticate(c, 'render')
  const request = await readGenerate(c, await readJson(c), (id) => requireTemplate(c, caller.accountId, id))
  return await handleDocumentRequest(c, caller, request)
})

/** Finds the template of an id; throws `not_found`. */
export type FindTemplate = (id: string) => Promise<TemplateSource>

/** Reads and checks a body; throws `invalid_request`, or `not_found` for a template that is not there. */
export async function readGenerate(
  c: AppContext,
  body: unknown,
  findTemplate: FindTemplate,
): Promise<DocumentRequest> {
  const asked = parseShape(generateRequest, body)
  const { template_id, data, options = {}, goCreditMode = false, ...delivery } = asked
  const { webhook_url } = delivery
  checkDocumentRequest(c, { options, webhook_url })
  const template = await findTemplate(template_id)
  // Found before anything is held: what cannot be printed, and margins that the template's own size cannot bear.
  const fitted = template.variables ? coerce(template.variables, data) : data
  const sized = withOwnSize(template, options)
  checkDocumentRequest(c, { options: sized, webhook_url })
  return {
    body,
    kind: 'generate',
    source: { template, data: fitted },
    options: sized,
    optimise: goCreditMode,
    ...delivery,
  }
}
