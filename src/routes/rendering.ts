/** What transform, generate and studio share: one request that becomes one job, paid for, done and answered. */
import type { StoredAnswer } from '../credits/idempotency'
import { plans } from '../credits/plans'
import { price } from '../credits/pricing'
import type { FieldError } from '../errors'
import { type Job, optionConflicts, type PdfOptions } from '../jobs/job'
import { type Answers, type Produced, run } from '../jobs/run'
import { runTools } from '../jobs/tools'
import { DEFAULT_TIMEOUT } from '../render/options'
import { type Accepted, accept, type Work } from './accept'
import type { Caller } from './caller'
import { type AppContext, publicOrigin, regionOf } from './context'
import { failedAnswer } from './idempotency'
import { fileAnswer, send, urlAnswer } from './reply'
import { invalid } from './shape'
import { checkUrls } from './urls'

/** A validated request, whichever endpoint it came to. */
export type Rendering = Pick<Job, 'kind' | 'source' | 'options' | 'optimise' | 'metadata'> & {
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
  read: (caller: Caller) => Promise<Rendering>,
  done?: (job: Job, produced: Produced) => Promise<void>,
): Promise<Response> {
  const accepted = await accept(c, { read, work: workOf })
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

function workOf({ kind, optimise, options, async_mode }: Rendering): Work {
  return {
    kind,
    credits: price({ kind, goCreditMode: optimise, options }),
    leaseMs: (options.timeout ?? DEFAULT_TIMEOUT) * 1000 + LEASE_MARGIN_MS,
    synchronous: !async_mode,
    needs: { password: options.password !== undefined },
  }
}

function jobOf(c: AppContext, { request, account, taskId }: Accepted<Rendering>): Job {
  const { kind, source, options, optimise, async_mode = false, metadata } = request
  return {
    ...{ taskId, kind, source, options, optimise, metadata },
    accountId: account.accountId,
    mode: account.mode,
    asynchronous: async_mode,
    origin: publicOrigin(c),
    createdAt: c.get('startedAt'),
    expiresAt: c.get('startedAt') + plans[account.plan].retentionDays * DAY_MS,
  }
}
