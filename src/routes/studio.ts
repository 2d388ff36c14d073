/** `POST /v1/studio/{slug}`: a PDF from a pre-configured endpoint; an express one repeats what it has answered before. */
import { Hono } from 'hono'
import { canonicalHash } from '../canonical-hash'
import { deepMerge, type Endpoint } from '../endpoints/endpoint'
import { findEndpoint } from '../endpoints/store'
import { type CachedResult, findResult, hasResult, rememberResult, resultKey } from '../jobs/result-cache'
import { type PdfOptions, type StudioRequest, studioRequest } from '../requests'
import { coerce } from '../templates/coerce'
import { withOwnSize } from '../templates/page-size'
import { accept } from './accept'
import { readJson } from './body'
import { type Caller, identify } from './caller'
import type { AppContext, AppEnv } from './context'
import { noEndpoint, sourceOf } from './endpoints'
import { keepAnswer } from './idempotency'
import { answerRendering, checkRendering, jobOf, queuedJob, type Rendering, workOf } from './rendering'
import { cachedAnswer, send } from './reply'
import { parseShape } from './shape'
import { answerAccepted } from './submit'

export const studio = new Hono<AppEnv>().post('/:slug', async (c) => {
  const caller = await identify(c)
  const reading = readStudio(c, caller, { slug: c.req.param('slug'), body: () => readJson(c) })
  // `answerRendering` authenticates before it tells what is wrong.
  const { cacheKey: key, async_mode } = await reading.catch((): Partial<Rendering> => ({}))
  if (key === undefined) return await answerRendering(c, caller, () => reading)
  if (async_mode) return await answerLater(c, caller, reading)

  const known = await findResult(c.env.FILES, key, c.get('startedAt'))
  if (known) return await answerKnown(c, caller, { reading, known })
  c.header('X-Cache', 'MISS')
  return await answerRendering(
    c,
    caller,
    () => reading,
    ({ taskId, expiresAt }, { fileName, pages }) =>
      rememberResult(c.env.FILES, key, { taskId, fileName, pages, expiresAt }),
  )
})

/** 202 with a task, also where the file is there: the task copies it, for nothing, and its webhook follows. */
async function answerLater(c: AppContext, caller: Caller, reading: Promise<Rendering>): Promise<Response> {
  const accepted = await accept(c, caller, {
    read: () => reading,
    asked: ({ asked }) => asked,
    work: (request) => ({ ...workOf(request), taskWhenFound: true }),
    find: async (request) => (await isCached(c, request)) || undefined,
  })
  if (accepted instanceof Response) return accepted
  const headers = { 'X-Cache': accepted.found ? 'HIT' : 'MISS' }
  const queued = queuedJob(jobOf(c, accepted), accepted.request.webhook_url, accepted.found !== undefined)
  return await answerAccepted(c, { ...accepted, headers }, queued)
}

/** Whether the document of an express endpoint is there already. */
export async function isCached(c: AppContext, { cacheKey }: Rendering): Promise<boolean> {
  return cacheKey !== undefined && (await hasResult(c.env.FILES, cacheKey, c.get('startedAt')))
}

/** What was made before, for nothing; under an idempotency key it becomes the answer to every repeat. */
async function answerKnown(
  c: AppContext,
  caller: Caller,
  { reading, known }: { reading: Promise<Rendering>; known: CachedResult },
): Promise<Response> {
  const accepted = await accept(c, caller, {
    read: () => reading,
    asked: ({ asked }) => asked,
    work: workOf,
    find: async () => known,
  })
  if (accepted instanceof Response) return accepted
  const { request, account } = accepted
  const byUrl = request.return_type === 'url'
  const answer = await cachedAnswer(c, known, { creditsLeft: account.credits_left, byUrl })
  await keepAnswer(c, accepted, answer)
  return send(c, answer, known.bytes)
}

/** Reads and checks a body; throws `invalid_request`, or `not_found` for an endpoint that is not there. */
export async function readStudio(
  c: AppContext,
  caller: Caller,
  { slug, body }: { slug: string; body: () => Promise<unknown> },
): Promise<Rendering> {
  const request = parseShape(studioRequest, await body())
  const { data: _data, options = {}, goCreditMode, ...delivery } = request
  checkRendering(c, { options, webhook_url: delivery.webhook_url })
  const endpoint = await findEndpoint(c.env.DB, caller.accountId, slug)
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
    ...{ asked: request, kind: 'studio', source, options: sized, optimise, ...delivery },
    ...(express && {
      cacheKey: resultKey(caller, `express-${canonicalHash({ revision, source, options: sized, optimise })}`),
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
