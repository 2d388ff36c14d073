/** `POST /v1/transform`: a PDF from a caller's HTML. */
import { Hono } from 'hono'
import { transformRequest } from '../requests'
import { readJson } from './body'
import { authenticate } from './caller'
import type { AppContext, AppEnv } from './context'
import { answerRendering, checkRendering, type Rendering } from './rendering'
import { parseShape } from './shape'

export const transform = new Hono<AppEnv>().post('/', async (c) => {
  const caller = await authenticate(c, 'render')
  const request = readTransform(c, await readJson(c))
  return await answerRendering(c, caller, request)
})

/** Reads and checks a body; throws `invalid_request`. */
export function readTransform(c: AppContext, body: unknown): Rendering {
  const asked = parseShape(transformRequest, body)
  const { html, css, options = {}, goCreditMode = true, ...delivery } = asked
  checkRendering(c, { options, webhook_url: delivery.webhook_url })
  return { asked, kind: 'transform', source: { html, css }, options, optimise: goCreditMode, ...delivery }
}
