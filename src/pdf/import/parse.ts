/**
 * The objects of a file of a stranger, as pdf-lib's. They are found by the cross-references, from the trailer on, as the
 * standard says: copies that nothing leads to are not there, and deleted objects stay away. Only where the
 * cross-references are wrong is the file searched for objects (docs/decisions/reading-pdfs.md).
 */
import { PDFArray, PDFContext, PDFDict, PDFHeader, type PDFObject, PDFRef } from 'pdf-lib'
import { isTextString } from '../decode-text'
import { WorkBudget } from '../work-budget'
import { type CrossReferences, readCrossReferences } from './cross-references'
import { type FileCipher, openCipher } from './decrypt'
import { IndirectObjects } from './indirect-objects'
import { MalformedPdf } from './object-reader'
import { ParseBudget, ParseBudgetExceeded } from './parse-budget'
import { addPackedObjects, type Rebuilt, rebuildCrossReferences } from './rebuild'

/** From the dictionary of encryption to a crypt filter's (ISO 32000-2 7.6.6). */
const ENCRYPTION_DEPTH = 2

export type ParsedPdf = {
  context: PDFContext
  /** Whether the cross-references were wrong and the objects were searched for. */
  repaired: boolean
  /** How the file was encrypted, if it was; the objects no longer are. */
  encryption?: PDFDict | undefined
}

/**
 * Throws ParseBudgetExceeded, PasswordNeeded if none of the passwords opens the file, UnknownEncryption, and MalformedPdf
 * if there is no catalog.
 */
export async function parseUntrusted(
  file: Uint8Array,
  passwords: readonly string[] = [''],
  work = new WorkBudget(),
): Promise<ParsedPdf> {
  const budget = new ParseBudget(file.length, work)
  // Offsets count from the header, whatever stands before it.
  const start = Buffer.from(file.buffer, file.byteOffset, file.byteLength).indexOf('%PDF-')
  const bytes = file.subarray(Math.max(0, start))
  try {
    const context = contextFor(bytes)
    const found = await readCrossReferences(bytes, context, budget)
    const loader = new Loader(bytes, context, budget, found, passwords)
    return { context: await loader.load(), repaired: false, encryption: loader.encryption }
  } catch (error) {
    if (!(error instanceof MalformedPdf)) throw error
  }
  const context = contextFor(bytes)
  budget.startAgain()
  const rebuilt = await rebuildCrossReferences(bytes, context, budget)
  budget.startAgain()
  const loader = new Loader(bytes, context, budget, rebuilt, passwords)
  return { context: await loader.load(rebuilt), repaired: true, encryption: loader.encryption }
}

function contextFor(file: Uint8Array): PDFContext {
  const context = PDFContext.create()
  const version = /^%PDF-(\d)\.(\d)/.exec(Buffer.from(file.subarray(0, 8)).toString('latin1'))
  context.header = PDFHeader.forVersion(Number(version?.[1] ?? 1), Number(version?.[2] ?? 7))
  return context
}

class Loader {
  encryption: PDFDict | undefined
  private readonly objects: IndirectObjects
  private readonly open: PDFRef[] = []
  private readonly seen = new Set<PDFRef>()
  private missing = 0

  constructor(
    file: Uint8Array,
    private readonly context: PDFContext,
    private readonly budget: ParseBudget,
    private readonly found: CrossReferences,
    private readonly passwords: readonly string[],
  ) {
    this.objects = new IndirectObjects(file, context, budget, found.entries, (ref) => this.add(ref))
  }

  /** Reads all that the trailer leads to. `rebuilt` forgives objects that cannot be read. */
  async load(rebuilt?: Rebuilt): Promise<PDFContext> {
    const { trailer } = this.found
    const cipher = this.cipher()
    if (cipher) this.objects.decryptWith(cipher)
    if (rebuilt) addPackedObjects(rebuilt, this.objects)
    const catalog = this.catalog(rebuilt !== undefined)
    const info = trailer.get('Info')
    const id = trailer.get('ID')
    for (const value of [catalog, info, id]) for (const ref of referencesIn(value)) this.add(ref)
    for (let ref = this.open.pop(); ref; ref = this.open.pop()) {
      const object = this.read(ref, rebuilt !== undefined)
      if (object) this.context.assign(ref, object)
      await this.budget.takeTurns()
    }
    if (!(this.context.lookup(catalog) instanceof PDFDict)) throw new MalformedPdf('it has no catalog')
    if (rebuilt?.isTruncated && this.missing > 0)
      throw new ParseBudgetExceeded('is truncated: its end is missing')
    this.keepNumbers()
    const root = catalog instanceof PDFRef ? catalog : this.context.register(catalog)
    this.context.trailerInfo = { Root: root, ...(info && { Info: info }), ...(id && { ID: id }) }
    return this.context
  }

  /** What is added to the document gets no number that a reference has, even if it leads to nothing. */
  private keepNumbers(): void {
    for (const { objectNumber } of this.seen) {
      this.context.largestObjectNumber = Math.max(this.context.largestObjectNumber, objectNumber)
    }
  }

  private add(ref: PDFRef): void {
    if (this.seen.has(ref)) return
    this.seen.add(ref)
    this.open.push(ref)
  }

  private read(ref: PDFRef, forgiving: boolean): PDFObject | undefined {
    const object = this.attempt(ref, forgiving)
    if (!object) this.missing++
    return object
  }

  private attempt(ref: PDFRef, forgiving: boolean): PDFObject | undefined {
    try {
      return this.objects.object(ref)
    } catch (error) {
      if (!forgiving || !(error instanceof MalformedPdf)) throw error
      return undefined
    }
  }

  /** A trailer of a damaged file may hold the catalog itself. */
  private catalog(isRebuilt: boolean): PDFRef | PDFDict {
    const root = this.found.trailer.get('Root')
    if (root instanceof PDFRef || (isRebuilt && root instanceof PDFDict)) return root
    throw new MalformedPdf('it has no catalog')
  }

  private cipher(): FileCipher | undefined {
    const entry = this.found.trailer.get('Encrypt')
    const dict = entry instanceof PDFRef ? this.objects.object(entry) : entry
    if (!(dict instanceof PDFDict)) return undefined
    this.inline(dict, ENCRYPTION_DEPTH)
    this.encryption = dict
    const id = this.found.trailer.get('ID')
    const ids = id instanceof PDFRef ? this.objects.object(id) : id
    const first = ids instanceof PDFArray ? ids.get(0) : undefined
    return openCipher(dict, isTextString(first) ? first.asBytes() : new Uint8Array(), this.passwords)
  }

  /** Puts objects in place of the references in a dictionary, and of those in so many dictionaries below it. */
  private inline(dict: PDFDict, depth: number): void {
    for (const [key, value] of dict.entries()) {
      const own = value instanceof PDFRef ? this.objects.object(value) : value
      if (own) dict.set(key, own)
      if (own instanceof PDFDict && depth > 0) this.inline(own, depth - 1)
    }
  }
}

/** The references of a value and of what it holds directly. */
function* referencesIn(value: PDFObject | undefined): Generator<PDFRef> {
  if (value instanceof PDFRef) yield value
  if (value instanceof PDFDict) for (const item of value.values()) yield* referencesIn(item)
  if (value instanceof PDFArray) for (const item of value.asArray()) yield* referencesIn(item)
}
