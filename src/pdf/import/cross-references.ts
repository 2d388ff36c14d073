/** Where a file says that its objects are: cross-reference tables and streams (ISO 32000-2, 7.5.4 to 7.5.8), newest first. */
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream } from 'pdf-lib'
import { IndirectObjects, type XrefEntry } from './indirect-objects'
import { MalformedPdf, ObjectReader } from './object-reader'
import type { ParseBudget } from './parse-budget'
import { unpack } from './unpack'

export type CrossReferences = {
  entries: Map<number, XrefEntry>
  /** The newest trailer's entries, and those of older ones that it leaves out. */
  trailer: Map<string, PDFObject>
}

const FREE: XrefEntry = { kind: 'free' }
const TRAILER_KEYS = ['Root', 'Encrypt', 'Info', 'ID']

/** Follows the chain from the last `startxref`. Throws MalformedPdf if a part of it is not there, and ParseBudgetExceeded. */
export async function readCrossReferences(
  file: Uint8Array,
  context: PDFContext,
  budget: ParseBudget,
): Promise<CrossReferences> {
  const found: CrossReferences = { entries: new Map(), trailer: new Map() }
  const passed = new Set<number>()
  const open = [lastStart(file, context, budget)]
  for (let offset = open.pop(); offset !== undefined; offset = open.pop()) {
    // A circle ends where it began.
    if (passed.has(offset)) continue
    passed.add(offset)
    const dict = new Section(file, context, budget, found.entries).read(offset)
    takeTrailer(found.trailer, dict)
    await budget.takeTurns()
    // What a hybrid file hides in a stream comes before what is older (7.5.8.4).
    for (const key of ['Prev', 'XRefStm']) {
      const next = dict.get(PDFName.of(key))
      if (next instanceof PDFNumber) open.push(next.asNumber())
    }
  }
  if (!found.trailer.has('Root')) throw new MalformedPdf('no trailer names the catalog')
  return found
}

/** Adds the entries of an older trailer where newer ones say nothing. */
export function takeTrailer(trailer: Map<string, PDFObject>, dict: PDFDict): void {
  for (const key of TRAILER_KEYS) {
    const value = dict.get(PDFName.of(key))
    if (value !== undefined && !trailer.has(key)) trailer.set(key, value)
  }
}

function lastStart(file: Uint8Array, context: PDFContext, budget: ParseBudget): number {
  const at = Buffer.from(file.buffer, file.byteOffset, file.byteLength).lastIndexOf('startxref')
  if (at < 0) throw new MalformedPdf('nothing says where the cross-references begin')
  const reader = new ObjectReader(file, context, budget)
  reader.at = at
  reader.keyword('startxref', true)
  return reader.integer()
}

/** One table or stream. What an object's newest section says of it counts. */
class Section {
  constructor(
    private readonly file: Uint8Array,
    private readonly context: PDFContext,
    private readonly budget: ParseBudget,
    private readonly entries: Map<number, XrefEntry>,
  ) {}

  /** Returns the trailer, or the dictionary of the stream. */
  read(offset: number): PDFDict {
    if (!Number.isInteger(offset) || offset < 0 || offset >= this.file.length) {
      throw new MalformedPdf('the cross-references lie outside the file')
    }
    const reader = new ObjectReader(this.file, this.context, this.budget)
    reader.at = offset
    return reader.keyword('xref', true) ? this.table(reader) : this.stream(offset)
  }

  private add(number: number, entry: XrefEntry): void {
    this.budget.entry()
    if (!this.entries.has(number)) this.entries.set(number, entry)
  }

  private table(reader: ObjectReader): PDFDict {
    while (!reader.keyword('trailer', true)) {
      const first = reader.integer()
      const count = reader.integer()
      for (let index = 0; index < count; index++) {
        const offset = reader.integer()
        const generation = reader.integer()
        const isUsed = reader.keyword('n', true)
        if (!isUsed && !reader.keyword('f', true)) throw new MalformedPdf('a cross-reference is broken')
        // Nothing can be at the beginning of the file, where its header is.
        this.add(first + index, isUsed && offset > 0 ? { kind: 'plain', offset, generation } : FREE)
      }
    }
    const trailer = reader.value()
    if (!(trailer instanceof PDFDict)) throw new MalformedPdf('the trailer is missing')
    return trailer
  }

  private stream(offset: number): PDFDict {
    const { object } = new IndirectObjects(this.file, this.context, this.budget, this.entries).at(offset)
    if (!(object instanceof PDFRawStream)) throw new MalformedPdf('there are no cross-references')
    const { dict } = object
    const widths = numbers(dict.get(PDFName.of('W')))
    const [type = 0, second = 0, third = 0] = widths
    if (widths.length < 3 || widths.some((width) => !Number.isInteger(width) || width < 0 || width > 8)) {
      throw new MalformedPdf('the cross-references have no fields')
    }
    const data = Buffer.from(unpack(object, this.budget))
    const size = dict.get(PDFName.of('Size'))
    const index = numbers(dict.get(PDFName.of('Index')))
    const ranges = index.length > 0 ? index : [0, size instanceof PDFNumber ? size.asNumber() : 0]
    const width = Math.max(1, type + second + third)
    let at = 0
    for (let range = 0; range + 1 < ranges.length; range += 2) {
      const first = ranges[range] ?? 0
      for (let row = 0; row < (ranges[range + 1] ?? 0) && at + width <= data.length; row++, at += width) {
        // Without a type all are plain objects (table 17).
        const kind = type === 0 ? 1 : field(data, at, type)
        const [value, more] = [field(data, at + type, second), field(data, at + type + second, third)]
        this.add(first + row, entryOf(kind, value, more))
      }
    }
    return dict
  }
}

function entryOf(kind: number, value: number, more: number): XrefEntry {
  if (kind === 1 && value > 0) return { kind: 'plain', offset: value, generation: more }
  return kind === 2 ? { kind: 'packed', stream: value, index: more } : FREE
}

/** A number of so many bytes, the highest first; of long ones the last six, which no file's length exceeds. */
function field(data: Buffer, at: number, width: number): number {
  const bytes = Math.min(width, 6)
  return bytes === 0 ? 0 : data.readUIntBE(at + width - bytes, bytes)
}

function numbers(value: PDFObject | undefined): number[] {
  if (!(value instanceof PDFArray)) return []
  return value.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN))
}
