/** What a request's data has and a template does not read. Each value is looked at once. */
import type { Variables } from './manifest'
import { aliasedNames } from './name-aliases'
import { suggestVariable } from './suggest-variable'

/** Names that are told one by one; each is compared with those that the template reads. */
const MAX_TOLD = 20
const MAX_SHOWN = 60

/**
 * What `data` has that `schema` does not read, with the name that may have been meant. `isDeclared`: a plain object stands
 * for a list of one, as `coerce` has it.
 */
export function findUnread(
  schema: Variables,
  data: Record<string, unknown>,
  { name, isDeclared }: { name: string; isDeclared: boolean },
): string[] {
  return tell(new UnreadFinder(isDeclared).find(schema, data), name, schema)
}

/** Where a value stands; a text only when it is told. */
export type Place = { parent: Place; key: string | number } | undefined
/** `isList`: what is there stands in an object where a list is read; `isNumbered`: and is its entry of that number. */
type Unread = {
  place: Place
  key: string
  schema: Variables
  count: number
  isList: boolean
  isNumbered: boolean
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
      for (const [key, inner] of Object.entries(value)) {
        if (!isGiven(inner)) continue
        if (!Object.hasOwn(schema.properties, key))
          this.#add(schema, key, {
            place,
            isList: inList && Array.isArray(inner),
            isNumbered: inList && /^\d{1,9}$/.test(key),
          })
        else this.#walk(schema.properties[key] ?? {}, inner, { place: { parent: place, key } })
      }
    }
  }

  #add(schema: Variables, key: string, found: Pick<Unread, 'place' | 'isList' | 'isNumbered'>): void {
    const keys = this.#found.get(schema) ?? new Map<string, Unread>()
    this.#found.set(schema, keys)
    const name = found.isNumbered ? '0' : key
    const known = keys.get(name)
    if (known) known.count++
    else keys.set(name, { ...found, key, schema, count: 1 })
  }
}

function tell(unread: readonly Unread[], name: string, root: Variables): string[] {
  const told = unread.slice(0, MAX_TOLD).map(({ place, key, schema, count, isList, isNumbered }) => {
    if (isNumbered)
      return `${pathOf(place)} is an object of numbered fields, and is not read by ${name}: send a list, [{…}, {…}] (array_values() in PHP)`
    const where = pathOf({ parent: place, key })
    const others = count > 1 ? ` (and in ${count - 1} more)` : ''
    if (isList) return `${where} is not read by ${name}: send the list itself as ${pathOf(place)}`
    const [outer = '', inner] = key.split(/[.[\]]+/)
    if (inner && Object.hasOwn(schema.properties ?? {}, outer))
      return `data has the name ${JSON.stringify(key.slice(0, MAX_SHOWN))}, which is no path here: send {"${outer}": {"${inner.slice(0, MAX_SHOWN)}": …}}`
    const meant = suggestVariable(key, schema) ?? sameElsewhere(key, root)
    const hint =
      meant === undefined
        ? ''
        : `; did you mean "${meant}"${meant === 'prepaid_amount' && key === 'paid' ? ', or "status": "paid"' : ''}?`
    return `${where}${others} is not read by ${name}${hint}`
  })
  const more = unread.length - told.length
  return more > 0 ? [...told, `${more} more names in data are not read by ${name}`] : told
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
