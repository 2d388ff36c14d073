/** The entries of a batch: each is read as its endpoint reads a body, and what is wrong names its entry. */
import { requireEndpoint } from '../endpoints/source'
import { type FieldError, Problem } from '../errors'
import { vaultOf } from '../settings'
import { requireTemplate } from '../templates/find'
import type { Caller } from './auth'
import type { AppContext } from './context'
import type { DocumentRequest } from './document-request'
import {
  generateRequest,
  readGenerate,
  readStudio,
  readTransform,
  studioRequest,
  transformRequest,
} from './read-document'
import { checkUrls } from './urls'
import { invalidRequest, parseShape } from './validation'

/** What `endpoint` may name beside slugs, which never have these names. */
const OWN_ENDPOINTS = ['transform', 'generate']

/** Reads one entry; throws what its endpoint would return. */
type Reader = (entry: unknown) => DocumentRequest | Promise<DocumentRequest>

/** Reads every entry, and throws all that is wrong with any of them at once. */
export async function readEntries(
  c: AppContext,
  caller: Caller,
  asked: { endpoint: string; entries: unknown[]; webhook_url?: string | undefined },
): Promise<DocumentRequest[]> {
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

/** What the entries are read as. The endpoint, and each template that they name, is looked up once a batch. */
function readerOf(c: AppContext, caller: Caller, endpoint: string): Reader {
  const { accountId } = caller
  switch (endpoint) {
    case 'transform':
      return (entry) => readTransform(c, parseShape(transformRequest, entry))
    case 'generate': {
      const findTemplate = onceEach((id) => requireTemplate(c.env.DB, accountId, id))
      return (entry) => readGenerate(c, parseShape(generateRequest, entry), findTemplate)
    }
    default: {
      const stores = { db: c.env.DB, vault: vaultOf(c.env) }
      const find = onceEach((slug) => requireEndpoint(stores, accountId, slug))
      return (entry) =>
        readStudio(c, caller, { asked: parseShape(studioRequest, entry), find: () => find(endpoint) })
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

function within(index: number) {
  return (error: FieldError): FieldError => ({ ...error, pointer: `/entries/${index}${error.pointer}` })
}
