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
    firstWords(name, names) ??
    placeWithin(name, schema) ??
    nearestName(name, names)
  )
}

/** `buyer_name` and `buyerName` stand for `buyer.name`. */
function joinedPath(name: string, { properties = {} }: Variables): string | undefined {
  const words = wordsOf(name)
  const [outer = '', ...rest] = words
  const inner = Object.hasOwn(properties, outer) ? properties[outer]?.properties : undefined
  const field = rest.join('_')
  return inner && Object.hasOwn(inner, field) ? `${outer}.${field}` : undefined
}

/** `invoice_number` and `invoiceNumber` stand for `number`: the last word of the name is the variable. */
function wholeWord(name: string, names: readonly string[]): string | undefined {
  const last = wordsOf(name).at(-1)
  return last !== undefined && last.length > 2 ? names.find((known) => known === last) : undefined
}

/** Last words of names that say no more than the first ones: `recipient_name` stands for `recipient`. */
const EMPTY_WORDS = new Set(['name', 'text', 'value', 'label', 'string', 'info', 'details', 'data', 'list'])

function firstWords(name: string, names: readonly string[]): string | undefined {
  const words = wordsOf(name)
  const first = EMPTY_WORDS.has(words.at(-1) ?? '') ? words.slice(0, -1).join('_') : ''
  return names.find((known) => known === first)
}

/** Names of people, which are in the entries of a list where a document is for several, and in no event or brand. */
const OF_PEOPLE = new Set(['fullname', 'firstname', 'lastname', 'surname', 'personname', 'guestname'])
const NO_PEOPLE = new Set(['event', 'brand', 'venue', 'wifi'])

/** Where an object of the schema, or an entry of a list for people, has the name, or one that it stands for. */
function placeWithin(name: string, { properties = {} }: Variables): string | undefined {
  const wanted = [name, ...aliasedNames(name)]
  const isOfPeople = OF_PEOPLE.has(plainName(name))
  for (const [outer, schema] of Object.entries(properties)) {
    if (isOfPeople && NO_PEOPLE.has(outer)) continue
    const isList = isOfPeople && schema.type === 'array'
    const inner = schema.type === 'object' ? schema.properties : isList ? schema.items?.properties : undefined
    const found = inner && wanted.find((one) => Object.hasOwn(inner, one))
    if (found !== undefined) return `${outer}${isList ? '[0]' : ''}.${found}`
  }
  return undefined
}

/** The words of a name, however they are joined, in small letters. */
function wordsOf(name: string): string[] {
  return name
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()
    .split(/[-_ ]/)
}
