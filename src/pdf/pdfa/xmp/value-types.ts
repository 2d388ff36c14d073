/** Whether values of XMP are of their types (XMP Specification, "Property values"; ISO 19005-1 6.7.9, ISO 19005-2 6.6.2.3.1). */
import { STRUCTURES } from './predefined-schemas'
import type { XmpNode } from './read-rdf'

/** The fields of a structure, by their names. */
export type Structure = {
  namespace: string
  fields: ReadonlyMap<string, string>
  choices?: Record<string, RegExp>
}

/** The structure of an extension by the name of its type. */
export type StructureOf = (type: string) => Structure | undefined

/** Types of texts; `.` of those that may be anything takes line ends too. */
const TEXTS: Record<string, RegExp> = {
  text: /^/,
  propername: /^/,
  agentname: /^/,
  rational: /^/,
  renditionclass: /^/,
  uri: /^/,
  url: /^/,
  xpath: /^/,
  gpscoordinate: /^\d{1,3},\d{1,2}(?:,\d{1,2}|\.\d+)[NSEW]$/,
  locale: /^/,
  boolean: /^(?:True|False)$/,
  integer: /^[+-]?\d+$/,
  real: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/,
  mimetype: /^[-\w+.]+\/[-\w+.]+$/,
  'tone point': /^\([+-]?\d+, [+-]?\d+\)$/,
  date: /^(?:\d{4}(?:-\d{1,2}(?:-\d{1,2}(?:T\d{1,2}:\d{1,2}(?::\d{1,2}(?:\.\d+)?)?(?:Z|[+-]\d{1,2}:\d{1,2})?)?)?)?)?$/,
}

const structures = new Map(
  Object.entries(STRUCTURES).map(([type, { properties, ...rest }]) => [
    type,
    { ...rest, fields: new Map(namesByType(properties)) },
  ]),
)

/** Names with their types, of a table of types with their names. */
export function namesByType(table: Record<string, string>): [string, string][] {
  return Object.entries(table).flatMap(([type, names]) =>
    names.split(' ').map((name): [string, string] => [name, type]),
  )
}

/** Whether the value is of the type, which `own` may describe. */
export function isOfType(node: XmpNode, type: string, own: StructureOf): boolean {
  if (type === 'any') return true
  if (type === 'lang alt') return isLanguageAlternative(node)
  const array = /^(bag|seq|alt) (.*)$/.exec(type)
  if (array) return node.form === array[1] && node.items.every((item) => isOfType(item, array[2] ?? '', own))
  const pattern = TEXTS[type]
  if (pattern) return node.form === 'text' && pattern.test(node.text)
  const structure = own(type) ?? structures.get(type)
  return structure !== undefined && node.form === 'struct' && hasFields(node, structure, own)
}

/** Whether a type has a meaning: in XMP, or by the description of an extension. */
export function isKnownType(type: string, own: StructureOf): boolean {
  const simple = type.replace(/^(?:bag|seq|alt) /, '')
  return (
    type === 'lang alt' ||
    simple === 'any' ||
    Object.hasOwn(TEXTS, simple) ||
    own(simple) !== undefined ||
    structures.has(simple)
  )
}

/** A type as extensions write it, such as `closed Choice of Integer` or `Seq ResourceRef`, as the tables here have it. */
export function typeNamed(written: string): string {
  const plain = written
    .toLowerCase()
    .replace(/\b(?:open|closed) choice\b|\bchoice\b|\bof\b/g, ' ')
    .trim()
    .replace(/\s+/g, ' ')
  if (plain === 'lang alt' || plain === '') return plain || 'text'
  const [, array = '', simple = ''] = /^((?:bag|seq|alt) )?(.*)$/.exec(plain) ?? []
  return array + simple.replaceAll(' ', '')
}

function isLanguageAlternative({ form, items }: XmpNode): boolean {
  const isText = items.every((item) => item.form === 'text')
  return (
    form === 'alt' && isText && (items.length === 0 || items.some(({ language }) => language !== undefined))
  )
}

function hasFields(node: XmpNode, { namespace, fields, choices }: Structure, own: StructureOf): boolean {
  return node.items.every((field) => {
    const type = field.namespace === namespace ? fields.get(field.name) : undefined
    return type !== undefined && isOfType(field, type, own) && isChoice(field, choices?.[field.name])
  })
}

/** The items of a list are taken together, with commas between them. */
export function isChoice(node: XmpNode, choices: RegExp | undefined): boolean {
  const text = node.form === 'text' ? node.text : node.items.map((item) => item.text).join(',')
  return choices?.test(text) ?? true
}
