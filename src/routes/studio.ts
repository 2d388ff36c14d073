/** `POST /v1/studio/{slug}`: a PDF from a pre-configured endpoint; an express one repeats what it has answered before. */
import { Hono } from 'hono'
import { deepMerge, type Endpoint } from '../endpoints/endpoint'
import { findAnswer, inputHash, rememberAnswer } from '../endpoints/express'
import { findEndpoint } from '../endpoints/store'
import { type PdfOptions, type StudioRequest, studioRequest } from '../jobs/job'
import { coerce } from '../templates/coerce'
import { withOwnSize } from '../templates/page-size'
import { readJson } from './body'
import { authenticate, type Caller, identify } from './caller'
import type { AppContext, AppEnv } from './context'
import { noEndpoint, sourceOf } from './endpoints'
import { answerRendering, checkRendering, type Rendering } from './rendering'
import { cachedAnswer, send } from './reply'
import { parseShape } from './shape'

/** `input` names what an express answer depends on; absent where the endpoint is none. */
type Call = Rendering & { input?: string }

export const studio = new Hono<AppEnv>().post('/:slug', async (c) => {
  const caller = await identify(c)
  const reading = readStudio(c, caller)
  const hash = await reading.then(
    ({ input, async_mode }) => (async_mode ? undefined : input),
    // `answerRendering` authenticates before it tells what is wrong.
    () => undefined,
  )
  if (hash === undefined) return await answerRendering(c, () => reading)

  const key = { accountId: caller.accountId, hash, now: c.get('startedAt') }
  const known = await findAnswer({ db: c.env.DB, files: c.env.FILES }, key)
  if (known) {
    const { view } = await authenticate(c, 'render')
    const { return_type } = await reading
    const answer = await cachedAnswer(c, known, {
      creditsLeft: view.credits_left,
      byUrl: return_type === 'url',
    })
    return send(c, answer, known.bytes)
  }
  c.header('X-Cache', 'MISS')
  return await answerRendering(
    c,
    () => reading,
    ({ taskId, expiresAt }, { fileName, pages }) =>
      rememberAnswer(c.env.DB, { ...key, taskId, fileName, pages, expiresAt }),
  )
})

async function readStudio(c: AppContext, caller: Caller): Promise<Call> {
  const request = parseShape(studioRequest, await readJson(c))
  const { data: _data, options = {}, goCreditMode, ...delivery } = request
  checkRendering(c, { options, webhook_url: delivery.webhook_url })
  const endpoint = await findEndpoint(c.env.DB, caller.accountId, c.req.param('slug') ?? '')
  if (!endpoint) throw noEndpoint()
  const template = await sourceOf(c, caller.accountId, endpoint)
  const { data, options: merged } = mergedWith(endpoint, request)
  const fitted = template.variables ? coerce(template.variables, data) : data
  const sized = endpoint.html === undefined ? withOwnSize(template, merged) : merged
  checkRendering(c, { options: sized })
  const optimise = goCreditMode ?? endpoint.goCreditMode
  const source = { template, data: fitted }
  const { revision, express } = endpoint
  return {
    ...{ kind: 'studio', source, options: sized, optimise, ...delivery },
    ...(express && {
      input: await inputHash({ revision, source, options: sized, optimise, mode: caller.mode }),
    }),
  }
}

/** The endpoint's stored data and options under the caller's: objects merge, arrays replace. */
function mergedWith(endpoint: Endpoint, { data = {}, options = {} }: StudioRequest) {
  return {
    data: deepMerge(endpoint.data ?? {}, data) as Record<string, unknown>,
    options: deepMerge(endpoint.options ?? {}, options) as PdfOptions,
  }
}
