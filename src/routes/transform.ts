/** `POST /v1/transform`: a PDF from a caller's HTML. */
import { Hono } from 'hono'
import { plans } from '../credits/plans'
import { price } from '../credits/pricing'
import { type Job, optionConflicts, type TransformRequest, transformRequest } from '../jobs/job'
import { run } from '../jobs/run'
import { runTools } from '../jobs/tools'
import { DEFAULT_TIMEOUT } from '../render/options'
import { type Accepted, accept, type Work } from './accept'
import { readJson } from './body'
import { type AppContext, type AppEnv, publicOrigin, regionOf } from './context'
import { fileReply, urlReply } from './reply'
import { invalid, parseShape } from './shape'
import { checkUrls } from './urls'

/** How much longer than its deadline a synchronous render's hold lives. */
const LEASE_MARGIN_MS = 60_000
const DAY_MS = 86_400_000

export const transform = new Hono<AppEnv>().post('/', async (c) => {
  const accepted = await accept(c, { read: () => readTransform(c), work: workOf })
  const { request, caller } = accepted
  const job = jobOf(c, accepted)
  const tools = runTools(c.env, {
    job,
    account: caller.account,
    region: regionOf(c),
    log: c.get('log'),
    timings: c.get('timings'),
  })
  const byUrl = request.return_type === 'url'
  const work = run(job, { storeFirst: byUrl }, tools)
  // A caller who hangs up does not end the work: it is charged or released all the same.
  c.executionCtx.waitUntil(work.catch(() => undefined))
  const outcome = await work
  if (byUrl) return await urlReply(c, job, outcome)
  c.executionCtx.waitUntil(
    tools
      .store(job.taskId, outcome)
      .catch((error) => c.get('log')('file.not_stored', { task_id: job.taskId, error })),
  )
  return await fileReply(c, job, outcome)
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
  const { html, css, options = {}, goCreditMode = true, async_mode = false, metadata } = request
  return {
    taskId,
    kind: 'transform',
    accountId: account.accountId,
    mode: account.mode,
    source: { html, css },
    options,
    optimise: goCreditMode,
    asynchronous: async_mode,
    metadata,
    origin: publicOrigin(c),
    createdAt: c.get('startedAt'),
    expiresAt: c.get('startedAt') + plans[account.plan].retentionDays * DAY_MS,
  }
}
