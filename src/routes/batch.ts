/** `POST /v1/batch`: many jobs of one endpoint, held together or not at all; each becomes a task of its own. */
import { Hono } from 'hono'
import type { z } from 'zod'
import { plans } from '../credits/plans'
import { refusalProblem } from '../credits/refusal'
import { type FieldError, Problem } from '../errors'
import { newId } from '../ids'
import { batchRequest } from '../requests/batch'
import { begin, readCall } from './accept'
import { readJson } from './body'
import { type Caller, identify } from './caller'
import type { AppContext, AppEnv } from './context'
import { readGenerate } from './generate'
import { jobOf, queuedJob, type Rendering, workOf } from './rendering'
import { invalid, parseShape } from './shape'
import { isCached, readStudio } from './studio'
import { answerSubmitted, queuedTask } from './submit'
import { readTransform } from './transform'
import { checkUrls } from './urls'

/** What `endpoint` may name beside slugs, which never have these names. */
const OWN_ENDPOINTS = ['transform', 'generate']

type Batch = { asked: z.output<typeof batchRequest>; entries: Rendering[] }

/** Reads one entry; throws what its endpoint would answer. */
type Reader = (c: AppContext, caller: Caller, entry: unknown) => Rendering | Promise<Rendering>

export const batch = new Hono<AppEnv>().post('/', async (c) => {
  const caller = await identify(c)
  let counted = 0
  const { request, idempotency } = await readCall(c, caller, {
    scope: 'render',
    read: () =>
      readBatch(c, caller, (entries) => {
        counted = entries
      }),
    asked: ({ asked }) => asked,
    refuse: (account) => refuseTooMany(counted, account),
  })
  const { entries } = request
  const cached = await cachedResults(c, entries)
  const tasks = entries.map((entry) => ({ entry, taskId: newId('tsk') }))
  const begun = await begin(c, caller, {
    needs: {
      entries: entries.length,
      password: entries.some(({ options }) => options.password !== undefined),
    },
    work: tasks.map(({ entry, taskId }) => {
      const { needs: _, ...hold } = workOf(entry)
      return { taskId, ...hold, ...(cached.has(entry.cacheKey) && { credits: 0 }) }
    }),
    idempotency,
  }).catch((error: unknown) => {
    throw featureOf(entries, error)
  })
  if (begun instanceof Response) return begun
  const { account } = begun
  const batchId = newId('bat')
  const jobs = tasks.map(({ entry, taskId }) =>
    queuedJob(
      { ...jobOf(c, { request: entry, account, taskId }), batchId },
      entry.webhook_url ?? request.asked.webhook_url,
      cached.has(entry.cacheKey),
    ),
  )
  const body = {
    batch_id: batchId,
    count: tasks.length,
    tasks: tasks.map(({ taskId }, index) => ({ index, ...queuedTask(c, taskId) })),
  }
  return await answerSubmitted(c, { ...begun, caller, idempotency }, { submission: { jobs, batchId }, body })
})

/** The cache keys among the entries that have a result: their tasks copy the file, for nothing. */
async function cachedResults(c: AppContext, entries: Rendering[]): Promise<Set<string | undefined>> {
  const unique = [...new Map(entries.map((entry) => [entry.cacheKey, entry])).values()]
  const looked = await Promise.all(
    unique.map(async (entry) => ((await isCached(c, entry)) ? [entry.cacheKey] : [])),
  )
  return new Set(looked.flat())
}

/** Reads the batch and every entry. `counted` hears of their number before any is looked at. */
async function readBatch(c: AppContext, caller: Caller, counted: (entries: number) => void): Promise<Batch> {
  const asked = parseShape(batchRequest, await readJson(c))
  counted(asked.entries.length)
  refuseBeyondAllPlans(asked.entries.length)
  const read = readerOf(asked.endpoint)
  const errors: FieldError[] = checkUrls(c, asked)
  const entries: Rendering[] = []
  let other: Problem | undefined
  for (const [index, entry] of asked.entries.entries()) {
    try {
      entries.push({ ...(await read(c, caller, entry)), async_mode: true })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.errors) errors.push(...error.errors.map(within(index)))
      else other ??= problemOfEntry(error, { index, endpoint: asked.endpoint })
    }
  }
  if (errors.length > 0) throw invalid(errors)
  if (other) throw other
  return { asked, entries }
}

/** What the entries are read as. */
function readerOf(endpoint: string): Reader {
  switch (endpoint) {
    case 'transform':
      return (c, _, entry) => readTransform(c, entry)
    case 'generate':
      return readGenerate
    default:
      return (c, caller, entry) => readStudio(c, caller, { slug: endpoint, body: async () => entry })
  }
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
function featureOf(entries: Rendering[], error: unknown): unknown {
  const index = entries.findIndex(({ options }) => options.password !== undefined)
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

/** More than any plan allows is not even read. */
function refuseBeyondAllPlans(entries: number) {
  const most = Math.max(...Object.values(plans).map(({ entriesPerBatch }) => entriesPerBatch))
  if (entries > most) throw new Problem('plan_limit', { detail: `No plan allows more than ${most} entries.` })
}

/** The number of entries is refused before their shape is. */
function refuseTooMany(entries: number, { plan }: { plan: keyof typeof plans }) {
  const limit = plans[plan].entriesPerBatch
  if (entries > limit) {
    throw refusalProblem({ outcome: 'refused', code: 'plan_limit', plan, limit, needed: entries })
  }
}
