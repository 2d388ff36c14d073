/** `POST /v1/qrcode`: a QR code, from JSON or a form with a logo file; made once, then answered from storage. */
import { Hono } from 'hono'
import { plans } from '../credits/plans'
import type { ProducedFile } from '../deliver/files'
import type { FieldError, Problem } from '../errors'
import { runCode } from '../jobs/code'
import { codeTools } from '../jobs/code-tools'
import type { QrJob } from '../jobs/job'
import { jobPrice } from '../jobs/price'
import { type CachedResult, findResult, resultKey } from '../jobs/result-cache'
import { ACCEPT_LEASE_MS } from '../jobs/submit'
import { cacheKey } from '../qr/cache'
import { refuseImpossible } from '../qr/make'
import { formValues, type QrOptions, qrConflicts } from '../qr/options'
import { type QrcodeRequest, qrcodeRequest } from '../requests'
import { type Accepted, accept, type Work } from './accept'
import { readForm, readJson } from './body'
import { type Caller, identify } from './caller'
import { type AppContext, type AppEnv, publicOrigin } from './context'
import { failedAnswer, keepAnswer } from './idempotency'
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
}

export const qrcode = new Hono<AppEnv>().post('/', async (c) => {
  const caller = await identify(c)
  const accepted = await accept(c, caller, {
    read: () => readCall(c, caller),
    work: workOf,
    find: ({ cacheKey }) => findResult(c.env.FILES, cacheKey, Date.now()),
  })
  if (accepted instanceof Response) return accepted
  if (accepted.request.delivery.async_mode) return await answerQueued(c, accepted)
  if (accepted.found) return await answerFound(c, accepted, accepted.found)
  const job = jobOf(c, accepted)
  const charge = { credits_charged: accepted.credits_charged, credits_left: accepted.account.credits_left }
  const shared = { ...job, ...charge, byUrl: isByUrl(accepted), cached: false }
  const answers = {
    completed: (file: ProducedFile) => codeAnswer(c, { ...shared, ...file }),
    failed: (problem: Problem, state: { begun: boolean }) => failedAnswer(c, problem, state),
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

/** 202 with a task of its own, also where the file is there: the task copies it, for nothing, and its webhook follows. */
async function answerQueued(c: AppContext, accepted: Accepted<Call, CachedResult>) {
  const headers = { 'X-Cache': accepted.found ? 'HIT' : 'MISS' }
  const queued = {
    job: jobOf(c, accepted),
    webhookUrl: accepted.request.delivery.webhook_url,
    timeoutMs: LEASE_MS,
    reused: accepted.found !== undefined,
  }
  return await answerAccepted(c, { ...accepted, headers }, queued)
}

/** What an earlier identical request made, byte for byte, for nothing. */
async function answerFound(c: AppContext, accepted: Accepted<Call, CachedResult>, file: CachedResult) {
  const { account } = accepted
  const charge = { credits_charged: 0, credits_left: account.credits_left }
  const facts = { origin: publicOrigin(c), byUrl: isByUrl(accepted), cached: true, ...charge }
  const answer = await codeAnswer(c, { ...file, ...facts })
  await keepAnswer(c, accepted, answer)
  return send(c, answer, file.bytes)
}

/** Reads and checks the request. Throws 413, 415 and 400. */
async function readCall(c: AppContext, caller: Caller): Promise<Call> {
  const form = await readForm(c)
  const value = form ? formValues(form.fields) : await readJson(c)
  const upload = form?.files.get('logo')
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'logo')) throw invalid([logoAsText])
  const { return_type, async_mode, webhook_url, metadata, ...options } = parseShape(qrcodeRequest, value)
  const errors: FieldError[] = [
    ...[...(form?.files.keys() ?? [])].filter((name) => name !== 'logo').map(notAFile),
    ...qrConflicts(options, { hasFile: upload !== undefined }),
    ...checkFileUrl(c, '/logo_url', options.logo_url),
    ...checkUrl(c, '/webhook_url', webhook_url),
  ]
  if (errors.length > 0) throw invalid(errors)
  const hash = cacheKey(options, upload, { isTest: caller.mode === 'test' })
  refuseImpossible(options, { hasLogo: upload !== undefined || options.logo_url !== undefined })
  return {
    options,
    delivery: { return_type, async_mode, webhook_url, metadata },
    upload,
    cacheKey: resultKey(caller, `qrcode-${hash}`),
  }
}

/** The contract's `logo` in JSON, or as a text of a form. */
const logoAsText: FieldError = {
  pointer: '/logo',
  message:
    'must be a file in multipart/form-data; the address of one goes into logo_url, data: addresses too',
}

function notAFile(name: string): FieldError {
  return { pointer: `/${name}`, message: 'must be text; only logo may be a file' }
}

/**
 * `synchronous` counts renders in the browser, of which a plan allows a few at once; a code needs none. Nobody waits for
 * what a queued task makes, which may have a day for it, so that has no cache key: it looks itself when it begins.
 */
function workOf({ options, upload, cacheKey, delivery }: Call): Work {
  const credits = jobPrice({ kind: 'qrcode', options, upload })
  const shared = { kind: 'qrcode', credits, synchronous: false, needs: {} }
  return delivery.async_mode
    ? { ...shared, leaseMs: ACCEPT_LEASE_MS, taskWhenFound: true }
    : { ...shared, leaseMs: LEASE_MS, cacheKey }
}

function jobOf(c: AppContext, { request, account, taskId }: Accepted<Call, CachedResult>): QrJob {
  const { options, upload, cacheKey, delivery } = request
  return {
    taskId,
    kind: 'qrcode',
    accountId: account.accountId,
    mode: account.mode,
    options,
    upload,
    cacheKey,
    metadata: delivery.async_mode ? delivery.metadata : undefined,
    origin: publicOrigin(c),
    createdAt: c.get('startedAt'),
    expiresAt: c.get('startedAt') + plans[account.plan].retentionDays * DAY_MS,
  }
}

function isByUrl({ request }: { request: Call }): boolean {
  return request.delivery.return_type === 'url'
}
