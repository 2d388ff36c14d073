/** `POST /v1/transform`: a PDF from a caller's HTML. */
import { Hono } from 'hono'
import { authenticate } from '../http/auth'
import { readJson } from '../http/body'
import type { AppContext, AppEnv } from '../http/context'
import { checkDocumentRequest, type DocumentRequest, handleDocumentRequest } from '../http/document-request'
import { parseShape } from '../http/validation'
import { transformRequest } from '../requests/render'

export const transform = new Hono<AppEnv>().post('/', async (c) => {
  const caller = await authenticate(c, 'render')
  const request = readTransform(c, await readJson(c))
  return await handleDocumentRequest(c, caller, request)
})

/** Reads and checks a body; throws `invalid_request`. */
export function readTransform(c: AppContext, body: unknown): DocumentRequest {
  const asked = parseShape(transformRequest, body)
  const { html, css, options = {}, goCreditMode = true, ...delivery } = asked
  checkDocumentRequest(c, { options, webhook_url: delivery.webhook_url })
  return { body, kind: 'transform', source: { html, css }, options, optimise: goCreditMode, ...delivery }
}
