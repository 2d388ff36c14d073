/** `POST /v1/batch`: many jobs of one endpoint, held together or not at all; each becomes a task of its own. */
import { Hono } from 'hono'
import { z } from 'zod'
import { limitByPlan, plans } from '../accounts/plans'
import { refusalProblem } from '../accounts/refusal'
import { authenticate, type Caller } from '../http/auth'
import { featureProblem, hasPassword, readEntries } from '../http/batch-entries'
import { begin, chargeOf } from '../http/begin-work'
import type { DocumentRequest } from '../http/check-document'
import type { AppContext, AppEnv } from '../http/context'
import { holdFor, isCached, jobOf, queuedJob } from '../http/document-job'
import { ACCEPTED_HEADERS, IDEMPOTENCY_KEY } from '../http/document-responses'
import { dryRunField, dryRunResult, respondDryBatch } from '../http/dry-run'
import { idempotentCall, replay } from '../http/idempotency-key'
import { queuedTask, submitAndRespond } from '../http/respond-accepted'
import { json, route } from '../http/route'
import { acceptedExample, acceptedTask, fileDelivery } from '../http/shared-schemas'
import { newTaskId } from '../ids'
import { pricedWork } from '../jobs/job'

/** Checked by the endpoint that the batch names, which alone knows which of these forms it takes. */
const batchEntry = z.unknown().meta({
  anyOf: ['TransformRequest', 'GenerateRequest', 'StudioRequest', 'FinishRequest'].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  })),
})

/** docs/decisions/contract.md 2.6: batch request. Entries are what their endpoint takes. */
const batchRequest = z
  .strictObject({
    endpoint: z
      .string()
      .min(1)
      .describe('`generate`, `transform`, `finish`, or the slug of a Studio endpoint.'),
    entries: z.array(batchEntry).min(1, 'must have at least one entry').describe('Requests to the endpoint.'),
    async_mode: z
      .literal(true, 'must be true or left out: a batch always runs asynchronously')
      .optional()
      .describe('May be left out: a batch always runs asynchronously.'),
    webhook_url: fileDelivery.webhook_url.describe('For every entry that has none of its own.'),
    dry_run: dryRunField,
  })
  .meta({ id: 'BatchRequest' })

/** Entries of a batch on the plan that allows the most. */
const MAX_ENTRIES = Math.max(...Object.values(plans).map(({ entriesPerBatch }) => entriesPerBatch))

const acceptedBatch = z
  .object({
    batch_id: z.string().describe('For `/v1/batches/{batch_id}`.'),
    count: z.int().describe('Number of tasks.'),
    tasks: z
      .array(
        z
          .object({ index: z.int().describe('Place among the entries, from 0.'), ...acceptedTask.shape })
          .meta({ id: 'AcceptedEntry' }),
      )
      .describe('In the order of the entries.'),
  })
  .meta({ id: 'AcceptedBatch' })

const postBatch = route(
  {
    operationId: 'createBatch',
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
    responses: {
      200: dryRunResult,
      202: json(
        'Accepted.',
        {
          schema: acceptedBatch,
          example: { batch_id: 'bat_01', count: 1, tasks: [{ index: 0, ...acceptedExample }] },
        },
        ACCEPTED_HEADERS,
      ),
    },
    errors: [
      'not_found',
      'plan_feature',
      'plan_limit',
      'strict_warning',
      'insufficient_credits',
      'too_many_tasks',
      'too_many_uncharged',
      'test_quota',
    ],
  },
  async (c, { body }) => {
    const caller = await authenticate(c, 'render')
    const asked = await body()
    refuseTooMany(asked, caller)
    const entries = await readEntries(c, caller, asked)
    const cached = await cachedResults(c, entries)
    const needs = { entries: entries.length, password: entries.some(hasPassword) }
    if (asked.dry_run) {
      const dryEntries = entries.map((entry) => ({
        work: pricedWork(entry),
        cached: entry.cacheKey === undefined ? undefined : cached.has(entry.cacheKey),
        warnings: entry.warnings,
      }))
      return respondDryBatch(c, caller, { needs, entries: dryEntries })
    }
    const tasks = entries.map((request) => ({ request, taskId: newTaskId('tsk', caller.accountId) }))
    const idempotency = idempotentCall(c, caller, asked)
    const begun = await begin(c, caller, {
      needs,
      work: tasks.map(({ request, taskId }) => ({
        ...holdFor(request, taskId),
        ...(cached.has(request.cacheKey) && { credits: 0 }),
      })),
      idempotency,
    }).catch((error: unknown) => {
      throw featureProblem(entries, error)
    })
    if (begun.outcome === 'replay') return await replay(c, begun)
    const batchId = newTaskId('bat', caller.accountId)
    const jobs = tasks.map(({ request, taskId }) =>
      queuedJob(
        { ...jobOf(c, caller, { request, taskId }), batchId },
        { ...request, webhook_url: request.webhook_url ?? asked.webhook_url },
        cached.has(request.cacheKey),
      ),
    )
    const accepted: z.input<typeof acceptedBatch> = {
      batch_id: batchId,
      count: tasks.length,
      tasks: tasks.map(({ taskId }, index) => ({ index, ...queuedTask(c, taskId) })),
    }
    const submission = { jobs, batchId }
    const warnings = entries.flatMap((entry, index) =>
      entry.warnings.map((warning) => `entry ${index}: ${warning}`),
    )
    const call = { charge: chargeOf(begun), idempotency, warnings, submission, body: accepted }
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

/**
 * The number of entries is refused before their shape is looked at. A dry run lists it with what else would refuse the
 * call, unless no plan allows so many.
 */
function refuseTooMany(
  { entries: { length: needed }, dry_run }: z.output<typeof batchRequest>,
  { plan }: Caller,
) {
  const limit = dry_run ? MAX_ENTRIES : plans[plan].entriesPerBatch
  if (needed > limit) {
    throw refusalProblem({
      outcome: 'refused',
      code: 'plan_limit',
      plan,
      limit: plans[plan].entriesPerBatch,
      needed,
    })
  }
}
