/** Finds the objects of a file whose cross-references are wrong, by reading it from front to back as other readers do. */
import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib'
import { isDigit, isSpace } from './characters'
import { type CrossReferences, takeTrailer } from './cross-references'
import { IndirectObjects, type XrefEntry } from './indirect-objects'
import { MalformedPdf, ObjectReader } from './object-reader'
import { type ParseBudget, ParseBudgetExceeded } from './parse-budget'

export type Rebuilt = CrossReferences & {
  /** Streams that pack objects, in the order of the file. They can be opened once the file's cipher is known. */
  packs: { number: number; offset: number }[]
  /** Where each object, or the stream that packs it, begins. */
  offsets: Map<number, number>
  /** Whether the file breaks off: nothing that ends a file stands behind its last object. */
  isTruncated: boolean
}

/** White space and digits in front of `obj`. */
const HEADER = /(?:^|[^0-9])(\d{1,10})\s+(\d{1,5})\s*$/
const HEADER_BYTES = 40

/** Of several objects with one number the last counts. Throws ParseBudgetExceeded. */
export async function rebuildCrossReferences(
  file: Uint8Array,
  context: PDFContext,
  budget: ParseBudget,
): Promise<Rebuilt> {
  return await new Scan(file, context, budget).run()
}

/** Adds what the streams pack, unless a later object has the number. Streams that cannot be opened add nothing. */
export function addPackedObjects({ entries, packs, offsets }: Rebuilt, objects: IndirectObjects): void {
  for (const { number, offset } of packs) {
    let numbers: number[] = []
    try {
      numbers = objects.packedNumbers(offset)
    } catch (error) {
      if (!(error instanceof MalformedPdf)) throw error
    }
    numbers.forEach((packed, index) => {
      if ((offsets.get(packed) ?? -1) > offset) return
      offsets.set(packed, offset)
      entries.set(packed, { kind: 'packed', stream: number, index })
    })
  }
}

/** Whether the byte can stand in front of `obj`: in `endobj` none does. */
function isHeaderEnd(byte: number): boolean {
  return isDigit(byte) || isSpace(byte)
}

class Scan {
  private readonly text: Buffer
  private readonly objects: IndirectObjects
  private readonly entries = new Map<number, XrefEntry>()
  private readonly trailers: PDFDict[] = []
  private readonly packs: Rebuilt['packs'] = []
  private readonly offsets = new Map<number, number>()
  /** In the order of the file, with what each says of its pages. */
  private readonly catalogs: { ref: PDFRef; pages: PDFObject | undefined }[] = []
  private lastObject = 0

  constructor(
    private readonly file: Uint8Array,
    private readonly context: PDFContext,
    private readonly budget: ParseBudget,
  ) {
    this.text = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
    this.objects = new IndirectObjects(file, context, budget, this.entries)
  }

  async run(): Promise<Rebuilt> {
    let trailer = this.next('trailer', 0)
    for (let at = this.next('obj', 0); at < this.file.length; at = this.next('obj', at)) {
      while (trailer < at) {
        this.readTrailer(trailer)
        trailer = this.next('trailer', trailer + 7)
      }
      at = this.readObject(at)
      await this.budget.takeTurns()
      // What looks like a trailer within an object is data.
      if (trailer < at) trailer = this.next('trailer', at)
    }
    for (; trailer < this.file.length; trailer = this.next('trailer', trailer + 7)) this.readTrailer(trailer)
    const found = new Map<string, PDFObject>()
    for (const dict of this.trailers.reverse()) takeTrailer(found, dict)
    const catalog = this.catalog()
    if (catalog && !this.isCatalog(found.get('Root'))) found.set('Root', catalog)
    const { entries, packs, offsets } = this
    return { entries, trailer: found, packs, offsets, isTruncated: this.isTruncated() }
  }

  private next(word: string, from: number): number {
    const at = this.text.indexOf(word, from)
    const end = at < 0 ? this.file.length : at
    this.budget.look(Math.max(1, end - from))
    return end
  }

