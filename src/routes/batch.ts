/** `POST /v1/batch`: many jobs of one endpoint, held together or not at all; each becomes a task of its own. */
import { Hono } from 'hono'
import { z } from 'zod'
import { limitByPlan, plans } from '../accounts/plans'
import { refusalProblem } from '../accounts/refusal'
import { queuedTask, submitAndRespond } from '../http/accepted'
import { begin, chargeOf } from '../http/admission'
import { authenticate, type Caller } from '../http/auth'
import { featureProblem, hasPassword, readEntries } from '../http/batch-entries'
import type { AppContext, AppEnv } from '../http/context'
import { type DocumentRequest, holdFor, isCached, jobOf, queuedJob } from '../http/document-request'
import { ACCEPTED_HEADERS, IDEMPOTENCY_KEY } from '../http/document-responses'
import { idempotentCall, replay } from '../http/idempotency'
import { json, route } from '../http/route'
import { acceptedTask, fileDelivery } from '../http/shared-schemas'
import { newId } from '../ids'

/** docs/decisions/contract.md 2.6: batch request. Entries are what their endpoint takes. */
const batchRequest = z.strictObject({
  endpoint: z.string().min(1).describe('`generate`, `transform`, or the slug of a Studio endpoint.'),
  entries: z
    .array(z.unknown().meta({ type: 'object' }))
    .min(1, 'must have at least one entry')
    .describe('Requests to the endpoint.'),
  async_mode: z.literal(true, 'must be true or left out: a batch always runs asynchronously').optional(),
  webhook_url: fileDelivery.webhook_url.describe('For every entry that has none of its own.'),
})

const acceptedBatch = z.object({
  batch_id: z.string(),
  count: z.int(),
  tasks: z
    .array(z.object({ index: z.int(), ...acceptedTask.shape }))
    .describe('In the order of the entries.'),
})

const postBatch = route(
  {
    operationId: 'batch',
    summary: 'Many jobs of one endpoint, asynchronously',
    description:
      'Each entry is a request to `endpoint` and becomes a task with a webhook call of its own. All are checked ' +
      'before any is accepted, and their credits are held together or not at all. ' +
      `Entries by plan: ${limitByPlan(({ entriesPerBatch }) => entriesPerBatch)}.`,
    idempotencyKey: IDEMPOTENCY_KEY,
    body: batchRequest,
    example: {
      endpoint: 'transform',
      entries: [{ html: '<h1>One</h1>' }, { html: '<h1>Two</h1>' }],
    },
    responses: { 202: json('Accepted.', acceptedBatch, ACCEPTED_HEADERS) },
    errors: [
      'not_found',
      'plan_feature',
      'plan_limit',
      'insufficient_credits',
      'too_many_tasks',
      'too_many_uncharged',
      'test_quota',
    ],
  },
  async (c, { body }) => {
    const caller = await authenticate(c, 'render')
    const asked = await body()
    refuseTooMany(asked.entries.length, caller)
    const entries = await readEntries(c, caller, asked)
    const cached = await cachedResults(c, entries)
    const tasks = entries.map((request) => ({ request, taskId: newId('tsk') }))
    const idempotency = idempotentCall(c, caller, asked)
    const begun = await begin(c, caller, {
      needs: { entries: entries.length, password: entries.some(hasPassword) },
      work: tasks.map(({ request, taskId }) => ({
        ...holdFor(request, taskId),
        ...(cached.has(request.cacheKey) && { credits: 0 }),
      })),
      idempotency,
    }).catch((error: unknown) => {
      throw featureProblem(entries, error)
    })
    if (begun.outcome === 'replay') return await replay(c, begun)
    const batchId = newId('bat')
    const jobs = tasks.map(({ request, taskId }) =>
      queuedJob(
        { ...jobOf(c, caller, { request, taskId }), batchId },
        request.webhook_url ?? asked.webhook_url,
        cached.has(request.cacheKey),
      ),
    )
    const accepted: z.input<typeof acceptedBatch> = {
      batch_id: batchId,
      count: tasks.length,
      tasks: tasks.map(({ taskId }, index) => ({ index, ...queuedTask(c, taskId) })),
    }
    const submission = { jobs, batchId }
    const call = { charge: chargeOf(begun), idempotency, submission, body: accepted }
    return await submitAndRespond(c, caller, call)
  },
)

export const batch = new Hono<AppEnv>().post('/', postBatch)

/** The cache keys among the entries that have a result: their tasks copy the file, for nothing. */
async function cachedResults(c: AppContext, entries: DocumentRequest[]): Promise<Set<string | undefined>> {
  const unique = [...new Map(entries.map((entry) => [entry.cacheKey, entry])).values()]
  const looked = await Promise.all(
    unique.map(async (entry) => ((await isCached(c, entry)) ? [entry.cacheKey] : [])),
  )
  return new Set(looked.flat())
}

/** The number of entries is refused before their shape is looked at. */
function refuseTooMany(entries: number, { plan }: Caller) {
  const limit = plans[plan].entriesPerBatch
  if (entries > limit) {
    throw refusalProblem({ outcome: 'refused', code: 'plan_limit', plan, limit, needed: entries })
  }
}
