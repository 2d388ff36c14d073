/** `POST /v1/studio/{slug}`: a PDF from a pre-configured endpoint; an express one repeats what it has answered before. */
import { Hono } from 'hono'
import { canonicalHash } from '../crypto'
import { deepMerge, type Endpoint } from '../endpoints/endpoint'
import { findEndpoint } from '../endpoints/store'
import { begin } from '../http/admission'
import { authenticate, type Caller } from '../http/auth'
import { readJson } from '../http/body'
import { type AppContext, type AppEnv, publicOrigin } from '../http/context'
import {
  checkDocumentRequest,
  type DocumentRequest,
  handleDocumentRequest,
  planNeeds,
} from '../http/document-request'
import { idempotentCall, keepReply, replay } from '../http/idempotency'
import { respond } from '../http/responses'
import { parseShape } from '../http/validation'
import { cachedDocumentReply } from '../jobs/replies'
import { type CachedResult, findResult, resultKey } from '../jobs/result-cache'
import { type PdfOptions, type StudioRequest, studioRequest } from '../requests/render'
import { vaultOf } from '../settings'
import { createFileUrl } from '../storage/file-address'
import { coerce } from '../templates/coerce'
import type { TemplateSource } from '../templates/manifest'
import { withOwnSize } from '../templates/page-size'
import { noEndpoint, sourceOf } from './endpoints'

export const studio = new Hono<AppEnv>().post('/:slug', async (c) => {
  const caller = await authenticate(c, 'render')
  const body = await readJson(c)
  const request = await readStudio(c, caller, {
    body,
    find: () => findSource(c, caller, c.req.param('slug')),
  })
  const known = await knownResult(c, request)
  return known
    ? await answerKnown(c, caller, { request, known })
    : await handleDocumentRequest(c, caller, request)
})

/** What an express endpoint has stored for a synchronous call of the same input. */
async function knownResult(
  c: AppContext,
  { cacheKey, async_mode }: DocumentRequest,
): Promise<CachedResult | undefined> {
  if (cacheKey === undefined || async_mode) return undefined
  return await findResult(c.env.FILES, cacheKey, c.get('startedAt'))
}

/** What was made before, for nothing; under an idempotency key it becomes the reply to every repeat. */
async function answerKnown(
  c: AppContext,
  caller: Caller,
  { request, known }: { request: DocumentRequest; known: CachedResult },
): Promise<Response> {
  const idempotency = idempotentCall(c, caller, request.body)
  const begun = await begin(c, caller, { needs: planNeeds(request), work: [], idempotency })
  if (begun.outcome === 'replay') return await replay(c, begun)
  const reply = await cachedDocumentReply(known, {
    byUrl: request.return_type === 'url',
    creditsLeft: begun.account.credits_left,
    origin: publicOrigin(c),
    fileUrl: (file) => createFileUrl(c.env, file, Date.now()),
    responseTimeMs: Date.now() - c.get('startedAt'),
  })
  await keepReply(c, caller, { idempotency, reply })
  return respond(c, reply, { file: known.bytes })
}

/** An endpoint and what it renders. */
export type EndpointSource = { endpoint: Endpoint; template: TemplateSource }

/** Finds the endpoint of a slug; throws `not_found` for one that is not there, or whose template was deleted. */
export async function findSource(c: AppContext, caller: Caller, slug: string): Promise<EndpointSource> {
  const endpoint = await findEndpoint({ db: c.env.DB, vault: vaultOf(c.env) }, caller.accountId, slug)
  if (!endpoint) throw noEndpoint()
  return { endpoint, template: await sourceOf(c, caller.accountId, endpoint) }
}

/** Reads and checks a body; throws `invalid_request`, or what `find` throws. */
export async function readStudio(
  c: AppContext,
  caller: Caller,
  { body, find }: { body: unknown; find: () => Promise<EndpointSource> },
): Promise<DocumentRequest> {
  const request = parseShape(studioRequest, body)
  const { data: _data, options = {}, goCreditMode, ...delivery } = request
  checkDocumentRequest(c, { options, webhook_url: delivery.webhook_url })
  const { endpoint, template } = await find()
  const { data, options: merged } = mergedWith(endpoint, request)
  const fitted = template.variables ? coerce(template.variables, data) : data
  const sized = endpoint.html === undefined ? withOwnSize(template, merged) : merged
  checkDocumentRequest(c, { options: sized })
  const optimise = goCreditMode ?? endpoint.goCreditMode
  const source = { template, data: fitted }
  const { revision, express } = endpoint
  return {
    ...{ body: request, kind: 'studio', source, options: sized, optimise, ...delivery },
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
