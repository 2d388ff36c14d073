/**
 * What a caller is told of the data for a template: what it does not read, and what a complete document of it has and
 * the data have not. Nothing of that is refused (docs/decisions/contract.md 2.1).
 */
import { findBuiltin } from './builtin'
import { compilePage, readsOfPage, variablesOf } from './compile-page'
import { findEmptyEssentials } from './empty-essentials'
import type { TemplateSource, Variables } from './manifest'
import { findOddLines } from './odd-amounts'
import type { TemplateTraits } from './odd-days'
import { findOddParties } from './odd-parties'
import { findMissingSwissBill } from './odd-payments'
import { findMisnamed, findOddShapes } from './odd-shapes'
import { findOddTotals } from './odd-totals'
import { findOddValues } from './odd-values'
import { findOddVat } from './odd-vat'
import { findUnknownLabels, findUnknownSettings } from './unknown-settings'
import { findUnread, isGiven } from './unread-data'
import { mergeVariables, variablesSchema } from './variables'

/** Variables of a template that are named to somebody who gave none of them. */
const MAX_NAMED = 8
const MAX_SHOWN = 60

/** What the service itself reads of every template's data (`compile-page.ts`). */
const ALWAYS_READ = [
  'brand',
  'locale',
  'direction',
  'time_zone',
  'labels',
  'currency',
  'title',
  'number',
  'type_code',
]
/** Where the sender is at home, for telephone numbers and countries. */
const HOME: Variables = {
  type: 'object',
  properties: { address: { type: 'object', properties: { country: {} } } },
}

/** `fitted` are the data after `fitData`; `hasBase`: relative addresses in them have a base. */
export type DataInput = {
  data: Record<string, unknown>
  fitted: Record<string, unknown>
  hasBase?: boolean | undefined
}

/** The warnings of data for a template. Linear in their size. */
export function findDataWarnings(template: TemplateSource, { data, fitted, hasBase }: DataInput): string[] {
  const name = nameOf(template)
  const given = Object.keys(data).filter((key) => isGiven(data[key]))
  const reads = variablesOf(template)
  if (given.length === 0) return emptyData(template, name, reads)
  const schema = variablesSchema(template) ?? readSchema(template)
  const { properties = {} } = schema ?? {}
  const traits = { ...traitsOf(template), hasBase }
  const readsNothing = schema && reads.length > 0 && !given.some((key) => Object.hasOwn(properties, key))
  return [
    ...(readsNothing
      ? [
          wrappedData(data, given, properties) ??
            `${name} reads nothing of data; it reads ${listed(mainNames(template, reads))}`,
        ]
      : []),
    ...(schema ? findUnread(schema, data, { name, isDeclared: template.variables !== undefined }) : []),
    ...oddlyRead(template, data, name),
    ...findUnknownSettings(template, data),
    ...(traits.isBuiltin ? findUnknownLabels(name, data) : []),
    ...(schema ? findOddValues(schema, data, traits) : []),
    ...(schema && traits.isBuiltin ? findOddParties(schema, data) : []),
    ...findMissingSwissBill(template, fitted),
    ...(traits.isInvoice && traits.isBuiltin
      ? [...findOddVat(data), ...findOddTotals(fitted), ...findOddLines(fitted)]
      : []),
    ...emptyEssentials(template, name, { data, fitted }),
  ]
}

