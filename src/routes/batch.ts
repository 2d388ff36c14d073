/** `POST /v1/batch`: many jobs of one endpoint, held together or not at all; each becomes a task of its own. */
import { Hono } from 'hono'
import type { z } from 'zod'
import { plans } from '../accounts/plans'
import { refusalProblem } from '../accounts/refusal'
import { type FieldError, Problem } from '../errors'
import { queuedTask, submitAndRespond } from '../http/accepted'
import { begin, chargeOf } from '../http/admission'
import { authenticate, type Caller } from '../http/auth'
import { readJson } from '../http/body'
import type { AppContext, AppEnv } from '../http/context'
import { type DocumentRequest, holdFor, isCached, jobOf, queuedJob } from '../http/document-request'
import { idempotentCall, replay } from '../http/idempotency'
import { checkUrls } from '../http/urls'
import { invalidRequest, parseShape } from '../http/validation'
import { newId } from '../ids'
import { batchRequest } from '../requests/batch'
import { readGenerate } from './generate'
import { findSource, readStudio } from './studio'
import { requireTemplate } from './templates'
import { readTransform } from './transform'

/** What `endpoint` may name beside slugs, which never have these names. */
const OWN_ENDPOINTS = ['transform', 'generate']

type BatchRequest = z.output<typeof batchRequest>

/** Reads one entry; throws what its endpoint would answer. */
type Reader = (entry: unknown) => DocumentRequest | Promise<DocumentRequest>

export const batch = new Hono<AppEnv>().post('/', async (c) => {
  const caller = await authenticate(c, 'render')
  const asked = parseShape(batchRequest, await readJson(c))
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
    throw featureOf(entries, error)
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
  const body = {
    batch_id: batchId,
    count: tasks.length,
    tasks: tasks.map(({ taskId }, index) => ({ index, ...queuedTask(c, taskId) })),
  }
  const accepted = { charge: chargeOf(begun), idempotency }
  return await submitAndRespond(c, caller, { ...accepted, submission: { jobs, batchId }, body })
})

/** The cache keys among the entries that have a result: their tasks copy the file, for nothing. */
async function cachedResults(c: AppContext, entries: DocumentRequest[]): Promise<Set<string | undefined>> {
  const unique = [...new Map(entries.map((entry) => [entry.cacheKey, entry])).values()]
  const looked = await Promise.all(
    unique.map(async (entry) => ((await isCached(c, entry)) ? [entry.cacheKey] : [])),
  )
  return new Set(looked.flat())
}

/** Reads every entry, and throws all that is wrong with any of them at once. */
async function readEntries(c: AppContext, caller: Caller, asked: BatchRequest): Promise<DocumentRequest[]> {
  const read = readerOf(c, caller, asked.endpoint)
  const errors: FieldError[] = checkUrls(c, asked)
  const entries: DocumentRequest[] = []
  let other: Problem | undefined
  for (const [index, entry] of asked.entries.entries()) {
    try {
      entries.push({ ...(await read(entry)), async_mode: true })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.errors) errors.push(...error.errors.map(within(index)))
      else other ??= problemOfEntry(error, { index, endpoint: asked.endpoint })
    }
  }
  if (errors.length > 0) throw invalidRequest(errors)
  if (other) throw other
  return entries
}

/** What the entries are read as. The endpoint, and each template that they name, is looked up once a batch. */
function readerOf(c: AppContext, caller: Caller, endpoint: string): Reader {
  switch (endpoint) {
    case 'transform':
      return (entry) => readTransform(c, entry)
    case 'generate': {
      const findTemplate = onceEach((id) => requireTemplate(c, caller.accountId, id))
      return (entry) => readGenerate(c, entry, findTemplate)
    }
    default: {
      const find = onceEach((slug) => findSource(c, caller, slug))
      return (entry) => readStudio(c, caller, { body: entry, find: () => find(endpoint) })
    }
  }
}

/** Looks each name up once, whatever comes of it. */
function onceEach<Found>(look: (name: string) => Promise<Found>): (name: string) => Promise<Found> {
  const known = new Map<string, Promise<Found>>()
  return (name) => {
    const found = known.get(name) ?? look(name)
    known.set(name, found)
    return found
  }
}

function hasPassword({ options }: DocumentRequest): boolean {
  return options.password !== undefined
}

/** What is wrong with an entry beyond its shape. An endpoint that is not there is no entry's fault, but the batch's. */
function problemOfEntry(
  { code, message }: Problem,
  { index, endpoint }: { index: number; endpoint: string },
): Problem {
  if (code === 'not_found' && !OWN_ENDPOINTS.includes(endpoint)) {
    return new Problem(code, {
      detail: `/endpoint: ${message}`,
      errors: [{ pointer: '/endpoint', message }],
    })
  }
  return new Problem(code, { detail: `Entry ${index} of the batch: ${message}` })
}

/** The plan's refusal of a feature names the first entry that asks for it. */
function featureOf(entries: DocumentRequest[], error: unknown): unknown {
  const index = entries.findIndex(hasPassword)
  if (!(error instanceof Problem) || error.code !== 'plan_feature' || index < 0) return error
  const { message } = error
  return new Problem('plan_feature', {
    detail: `Entry ${index} of the batch: ${message}`,
    errors: [{ pointer: `/entries/${index}/options/password`, message }],
  })
}

function within(index: number) {
  return (error: FieldError): FieldError => ({ ...error, pointer: `/entries/${index}${error.pointer}` })
}

/** The number of entries is refused before their shape is looked at. */
function refuseTooMany(entries: number, { plan }: Caller) {
  const limit = plans[plan].entriesPerBatch
  if (entries > limit) {
    throw refusalProblem({ outcome: 'refused', code: 'plan_limit', plan, limit, needed: entries })
  }
}
