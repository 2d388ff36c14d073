/**
 * Writes a document: what the trailer reaches, once, renumbered without gaps.
 *
 * Our own writer rather than pdf-lib's, for three things that it lacks: unreachable objects are left behind,
 * every string and stream is encrypted where encryption is asked for, and object streams are large and dense
 * (similar objects side by side), which makes tagged documents smaller than other tools make them.
 */

import { createHash } from 'node:crypto'
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib'
import { concatBytes } from '../../binary/bytes'
import type { Encryption } from '../encrypt'
import { deflateStream } from '../streams'
import { reachableObjects, sameObject } from './reachable'
import { Serializer } from './serialise'
import { referenceRows, referenceTable, type XrefEntry } from './xref-table'

export type WriteOptions = {
  /** Object and cross-reference streams (PDF 1.5). PDF/A-1 forbids them. */
  objectStreams: boolean
  encryption?: Encryption | undefined
}

/** Objects in one object stream: enough to compress well, few enough to find one quickly. */
const OBJECTS_PER_STREAM = 500

/** Serialises the context's reachable objects to a whole file (ISO 32000-2, 7.5). */
export function writePdf(context: PDFContext, { objectStreams, encryption }: WriteOptions): Uint8Array {
  const { Root, Info } = context.trailerInfo
  if (encryption) declareExtension(context)
  const objects = reachableObjects(context, [Root, Info])
  const file = new FileBuilder(new Map(objects.map(([ref], index) => [ref, index + 1])), encryption)
  file.header(objectStreams || encryption ? '1.7' : context.header.getVersionString())

  const isPacked = ([, object]: [PDFRef, PDFObject]) => objectStreams && !(object instanceof PDFStream)
  for (const entry of objects) if (!isPacked(entry)) file.object(...entry)
  const packed = sameObject(objects.filter(isPacked))
  for (let at = 0; at < packed.length; at += OBJECTS_PER_STREAM) {
    file.objectStream(packed.slice(at, at + OBJECTS_PER_STREAM))
  }
  return file.finish(context, objectStreams)
}

/** AES-256 is younger than PDF 1.7: Adobe's extension level 8 (ISO 32000-1 annex E), what readers look for. */
function declareExtension(context: PDFContext) {
  const catalog = context.lookup(context.trailerInfo.Root)
  if (!(catalog instanceof PDFDict)) return
  const level = { ADBE: { BaseVersion: '1.7', ExtensionLevel: 8 } }
  catalog.set(PDFName.of('Extensions'), context.obj(level))
}

class FileBuilder {
  private readonly parts: Uint8Array[] = []
  private length = 0
  private readonly places: XrefEntry[] = []
  private readonly serialiser: Serializer
  private next: number

  constructor(
    private readonly numbers: Map<PDFRef, number>,
    private readonly encryption: Encryption | undefined,
  ) {
    this.serialiser = new Serializer(numbers, encryption)
    this.next = numbers.size + 1
  }

  header(version: string) {
    this.text(`%PDF-${version}\n%\u00e2\u00e3\u00cf\u00d3\n`)
  }

  object(ref: PDFRef, object: PDFObject) {
    const number = this.numberOf(ref)
    if (object instanceof PDFStream) {
      const data = object.getContents()
      const entries = this.serialiser.streamEntries(object.dict)
      this.stream(number, entries, this.encryption?.encrypt(data) ?? data)
    } else this.indirect(number, () => this.text(this.serialiser.text(object, true)))
  }

  /** One object stream (7.5.7): numbers and offsets first, then the objects, none of them encrypted alone. */
  objectStream(objects: [PDFRef, PDFObject][]) {
    const number = this.next++
    const bodies = objects.map(([, object]) => this.serialiser.text(object, false))
    let offset = 0
    const index = objects.map(([ref], position) => {
      this.places[this.numberOf(ref)] = { stream: number, index: position }
      const entry = `${this.numberOf(ref)} ${offset}`
      offset += (bodies[position]?.length ?? 0) + 1
      return entry
    })
    const first = `${index.join(' ')} `
    const data = deflateStream(latin1(`${first}${bodies.join(' ')}`))
    const entries = `/Type/ObjStm/N ${objects.length}/First ${first.length}/Filter/FlateDecode`
    this.stream(number, entries, this.encryption?.encrypt(data) ?? data)
  }

  /** Cross-references, trailer and the end of the file. */
  finish(context: PDFContext, asStream: boolean): Uint8Array {
    let trailer = ''
    const { Root, Info, ID } = context.trailerInfo
    if (Root) trailer += `/Root ${this.serialiser.text(Root, false)}`
    if (Info) trailer += `/Info ${this.serialiser.text(Info, false)}`
    if (this.encryption) {
      const number = this.next++
      const { dictionary } = this.encryption
      this.indirect(number, () => this.text(dictionary))
      trailer += `/Encrypt ${number} 0 R`
    }
    trailer += this.identifier(context.lookup(ID))
    const start = this.length
    if (asStream) this.referenceStream(trailer)
    else this.text(`${referenceTable(this.places)}trailer\n<</Size ${this.places.length}${trailer}>>\n`)
    this.text(`startxref\n${start}\n%%EOF\n`)
    return concatBytes(this.parts)
  }

  private referenceStream(trailer: string) {
    const start = this.length
    const number = this.next++
    this.places[number] = { offset: start }
    const { rows, entries } = referenceRows(this.places, start)
    this.stream(number, `/Type/XRef${entries}${trailer}`, deflateStream(rows))
  }

  /** The first half as it was, the second from all that is written: the same document gets the same (14.4). */
  private identifier(known: PDFObject | undefined): string {
    const hash = createHash('md5')
    for (const part of this.parts) hash.update(part)
    const own = `<${hash.digest('hex')}>`
    const first = known instanceof PDFArray ? known.get(0) : undefined
    return `/ID[${first ? this.serialiser.text(first, false) : own}${own}]`
  }

  private stream(number: number, entries: string, data: Uint8Array) {
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
}

function latin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'))
}