  /** Reads the object whose keyword stands at `keyword`. Returns where to go on. */
  private readObject(keyword: number): number {
    if (!isHeaderEnd(this.file[keyword - 1] ?? 0)) return keyword + 3
    const start = Math.max(0, keyword - HEADER_BYTES)
    this.budget.look(keyword - start)
    const header = HEADER.exec(this.text.toString('latin1', start, keyword))
    if (!header) return keyword + 3
    const offset = start + header.index + (header[0].match(/^[^0-9]/) ? 1 : 0)
    const number = Number(header[1])
    const generation = Number(header[2])
    try {
      const { object, end } = this.objects.at(offset)
      this.take(number, generation, offset, object)
      return Math.max(this.ownEnd(keyword, object, end), keyword + 3)
    } catch (error) {
      if (!(error instanceof MalformedPdf)) throw error
      return keyword + 3
    }
  }

  /** Where an object ends: a text whose bracket is missing runs on over the objects behind, which are there all the same. */
  private ownEnd(keyword: number, object: PDFObject, end: number): number {
    const isStream = object instanceof PDFRawStream
    const data = isStream ? object.contents.byteOffset - this.file.byteOffset : end
    const mark = this.text.subarray(keyword, data).indexOf('endobj')
    this.budget.look(data - keyword)
    return mark < 0 ? end : keyword + mark
  }

  private take(number: number, generation: number, offset: number, object: PDFObject): void {
    this.budget.entry()
    this.entries.set(number, { kind: 'plain', offset, generation })
    this.offsets.set(number, offset)
    this.lastObject = offset
    const dict = object instanceof PDFRawStream ? object.dict : object
    const type = dict instanceof PDFDict ? dict.get(PDFName.of('Type')) : undefined
    if (dict instanceof PDFDict && type === PDFName.of('Catalog'))
      this.catalogs.push({ ref: PDFRef.of(number, generation), pages: dict.get(PDFName.of('Pages')) })
    if (!(object instanceof PDFRawStream)) return
    if (type === PDFName.of('ObjStm')) this.packs.push({ number, offset })
    if (type === PDFName.of('XRef')) this.trailers.push(object.dict)
  }

  private readTrailer(at: number): void {
    const reader = new ObjectReader(this.file, this.context, this.budget)
    reader.at = at + 'trailer'.length
    try {
      const dict = reader.value()
      if (dict instanceof PDFDict) this.trailers.push(dict)
    } catch (error) {
      if (error instanceof ParseBudgetExceeded) throw error
    }
  }

  /** The last that leads to pages; the last of all if none does. */
  private catalog(): PDFRef | undefined {
    return (this.catalogs.findLast(({ pages }) => this.mayBePages(pages)) ?? this.catalogs.at(-1))?.ref
  }

  /** Whether there is such an object, or may be: packed ones are not known yet. */
  private mayBePages(pages: PDFObject | undefined): boolean {
    if (pages instanceof PDFDict) return true
    return pages instanceof PDFRef && (this.entries.has(pages.objectNumber) || this.packs.length > 0)
  }

  /** A catalog may be packed, where only a trailer finds it. */
  private isCatalog(root: PDFObject | undefined): boolean {
    if (!(root instanceof PDFRef)) return false
    const entry = this.entries.get(root.objectNumber)
    if (!entry) return this.packs.length > 0
    try {
      const object = entry.kind === 'plain' ? this.objects.at(entry.offset).object : undefined
      return object instanceof PDFDict && this.mayBePages(object.get(PDFName.of('Pages')))
    } catch (error) {
      if (error instanceof ParseBudgetExceeded) throw error
      return false
    }
  }

  private isTruncated(): boolean {
    const tail = this.text.subarray(this.lastObject)
    return !['%%EOF', 'startxref', 'trailer'].some((mark) => tail.includes(mark))
  }
}
