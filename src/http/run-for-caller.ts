/** The run of a document whose caller waits, and what follows the reply. */
import type { Reply } from '../accounts/reply'
import type { Restriction } from '../accounts/strikes'
import { runDependencies } from '../jobs/dependencies'
import type { DocumentJob } from '../jobs/job'
import { withinLease } from '../jobs/lease'
import { rememberResult } from '../jobs/result-cache'
import { type Delivery, type RunDeps, type RunOutcome, run } from '../jobs/run'
import type { Caller } from './auth'
import { type AppContext, regionOf } from './context'
import { hangUpSignal } from './hang-up'

/** What the account held for a document, or will have held before anything comes of it (`early-start.ts`). */
export type Charging = Pick<Delivery, 'charge'> & {
  restriction?: Restriction | undefined
  /** Ends what was begun on a mistake. */
  dropped?: AbortSignal
}

type CallersRun = Charging & {
  job: DocumentJob
  delivery: Omit<Delivery, 'charge'>
  leaseMs: number
  /** As `PrintDeps.findLate`. */
  findLate: (() => Promise<string[]>) | undefined
}

/** Runs a job for its caller, who may end it by hanging up unless a repeat may ask for the result. */
export function runForCaller(
  c: AppContext,
  caller: Pick<Caller, 'account'>,
  { job, delivery, charge, leaseMs, findLate, restriction, dropped }: CallersRun,
): Promise<RunOutcome & { reply: Reply }> {
  const hangUp = delivery.idempotent ? undefined : hangUpSignal(c)
  const ends = [hangUp, dropped].filter((signal) => signal !== undefined)
  const lease = { leaseMs, signal: ends.length > 1 ? AbortSignal.any(ends) : ends[0] }
  const running = withinLease(lease, (signal) =>
    run(
      job,
      { delivery: { ...delivery, charge } },
      { ...dependenciesOf(c, caller, { job, restriction, charge, signal }), findLate },
    ),
  )
  // A caller who hangs up does not end this before it is charged and stored, or released.
  c.executionCtx.waitUntil(afterReply(c, { job, running }))
  return running
}

/**
 * What follows the reply: the file is stored, and an express endpoint finds it from then on. Never throws.
 */
async function afterReply(
  c: AppContext,
  { job, running }: { job: DocumentJob; running: Promise<RunOutcome> },
): Promise<void> {
  const made = await running.catch(() => undefined)
  if (!made) return
  try {
    await made.stored
    await rememberResult(c.env.FILES, job, made)
  } catch (error) {
    c.get('log')('file.not_stored', { task_id: job.taskId, error })
  }
}

function dependenciesOf(
  c: AppContext,
  { account }: Pick<Caller, 'account'>,
  work: Pick<CallersRun, 'job' | 'restriction' | 'charge'> & { signal: AbortSignal | undefined },
): RunDeps {
  const { charge, ...facts } = work
  return runDependencies(c.env, {
    ...facts,
    held: charge,
    account,
    region: regionOf(c),
    requestId: c.get('requestId'),
    memory: c.get('memory'),
    log: c.get('log'),
    timings: c.get('timings'),
  })
}
