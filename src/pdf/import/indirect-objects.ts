/** Indirect objects and their streams, read where the cross-references say that they are (ISO 32000-2, 7.3.8 and 7.3.10). */
import { type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib'
import { CODE, isLineEnd } from './characters'
import type { FileCipher, ObjectCipher } from './decrypt'
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

/** An object up to the data that follow if it is a stream's dictionary. */
type Head = Omit<FoundObject, 'end'> & { cipher: ObjectCipher | undefined }

type PackedEntry = Extract<XrefEntry, { kind: 'packed' }>
type Packed = {
  reader: ObjectReader
  first: number
  listed: { number: number; offset: number }[]
  /** Where each object begins, by its number. */
  offsets: ReadonlyMap<number, number>
}

const LENGTH = PDFName.of('Length')

const END_MARK = /^end(stream|obj)/
const END_MARK_BYTES = 'endstream'.length
/** What it costs to decrypt a byte, in bytes looked at. */
const DECRYPT_LOOKS = 4
/** What it costs to see whether a word is such a mark, in bytes looked at. */
const END_MARK_LOOKS = 64

export class IndirectObjects {
  private readonly reader: ObjectReader
  private readonly text: Buffer
  /** Opened object streams, and why others cannot be opened. */
  private readonly packed = new Map<number, Packed | MalformedPdf>()
  private readonly lengths = new Map<XrefEntry, number | undefined>()
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
    this.packed.clear()
  }

  /** The object of a reference; undefined if the file has none. Throws MalformedPdf if another thing stands in its place. */
  object(ref: PDFRef): PDFObject | undefined {
    const entry = this.entryOf(ref)
    if (!entry) return undefined
    return entry.kind === 'packed'
      ? this.packedObject(ref, entry)
      : this.withData(this.head(ref, entry)).object
  }

  /** Reads the indirect object at an offset. Throws MalformedPdf. */
  at(offset: number): FoundObject {
    return this.withData(this.headAt(offset))
  }

  private entryOf(ref: PDFRef): Exclude<XrefEntry, { kind: 'free' }> | undefined {
    const entry = this.entries.get(ref.objectNumber)
    if (!entry || entry.kind === 'free') return undefined
    const generation = entry.kind === 'plain' ? entry.generation : 0
    return generation === ref.generationNumber ? entry : undefined
  }

  private head(ref: PDFRef, { offset }: { offset: number }): Head {
    const head = this.headAt(offset, ref)
    if (head.number !== ref.objectNumber) throw new MalformedPdf('another object stands in its place')
    return head
  }

  /** `ref` is what the object is called by who leads here. */
  private headAt(offset: number, ref?: PDFRef): Head {
    const { reader } = this
    if (offset < 0 || offset >= this.file.length) throw new MalformedPdf('an object lies outside the file')
    reader.at = offset
    const number = reader.integer()
    const generation = reader.integer()
    if (!reader.keyword('obj', true)) throw new MalformedPdf('there is no object')
    const cipher = this.cipher?.forObject(ref?.objectNumber ?? number, ref?.generationNumber ?? generation)
    reader.decryptString = cipher?.string
    return { number, generation, object: reader.value(), cipher }
  }

  /** The object, with its data if it is a stream. */
  private withData({ cipher, ...head }: Head): FoundObject {
    const { reader } = this
    const { object } = head
    const isStream = object instanceof PDFDict && reader.keyword('stream', true)
    if (!isStream) return { ...head, end: reader.at }
    const data = this.streamData(object, head.number)
    object.set(LENGTH, PDFNumber.of(data.length))
    if (cipher) this.budget.look(data.length * DECRYPT_LOOKS)
    const contents = cipher ? cipher.stream(data, object) : data
    return { ...head, object: PDFRawStream.of(object, contents), end: reader.at }
  }

  /** The numbers of the objects that the stream at an offset packs, in order. Throws MalformedPdf, and ParseBudgetExceeded. */
  packedNumbers(offset: number): number[] {
    const { number, object } = this.at(offset)
    if (!(object instanceof PDFRawStream)) return []
    const packed = this.openPacked(object, number)
    this.packed.set(number, packed)
    return packed.listed.map((one) => one.number)
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

  /** A length that stands in the dictionary of the stream of this number, or in an object that it names. */
  private lengthOf(value: PDFObject | undefined, number: number): number | undefined {
    return value instanceof PDFRef ? this.lengthAt(value, number) : wholeNumber(value)
  }

  /** Each is looked up once, however many streams name it, and the data of one that is a stream are not read. */
  private lengthAt(ref: PDFRef, number: number): number | undefined {
    const entry = this.entryOf(ref)
    if (!entry || this.open.has(number)) return undefined
    if (this.lengths.has(entry)) return this.lengths.get(entry)
    this.open.add(number)
    const { at, decryptString } = this.reader
    let length: number | undefined
    try {
      const isPacked = entry.kind === 'packed'
      length = wholeNumber(isPacked ? this.packedObject(ref, entry) : this.head(ref, entry).object)
    } catch (error) {
      if (!(error instanceof MalformedPdf)) throw error
    } finally {
      this.open.delete(number)
      this.reader.at = at
      this.reader.decryptString = decryptString
    }
    this.lengths.set(entry, length)
    return length
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

  private packedObject(ref: PDFRef, { stream, index }: PackedEntry): PDFObject {
    const { reader, first, listed, offsets } = this.packedIn(stream)
    const own = listed[index]
    const offset = own?.number === ref.objectNumber ? own.offset : offsets.get(ref.objectNumber)
    if (offset === undefined) throw new MalformedPdf('an object is not where it should be packed')
    reader.at = first + offset
    return reader.value()
  }

  /** An object stream is opened once, and one that cannot be opened is not tried again. */
  private packedIn(number: number): Packed {
    const known = this.packed.get(number)
    if (known instanceof MalformedPdf) throw known
    if (known) return known
    try {
      const entry = this.entries.get(number)
      const found = entry?.kind === 'plain' ? this.at(entry.offset) : undefined
      if (found?.number !== number || !(found.object instanceof PDFRawStream)) {
        throw new MalformedPdf('a stream of packed objects is missing')
      }
      const packed = this.openPacked(found.object, number)
      this.packed.set(number, packed)
      return packed
    } catch (error) {
      if (error instanceof MalformedPdf) this.packed.set(number, error)
      throw error
    }
  }

  private openPacked(stream: PDFRawStream, number: number): Packed {
    const reader = new ObjectReader(unpack(stream, this.budget), this.context, this.budget, this.onReference)
    const [first, count] = ['First', 'N'].map((key) =>
      this.lengthOf(stream.dict.get(PDFName.of(key)), number),
    )
    if (first === undefined || count === undefined) throw new MalformedPdf('packed objects are not listed')
    const listed = []
    for (let index = 0; index < count && reader.at < first; index++) {
      this.budget.object()
      listed.push({ number: reader.integer(), offset: reader.integer() })
    }
    // The first of a number counts.
    const offsets = new Map(listed.toReversed().map((one) => [one.number, one.offset]))
    return { reader, first, listed, offsets }
  }
}

function wholeNumber(value: PDFObject | undefined): number | undefined {
  const number = value instanceof PDFNumber ? value.asNumber() : -1
  return Number.isInteger(number) && number >= 0 ? number : undefined
}
