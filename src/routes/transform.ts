/** `POST /v1/transform`: a PDF from a caller's HTML. */
import { Hono } from 'hono'
import { transformRequest } from '../jobs/job'
import { readJson } from './body'
import type { AppContext, AppEnv } from './context'
import { answerRendering, checkRendering, type Rendering } from './rendering'
import { parseShape } from './shape'

export const transform = new Hono<AppEnv>().post('/', (c) => answerRendering(c, () => readTransform(c)))

async function readTransform(c: AppContext): Promise<Rendering> {
  const {
    html,
    css,
    options = {},
    goCreditMode = true,
    ...delivery
  } = parseShape(transformRequest, await readJson(c))
  checkRendering(c, { options, webhook_url: delivery.webhook_url })
  return { kind: 'transform', source: { html, css }, options, optimise: goCreditMode, ...delivery }
}
