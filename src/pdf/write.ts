/**
 * Writes a document: what the trailer reaches, once, renumbered without gaps.
 *
 * Our own writer rather than pdf-lib's, for three things that it lacks: unreachable objects are left behind,
 * every string and stream is encrypted where encryption is asked for, and object streams are large and dense
 * (similar objects side by side), which makes tagged documents smaller than other tools make them.
 */
import { createHash } from 'node:crypto'
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib'
import type { Encryption } from './encrypt'
import { deflated } from './streams'

export type WriteOptions = {
  /** Object and cross-reference streams (PDF 1.5). PDF/A-1 forbids them. */
  objectStreams: boolean
  encryption?: Encryption | undefined
}

/** Objects in one object stream: enough to compress well, few enough to find one quickly. */
const objectsPerStream = 500

/** Serialises the context's reachable objects to a whole file (ISO 32000-2, 7.5). */
export function writePdf(context: PDFContext, options: WriteOptions): Uint8Array {
  const { Root, Info } = context.trailerInfo
  if (options.encryption) declareExtension(context)
  const objects = reachable(context, [Root, Info])
  const file = new FileBuilder(new Map(objects.map(([ref], index) => [ref, index + 1])), options.encryption)
  file.header(options.objectStreams || options.encryption ? '1.7' : context.header.getVersionString())

  const inStreams = (object: PDFObject) => options.objectStreams && !(object instanceof PDFStream)
  const packed = objects.filter(([, object]) => inStreams(object))
  for (const [ref, object] of objects) if (!inStreams(object)) file.object(ref, object)
  const alike = packed.map(([ref, object]) => ({ ref, object, shape: shape(object) }))
  alike.sort((a, b) => (a.shape < b.shape ? -1 : a.shape > b.shape ? 1 : 0))
  for (let index = 0; index < alike.length; index += objectsPerStream) {
    file.objectStream(alike.slice(index, index + objectsPerStream))
  }

  const identifier = context.lookup(context.trailerInfo.ID)
  return file.finish({
    root: Root,
    info: Info,
    firstId: identifier instanceof PDFArray ? identifier.get(0) : undefined,
    stream: options.objectStreams,
  })
}

/** AES-256 is younger than PDF 1.7: Adobe's extension level 8 (ISO 32000-1 annex E), what readers look for. */
function declareExtension(context: PDFContext) {
  const catalog = context.lookup(context.trailerInfo.Root)
  if (!(catalog instanceof PDFDict)) return
  const level = { ADBE: { BaseVersion: '1.7', ExtensionLevel: 8 } }
  catalog.set(PDFName.of('Extensions'), context.obj(level))
}

/** Every object the roots lead to, in breadth-first order: references nearby become numbers nearby. */
function reachable(context: PDFContext, roots: (PDFObject | undefined)[]): [PDFRef, PDFObject][] {
  const found = new Map<PDFRef, PDFObject>()
  const visit = (value: PDFObject | undefined) => {
    if (value instanceof PDFRef) {
      if (found.has(value)) return
      const object = context.lookup(value)
      if (object) found.set(value, object)
    } else if (value instanceof PDFArray) {
      for (const item of value.asArray()) visit(item)
    } else if (value instanceof PDFDict) {
      for (const item of value.values()) visit(item)
    } else if (value instanceof PDFStream) {
      visit(value.dict)
    }
  }
  roots.forEach(visit)
  for (const [, object] of found) visit(object) // A map's iteration meets what is added while it runs.
  return [...found]
}

/** What objects of one kind have in common, so that sorting by it puts them side by side. */
function shape(object: PDFObject): string {
  if (!(object instanceof PDFDict)) return object.constructor.name
  const type = object.get(PDFName.of('Type')) ?? object.get(PDFName.of('S'))
  return `${type instanceof PDFName ? type : ''}${object.keys().join('')}`
}

type Place = { offset: number } | { stream: number; index: number }

class FileBuilder {
  private readonly parts: Uint8Array[] = []
  private length = 0
  /** Where each object stands, by number. */
  private readonly places: Place[] = []
  private next: number

  constructor(
    private readonly numbers: Map<PDFRef, number>,
    private readonly encryption: Encryption | undefined,
  ) {
    this.next = numbers.size + 1
  }

  header(version: string) {
    this.text(`%PDF-${version}\n%\u00e2\u00e3\u00cf\u00d3\n`)
  }

  object(ref: PDFRef, object: PDFObject) {
    const number = this.numberOf(ref)
    if (object instanceof PDFStream) this.stream(number, object.dict, object.getContents())
    else this.indirect(number, () => this.text(this.serialize(object, true)))
  }

  /** One object stream (7.5.7): numbers and offsets first, then the objects, none of them encrypted alone. */
  objectStream(objects: { ref: PDFRef; object: PDFObject }[]) {
    const number = this.next++
    const bodies = objects.map(({ object }) => this.serialize(object, false))
    let offset = 0
    const index = objects.map(({ ref }, position) => {
      this.places[this.numberOf(ref)] = { stream: number, index: position }
      const entry = `${this.numberOf(ref)} ${offset}`
      offset += (bodies[position]?.length ?? 0) + 1
      return entry
    })
    const first = `${index.join(' ')} `
    const data = deflated(latin1(`${first}${bodies.join(' ')}`))
    const entries = `/Type/ObjStm/N ${objects.length}/First ${first.length}/Filter/FlateDecode`
    this.rawStream(number, entries, this.encryption?.encrypt(data) ?? data)
  }

