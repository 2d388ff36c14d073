/** `POST /v1/generate`: a PDF from a template and its data. */
import { Hono } from 'hono'
import { generateRequest } from '../requests'
import { coerce } from '../templates/coerce'
import { withOwnSize } from '../templates/page-size'
import { readJson } from './body'
import { type Caller, identify } from './caller'
import type { AppContext, AppEnv } from './context'
import { answerRendering, checkRendering, type Rendering } from './rendering'
import { parseShape } from './shape'
import { requireTemplate } from './templates'

export const generate = new Hono<AppEnv>().post('/', async (c) => {
  const caller = await identify(c)
  return await answerRendering(c, caller, async () => readGenerate(c, caller, await readJson(c)))
})

/** Reads and checks a body; throws `invalid_request`, or `not_found` for a template that is not there. */
export async function readGenerate(c: AppContext, caller: Caller, body: unknown): Promise<Rendering> {
  const asked = parseShape(generateRequest, body)
  const { template_id, data, options = {}, goCreditMode = false, ...delivery } = asked
  const { webhook_url } = delivery
  checkRendering(c, { options, webhook_url })
  const template = await requireTemplate(c, caller.accountId, template_id)
  // Found before anything is held: what cannot be printed, and margins that the template's own size cannot bear.
  const fitted = template.variables ? coerce(template.variables, data) : data
  const sized = withOwnSize(template, options)
  checkRendering(c, { options: sized, webhook_url })
  return {
    asked,
    kind: 'generate',
    source: { template, data: fitted },
    options: sized,
    optimise: goCreditMode,
    ...delivery,
  }
}
