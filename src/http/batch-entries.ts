/** The entries of a batch: each is read as its endpoint reads a body, and what is wrong names its entry. */
import { requireEndpoint } from '../endpoints/source'
import { type FieldError, Problem } from '../errors'
import { TurnsBySize } from '../memory/turns-by-size'
import { vaultOf } from '../settings'
import { requireTemplate } from '../templates/find-template'
import type { Caller } from './auth'
import { type DocumentRequest, withDeliveryWarnings } from './check-document'
import { checkUrls } from './check-urls'
import type { AppContext } from './context'
import { requireReadScope } from './pdf-sources'
import { generateRequest, readGenerate, readStudio, studioRequest } from './read-document'
import { finishRequest, readFinish } from './read-finish'
import { readTransform, transformRequest } from './read-transform'
import { invalidRequest, parseShape } from './validation'

/** Reads one entry; throws what its endpoint would return. */
type Reader = (entry: unknown) => DocumentRequest | Promise<DocumentRequest>

/** Reads every entry, and throws all that is wrong with any of them at once. */
export async function readEntries(
  c: AppContext,
  caller: Caller,
  asked: { endpoint: string; entries: unknown[]; webhook_url?: string | undefined },
): Promise<DocumentRequest[]> {
  const read = await readerOf(c, caller, asked.endpoint)
  const errors: FieldError[] = checkUrls(c, asked)
  const entries: DocumentRequest[] = []
  let other: Problem | undefined
  const turns = new TurnsBySize()
  for (const [index, entry] of asked.entries.entries()) {
    try {
      const request = await read(entry)
      if (request.dry_run) errors.push(within(index)(dryRunOfEntry))
      entries.push(withDeliveryWarnings(c, { ...request, async_mode: true }))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const isShape = error.code === 'invalid_request' && error.errors
      if (isShape) errors.push(...isShape.map(within(index)))
      else other ??= problemOfEntry(error, index)
    }
    await turns.after(charactersOf(entry))
  }
  if (errors.length > 0) throw invalidRequest(errors)
  if (other) throw other
  return entries
}

/** About how much there is to read in an entry: the texts of its fields. */
function charactersOf(entry: unknown): number {
  const fields = typeof entry === 'object' && entry !== null ? Object.values(entry) : []
  return fields.reduce<number>((sum, field) => sum + (typeof field === 'string' ? field.length : 0), 0)
}

/** The plan's refusal of a feature, which names the first entry that asks for it. */
export function featureProblem(entries: DocumentRequest[], error: unknown): unknown {
  const index = entries.findIndex(hasPassword)
  if (!(error instanceof Problem) || error.code !== 'plan_feature' || index < 0) return error
  const { message } = error
  return new Problem('plan_feature', {
    detail: `Entry ${index} of the batch: ${message}`,
    errors: [{ pointer: `/entries/${index}/options/password`, message }],
  })
}

export function hasPassword({ options }: DocumentRequest): boolean {
  return options.password !== undefined
}

/** What requests to an endpoint are read as. The endpoint, and each template that they name, is looked up once. */
export async function readerOf(c: AppContext, caller: Caller, endpoint: string): Promise<Reader> {
  const { accountId } = caller
  switch (endpoint) {
    case 'transform':
      return (entry) => readTransform(c, parseShape(transformRequest, entry))
    case 'finish': {
      const mayRead = onceEach(() => requireReadScope(caller))
      const shared = { mayRead: () => mayRead('read') }
      return (entry) => readFinish(c, caller, { asked: parseShape(finishRequest, entry), ...shared })
    }
    case 'generate': {
      const findTemplate = onceEach((id) => requireTemplate(c.env.DB, accountId, id))
      return (entry) => readGenerate(c, parseShape(generateRequest, entry), { caller, findTemplate })
    }
    default: {
      // Looked up before the entries are read: they were written for the endpoint that was meant.
      const stores = { db: c.env.DB, vault: vaultOf(c.env) }
      const found = await requireEndpoint(stores, accountId, endpoint).catch(pointToEndpoint)
      return (entry) =>
        readStudio(c, caller, { asked: parseShape(studioRequest, entry), find: async () => found })
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

/** An endpoint that is not there is no entry's fault, but the batch's. */
function pointToEndpoint(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'not_found') throw error
  const { code, message } = error
  throw new Problem(code, { detail: `/endpoint: ${message}`, errors: [{ pointer: '/endpoint', message }] })
}

/** It would be a surprise if the others were charged. */
const dryRunOfEntry: FieldError = {
  pointer: '/dry_run',
  message: 'is for the whole batch: set it beside entries',
}

/** What is wrong with an entry beyond its shape. */
function problemOfEntry({ code, message, errors }: Problem, index: number): Problem {
  const inEntry = errors?.map(within(index))
  return new Problem(code, { detail: `Entry ${index} of the batch: ${message}`, errors: inEntry })
}

function within(index: number) {
  return (error: FieldError): FieldError => ({ ...error, pointer: `/entries/${index}${error.pointer}` })
}
