/** What a request's data has and a template does not read. Each value is looked at once. */
import type { Variables } from './manifest'
import { aliasedNames } from './name-aliases'
import { objectOf } from './object-of'
import { suggestVariable } from './suggest-variable'

/** Names that are told one by one; each is compared with those that the template reads. */
const MAX_TOLD = 20
const MAX_SHOWN = 60
/** Names that are listed where none is near. */
const MAX_LISTED = 10

/**
 * What `data` has that `schema` does not read, with the name that may have been meant. `isDeclared`: a plain object stands
 * for a list of one, as `coerce` has it.
 */
export function findUnread(
  schema: Variables,
  data: Record<string, unknown>,
  { name, isDeclared }: { name: string; isDeclared: boolean },
): string[] {
  return tell(new UnreadFinder(isDeclared).find(schema, data), { name, isDeclared, root: schema })
}

/** Where a value stands; a text only when it is told. */
export type Place = { parent: Place; key: string | number } | undefined
/** `isList`: what is there stands in an object where a list is read; `isEntry`: and is one of its entries, by a number or a name. */
type Unread = {
  place: Place
  key: string
  schema: Variables
  value: unknown
  count: number
  isList: boolean
  isEntry: boolean
}

/** Collects what no schema reads, each name once an object of the schema, however many entries of a list have it. */
class UnreadFinder {
  readonly #found = new Map<Variables, Map<string, Unread>>()

  constructor(private readonly isDeclared: boolean) {}

  find(schema: Variables, data: unknown): Unread[] {
    this.#walk(schema, data, { place: undefined })
    return [...this.#found.values()].flatMap((keys) => [...keys.values()])
  }

  #walk(
    schema: Variables,
    value: unknown,
    { place, inList = false }: { place: Place; inList?: boolean },
  ): void {
    if (typeof value !== 'object' || value === null) return
    if (schema.type === 'array') {
      if (schema.items === undefined) return
      if (!Array.isArray(value)) {
        if (this.isDeclared) this.#walk(schema.items, value, { place, inList: true })
        return
      }
      for (const [index, item] of value.entries())
        this.#walk(schema.items, item, { place: { parent: place, key: index } })
    } else if (schema.properties && !Array.isArray(value)) {
      const isKeyed = inList && hasEntries(value, schema.properties)
      for (const [key, inner] of Object.entries(value)) {
        if (!isGiven(inner)) continue
        if (!Object.hasOwn(schema.properties, key))
          this.#add(schema, key, {
            place,
            value: inner,
            isList: inList && Array.isArray(inner),
            isEntry: isKeyed || (inList && /^\d{1,9}$/.test(key)),
          })
        else this.#walk(schema.properties[key] ?? {}, inner, { place: { parent: place, key } })
      }
    }
  }

  #add(schema: Variables, key: string, found: Pick<Unread, 'place' | 'value' | 'isList' | 'isEntry'>): void {
    const keys = this.#found.get(schema) ?? new Map<string, Unread>()
    this.#found.set(schema, keys)
    const name = found.isEntry ? '0' : key
    const known = keys.get(name)
    if (known) known.count++
    else keys.set(name, { ...found, key, schema, count: 1 })
  }
}

type Reader = { name: string; isDeclared: boolean; root: Variables }

function tell(unread: readonly Unread[], reader: Reader): string[] {
  const { name, root } = reader
  const listed = new Set<Variables>()
  const told = unread.slice(0, MAX_TOLD).map(({ place, key, schema, value, count, isList, isEntry }) => {
    if (isEntry)
      return /^\d+$/.test(key)
        ? `${pathOf(place)} is an object of numbered fields, and is not read by ${name}: send a list, [{…}, {…}] (array_values() in PHP)`
        : `${pathOf(place)} is an object of entries by their names, and is not read by ${name}: send a list, [{…}, {…}] (Object.values() in JavaScript)`
    const where = pathOf({ parent: place, key })
    const others = count > 1 ? ` (and in ${count - 1} more)` : ''
    if (isList) return `${where} is not read by ${name}: send the list itself as ${pathOf(place)}`
    const [outer = '', inner] = key.split(/[.[\]]+/)
    if (inner && Object.hasOwn(schema.properties ?? {}, outer))
      return `data has the name ${JSON.stringify(key.slice(0, MAX_SHOWN))}, which is no path here: send {"${outer}": {"${inner.slice(0, MAX_SHOWN)}": …}}`
    const meant = suggestVariable(key, schema) ?? sameElsewhere(key, root)
    if (meant === undefined && holdsVariables(value, root))
      return `${where}${others} is not read by ${name}: send what is in it as data itself`
    const hint =
      meant === undefined
        ? namesBeside({ schema, place }, reader, listed)
        : `; did you mean "${meant}"${meant === 'prepaid_amount' && key === 'paid' ? ', or "status": "paid"' : ''}?`
    return `${where}${others} is not read by ${name}${hint}`
  })
  const more = unread.length - told.length
  return more > 0 ? [...told, `${more} more names in data are not read by ${name}`] : told
}

/** Whether an object has no field of an entry, but entries: objects that have some. */
function hasEntries(value: object, known: Record<string, Variables>): boolean {
  const entries = Object.values(value)
  return (
    !Object.keys(value).some((key) => Object.hasOwn(known, key)) &&
    entries.every((one) => Object.keys(objectOf(one)).some((key) => Object.hasOwn(known, key)))
  )
}

/** Whether an object beside others has variables of the template in it. */
function holdsVariables(value: unknown, { properties = {} }: Variables): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).some(
      (key) =>
        Object.hasOwn(properties, key) || aliasedNames(key).some((name) => Object.hasOwn(properties, name)),
    )
  )
}

/** What is read where an unknown name stands, said once for each place; at the top, where all variables are listed. */
function namesBeside(
  { schema, place }: Pick<Unread, 'schema' | 'place'>,
  { name, isDeclared }: Reader,
  listed: Set<Variables>,
): string {
  const names = Object.keys(schema.properties ?? {})
  if (names.length === 0 || listed.has(schema)) return ''
  listed.add(schema)
  if (place === undefined)
    return isDeclared && /^[\w-]+\/[\w-]+$/.test(name) ? `; GET /v1/templates/${name} has what it reads` : ''
  const more = names.length - MAX_LISTED
  return `, which reads ${names.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''} there`
}

/** A variable of the same name in another place, such as `brand.logo` for the seller's; and the one link of a payment. */
function sameElsewhere(key: string, root: Variables): string | undefined {
  if (aliasedNames(key).includes('payment_url') && Object.hasOwn(root.properties ?? {}, 'payment_url'))
    return 'payment_url'
  const found = suggestVariable(key, root)
  return found?.split('.').at(-1) === key ? found : undefined
}

/** `data.lines[0].qty`. */
export function pathOf(place: Place): string {
  if (!place) return 'data'
  const { parent, key } = place
  if (typeof key === 'number') return `${pathOf(parent)}[${key}]`
  return `${pathOf(parent)}.${key.length > MAX_SHOWN ? `${key.slice(0, MAX_SHOWN)}…` : key}`
}

/** Whether there is anything: `null`, an empty text and an empty list count as absent. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'string') return value.trim() !== ''
  return Array.isArray(value) ? value.length > 0 : true
}
