/** A report for a caller who waits (a check of an invoice, what is in a PDF): begin, make, charge, respond. */
import type { z } from 'zod'
import { price } from '../accounts/pricing'
import type { ErrorCode } from '../errors'
import { newTaskId } from '../ids'
import { reportDependencies } from '../jobs/dependencies'
import type { JobFacts } from '../jobs/job'
import { withinLease } from '../jobs/lease'
import { type ReportDeps, runReport } from '../jobs/run-report'
import type { Caller } from './auth'
import { begin, chargeOf } from './begin-work'
import { addBesideOthers } from './caller-pace'
import type { AppContext } from './context'
import { DRY_RUN, respondDryRun } from './dry-run'
import { hangUpSignal } from './hang-up'
import { idempotentCall, replay } from './idempotency-key'
import { respond } from './responses'
import { jsonOf } from './route'
import { taskFactsOf } from './task-facts'

export type ReportRequest = {
  kind: 'inspect' | 'invoice_check'
  dryRun: boolean | undefined
  /** What is asked, for the fingerprint of an idempotent call. */
  asked: unknown
  /** Of the stored report. */
  fileName: string
  /** Longest time that it takes, in milliseconds. */
  leaseMs: number
  /** Of all files that are fetched for it. */
  limits: { requests: number; bytes: number }
  makeReport: (deps: ReportDeps) => Promise<object>
}

/** Throws what `begin` and `runReport` throw. */
export async function handleReport(c: AppContext, caller: Caller, request: ReportRequest): Promise<Response> {
  const { kind, asked, fileName, leaseMs, limits, makeReport } = request
  if (request.dryRun) return respondDryRun(c, caller, { work: { kind } })
  const idempotency = idempotentCall(c, caller, asked)
  const taskId = newTaskId('tsk', caller.accountId)
  const work = [{ taskId, kind, credits: price({ kind }), leaseMs, synchronous: true }]
  const begun = await begin(c, caller, { needs: {}, work, idempotency })
  if (begun.outcome === 'replay') return await replay(c, begun)
  const job: JobFacts = { taskId, kind, ...taskFactsOf(c, caller) }
  addBesideOthers((pace, now) => pace.addReport(caller.accountId, now))
  // Nobody could ever ask for the report again.
  const lease = { leaseMs, signal: idempotency ? undefined : hangUpSignal(c) }
  const running = withinLease(lease, (signal) => {
    const deps = reportDependencies(c.env, {
      ...{ job, account: caller.account, limits },
      memory: c.get('memory'),
      ...{ log: c.get('log'), timings: c.get('timings') },
      signal,
    })
    return runReport(job, { charge: chargeOf(begun), fileName, makeReport: () => makeReport(deps) }, deps)
  })
  // A caller who hangs up does not end this before it is charged, or released.
  c.executionCtx.waitUntil(running.then(() => undefined).catch(() => undefined))
  const { reply, bytes } = await running
  return respond(c, reply, { file: bytes })
}

/** How the response of a report is described. */
export function reportResponses<Report extends z.ZodType>(schema: Report, example: NoInfer<z.input<Report>>) {
  return {
    200: {
      description: 'The report; with `dry_run` its price.',
      headers: ['X-Task-Id', 'X-Credits-Charged', 'X-Credits-Left', 'Server-Timing'],
      content: { 'application/json': jsonOf({ report: { schema, example }, dry_run: DRY_RUN }) },
    },
  }
}

export const REPORT_ERRORS = [
  'insufficient_credits',
  'asset_failed',
  'document_invalid',
  'too_many_renders',
  'too_many_uncharged',
  'test_quota',
  'render_timeout',
] as const satisfies readonly ErrorCode[]
