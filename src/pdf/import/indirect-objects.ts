/** Indirect objects and their streams, read where the cross-references say that they are (ISO 32000-2, 7.3.8 and 7.3.10). */
import { type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib'
import { CODE, isLineEnd } from './characters'
import type { FileCipher } from './decrypt'
import { MalformedPdf, ObjectReader } from './object-reader'
import type { ParseBudget } from './parse-budget'
import { unpack } from './unpack'

/** Where an object is: at an offset, or packed in an object stream. `free` is one that was deleted. */
export type XrefEntry =
  | { kind: 'plain'; offset: number; generation: number }
  | { kind: 'packed'; stream: number; index: number }
  | { kind: 'free' }

/** An object as it stands in the file, and where the bytes behind it begin. */
export type FoundObject = { number: number; generation: number; object: PDFObject; end: number }

type Packed = { reader: ObjectReader; first: number; offsets: { number: number; offset: number }[] }

const LENGTH = PDFName.of('Length')

const END_MARK = /^end(stream|obj)/
const END_MARK_BYTES = 'endstream'.length
/** What it costs to see whether a word is such a mark, in bytes looked at. */
const END_MARK_LOOKS = 32

export class IndirectObjects {
  private readonly reader: ObjectReader
  private readonly text: Buffer
  private readonly packed = new Map<number, Packed>()
  /** Streams whose length is being looked up: one may be said to stand in itself. */
  private readonly open = new Set<number>()
  private cipher: FileCipher | undefined

  constructor(
    private readonly file: Uint8Array,
    private readonly context: PDFContext,
    private readonly budget: ParseBudget,
    private readonly entries: ReadonlyMap<number, XrefEntry>,
    private readonly onReference: (ref: PDFRef) => void = () => {},
  ) {
    this.reader = new ObjectReader(file, context, budget, onReference)
    this.text = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  }

  /** From here on strings and streams are decrypted. */
  decryptWith(cipher: FileCipher): void {
    this.cipher = cipher
  }

  /** The object of a reference; undefined if the file has none. Throws MalformedPdf if another thing stands in its place. */
  object(ref: PDFRef): PDFObject | undefined {
    const entry = this.entries.get(ref.objectNumber)
    if (!entry || entry.kind === 'free') return undefined
    if (entry.kind === 'packed') return ref.generationNumber === 0 ? this.packedObject(ref, entry) : undefined
    if (entry.generation !== ref.generationNumber) return undefined
    const found = this.at(entry.offset, ref)
    if (found.number !== ref.objectNumber) throw new MalformedPdf('another object stands in its place')
    return found.object
  }

  /** Reads the indirect object at an offset; `ref` is what it is called by who leads here. Throws MalformedPdf. */
  at(offset: number, ref?: PDFRef): FoundObject {
    const { reader } = this
    if (offset < 0 || offset >= this.file.length) throw new MalformedPdf('an object lies outside the file')
    reader.at = offset
    const number = reader.integer()
    const generation = reader.integer()
    if (!reader.keyword('obj', true)) throw new MalformedPdf('there is no object')
    const cipher = this.cipher?.forObject(ref?.objectNumber ?? number, ref?.generationNumber ?? generation)
    reader.decryptString = cipher?.string
    const object = reader.value()
    const isStream = object instanceof PDFDict && reader.keyword('stream', true)
    if (!isStream) return { number, generation, object, end: reader.at }
    const data = this.streamData(object, number)
    object.set(LENGTH, PDFNumber.of(data.length))
    const contents = cipher ? cipher.stream(data, object) : data
    return { number, generation, object: PDFRawStream.of(object, contents), end: reader.at }
  }

  /** The numbers of the objects that the stream at an offset packs, in order. Throws MalformedPdf, and ParseBudgetExceeded. */
  packedNumbers(offset: number): number[] {
    const { number, object } = this.at(offset)
    if (!(object instanceof PDFRawStream)) return []
    const packed = this.openPacked(object)
    this.packed.set(number, packed)
    return packed.offsets.map((one) => one.number)
  }

  /** The bytes of a stream, by its length; as far as its end is marked if the length is wrong. Moves behind its end. */
  private streamData(dict: PDFDict, number: number): Uint8Array {
    const start = this.startOfData(this.reader.at)
    const length = this.lengthOf(dict.get(LENGTH), number)
    const { reader } = this
    if (length !== undefined && start + length <= this.file.length) {
      reader.at = start + length
      if (reader.keyword('endstream', true)) return this.file.subarray(start, start + length)
    }
    const end = this.markedEnd(start)
    reader.at = end
    reader.keyword('endstream', true)
    return this.file.subarray(start, this.withoutLineEnd(start, end))
  }

  /** Behind the keyword stands the end of its line; some write blanks before it, or half of it. */
  private startOfData(at: number): number {
    let start = at
    while (this.file[start] === 32 || this.file[start] === 9) start++
    if (!isLineEnd(this.file[start] ?? 0)) return at
    if (this.file[start] === CODE.carriageReturn && this.file[start + 1] === CODE.lineFeed) return start + 2
    return start + 1
  }

  private lengthOf(value: PDFObject | undefined, number: number): number | undefined {
    const length = value instanceof PDFRef ? this.lengthAt(value, number) : value
    const bytes = length instanceof PDFNumber ? length.asNumber() : -1
    return Number.isInteger(bytes) && bytes >= 0 ? bytes : undefined
  }

  private lengthAt(ref: PDFRef, number: number): PDFObject | undefined {
    if (this.open.has(number)) return undefined
    this.open.add(number)
    const { at, decryptString } = this.reader
    try {
      return this.object(ref)
    } catch (error) {
      if (error instanceof MalformedPdf) return undefined
      throw error
    } finally {
      this.open.delete(number)
      this.reader.at = at
      this.reader.decryptString = decryptString
    }
  }

  /** Where the next keyword stands that ends a stream or an object: one walk, of which each byte is paid for. */
  private markedEnd(start: number): number {
    let at = start
    for (;;) {
      const found = this.text.indexOf('end', at)
      const end = found < 0 ? this.file.length : found
      this.budget.look(end - at + END_MARK_LOOKS)
      if (found < 0 || END_MARK.test(this.text.toString('latin1', end, end + END_MARK_BYTES))) return end
      at = end + 'end'.length
    }
  }

  private withoutLineEnd(start: number, end: number): number {
    let at = end
    if (at > start && this.file[at - 1] === CODE.lineFeed) at--
    if (at > start && this.file[at - 1] === CODE.carriageReturn) at--
    return at
  }

  private packedObject(
    ref: PDFRef,
    { stream, index }: Extract<XrefEntry, { kind: 'packed' }>,
  ): PDFObject | undefined {
    const { reader, first, offsets } = this.packedIn(stream)
    const own = offsets[index]
    const place =
      own?.number === ref.objectNumber ? own : offsets.find((one) => one.number === ref.objectNumber)
    if (!place) throw new MalformedPdf('an object is not where it should be packed')
    reader.at = first + place.offset
    return reader.value()
  }

  private packedIn(number: number): Packed {
    const known = this.packed.get(number)
    if (known) return known
    const entry = this.entries.get(number)
    const found = entry?.kind === 'plain' ? this.at(entry.offset) : undefined
    if (found?.number !== number || !(found.object instanceof PDFRawStream)) {
      throw new MalformedPdf('a stream of packed objects is missing')
    }
    const packed = this.openPacked(found.object)
    this.packed.set(number, packed)
    return packed
  }

  private openPacked(stream: PDFRawStream): Packed {
    const reader = new ObjectReader(unpack(stream, this.budget), this.context, this.budget, this.onReference)
    const [first, count] = ['First', 'N'].map((key) => this.lengthOf(stream.dict.get(PDFName.of(key)), -1))
    if (first === undefined || count === undefined) throw new MalformedPdf('packed objects are not listed')
    const offsets = []
    for (let index = 0; index < count && reader.at < first; index++) {
      this.budget.object()
      offsets.push({ number: reader.integer(), offset: reader.integer() })
    }
    return { reader, first, offsets }
  }
}
