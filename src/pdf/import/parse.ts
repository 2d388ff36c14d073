/**
 * pdf-lib's parser, held to a budget. Left to itself it follows a file wherever that leads: 400 bytes that announce two
 * billion cross-references fill any memory, a length below zero sends it back to where it was, a comment behind
 * rubbish is read again from each of its bytes, and a text grows by a node a byte. Here every byte looked at and every
 * object made is counted, objects packed in streams included; time never is (a deployed clock stands still).
 *
 * The parser's methods are replaced on its instance: its types do not show them, and `foreign.test.ts` fails where
 * another version of the library has others.
 */
import { constants, inflateSync } from 'node:zlib'
import {
  type PDFContext,
  type PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectStreamParser,
  PDFParser,
  PDFRawStream,
  type PDFRef,
} from 'pdf-lib'
import { filters } from '../streams'

const parseLimits = {
  /** Times that each byte may be looked at, on the whole; sound files take less than ten. */
  looks: 24,
  /** Objects of any kind: a number is one, and takes about 50 bytes. */
  objects: 1_000_000,
  /** Bytes of one text or name. */
  scalar: 1_000_000,
  /** Different names, which the library keeps for ever. */
  names: 50_000,
  /** Bytes of unpacked object streams. */
  packed: 32 * 2 ** 20,
} as const

/** The file would cost more than it may; `message` follows "the file". */
export class ParseBudgetExceeded extends Error {}

type Bytes = { bytes: Uint8Array; idx: number; next(): number }
type ObjectParser = {
  bytes: Bytes
  context: PDFContext
  parseObject(ref?: PDFRef): PDFObject
  parseString(ref?: PDFRef): PDFObject
  parseHexString(ref?: PDFRef): PDFObject
  parseName(): PDFName
}
type DocumentParser = ObjectParser & {
  parseDocument(): Promise<PDFContext>
  parseIndirectObject(): Promise<PDFRef>
  parseIndirectObjectHeader(): PDFRef
  skipWhitespaceAndComments(): void
  matchKeyword(keyword: Uint8Array): boolean
}

const endobj = new TextEncoder().encode('endobj')
const name = {
  type: PDFName.of('Type'),
  filter: PDFName.of('Filter'),
  parameters: PDFName.of('DecodeParms'),
  size: PDFName.of('Size'),
  objectStream: PDFName.of('ObjStm'),
  crossReferences: PDFName.of('XRef'),
}

/** The objects of a file, those packed in streams too. Throws ParseBudgetExceeded, or what the parser throws. */
export async function parseUntrusted(file: Uint8Array): Promise<PDFContext> {
  const parser = PDFParser.forBytesWithOptions(file, Number.POSITIVE_INFINITY) as unknown as DocumentParser
  const budget = new Budget(file.length)
  meter(parser, budget)
  parser.parseIndirectObject = async () => {
    const ref = parser.parseIndirectObjectHeader()
    parser.skipWhitespaceAndComments()
    const object = parser.parseObject(ref)
    parser.skipWhitespaceAndComments()
    parser.matchKeyword(endobj)
    if (object instanceof PDFRawStream) {
      const kind = object.dict.lookup(name.type)
      if (kind === name.objectStream) await unpack(object, budget)
      else if (kind === name.crossReferences) takeTrailer(object.dict)
    }
    parser.context.assign(ref, object)
    return ref
  }
  return await parser.parseDocument()
}

/** What may still be spent on one file. */
class Budget {
  #looks: number
  #objects: number = parseLimits.objects
  #packed: number = parseLimits.packed
  readonly #names = new Set<PDFName>()
  /** Looks left at which the text that is being read is too long. */
  #longest = 0
  #refusal: ParseBudgetExceeded | undefined

  constructor(length: number) {
    this.#looks = 1_000_000 + length * parseLimits.looks
  }

