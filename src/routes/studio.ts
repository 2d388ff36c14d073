/** `POST /v1/studio/{slug}`: a PDF from a pre-configured endpoint; an express one repeats what it has answered before. */
import { Hono } from 'hono'
import { slugSchema } from '../endpoints/endpoint-config'
import { requireEndpoint } from '../endpoints/source'
import type { Caller } from '../http/auth'
import { begin } from '../http/begin-work'
import { type DocumentRequest, withDeliveryWarnings } from '../http/check-document'
import { type AppContext, type AppEnv, publicOrigin } from '../http/context'
import { hasBrand, planNeeds } from '../http/document-job'
import { DOCUMENT_ERRORS, documentResponses, IDEMPOTENCY_KEY } from '../http/document-responses'
import { handleDocumentRequest } from '../http/handle-document'
import { idempotentCall, keepReply, replay } from '../http/idempotency-key'
import { readStudio, studioRequest } from '../http/read-document'
import { respond } from '../http/responses'
import { route } from '../http/route'
import { type KeyHolder, withCaller } from '../http/with-caller'
import { cachedDocumentReply } from '../jobs/replies'
import { type CachedResult, findResult } from '../jobs/result-cache'
import { vaultOf } from '../settings'
import { createFileUrl } from '../storage/file-address'

const postStudio = route(
  {
    operationId: 'runEndpoint',
    summary: 'A PDF from a pre-configured endpoint',
    description:
      'The endpoint’s stored data and options are defaults for the caller’s: objects merge, arrays replace. An express ' +
      'endpoint returns the stored file for identical input, for 0 credits. With `async_mode`, and in a batch, a ' +
      'task gets a copy of that file for 0 credits; a document that is rendered costs its price.',
    path: { slug: slugSchema },
    idempotencyKey: IDEMPOTENCY_KEY,
    body: studioRequest,
    example: { data: { name: 'Ada Lovelace' } },
    responses: documentResponses('X-Cache'),
    errors: ['not_found', ...DOCUMENT_ERRORS],
  },
  async (c, { body, path }) => {
    const stores = { db: c.env.DB, vault: vaultOf(c.env) }
    return await withCaller(c, 'render', async (caller) => {
      const request = await readStudio(c, caller, {
        asked: await body(),
        find: () => requireEndpoint(stores, caller.accountId, path('slug')),
      })
      const known = await knownResult(c, request)
      return known
        ? await answerKnown(c, caller, { request: withDeliveryWarnings(c, request), known })
        : await handleDocumentRequest(c, caller, request)
    })
  },
)

export const studio = new Hono<AppEnv>().post('/:slug', postStudio)

/** What an express endpoint has stored for a synchronous call of the same input. */
async function knownResult(
  c: AppContext,
  { cacheKey, async_mode, dry_run }: DocumentRequest,
): Promise<CachedResult | undefined> {
  if (cacheKey === undefined || async_mode || dry_run) return undefined
  return await findResult(c.env.FILES, { key: cacheKey, now: c.get('startedAt') })
}

/** What was made before, for nothing; under an idempotency key it becomes the reply to every repeat. */
async function answerKnown(
  c: AppContext,
  caller: Caller | KeyHolder,
  { request, known }: { request: DocumentRequest; known: CachedResult },
): Promise<Response> {
  const idempotency = idempotentCall(c, caller, request.body)
  const needs = planNeeds(request)
  const begun = await begin(c, caller, { needs, work: [], idempotency, hasBrand: hasBrand(request) })
  if (begun.outcome === 'replay') return await replay(c, begun)
  const reply = await cachedDocumentReply(known, {
    byUrl: request.return_type === 'url',
    creditsLeft: begun.account.credits_left,
    warnings: request.warnings,
    origin: publicOrigin(c),
    fileUrl: (file) => createFileUrl(c.env, file, Date.now()),
    responseTimeMs: Date.now() - c.get('startedAt'),
  })
  await keepReply(c, caller, { idempotency, reply })
  return respond(c, reply, { file: known.bytes })
}
