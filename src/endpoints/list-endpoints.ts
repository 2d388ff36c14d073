/**
 * What a list says of an account's endpoints. Their documents are read for the names of their variables alone, so an
 * isolate remembers what it found in each, and reads only what has changed.
 */
import { runLongWork, SHORT_WORK_MS } from '../memory/long-work'
import { SizedCache } from '../memory/sized-cache'
import { findBuiltin } from '../templates/builtin'
import { parseMs, variablesOf } from '../templates/compile-page'
import { findCustom, listCustom, parseTemplateId } from '../templates/custom'
import type { TemplateSource } from '../templates/manifest'
import type { RenderingOwner } from '../templates/render-in-turns'
import { type Endpoint, endpointType } from './endpoint-config'
import { endpointGroups, endpointIndex } from './endpoint-store'
import { documentOf } from './source'

export type ListedEndpoint = {
  name: string
  slug: string
  type: 'template' | 'html'
  express: boolean
  variables: string[]
}

/** As listed, or with the template that says the variables. */
type Facts = Omit<ListedEndpoint, 'variables'> & ({ variables: string[] } | { templateId: string })

/** Characters of names that an isolate remembers. */
const MAX_REMEMBERED = 1_000_000
/** By account, slug and revision. */
const factsByRevision = new SizedCache<Facts>(MAX_REMEMBERED)
/** By account, template and version. */
const variablesByVersion = new SizedCache<string[]>(MAX_REMEMBERED)

type Owner = RenderingOwner & { accountId: string }

/** The endpoints of an account by slug, the starters included. Throws as `runLongWork`. */
export async function listEndpoints(db: D1Database, owner: Owner): Promise<ListedEndpoint[]> {
  const { starters, stored } = await endpointIndex(db, owner.accountId)
  const reader = new VariablesReader(owner)
  const known: Facts[] = []
  const unknown: typeof stored = []
  for (const row of stored) {
    const facts = factsByRevision.get(keyOf(owner, row))
    if (facts) known.push(facts)
    else unknown.push(row)
  }
  for (const endpoint of starters) known.push(await readFacts(endpoint, reader))
  for await (const group of endpointGroups(db, owner.accountId, unknown))
    for (const endpoint of group) known.push(await readFacts(endpoint, reader))
  const templates = new TemplateVariables(db, reader)
  const listed: ListedEndpoint[] = []
  for (const { name, slug, type, express, ...from } of known) {
    const variables = 'variables' in from ? from.variables : await templates.of(from.templateId)
    listed.push({ name, slug, type, express, variables })
  }
  return listed.sort((one, other) => (one.slug < other.slug ? -1 : 1))
}

async function readFacts(endpoint: Endpoint, reader: VariablesReader): Promise<Facts> {
  const { template_id: templateId } = endpoint
  const key = keyOf(reader.owner, endpoint)
  const facts = factsOf(endpoint)
  if (templateId !== undefined) return remember(factsByRevision, key, { ...facts, templateId })
  const variables = await reader.read(documentOf(endpoint))
  return remember(factsByRevision, key, { ...facts, variables })
}

/** What is said of an endpoint beside its variables. */
export function factsOf(endpoint: Endpoint): Omit<ListedEndpoint, 'variables'> {
  const { name, slug, express } = endpoint
  return { name, slug, type: endpointType(endpoint), express }
}

function keyOf({ accountId }: Owner, { slug, revision }: Pick<Endpoint, 'slug' | 'revision'>): string {
  return `${accountId} ${slug} ${revision}`
}

/** Reads variables one document after another. */
class VariablesReader {
  #expectedMs = 0

  constructor(readonly owner: Owner) {}

  /** Many short documents are long work together. */
  async read(source: TemplateSource): Promise<string[]> {
    this.#expectedMs += parseMs(source.page)
    const variables = await runLongWork(this.#expectedMs, () => variablesOf(source), this.owner)
    if (this.#expectedMs >= SHORT_WORK_MS) this.#expectedMs = 0
    return variables
  }
}

/** The variables of templates, shipped or the account's own. */
class TemplateVariables {
  #versions: Map<string, number> | undefined

  constructor(
    private readonly db: D1Database,
    private readonly reader: VariablesReader,
  ) {}

  /** None of a template that was deleted: its endpoint is listed without, so that it can be repaired. */
  async of(templateId: string): Promise<string[]> {
    const builtin = findBuiltin(templateId)
    if (builtin) return await this.reader.read(builtin)
    const name = parseTemplateId(templateId)
    const version = name && (name.version ?? (await this.#latest()).get(`${name.category}/${name.name}`))
    if (!name || version === undefined) return []
    const { accountId } = this.reader.owner
    const key = `${accountId} ${name.category}/${name.name}@${version}`
    const known = version === 'draft' ? undefined : variablesByVersion.get(key)
    if (known) return known
    const source = await findCustom(this.db, accountId, { ...name, version })
    return source ? remember(variablesByVersion, key, await this.reader.read(source)) : []
  }

  async #latest(): Promise<Map<string, number>> {
    this.#versions ??= new Map(
      (await listCustom(this.db, this.reader.owner.accountId)).map(({ category, name, version }) => [
        `${category}/${name}`,
        version,
      ]),
    )
    return this.#versions
  }
}

function remember<Value>(cache: SizedCache<Value>, key: string, value: Value): Value {
  cache.set(key, value, key.length + JSON.stringify(value).length)
  return value
}
