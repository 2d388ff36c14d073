/** `POST /v1/qrcode`: a QR code, from JSON or a form with a logo file; made once, then answered from storage. */
import { Hono } from 'hono'
import { plans } from '../credits/plans'
import { price } from '../credits/pricing'
import { type CachedFile, cacheKeyOf, findCached } from '../deliver/cache'
import type { ProducedFile } from '../deliver/files'
import type { FieldError, Problem } from '../errors'
import { runCode } from '../jobs/code'
import { codeTools } from '../jobs/code-tools'
import { type QrcodeRequest, type QrJob, qrcodeRequest } from '../jobs/job'
import { ACCEPT_LEASE_MS } from '../jobs/submit'
import { cacheKey } from '../qr/cache'
import { refuseImpossible } from '../qr/make'
import { formValues, type QrOptions, qrConflicts } from '../qr/options'
import { type Accepted, accept, type Work } from './accept'
import { readForm, readJson } from './body'
import type { Caller } from './caller'
import { type AppContext, type AppEnv, publicOrigin } from './context'
import { failedAnswer } from './idempotency'
import { codeAnswer, send } from './reply'
import { invalid, parseShape } from './shape'
import { answerAccepted } from './submit'
import { checkFileUrl, checkUrl } from './urls'

/** Longest time a code takes: a slow logo and its decoding. */
const LEASE_MS = 30_000
const DAY_MS = 86_400_000

type Call = {
  options: QrOptions
  delivery: Pick<QrcodeRequest, 'return_type' | 'async_mode' | 'webhook_url' | 'metadata'>
  upload: Uint8Array | undefined
  cacheKey: string
  /** Whether asynchronous work finds its file made. */
  made: boolean
}

export const qrcode = new Hono<AppEnv>().post('/', async (c) => {
  const accepted = await accept(c, {
    read: (caller) => readCall(c, caller),
    work: workOf,
    find: async ({ cacheKey, delivery }) => (delivery.async_mode ? undefined : findMade(c, cacheKey)),
  })
  if (accepted instanceof Response) return accepted
  if (accepted.found) return await answerFound(c, accepted, accepted.found)
  const job = jobOf(c, accepted)
  const { async_mode, webhook_url } = accepted.request.delivery
  if (async_mode) {
    return await answerAccepted(c, accepted, { job, webhookUrl: webhook_url, timeoutMs: LEASE_MS })
  }
  const charge = { credits_charged: accepted.credits_charged, credits_left: accepted.account.credits_left }
  const shared = { ...job, ...charge, byUrl: isByUrl(accepted), cached: false }
  const answers = {
    completed: (file: ProducedFile) => codeAnswer(c, { ...shared, ...file }),
    failed: (problem: Problem) => failedAnswer(c, problem),
  }
  const tools = codeTools(c.env, {
    job,
    account: accepted.caller.account,
    log: c.get('log'),
    timings: c.get('timings'),
  })
  const work = runCode(job, { answers }, tools)
  // A caller who hangs up does not end the work: it is charged or released all the same.
  c.executionCtx.waitUntil(work.catch(() => undefined))
  const { answer, bytes } = await work
  return send(c, answer, bytes)
})

/** What an earlier identical request made, byte for byte, for nothing. */
async function answerFound(c: AppContext, accepted: Accepted<Call, CachedFile>, file: CachedFile) {
  const { account, caller, idempotency } = accepted
  const charge = { credits_charged: 0, credits_left: account.credits_left }
  const facts = { origin: publicOrigin(c), byUrl: isByUrl(accepted), cached: true, ...charge }
  const answer = await codeAnswer(c, { ...file, ...facts })
  if (idempotency) await caller.account.remember({ ...idempotency, answer })
  return send(c, answer, file.bytes)
}

/** Reads and checks the request. Throws 413, 415 and 400. */
async function readCall(c: AppContext, caller: Caller): Promise<Call> {
  const form = await readForm(c)
  const value = form ? formValues(form.fields) : await readJson(c)
  const upload = form?.files.get('logo')
  const { return_type, async_mode, webhook_url, metadata, ...options } = parseShape(qrcodeRequest, value)
  const errors: FieldError[] = [
    ...[...(form?.files.keys() ?? [])].filter((name) => name !== 'logo').map(notAFile),
    ...qrConflicts(options, { hasFile: upload !== undefined }),
    ...checkFileUrl(c, '/logo_url', options.logo_url),
    ...checkUrl(c, '/webhook_url', webhook_url),
  ]
  if (errors.length > 0) throw invalid(errors)
  const hash = await cacheKey(options, upload)
  refuseImpossible(options, { hasLogo: upload !== undefined || options.logo_url !== undefined })
  const key = cacheKeyOf(caller, `qrcode-${hash}`)
  return {
    options,
    delivery: { return_type, async_mode, webhook_url, metadata },
    upload,
    cacheKey: key,
    // A caller who does not wait gets a task of its own, which costs nothing where its file is made already.
    made: async_mode === true && (await findMade(c, key)) !== undefined,
  }
}

function findMade(c: AppContext, key: string): Promise<CachedFile | undefined> {
  return findCached(c.env.FILES, key, Date.now())
}

function notAFile(name: string): FieldError {
  return { pointer: `/${name}`, message: 'must be text; only logo may be a file' }
}

/** `synchronous` counts renders in the browser, of which a plan allows a few at once; a code needs none. */
function workOf({ options, upload, cacheKey, delivery, made }: Call): Work {
  const logo = upload !== undefined || options.logo_url !== undefined
  const credits = made ? 0 : price({ kind: 'qrcode', logo })
  const shared = { kind: 'qrcode', credits, synchronous: false, needs: {} }
  return delivery.async_mode
    ? { ...shared, leaseMs: ACCEPT_LEASE_MS }
    : { ...shared, leaseMs: LEASE_MS, cacheKey }
}

function jobOf(c: AppContext, { request, account, taskId }: Accepted<Call, CachedFile>): QrJob {
  const { options, upload, cacheKey, delivery } = request
  return {
    taskId,
    kind: 'qrcode',
    accountId: account.accountId,
    mode: account.mode,
    options,
    upload,
    cacheKey,
    metadata: delivery.metadata,
    origin: publicOrigin(c),
    createdAt: c.get('startedAt'),
    expiresAt: c.get('startedAt') + plans[account.plan].retentionDays * DAY_MS,
  }
}

function isByUrl({ request }: { request: Call }): boolean {
  return request.delivery.return_type === 'url'
}
