/** Properties in the XMP of others (ISO 16684-1), by their usual prefixes: elements or attributes, read as text. */
import { type PDFDocument, PDFName, PDFStream } from 'pdf-lib'
import { unescapeXml } from '../../text/markup'
import { packetText } from '../pdfa/xmp/packet-text'
import { decodeStream } from '../streams'

/** Bytes of a packet that are read: whoever writes thumbnails into it has the properties first. */
const MAX_BYTES = 2 ** 20

/** The packet; empty if there is none that can be read. */
export function xmpOf({ catalog }: PDFDocument): string {
  const stream = catalog.lookup(PDFName.of('Metadata'))
  if (!(stream instanceof PDFStream)) return ''
  const bytes = decodeStream(stream).subarray(0, MAX_BYTES)
  return packetText(bytes, { fatal: false })
}

/** The text of the first element or attribute of this name, without its containers; undefined if there is none. */
export function propertyOf(xmp: string, name: string): string | undefined {
  return decoded(elementOf(xmp, name) ?? attributeOf(xmp, name))
}

function elementOf(xmp: string, name: string): string | undefined {
  const start = xmp.indexOf(`<${name}>`)
  const end = start < 0 ? -1 : xmp.indexOf(`</${name}>`, start)
  return end < 0 ? undefined : xmp.slice(start + name.length + 2, end).replace(/<[^<>]*>/g, '')
}

function attributeOf(xmp: string, name: string): string | undefined {
  for (let at = xmp.indexOf(name); at >= 0; at = xmp.indexOf(name, at + 1)) {
    const value = /^\s{0,9}=\s{0,9}(?:"([^"<]*)"|'([^'<]*)')/.exec(
      xmp.slice(at + name.length, at + name.length + 5000),
    )
    if (value) return value[1] ?? value[2]
  }
  return undefined
}

function decoded(text: string | undefined): string | undefined {
  const plain = text === undefined ? '' : unescapeXml(text).trim()
  return plain || undefined
}
