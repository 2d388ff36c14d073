/** The variable that was meant by a name that a template does not read. */
import { nearestName } from '../text/nearest-name'
import type { Variables } from './manifest'
import { aliasedNames, plainName } from './name-aliases'

/** Names longer than this are nobody's idea of a variable. */
const MAX_NAME = 64

/** The name among the properties of `schema`, or of an object in it (`payment.iban`); nothing if none is near. */
export function suggestVariable(name: string, schema: Variables): string | undefined {
  if (name.length > MAX_NAME) return undefined
  const names = Object.keys(schema.properties ?? {})
  const plain = plainName(name)
  return (
    names.find((known) => plainName(known) === plain) ??
    aliasedNames(name).find((alias) => names.includes(alias)) ??
    joinedPath(name, schema) ??
    wholeWord(name, names) ??
    placeWithin(name, schema) ??
    nearestName(name, names)
  )
}

/** `buyer_name` and `buyerName` stand for `buyer.name`. */
function joinedPath(name: string, { properties = {} }: Variables): string | undefined {
  const words = name
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()
    .split(/[-_ ]/)
  const [outer = '', ...rest] = words
  const inner = Object.hasOwn(properties, outer) ? properties[outer]?.properties : undefined
  const field = rest.join('_')
  return inner && Object.hasOwn(inner, field) ? `${outer}.${field}` : undefined
}

/** `invoice_number` and `invoiceNumber` stand for `number`: the last word of the name is the variable. */
function wholeWord(name: string, names: readonly string[]): string | undefined {
  const last = name
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .split(/[-_ ]/)
    .at(-1)
    ?.toLowerCase()
  return last !== undefined && last.length > 2 ? names.find((known) => known === last) : undefined
}

/** Where an object of the schema has the name, or one that it stands for. */
function placeWithin(name: string, { properties = {} }: Variables): string | undefined {
  const wanted = [name, ...aliasedNames(name)]
  for (const [outer, schema] of Object.entries(properties)) {
    const inner = schema.type === 'object' ? schema.properties : undefined
    const found = inner && wanted.find((one) => Object.hasOwn(inner, one))
    if (found !== undefined) return `${outer}.${found}`
  }
  return undefined
}
