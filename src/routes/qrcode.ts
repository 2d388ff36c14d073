/** `POST /v1/qrcode`: a QR code, from JSON or a form with a logo file; made once, then returned from storage. */
import { Hono } from 'hono'
import { z } from 'zod'
import type { IdempotentCall } from '../accounts/idempotency'
import { inCredits, price } from '../accounts/pricing'
import type { Charge } from '../accounts/reply'
import type { Caller } from '../http/auth'
import { beginOrWait, chargeOf, type HeldWork, workInProgress } from '../http/begin-work'
import { type AppContext, type AppEnv, publicOrigin } from '../http/context'
import { acceptedResponse, IDEMPOTENCY_KEY } from '../http/document-responses'
import { DRY_RUN, respondDryRun } from '../http/dry-run'
import { hangUpSignal } from '../http/hang-up'
import { idempotentCall, keepReply, replay } from '../http/idempotency-key'
import { isByUrl, type QrcodeCall, qrcodeForm, qrcodeRequest, readQrcode } from '../http/read-qrcode'
import { respondAccepted } from '../http/respond-accepted'
import { respond } from '../http/responses'
import { fileOf, fileOrJson, route } from '../http/route'
import { type TaskOwner, taskFactsOf } from '../http/task-facts'
import { isCaller, type KeyHolder, letIn, withCaller } from '../http/with-caller'
import { newTaskId } from '../ids'
import { pricedWork, priceOfJob, type QrJob } from '../jobs/job'
import { qrDependencies } from '../jobs/qr-dependencies'
import { qrReply, qrUrl, qrUrlExample } from '../jobs/replies'
import { type CachedResult, chargesOf, findResult, hasResult, type Lookup } from '../jobs/result-cache'
import { runQrJob } from '../jobs/run-qr'
import { findQuietZoneWarnings } from '../qr/quiet-zone'
import { ACCEPT_LEASE_MS } from '../queue/submit'
import { createFileUrl } from '../storage/file-address'
import { boundWarnings } from '../tasks/bound-warnings'

/** Longest time a code takes: a slow logo and its decoding. */
const LEASE_MS = 30_000
/** Looks for the file of another request that makes the same code; between two of them the account waits up to 10 s. */
const MAX_LOOKS = 4

const plain = price({ kind: 'qrcode', logo: false })
const withLogo = price({ kind: 'qrcode', logo: true })

const postQrcode = route(
  {
    operationId: 'createQrCode',
    summary: 'A QR code',
    description:
      'A PNG (or SVG) that was read back before you get it if it has a logo or colours of its own. ' +
      `${inCredits(plain)}, ${withLogo} with a logo. An identical request gets the stored image for nothing ` +
      '(`X-Cache: HIT`). A form takes the same fields as text: numbers, `true` and `false`, JSON for arrays and ' +
      'objects. With `async_mode` an identical request is a task of its own with a copy of the file, for nothing; ' +
      '`webhook_url` and `metadata` count only then.',
    idempotencyKey: IDEMPOTENCY_KEY,
    body: qrcodeRequest,
    isBodyRequired: true,
    example: { data: 'https://example.com', size: 'big', color: '#0B3D91' },
    form: {
      schema: qrcodeForm,
      example: { data: 'https://example.com', size: 'big', logo: '(logo.png)' },
    },
    responses: {
      200: {
        description: 'The image, or with `return_type: "url"` its address.',
        headers: [
          'X-Task-Id',
          'X-Warnings',
          'X-QR-Quiet-Zone',
          'X-Cache',
          'X-Credits-Charged',
          'X-Credits-Left',
          'Server-Timing',
        ],
        content: fileOrJson(
          {
            'image/png': { schema: fileOf('image/png') },
            'image/svg+xml': {
              schema: z.string(),
              example: '<svg xmlns="http://www.w3.org/2000/svg">…</svg>',
            },
          },
          { link: { schema: qrUrl, example: qrUrlExample }, dry_run: DRY_RUN },
        ),
      },
      202: acceptedResponse('X-Cache'),
    },
    errors: [
      'insufficient_credits',
      'asset_failed',
      'too_many_renders',
      'too_many_tasks',
      'too_many_uncharged',
      'test_quota',
      'render_timeout',
    ],
  },
  async (c) => await withCaller(c, 'render', async (caller) => handleQrcode(c, caller)),
)

export const qrcode = new Hono<AppEnv>().post('/', postQrcode)