/** What a template's own sample, or data that are stored for it (`where`), have that it does not read. */
export function findUnreadSample(template: TemplateSource, where: 'sample' | 'data'): string[] {
  const schema = variablesSchema(template) ?? readSchema(template)
  if (!schema || Object.keys(template.sample).length === 0) return []
  const isDeclared = template.variables !== undefined
  const name = where === 'sample' ? 'the page' : nameOf(template)
  const found = [
    ...findUnread(schema, template.sample, { name, isDeclared }),
    ...oddlyRead(template, template.sample, name),
    ...findUnknownSettings(template, template.sample),
  ]
  return found.map((warning) => warning.replace(/^data(?=[.[])/, where))
}

/** Data of another shape, or nearly of the name, that the Liquid of a template without declared variables reads. */
function oddlyRead(template: TemplateSource, data: Record<string, unknown>, name: string): string[] {
  const reads = template.variables ? undefined : readsOfPage(compilePage(template.page))
  return reads
    ? [...findOddShapes(reads, data, name), ...findMisnamed(reads, data, { name, always: ALWAYS_READ })]
    : []
}

/** That the variables stand one level too deep, if they do: in an object that is all that `data` has. */
function wrappedData(
  data: Record<string, unknown>,
  [name = '', ...others]: readonly string[],
  properties: Record<string, Variables>,
): string | undefined {
  const inner = data[name]
  if (others.length > 0 || typeof inner !== 'object' || inner === null) return undefined
  const known = Object.keys(inner).find((key) => Object.hasOwn(properties, key))
  const shown = JSON.stringify(name.slice(0, MAX_SHOWN))
  return (
    known &&
    `data has its variables inside ${shown}: send what is in it as data itself, beginning with ${JSON.stringify(known)}`
  )
}

function traitsOf({ id, invoice }: TemplateSource): TemplateTraits {
  return { isInvoice: invoice !== undefined, isBuiltin: findBuiltin(id) !== undefined }
}

/** A template as a warning calls it. */
function nameOf({ id }: TemplateSource): string {
  const [plain = id] = id.split('@')
  return plain.startsWith('endpoint/') ? `the endpoint ${plain.slice('endpoint/'.length)}` : plain
}

function emptyData(template: TemplateSource, name: string, reads: readonly string[]): string[] {
  if (reads.length === 0) return []
  const sample = template.id.startsWith('endpoint/') ? '' : `; GET /v1/templates/${name} has a sample`
  return [`data is empty: ${name} reads ${listed(mainNames(template, reads))}${sample}`]
}

/** What a template reads, its essentials first. */
function mainNames({ essential = [] }: TemplateSource, reads: readonly string[]): string[] {
  const first = essential.filter((path) => reads.includes(path))
  return [...first, ...reads.filter((name) => !first.includes(name))]
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** What the Liquid of a template without declared variables reads, and what we read of any. */
function readSchema({ page }: TemplateSource): Variables | undefined {
  const reads = readsOfPage(compilePage(page))
  if (!reads) return undefined
  const always = Object.fromEntries(ALWAYS_READ.map((name) => [name, {}]))
  return mergeVariables(
    { type: 'object', properties: { ...reads.properties, ...always } },
    { type: 'object', properties: { seller: HOME, sender: HOME } },
  )
}

/** What a complete document has and this one has not, in one warning. */
function emptyEssentials(
  { essential = [] }: TemplateSource,
  name: string,
  { data, fitted }: DataInput,
): string[] {
  const empty = findEmptyEssentials(essential, fitted)
  const texts = empty.flatMap((place) => textForList(place, data))
  const missing = texts.length > 0 ? empty.filter((place) => textForList(place, data).length === 0) : empty
  if (missing.length === 0) return texts
  const [verb, them] = missing.length > 1 ? ['are', 'them'] : ['is', 'it']
  return [...texts, `${missing.join(', ')} ${verb} empty, and ${name} is not complete without ${them}`]
}

/** That a text stands where the entries of a list have more than their name: it is taken for that. */
function textForList(place: string, data: Record<string, unknown>): string[] {
  const [, list = '', field] = /^data\.(\w{1,60})\[0\]\.(\w{1,60})$/.exec(place) ?? []
  const text = data[list]
  return typeof text === 'string' && !/^\s{0,9}[[{]/.test(text)
    ? [
        `data.${list} is a text, and is taken for the name of one entry without its ${field}: send a list, [{"name": …, "${field}": …}]`,
      ]
    : []
}
