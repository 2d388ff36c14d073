/** The answer to asynchronous work, for every endpoint that takes it: stored, sent, and 202. */
import type { IdempotentCall } from '../accounts/idempotency'
import type { Charge, Reply } from '../accounts/reply'
import { taskDatabase } from '../databases'
import { type QueuedJob, type Submission, submit } from '../queue/submit'
import { vaultOf } from '../settings'
import { boundWarnings } from '../tasks/bound-warnings'
import type { Caller } from './auth'
import { type AppContext, publicOrigin } from './context'
import { keepReply } from './idempotency-key'
import { respond } from './responses'
import type { AcceptedTask } from './shared-schemas'

/** Seconds between two status requests that the contract recommends. */
export const POLL_SECONDS = 2

/** Whose work it is. */
type TaskSender = Pick<Caller, 'accountId' | 'account'>

/** Asynchronous work that the account has begun. */
export type AcceptedCall = {
  charge: Charge
  idempotency: IdempotentCall | undefined
  /** Whether the file was there before; absent for work that has no cache. */
  cached?: boolean | undefined
  /** What the caller is told of the request; its task has them too. */
  warnings?: string[] | undefined
}

/** 202 with `{task_id, status, check_status_url}`. */
export async function respondAccepted(
  c: AppContext,
  caller: TaskSender,
  call: AcceptedCall,
  queued: QueuedJob,
): Promise<Response> {
  const task = queuedTask(c, queued.job.taskId)
  return await submitAndRespond(c, caller, { ...call, submission: { jobs: [queued] }, body: task })
}

/** A task as it is told of when it was accepted. */
export function queuedTask(c: AppContext, taskId: string): AcceptedTask {
  return {
    task_id: taskId,
    status: 'pending',
    check_status_url: `${publicOrigin(c)}/v1/status/${taskId}`,
  }
}

/** Submits and answers 202 with `body`, which an idempotent repeat gets again. */
export async function submitAndRespond(
  c: AppContext,
  caller: TaskSender,
  {
    charge,
    idempotency,
    cached,
    warnings,
    submission,
    body,
  }: AcceptedCall & {
    submission: Submission
    body: unknown
  },
): Promise<Response> {
  const { FILES: files, JOBS: queue } = c.env
  const db = taskDatabase(c.env, caller.accountId)
  const log = c.get('log')
  const deps = {
    db,
    files,
    vault: vaultOf(c.env),
    queue,
    account: caller.account,
    log,
    memory: c.get('memory'),
  }
  const { sent } = await c
    .get('timings')
    .measure('store', () => submit(submission, deps))
    .catch(async (error: unknown) => {
      if (idempotency) await caller.account.forget(idempotency).catch(() => undefined)
      throw error
    })
  c.executionCtx.waitUntil(sent)
  const reply: Reply = {
    kind: 'json',
    status: 202,
    body,
    facts: { ...charge, cached, warnings: warnings && boundWarnings(warnings), retryAfter: POLL_SECONDS },
  }
  await keepReply(c, caller, { idempotency, reply })
  return respond(c, reply)
}