async function handleQrcode(c: AppContext, caller: Caller | KeyHolder): Promise<Response> {
  const request = await readQrcode(c, caller)
  const { options, delivery, upload, cacheKey } = request
  if (delivery.dry_run) return await respondDry(c, caller, request)
  // Without the warnings: another release may put them in other words, and the request is the same.
  const idempotency = idempotentCall(c, caller, { options, delivery, upload, cacheKey })
  const taskId = newTaskId('tsk', caller.accountId)
  for (let look = 1; look <= MAX_LOOKS; look++) {
    const found = await findResult(c.env.FILES, lookupOf(caller, request))
    const work = workOf(request, { taskId, found: found !== undefined })
    const begun = await beginOrWait(c, caller, { needs: {}, work, idempotency, hasLookedAgain: look > 1 })
    if (begun.outcome === 'under_way') continue
    if (begun.outcome === 'replay') return await replay(c, begun)
    const job = jobOf(c, begun.account, { request, taskId })
    const accepted = { request, job, idempotency, charge: chargeOf(begun) }
    if (delivery.async_mode) return await respondQueued(c, caller, { ...accepted, found })
    if (found) return await respondCached(c, caller, { ...accepted, found })
    return await respondMade(c, caller, accepted)
  }
  throw workInProgress()
}

/** Whose code it is. */
type Owner = Pick<Caller, 'accountId' | 'account'>

/** A request that the account has begun. */
type Accepted = {
  request: QrcodeCall
  job: QrJob
  idempotency: IdempotentCall | undefined
  charge: Charge
}

async function respondDry(c: AppContext, caller: Caller | KeyHolder, request: QrcodeCall): Promise<Response> {
  const { options, upload, warnings } = request
  const cached = await hasResult(c.env.FILES, lookupOf(caller, request))
  const work = pricedWork({ kind: 'qrcode', options, upload })
  return respondDryRun(c, isCaller(caller) ? caller : await letIn(c, caller), { work, cached, warnings })
}

function lookupOf({ account }: Owner, { cacheKey: key }: QrcodeCall): Lookup {
  return { key, now: Date.now(), wasCharged: chargesOf(account) }
}

/** 202 with a task of its own, also if the file is there: the task copies it, for nothing, and its webhook follows. */
async function respondQueued(
  c: AppContext,
  owner: Owner,
  { charge, idempotency, found, request, job }: Accepted & { found: CachedResult | undefined },
): Promise<Response> {
  const queued = {
    job,
    webhookUrl: request.delivery.webhook_url,
    deliverTo: request.delivery.deliver_to,
    timeoutMs: LEASE_MS,
    reused: found !== undefined,
  }
  return await respondAccepted(
    c,
    owner,
    { charge, idempotency, cached: found !== undefined, warnings: request.warnings },
    queued,
  )
}

/** What an earlier identical request made, byte for byte, for nothing. */
async function respondCached(
  c: AppContext,
  owner: Owner,
  { request, idempotency, charge, found }: Accepted & { found: CachedResult },
): Promise<Response> {
  const reply = await qrReply({ ...found, origin: publicOrigin(c) }, found, {
    delivery: { byUrl: isByUrl(request), charge },
    warnings: boundWarnings([
      ...request.warnings,
      ...findQuietZoneWarnings(found.quietZone, request.options),
    ]),
    fileUrl: (file) => createFileUrl(c.env, file, Date.now()),
    cached: true,
  })
  await keepReply(c, owner, { idempotency, reply })
  return respond(c, reply, { file: found.bytes })
}

async function respondMade(
  c: AppContext,
  { account }: Owner,
  { request, job, idempotency, charge }: Accepted,
): Promise<Response> {
  const signal = idempotency ? undefined : hangUpSignal(c)
  const deps = qrDependencies(c.env, {
    ...{ job, account, signal },
    memory: c.get('memory'),
    log: c.get('log'),
    timings: c.get('timings'),
  })
  const delivery = { charge, byUrl: isByUrl(request), idempotent: idempotency !== undefined }
  const running = runQrJob(job, { delivery }, deps)
  // A caller who hangs up does not end this before it is charged and stored, or released.
  c.executionCtx.waitUntil(running.catch(() => undefined))
  const { reply, bytes } = await running
  return respond(c, reply, { file: bytes })
}

/**
 * What is held: nothing for a code that is there, except that a queued task is a task of its own. `synchronous` counts
 * renders in the browser, of which a plan allows a few at once; a code needs none. Nobody waits for what a queued task
 * makes, which may have a day for it, so that has no cache key: it looks itself when it begins.
 */
function workOf(
  { options, upload, cacheKey, delivery }: QrcodeCall,
  { taskId, found }: { taskId: string; found: boolean },
): HeldWork[] {
  const credits = found ? 0 : priceOfJob({ kind: 'qrcode', options, upload })
  const work = { taskId, kind: 'qrcode', credits, synchronous: false }
  if (delivery.async_mode) return [{ ...work, leaseMs: ACCEPT_LEASE_MS }]
  return found ? [] : [{ ...work, leaseMs: LEASE_MS, cacheKey }]
}

function jobOf(
  c: AppContext,
  owner: TaskOwner,
  { request, taskId }: { request: QrcodeCall; taskId: string },
): QrJob {
  const { options, upload, cacheKey, delivery, warnings } = request
  return {
    taskId,
    kind: 'qrcode',
    options,
    upload,
    cacheKey,
    warnings,
    metadata: delivery.async_mode ? delivery.metadata : undefined,
    ...taskFactsOf(c, owner),
  }
}
