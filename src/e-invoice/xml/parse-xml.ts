/**
 * A small, strict reader of XML 1.0 with namespaces, for untrusted documents.
 *
 * Well-formedness is checked as the standard has it. What an invoice has no use for and an attacker has is
 * refused outright: document types, and with them entities of one's own. Depth and the number of elements are
 * limited; work is linear in the length. Comments and processing instructions are checked and dropped.
 */

import {
  expand,
  notXml,
  outermost,
  type PrefixedAttribute,
  resolveReferences,
  type Scope,
  scopeWithin,
  sortAttributes,
} from './names'

export type XmlElement = {
  /** The namespace's address, empty if there is none. */
  namespace: string
  prefix: string
  /** The name without its prefix. */
  name: string
  /** Attributes without a prefix. */
  attributes: ReadonlyMap<string, string>
  prefixed: readonly PrefixedAttribute[]
  children: XmlElement[]
  /** All character data directly inside, joined. */
  text: string
}

/** Why a document was refused, and the line it happened on. */
export class XmlError extends Error {
  override readonly name = 'XmlError'
}

/** Depth of nesting, elements of a document, attributes of an element. */
const xmlLimits = { depth: 64, elements: 200_000, attributes: 64 }

const nameStart =
  ':A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD'
const nameRest = `${nameStart}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040`
const namePattern = new RegExp(`[${nameStart}][${nameRest}]*`, 'y')
const blankPattern = /[ \t\r\n]*/y
const declarationPattern =
  /<\?xml\s+version\s*=\s*(?:"1\.\d"|'1\.\d')(?:\s+encoding\s*=\s*(?:"([\w.-]+)"|'([\w.-]+)'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/y

/**
 * The root element of a document.
 * @throws XmlError if it is not well-formed, uses what is refused, or exceeds a limit
 */
export function parseXml(source: string): XmlElement {
  let at = source.charCodeAt(0) === 0xfeff ? 1 : 0
  let elements = 0
  const illegal = notXml.exec(source)
  if (illegal) throw fault(`the character U+${codePoint(illegal[0])} is not allowed`, illegal.index)
  readDeclaration()
  readMisc()
  const root = readElement()
  readMisc()
  if (at < source.length) throw fault('there is something after the root element')
  return root

  function fault(what: string, position = at): XmlError {
    const line = source.slice(0, position).split('\n').length
    return new XmlError(`${what} (line ${line})`)
  }

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match) at += match[0].length
    return match
  }

  function readDeclaration() {
    if (!source.startsWith('<?xml', at) || !/[ \t\r\n]/.test(source[at + 5] ?? '')) return
    const match = take(declarationPattern)
    if (!match) throw fault('the XML declaration is malformed')
    const encoding = match[1] ?? match[2]
    if (encoding && !/^(utf-?8|us-ascii)$/i.test(encoding)) {
      throw fault(`the encoding ${encoding} is not taken: save the file as UTF-8`)
    }
  }

  /** Blanks, comments and processing instructions around the root element. */
  function readMisc() {
    for (;;) {
      take(blankPattern)
      if (source.startsWith('<!DOCTYPE', at)) throw fault('a document type (<!DOCTYPE) is refused')
      if (!readCommentOrInstruction()) return
    }
  }

  function readCommentOrInstruction(): boolean {
    if (source.startsWith('<!--', at)) {
      const end = source.indexOf('--', at + 4)
      if (end < 0 || source[end + 2] !== '>') throw fault('a comment does not end, or holds --')
      at = end + 3
      return true
    }
    if (source.startsWith('<?', at)) {
      at += 2
      const target = readName()
      const end = source.indexOf('?>', at)
      if (end < 0 || /^xml$/i.test(target)) throw fault('a processing instruction is malformed')
      at = end + 2
      return true
    }
    return false
  }

  function readName(): string {
    const match = take(namePattern)
    if (!match) throw fault('a name is expected here')
    return match[0]
  }

  /** Not recursive, so that depth costs no stack: the open elements stand on a list. */
  function readElement(): XmlElement {
    const first = readStartTag(outermost)
    if (first.closed) return first.element
    const open = [first]
    for (;;) {
      const current = open[open.length - 1] as OpenElement
      const next = source.indexOf('<', at)
      if (next < 0) throw fault(`<${current.tag}> is not closed`)
      current.element.text += characterData(source.slice(at, next))
      at = next
      if (source.startsWith('</', at)) {
        readEndTag(current.tag)
        open.pop()
        if (open.length === 0) return first.element
      } else if (source.startsWith('<![CDATA[', at)) {
        const end = source.indexOf(']]>', at)
        if (end < 0) throw fault('a CDATA section does not end')
        current.element.text += source.slice(at + 9, end).replace(/\r\n?/g, '\n')
        at = end + 3
      } else if (!readCommentOrInstruction()) {
        const child = readStartTag(current.scope)
        current.element.children.push(child.element)
        if (!child.closed) open.push(child)
        if (open.length > xmlLimits.depth)
          throw fault(`elements are nested more than ${xmlLimits.depth} deep`)
      }
    }
  }

  type OpenElement = { element: XmlElement; tag: string; scope: Scope; closed: boolean }

  function readStartTag(outer: Scope): OpenElement {
    if (source[at] !== '<') throw fault('an element is expected here')
    at += 1
    elements += 1
    if (elements > xmlLimits.elements) throw fault(`there are more than ${xmlLimits.elements} elements`)
    const tag = readName()
    const written = new Map<string, string>()
    for (;;) {
      const blanks = take(blankPattern)?.[0]
      if (source[at] === '>' || source.startsWith('/>', at)) break
      if (!blanks) throw fault(`the tag <${tag}> is malformed`)
      const [name, value] = readAttribute()
      if (written.has(name)) throw fault(`the attribute ${name} stands twice`)
      written.set(name, value)
      if (written.size > xmlLimits.attributes) throw fault(`<${tag}> has too many attributes`)
    }
    const closed = source[at] === '/'
    at += closed ? 2 : 1
    const scope = scopeWithin(outer, written, fault)
    const { namespace, prefix, local } = expand(tag, scope, fault)
    const element = {
      namespace,
      prefix,
      name: local,
      ...sortAttributes(written, scope, fault),
      children: [],
      text: '',
    }
    return { element, tag, scope, closed }
  }

  function readAttribute(): [string, string] {
    const name = readName()
    take(blankPattern)
    if (source[at] !== '=') throw fault(`the attribute ${name} has no value`)
    at += 1
    take(blankPattern)
    const quote = source[at]
    const end = quote === '"' || quote === "'" ? source.indexOf(quote, at + 1) : -1
    if (end < 0) throw fault(`the value of ${name} is not in quotes`)
    const raw = source.slice(at + 1, end)
    if (raw.includes('<')) throw fault(`the value of ${name} holds <`)
    at = end + 1
    return [name, resolveReferences(raw.replace(/\r\n|[\t\r\n]/g, ' '), fault)]
  }

  function readEndTag(tag: string) {
    at += 2
    const name = readName()
    take(blankPattern)
    if (name !== tag || source[at] !== '>') throw fault(`</${tag}> is expected here`)
    at += 1
  }

  function characterData(raw: string): string {
    if (raw.includes(']]>')) throw fault('text holds ]]>')
    return resolveReferences(raw.replace(/\r\n?/g, '\n'), fault)
  }
}

const codePoint = (character: string) =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
