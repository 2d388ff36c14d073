/** What transform, generate, studio and finish share once their body is read (`check-document.ts`): held, done, answered. */
import { newTaskId } from '../ids'
import { pricedWork } from '../jobs/job'
import type { Caller } from './auth'
import { begin, chargeOf } from './begin-work'
import { type DocumentRequest, requireAsyncDelivery, withDeliveryWarnings } from './check-document'
import type { AppContext } from './context'
import { hasBrand, holdFor, isCached, jobOf, planNeeds, queuedJob } from './document-job'
import { respondDryRun } from './dry-run'
import { expectToBegin, ifMistaken } from './early-start'
import { idempotentCall, replay } from './idempotency-key'
import { respondAccepted } from './respond-accepted'
import { respond } from './responses'
import { type Charging, runForCaller } from './run-for-caller'
import type { TaskOwner } from './task-facts'
import { withRepeatedFields } from './warn-of-repeated'
import { isCaller, type KeyHolder, letIn } from './with-caller'

/** Holds, then does the work and returns what it made, or queues it and returns its task. */
export async function handleDocumentRequest(
  c: AppContext,
  caller: Caller | KeyHolder,
  asked: DocumentRequest,
): Promise<Response> {
  requireAsyncDelivery(asked)
  const request = withDeliveryWarnings(c, withRepeatedFields(c, asked))
  if (request.dry_run) {
    const cached = await isCached(c, request)
    const { warnings } = request
    return respondDryRun(c, isCaller(caller) ? caller : await letIn(c, caller), {
      work: pricedWork(request),
      cached,
      warnings,
      needs: planNeeds(request),
    })
  }
  const idempotency = idempotentCall(c, caller, request.body)
  const taskId = newTaskId('tsk', caller.accountId)
  // A document that is there already is copied to the task, for nothing.
  const cached = request.async_mode ? await isCached(c, request) : undefined
  const hold = { ...holdFor(request, taskId), ...(cached && { credits: 0 }) }
  const beginning = begin(c, caller, {
    needs: planNeeds(request),
    work: [hold],
    idempotency,
    hasBrand: hasBrand(request),
  })
  const start = (owner: TaskOwner, charging: Charging) => {
    const delivery = { byUrl: request.return_type === 'url', idempotent: idempotency !== undefined }
    const { leaseMs } = hold
    const { findLate } = request
    const job = jobOf(c, owner, { request, taskId })
    return runForCaller(c, caller, { job, delivery, leaseMs, findLate, ...charging })
  }
  const mayBeEarly = !request.async_mode && request.kind !== 'finish' && !idempotency
  const early = mayBeEarly ? expectToBegin(caller, hold.credits, beginning) : undefined
  const ahead = early && start(early.owner, early)
  const begun = await beginning
  if (begun.outcome === 'replay') return await replay(c, begun)

  const charge = chargeOf(begun)
  if (request.async_mode) {
    const queued = queuedJob(jobOf(c, begun.account, { request, taskId }), request, cached)
    return await respondAccepted(
      c,
      caller,
      { charge, idempotency, cached, warnings: request.warnings },
      queued,
    )
  }
  const startNow = () => start(begun.account, { charge, restriction: begun.restriction })
  const { reply, bytes } = await (ahead?.catch(ifMistaken(startNow)) ?? startNow())
  return respond(c, reply, { file: bytes })
}
