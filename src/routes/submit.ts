/** The answer to asynchronous work, for every endpoint that takes it: stored, sent, and 202. */
import type { AccountView } from '../credits/admission'
import type { IdempotentCall, StoredAnswer } from '../credits/idempotency'
import { type QueuedJob, type Submission, submit } from '../jobs/submit'
import type { Caller } from './caller'
import { type AppContext, publicOrigin } from './context'
import { keepAnswer } from './idempotency'
import { send } from './reply'
import { POLL_SECONDS } from './status'

/** What acceptance found out about the call. */
export type AcceptedCall = {
  caller: Caller
  account: AccountView
  credits_charged: number
  idempotency: IdempotentCall | undefined
  /** What the answer tells besides. */
  headers?: StoredAnswer['headers']
}

/** 202 with `{task_id, status, check_status_url}`. */
export async function answerAccepted(
  c: AppContext,
  call: AcceptedCall,
  queued: QueuedJob,
): Promise<Response> {
  const task = queuedTask(c, queued.job.taskId)
  return await answerSubmitted(c, call, { submission: { jobs: [queued] }, body: task })
}

/** A task as it is told of when it was accepted. */
export function queuedTask(c: AppContext, taskId: string) {
  return {
    task_id: taskId,
    status: 'pending',
    check_status_url: `${publicOrigin(c)}/v1/status/${taskId}`,
  }
}

/** Submits and answers 202 with `body`, which an idempotent repeat gets again. */
export async function answerSubmitted(
  c: AppContext,
  { caller, account, credits_charged, idempotency, headers }: AcceptedCall,
  { submission, body }: { submission: Submission; body: unknown },
): Promise<Response> {
  const { DB: db, FILES: files, JOBS: queue } = c.env
  const log = c.get('log')
  const tools = { db, files, queue, account: caller.account, log }
  const { sent } = await c
    .get('timings')
    .measure('store', () => submit(submission, tools))
    .catch(async (error: unknown) => {
      if (idempotency) await caller.account.forget(idempotency).catch(() => undefined)
      throw error
    })
  c.executionCtx.waitUntil(sent)
  const answer: StoredAnswer = {
    status: 202,
    headers: {
      'Content-Type': 'application/json',
      'Retry-After': String(POLL_SECONDS),
      'X-Credits-Charged': String(credits_charged),
      'X-Credits-Left': String(account.credits_left),
      ...headers,
    },
    body: { text: JSON.stringify(body) },
  }
  await keepAnswer(c, { caller, idempotency }, answer)
  return send(c, answer)
}