  look(): void {
    if (--this.#looks >= this.#longest) return
    this.end(this.#looks > 0 ? 'has a text of more than a megabyte' : 'is broken in too costly a way')
  }

  object(): void {
    if (--this.#objects < 0) this.end(`has more than ${parseLimits.objects.toLocaleString('en')} objects`)
  }

  name(name: PDFName): void {
    this.#names.add(name)
    if (this.#names.size > parseLimits.names) this.end('has too many different names')
  }

  packed(bytes: number): void {
    this.#looks += bytes * parseLimits.looks
    this.#packed -= bytes
    if (this.#packed < 0) this.end('inflates to more than is accepted')
  }

  /** Reads one text or name. */
  scalar<Value>(read: () => Value): Value {
    this.#longest = Math.max(0, this.#looks - parseLimits.scalar)
    const value = read()
    this.#longest = 0
    return value
  }

  /** Nothing more is looked at then, or the parser would try to go on behind what it could not read. */
  end(message: string): never {
    this.#looks = 0
    this.#longest = 0
    this.#refusal ??= new ParseBudgetExceeded(message)
    throw this.#refusal
  }
}

/** Makes a parser pay for what it does. */
function meter(parser: ObjectParser, budget: Budget): void {
  const { bytes } = parser
  bytes.next = () => {
    budget.look()
    return bytes.bytes[bytes.idx++] as number
  }
  const { parseObject, parseName, parseString, parseHexString } = parser
  parser.parseObject = (ref) => {
    budget.object()
    return parseObject.call(parser, ref)
  }
  parser.parseName = () => {
    const name = budget.scalar(() => parseName.call(parser))
    budget.name(name)
    return name
  }
  parser.parseString = (ref) => budget.scalar(() => parseString.call(parser, ref))
  parser.parseHexString = (ref) => budget.scalar(() => parseHexString.call(parser, ref))
}

/** Reads the objects of an object stream (ISO 32000-2, 7.5.7) into the document. */
async function unpack(stream: PDFRawStream, budget: Budget): Promise<void> {
  const contents = unpacked(stream, budget)
  budget.packed(contents.length)
  const dict = stream.dict.clone()
  dict.delete(name.filter)
  dict.delete(name.parameters)
  const parser = PDFObjectStreamParser.forStream(PDFRawStream.of(dict, contents))
  meter(parser as unknown as ObjectParser, budget)
  await parser.parseIntoContext()
}

/** What packed objects are packed from: plain, or deflated once. What damaged data come to depends on who reads them. */
function unpacked(stream: PDFRawStream, budget: Budget): Uint8Array {
  const names = filters(stream.dict)
  if (names.length > 1 || (names[0] ?? 'FlateDecode') !== 'FlateDecode') {
    return budget.end('packs its objects with a filter that is not accepted')
  }
  if (names.length === 0) return stream.contents
  try {
    const options = { maxOutputLength: parseLimits.packed, finishFlush: constants.Z_SYNC_FLUSH }
    return new Uint8Array(inflateSync(stream.contents, options))
  } catch (error) {
    const tooLarge = error instanceof RangeError
    return budget.end(
      tooLarge ? 'inflates to more than is accepted' : 'is broken: its packed objects cannot be read',
    )
  }
}

/**
 * Of a cross-reference stream (7.5.8) only the trailer counts: where objects lie is found by reading the file. A later
 * one that says less leaves what an earlier one said.
 */
function takeTrailer(dict: PDFDict): void {
  const { context } = dict
  const { trailerInfo } = context
  const size = dict.lookup(name.size)
  context.trailerInfo = {
    ...trailerInfo,
    ...(size instanceof PDFNumber && { Size: size }),
    ...Object.fromEntries(
      ['Root', 'Encrypt', 'Info', 'ID'].flatMap((key) => {
        const value = dict.get(PDFName.of(key))
        return value === undefined ? [] : [[key, value]]
      }),
    ),
  }
}
