/** Names and references of XML: namespaces (Namespaces in XML 1.0) and character data (XML 1.0, 4.1). */
import { XML_ENTITIES } from '../../text/markup'

/** Makes the error that says what is wrong, and where. */
export type Fault = (what: string) => Error

/** Prefixes and the namespaces they stand for; the empty prefix is the default namespace. */
export type Scope = ReadonlyMap<string, string>
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

/** What holds around the root element. */
export const outermost: Scope = new Map([
  ['', ''],
  ['xml', xmlNamespace],
])

/** How many prefixes may be declared at one place. */
const MAX_PREFIX_LENGTH = 64

/** The prefixes that hold inside an element, given those around it and its own attributes. */
export function scopeWithin(outer: Scope, written: ReadonlyMap<string, string>, fault: Fault): Scope {
  let scope: Map<string, string> | undefined
  for (const [name, value] of written) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    const prefix = name.slice(6)
    const ofXml = prefix === 'xml' && value !== xmlNamespace
    if (prefix === 'xmlns' || ofXml || (prefix && !value)) {
      throw fault(`the declaration ${name} is not allowed`)
    }
    scope ??= new Map(outer)
    scope.set(prefix, value)
    if (scope.size > MAX_PREFIX_LENGTH) throw fault('too many namespace prefixes are declared')
  }
  return scope ?? outer
}

/** A name's namespace, prefix and local part. */
export function expand(
  name: string,
  scope: Scope,
  fault: Fault,
): { namespace: string; prefix: string; local: string } {
  const parts = name.split(':')
  const local = parts.pop() as string
  const prefix = parts[0] ?? ''
  const namespace = scope.get(prefix)
  if (parts.length > 1 || local === '' || (parts.length === 1 && prefix === '')) {
    throw fault(`the name ${name} is malformed`)
  }
  if (namespace === undefined) throw fault(`the prefix ${prefix} is not declared`)
  return { namespace, prefix, local }
}

export type PrefixedAttribute = { namespace: string; prefix: string; name: string; value: string }

/** Those of an element that has none, which most are. */
const NONE: readonly PrefixedAttribute[] = []

/** The attributes without a prefix, and those with one; declarations of prefixes are neither. */
export function sortAttributes(
  written: ReadonlyMap<string, string>,
  scope: Scope,
  fault: Fault,
): { attributes: ReadonlyMap<string, string>; prefixed: readonly PrefixedAttribute[] } {
  if (written.size === 0) return { attributes: written, prefixed: NONE }
  const attributes = new Map<string, string>()
  const prefixed = new Map<string, PrefixedAttribute>()
  for (const [name, value] of written) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) continue
    if (!name.includes(':')) {
      attributes.set(name, value)
      continue
    }
    const { namespace, prefix, local } = expand(name, scope, fault)
    const key = `${namespace} ${local}`
    if (prefixed.has(key)) throw fault(`the attribute ${name} stands twice`)
    prefixed.set(key, { namespace, prefix, name: local, value })
  }
  return { attributes, prefixed: prefixed.size > 0 ? [...prefixed.values()] : NONE }
}

/** A character that XML 1.0 does not allow (production 2). */
export const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/** Text with its references resolved; only characters and the five predefined entities are. */
export function resolveReferences(raw: string, fault: Fault): string {
  if (!raw.includes('&')) return raw
  return raw.replace(/&([^;&\s]{0,32};)?/g, (whole, body: string | undefined) => {
    const name = body?.slice(0, -1) ?? ''
    const number = /^#(?:(\d+)|x([0-9a-fA-F]+))$/.exec(name)
    if (number) {
      const code = number[1] ? Number(number[1]) : Number.parseInt(number[2] ?? '', 16)
      return fromCodePoint(code, fault)
    }
    const character = XML_ENTITIES.get(name)
    if (character === undefined) throw fault(`the reference ${whole} is not taken`)
    return character
  })
}

function fromCodePoint(code: number, fault: Fault): string {
  const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\0'
  if (notXml.test(character)) throw fault('a character reference names no character of XML')
  return character
}
