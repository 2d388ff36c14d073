/** What transform, generate and studio share: one request that becomes one job, paid for, done and answered. */
import type { StoredAnswer } from '../credits/idempotency'
import { plans } from '../credits/plans'
import type { FieldError } from '../errors'
import type { Job } from '../jobs/job'
import { jobPrice } from '../jobs/price'
import { type Answers, type Produced, run } from '../jobs/run'
import { ACCEPT_LEASE_MS, type QueuedJob } from '../jobs/submit'
import { runTools } from '../jobs/tools'
import { DEFAULT_TIMEOUT } from '../render/options'
import { optionConflicts, type PdfOptions } from '../requests'
import { type Accepted, accept, type Work } from './accept'
import type { Caller } from './caller'
import { type AppContext, publicOrigin, regionOf } from './context'
import { failedAnswer } from './idempotency'
import { fileAnswer, send, urlAnswer } from './reply'
import { invalid } from './shape'
import { answerAccepted } from './submit'
import { checkUrls } from './urls'

/** A validated request, whichever endpoint it came to. */
export type Rendering = Pick<Job, 'kind' | 'source' | 'options' | 'optimise' | 'metadata' | 'cacheKey'> & {
  /** The request as it was sent: the template it names may have a new version when it is repeated. */
  asked: unknown
  async_mode?: boolean | undefined
  return_type?: 'binary' | 'url' | undefined
  webhook_url?: string | undefined
}

/** How much longer than its deadline a synchronous render's hold lives. */
const LEASE_MARGIN_MS = 60_000
const DAY_MS = 86_400_000

/** Reads, pays, runs, answers. `done` is called with what was stored, after the answer. */
export async function answerRendering(
  c: AppContext,
  caller: Caller,
  read: () => Promise<Rendering>,
  done?: (job: Job, produced: Produced) => Promise<void>,
): Promise<Response> {
  const accepted = await accept(c, caller, { read, asked: ({ asked }) => asked, work: workOf })
  if (accepted instanceof Response) return accepted
  const { request, idempotency } = accepted
  const job = jobOf(c, accepted)
  if (request.async_mode) return await answerAccepted(c, accepted, queuedJob(job, request.webhook_url))
  const tools = runTools(c.env, {
    job,
    account: caller.account,
    region: regionOf(c),
    restriction: accepted.account.restriction,
    log: c.get('log'),
    timings: c.get('timings'),
  })
  const byUrl = request.return_type === 'url'
  const charge = { credits_charged: accepted.credits_charged, credits_left: accepted.account.credits_left }
  const answers: Answers<StoredAnswer> = {
    completed: (produced) =>
      byUrl ? urlAnswer(c, job, produced, charge) : fileAnswer(job, produced, charge),
    failed: (problem, state) => failedAnswer(c, problem, state),
  }
  const storeFirst = byUrl || idempotency !== undefined
  const work = run(job, { storeFirst, answers }, tools)
  // A caller who hangs up does not end the work: it is charged or released all the same.
  c.executionCtx.waitUntil(work.catch(() => undefined))
  const outcome = await work
  const stored = async () => {
    if (!storeFirst) await tools.store(job.taskId, outcome)
    await done?.(job, outcome)
  }
  c.executionCtx.waitUntil(
    stored().catch((error) => c.get('log')('file.not_stored', { task_id: job.taskId, error })),
  )
  return send(c, outcome.answer, outcome.bytes)
}

/** Throws `invalid_request` for options that exclude each other and addresses that are refused by their form. */
export function checkRendering(
  c: AppContext,
  request: { options: PdfOptions; webhook_url?: string | undefined },
  more: FieldError[] = [],
): void {
  const errors = [...optionConflicts(request.options), ...checkUrls(c, request), ...more]
  if (errors.length > 0) throw invalid(errors)
}

/** What a request costs and needs. Asynchronous work holds for its acceptance first (`jobs/submit.ts`). */
export function workOf({ kind, optimise, options, async_mode }: Rendering): Work {
  return {
    kind,
    credits: jobPrice({ kind, optimise, options }),
    leaseMs: async_mode ? ACCEPT_LEASE_MS : timeoutMs(options) + LEASE_MARGIN_MS,
    synchronous: !async_mode,
    needs: { password: options.password !== undefined },
  }
}

/** A job as it is queued; `reused` if its result is cached and nothing was held. */
export function queuedJob(job: Job, webhookUrl: string | undefined, reused = false): QueuedJob {
  return { job, webhookUrl, reused, timeoutMs: timeoutMs(job.options) }
}

function timeoutMs({ timeout = DEFAULT_TIMEOUT }: PdfOptions): number {
  return timeout * 1000
}

/** The job of an accepted request. */
export function jobOf(
  c: AppContext,
  { request, account, taskId }: Pick<Accepted<Rendering>, 'request' | 'account' | 'taskId'>,
): Job {
  const { kind, source, options, optimise, metadata, cacheKey } = request
  return {
    ...{ taskId, kind, source, options, optimise, metadata, cacheKey },
    accountId: account.accountId,
    mode: account.mode,
    region: regionOf(c),
    origin: publicOrigin(c),
    createdAt: c.get('startedAt'),
    expiresAt: c.get('startedAt') + plans[account.plan].retentionDays * DAY_MS,
  }
}