  /** Cross-references, trailer and the end of the file. */
  finish(trailer: {
    root?: PDFObject | undefined
    info?: PDFObject | undefined
    firstId?: PDFObject | undefined
    stream: boolean
  }) {
    let entries = ''
    if (trailer.root) entries += `/Root ${this.serialize(trailer.root, false)}`
    if (trailer.info) entries += `/Info ${this.serialize(trailer.info, false)}`
    if (this.encryption) {
      const number = this.next++
      const { dictionary } = this.encryption
      this.indirect(number, () => this.text(dictionary))
      entries += `/Encrypt ${number} 0 R`
    }
    const own = `<${this.digest()}>`
    entries += `/ID[${trailer.firstId ? this.serialize(trailer.firstId, false) : own}${own}]`
    const start = trailer.stream ? this.crossReferenceStream(entries) : this.crossReferenceTable(entries)
    this.text(`startxref\n${start}\n%%EOF\n`)
    return this.bytes()
  }

  private crossReferenceTable(trailer: string): number {
    const start = this.length
    const lines = this.places.slice(1).map((place) => {
      const offset = 'offset' in place ? place.offset : 0
      return `${String(offset).padStart(10, '0')} 00000 n \n`
    })
    this.text(`xref\n0 ${this.places.length}\n0000000000 65535 f \n${lines.join('')}`)
    this.text(`trailer\n<</Size ${this.places.length}${trailer}>>\n`)
    return start
  }

  /** Rows of type, offset or stream, index (7.5.8), each row the difference to the one above (predictor 12). */
  private crossReferenceStream(trailer: string): number {
    const start = this.length
    const number = this.next++
    this.places[number] = { offset: start }
    const size = this.places.length
    const wide = start > 0xffffff ? 4 : 3
    const columns = 1 + wide + 2
    const rows = new Uint8Array(size * (columns + 1))
    let above = new Uint8Array(columns)
    for (let index = 0; index < size; index++) {
      const place = this.places[index]
      const [type, second, third] = !place
        ? [0, 0, 0]
        : 'offset' in place
          ? [1, place.offset, 0]
          : [2, place.stream, place.index]
      const row = new Uint8Array(columns)
      row[0] = type
      for (let byte = 0; byte < wide; byte++) row[1 + byte] = Math.floor(second / 256 ** (wide - 1 - byte))
      row[columns - 2] = third >> 8
      row[columns - 1] = third
      const target = index * (columns + 1)
      rows[target] = 2
      for (let byte = 0; byte < columns; byte++)
        rows[target + 1 + byte] = (row[byte] ?? 0) - (above[byte] ?? 0)
      above = row
    }
    const predictor = `/DecodeParms<</Columns ${columns}/Predictor 12>>`
    const entries = `/Type/XRef/Size ${size}/W[1 ${wide} 2]/Filter/FlateDecode${predictor}${trailer}`
    this.rawStream(number, entries, deflated(rows))
    return start
  }

  private stream(number: number, dict: PDFDict, data: Uint8Array) {
    const length = PDFName.of('Length')
    const entries = dict.entries().filter(([key]) => key !== length)
    const text = entries.map(([key, value]) => this.entry(key, value, true)).join('')
    this.rawStream(number, text, this.encryption?.encrypt(data) ?? data)
  }

  private rawStream(number: number, entries: string, data: Uint8Array) {
    this.indirect(number, () => {
      this.text(`<<${entries}/Length ${data.length}>>\nstream\n`)
      this.append(data)
      this.text('\nendstream')
    })
  }

  private indirect(number: number, body: () => void) {
    this.places[number] = { offset: this.length }
    this.text(`${number} 0 obj\n`)
    body()
    this.text('\nendobj\n')
  }

  /** An object's text in Latin-1, as short as the syntax allows. `outside`: not within an object stream. */
  private serialize(object: PDFObject, outside: boolean): string {
    if (object instanceof PDFRef) {
      const number = this.numbers.get(object)
      return number ? `${number} 0 R` : 'null'
    }
    if (object instanceof PDFDict) {
      return `<<${object
        .entries()
        .map(([key, value]) => this.entry(key, value, outside))
        .join('')}>>`
    }
    if (object instanceof PDFArray) return this.array(object, outside)
    if (object instanceof PDFInvalidObject) return 'null'
    if (this.encryption && outside && (object instanceof PDFString || object instanceof PDFHexString)) {
      return `<${Buffer.from(this.encryption.encrypt(object.asBytes())).toString('hex')}>`
    }
    return object.toString()
  }

  private entry(key: PDFName, value: PDFObject, outside: boolean): string {
    const text = this.serialize(value, outside)
    return `${key}${selfDelimiting(text) ? '' : ' '}${text}`
  }

  private array(array: PDFArray, outside: boolean): string {
    const items = array.asArray().map((item) => this.serialize(item, outside))
    return `[${items.map((text, index) => (index === 0 || selfDelimiting(text) ? text : ` ${text}`)).join('')}]`
  }

  private numberOf(ref: PDFRef): number {
    const number = this.numbers.get(ref)
    if (!number) throw new Error(`object ${ref} is written but was not reached`)
    return number
  }

  private text(text: string) {
    this.append(latin1(text))
  }

  private append(bytes: Uint8Array) {
    this.parts.push(bytes)
    this.length += bytes.length
  }

  /** MD5 of all that is written so far: the same document gets the same identifier (14.4). */
  private digest(): string {
    const hash = createHash('md5')
    for (const part of this.parts) hash.update(part)
    return hash.digest('hex')
  }

  private bytes(): Uint8Array {
    const whole = new Uint8Array(this.length)
    let offset = 0
    for (const part of this.parts) {
      whole.set(part, offset)
      offset += part.length
    }
    return whole
  }
}

function selfDelimiting(text: string): boolean {
  return '/([<'.includes(text.charAt(0))
}

function latin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'))
}
