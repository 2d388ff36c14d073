/**
 * The descriptions that a packet brings of properties which XMP itself does not have (ISO 19005-1 6.7.8,
 * ISO 19005-2 6.6.2.3.3).
 */

import type { XmpNode } from './read-rdf'
import { isKnownType, type Structure, type StructureOf, typeNamed } from './value-types'

export const EXTENSION = 'http://www.aiim.org/pdfa/ns/extension/'

/** What is described, by a packet or by `main`, whose descriptions it may use. */
export type Described = {
  /** The type of a property, by namespace and name. */
  typeOf: (property: string) => string | undefined
  structureOf: StructureOf
  /** What is wrong with the packet's own descriptions, in words that follow "The description of properties". */
  problems: string[]
}

/** A packet's own descriptions, as they are read. */
type Reading = Described & { types: Map<string, string>; structures: Map<string, Structure> }

/** What descriptions are made of: the namespace and prefix of each kind, and its fields. */
const KINDS = {
  schema: {
    namespace: 'http://www.aiim.org/pdfa/ns/schema#',
    prefix: 'pdfaSchema',
    texts: ['schema', 'namespaceURI', 'prefix'],
    lists: ['property', 'valueType'],
  },
  property: {
    namespace: 'http://www.aiim.org/pdfa/ns/property#',
    prefix: 'pdfaProperty',
    texts: ['name', 'valueType', 'category', 'description'],
    lists: [],
  },
  valueType: {
    namespace: 'http://www.aiim.org/pdfa/ns/type#',
    prefix: 'pdfaType',
    texts: ['type', 'namespaceURI', 'prefix', 'description'],
    lists: ['field'],
  },
  field: {
    namespace: 'http://www.aiim.org/pdfa/ns/field#',
    prefix: 'pdfaField',
    texts: ['name', 'valueType', 'description'],
    lists: [],
  },
} as const

type Kind = (typeof KINDS)[keyof typeof KINDS]

/** Reads what a packet describes; it may use types that `main`, the document's own packet, has. */
export function readExtensions(properties: XmpNode[], main?: Described): Described {
  const types = new Map<string, string>()
  const structures = new Map<string, Structure>()
  const described: Reading = {
    types,
    structures,
    typeOf: (property) => types.get(property) ?? main?.typeOf(property),
    structureOf: (type) => structures.get(type) ?? main?.structureOf(type),
    problems: [],
  }
  for (const list of properties) {
    if (list.namespace !== EXTENSION || list.name !== 'schemas') continue
    if (list.form !== 'bag' || list.prefix !== 'pdfaExtension')
      described.problems.push('is no bag of the name pdfaExtension:schemas')
    const schemas = list.items.map((item) => readFields(item, KINDS.schema, described.problems))
    // One schema may use the types of another.
    for (const schema of schemas) readTypes(schema, described)
    for (const schema of schemas) readProperties(schema, described)
  }
  for (const { fields } of structures.values()) for (const type of fields.values()) checkType(type, described)
  return described
}

type Fields = ReadonlyMap<string, XmpNode>

function readTypes(schema: Fields, { structures, problems }: Reading): void {
  for (const item of itemsOf(schema.get('valueType'))) {
    const type = readFields(item, KINDS.valueType, problems)
    const fields = itemsOf(type.get('field')).map((one) => readFields(one, KINDS.field, problems))
    structures.set(typeNamed(textOf(type, 'type')), {
      namespace: textOf(type, 'namespaceURI'),
      fields: new Map(fields.map((field) => [textOf(field, 'name'), typeNamed(textOf(field, 'valueType'))])),
    })
  }
}

function readProperties(schema: Fields, described: Reading): void {
  const namespace = textOf(schema, 'namespaceURI')
  for (const item of itemsOf(schema.get('property'))) {
    const property = readFields(item, KINDS.property, described.problems)
    const type = typeNamed(textOf(property, 'valueType'))
    checkType(type, described)
    if (!['internal', 'external'].includes(textOf(property, 'category')))
      described.problems.push('has a category that is neither internal nor external')
    described.types.set(`${namespace} ${textOf(property, 'name')}`, type)
  }
}

function checkType(type: string, { structureOf, problems }: Described): void {
  if (!isKnownType(type, structureOf))
    problems.push(`names the type “${type.slice(0, 50)}”, which nobody knows`)
}

/** The fields of a description by their names. Those that are missing, of another form or of no description are problems. */
function readFields(
  node: XmpNode,
  { namespace, prefix, texts, lists }: Kind,
  problems: string[],
): Map<string, XmpNode> {
  const fields = new Map(
    node.items.map((field) => [
      field.namespace === namespace ? field.name : `${field.namespace} ${field.name}`,
      field,
    ]),
  )
  if (node.form !== 'struct') problems.push(`has a ${prefix} that is no structure`)
  const known: readonly string[] = [...texts, ...lists]
  for (const [name, field] of fields) {
    if (!known.includes(name)) problems.push(`has a field that no description has: ${name.slice(0, 100)}`)
    else if (field.prefix !== prefix) problems.push(`writes ${prefix}:${name} with another prefix`)
  }
  for (const name of texts) if (fields.get(name)?.form !== 'text') problems.push(`lacks ${prefix}:${name}`)
  for (const name of lists)
    if (fields.has(name) && fields.get(name)?.form !== 'seq')
      problems.push(`has no sequence in ${prefix}:${name}`)
  return fields
}

function itemsOf(list: XmpNode | undefined): XmpNode[] {
  return list?.items ?? []
}

function textOf(fields: Fields, name: string): string {
  return fields.get(name)?.text ?? ''
}
