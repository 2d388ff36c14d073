/** `POST /v1/transform`: a PDF from a caller's HTML. */
import { Hono } from 'hono'
import type { StoredAnswer } from '../credits/idempotency'
import { plans } from '../credits/plans'
import { price } from '../credits/pricing'
import { type Job, optionConflicts, type TransformRequest, transformRequest } from '../jobs/job'
import { type Answers, run } from '../jobs/run'
import { runTools } from '../jobs/tools'
import { DEFAULT_TIMEOUT } from '../render/options'
import { type Accepted, accept, type Work } from './accept'
import { readJson } from './body'
import { type AppContext, type AppEnv, publicOrigin, regionOf } from './context'
import { failedAnswer } from './idempotency'
import { fileAnswer, send, urlAnswer } from './reply'
import { invalid, parseShape } from './shape'
import { checkUrls } from './urls'

/** How much longer than its deadline a synchronous render's hold lives. */
const LEASE_MARGIN_MS = 60_000
const DAY_MS = 86_400_000

export const transform = new Hono<AppEnv>().post('/', async (c) => {
  const accepted = await accept(c, { read: () => readTransform(c), work: workOf })
  if (accepted instanceof Response) return accepted
  const { request, caller, idempotent } = accepted
  const job = jobOf(c, accepted)
  const tools = runTools(c.env, {
    job,
    account: caller.account,
    region: regionOf(c),
    log: c.get('log'),
    timings: c.get('timings'),
  })
  const byUrl = request.return_type === 'url'
  const charge = { credits_charged: accepted.credits_charged, credits_left: accepted.account.credits_left }
  const answers: Answers<StoredAnswer> = {
    completed: (produced) =>
      byUrl ? urlAnswer(c, job, produced, charge) : fileAnswer(job, produced, charge),
    failed: (problem) => failedAnswer(c, problem),
  }
  const storeFirst = byUrl || idempotent
  const work = run(job, { storeFirst, answers }, tools)
  // A caller who hangs up does not end the work: it is charged or released all the same.
  c.executionCtx.waitUntil(work.catch(() => undefined))
  const outcome = await work
  if (!storeFirst) {
    c.executionCtx.waitUntil(
      tools
        .store(job.taskId, outcome)
        .catch((error) => c.get('log')('file.not_stored', { task_id: job.taskId, error })),
    )
  }
  return send(c, outcome.answer, outcome.bytes)
})

async function readTransform(c: AppContext): Promise<TransformRequest> {
  const request = parseShape(transformRequest, await readJson(c))
  const errors = [...optionConflicts(request.options ?? {}), ...checkUrls(c, request)]
  if (errors.length > 0) throw invalid(errors)
  return request
}

function workOf({ goCreditMode = true, options = {}, async_mode }: TransformRequest): Work {
  return {
    kind: 'transform',
    credits: price({ kind: 'transform', goCreditMode, options }),
    leaseMs: (options.timeout ?? DEFAULT_TIMEOUT) * 1000 + LEASE_MARGIN_MS,
    synchronous: !async_mode,
    needs: { password: options.password !== undefined },
  }
}

function jobOf(c: AppContext, { request, account, taskId }: Accepted<TransformRequest>): Job {
  const { html, css, options = {}, goCreditMode = true, metadata } = request
  return {
    taskId,
    kind: 'transform',
    accountId: account.accountId,
    mode: account.mode,
    source: { html, css },
    options,
    optimise: goCreditMode,
    metadata,
    origin: publicOrigin(c),
    createdAt: c.get('startedAt'),
    expiresAt: c.get('startedAt') + plans[account.plan].retentionDays * DAY_MS,
  }
}
