/** XML as a tree of what is there: an element without text or children is left out (PEPPOL-EN16931-R008). */

import { escapeXml, escapeXmlAttribute } from '../../text/markup'

export type XmlNode = {
  name: string
  attributes: Record<string, string | undefined>
  content: string | XmlNode[]
}

/** An element with text; undefined if there is no text. */
export function leaf(
  name: string,
  content: string | undefined,
  attributes: Record<string, string | undefined> = {},
): XmlNode | undefined {
  return content ? { name, attributes, content } : undefined
}

/** An element with children; undefined if there are none. */
export function group(name: string, ...children: (XmlNode | undefined)[]): XmlNode | undefined {
  const content = children.filter((child) => child !== undefined)
  return content.length ? { name, attributes: {}, content } : undefined
}

/** An element that the schema demands, also without children. */
export function required(name: string, ...children: (XmlNode | undefined)[]): XmlNode {
  return group(name, ...children) ?? { name, attributes: {}, content: [] }
}

/** The document with its declaration, indented by two blanks a level, UTF-8 by intent, ending in a line feed. */
export function serialise(root: XmlNode): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>']
  write(root, '')
  return `${lines.join('\n')}\n`

  function write(node: XmlNode, indent: string) {
    const open = `${indent}<${node.name}${attributesOf(node)}`
    if (typeof node.content === 'string') {
      lines.push(`${open}>${escapeXml(node.content)}</${node.name}>`)
      return
    }
    if (node.content.length === 0) {
      lines.push(`${open}/>`)
      return
    }
    lines.push(`${open}>`)
    for (const child of node.content) write(child, `${indent}  `)
    lines.push(`${indent}</${node.name}>`)
  }
}

function attributesOf({ attributes }: XmlNode): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${escapeXmlAttribute(value as string)}"`)
    .join('')
}
