/**
 * An XMP packet as a tree of properties (ISO 16684-1 7, the RDF that XMP takes): whoever wrote it, in whichever of its
 * forms. What XMP does not take is an error.
 */
import { parseXml, type XmlElement } from '../../../e-invoice/xml/parse-xml'

/** A property, a field of a structure, or an item of an array. */
export type XmpNode = {
  namespace: string
  prefix: string
  name: string
  form: 'text' | 'bag' | 'seq' | 'alt' | 'struct'
  /** Of a text; empty for all others. */
  text: string
  /** Its `xml:lang`. */
  language: string | undefined
  /** Items of an array, fields of a structure. */
  items: XmpNode[]
}

/** Why a packet is no XMP. */
export class XmpError extends Error {
  override readonly name = 'XmpError'
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const XML = 'http://www.w3.org/XML/1998/namespace'
const ARRAYS: Record<string, 'bag' | 'seq' | 'alt'> = { Bag: 'bag', Seq: 'seq', Alt: 'alt' }

/** The properties of a packet, in order. Throws XmpError, and XmlError for what is no XML. */
export function readPacket(packet: string): XmpNode[] {
  // Some fill up what is left of a stream.
  const end = packet.indexOf('\0', packet.lastIndexOf('>'))
  const root = parseXml(end < 0 ? packet : packet.slice(0, end))
  const rdf = isRdf(root, 'RDF') ? root : root.children.find((child) => isRdf(child, 'RDF'))
  if (!rdf) throw new XmpError('there is no rdf:RDF')
  return rdf.children.flatMap((child) => {
    if (!isRdf(child, 'Description')) throw new XmpError('rdf:RDF holds something else than rdf:Description')
    return fieldsOf(child)
  })
}

function isRdf({ namespace, name }: XmlElement, wanted: string): boolean {
  return namespace === RDF && name === wanted
}

function rdfAttribute({ prefixed }: XmlElement, wanted: string): string | undefined {
  return prefixed.find(({ namespace, name }) => namespace === RDF && name === wanted)?.value
}

/** What a description says: properties as attributes, then those that are elements. */
function fieldsOf(element: XmlElement): XmpNode[] {
  if (element.text.trim()) throw new XmpError('a description holds text')
  return [...attributesOf(element), ...element.children.map(propertyOf)]
}

function attributesOf({ prefixed }: XmlElement): XmpNode[] {
  return prefixed
    .filter(({ namespace }) => namespace !== RDF && namespace !== XML)
    .map(({ namespace, prefix, name, value }) => ({
      namespace,
      prefix,
      name,
      form: 'text' as const,
      text: value,
      language: undefined,
      items: [],
    }))
}

function propertyOf(element: XmlElement): XmpNode {
  const { namespace, prefix, name, prefixed } = element
  const language = prefixed.find((one) => one.namespace === XML && one.name === 'lang')?.value
  return { namespace, prefix, name, language, ...valueIn(element) }
}

type Value = Pick<XmpNode, 'form' | 'text' | 'items'>

function valueIn(element: XmlElement): Value {
  const { children, text } = element
  const parseType = rdfAttribute(element, 'parseType')
  if (parseType !== undefined && parseType !== 'Resource')
    throw new XmpError(`rdf:parseType ${parseType} is not taken`)
  if (parseType) return structOf(fieldsOf(element))
  const [only, ...more] = children
  if (!only) return emptyValue(element)
  if (text.trim() || more.length > 0) throw new XmpError(`${element.name} has more than one value`)
  const array = only.namespace === RDF ? ARRAYS[only.name] : undefined
  if (array) return { form: array, text: '', items: itemsOf(only) }
  if (only.namespace === RDF && only.name !== 'Description')
    throw new XmpError(`rdf:${only.name} is not taken here`)
  return structOf(fieldsOf(only))
}

/** Without elements inside: a text, an address, or a structure whose fields are attributes. */
function emptyValue(element: XmlElement): Value {
  const value = rdfAttribute(element, 'value') ?? rdfAttribute(element, 'resource')
  if (value !== undefined) return { form: 'text', text: value, items: [] }
  const fields = element.text ? [] : attributesOf(element)
  return fields.length > 0 ? structOf(fields) : { form: 'text', text: element.text, items: [] }
}

/** `rdf:value` has the value itself, and what stands beside it says something of that. */
function structOf(fields: XmpNode[]): Value {
  const value = fields.find(({ namespace, name }) => namespace === RDF && name === 'value')
  if (value) return { form: value.form, text: value.text, items: value.items }
  return { form: 'struct', text: '', items: fields }
}

function itemsOf(array: XmlElement): XmpNode[] {
  return array.children.map((item) => {
    if (!isRdf(item, 'li')) throw new XmpError(`rdf:${array.name} holds something else than rdf:li`)
    return propertyOf(item)
  })
}
