/** Reading and writing stream contents within a limit (ISO 32000-2, 7.4). */

import { deflateSync, inflateSync } from 'node:zlib'
import { deflate as denseDeflate, Inflate } from 'pako'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFFlateStream,
  PDFName,
  PDFRawStream,
  type PDFStream,
} from 'pdf-lib'
import { concatBytes } from '../binary/bytes'
import { undoPredictor } from './predictors'
import { budgetOf, type WorkBudget } from './work-budget'

/** The most one stream may inflate to, in bytes. */
export const MAX_STREAM_BYTES = 32 * 2 ** 20
/** Filters of one stream: two are usual. */
const MAX_FILTERS = 8

const filter = PDFName.of('Filter')
const parameters = PDFName.of('DecodeParms')

/** The names of a stream's filters, outermost first, without the slash. */
export function filters(dict: PDFDict): string[] {
  const value = dict.lookup(filter)
  const names = value instanceof PDFArray ? value.asArray() : value ? [value] : []
  return names.map((name) => (name instanceof PDFName ? name.decodeText() : '?'))
}

const LOSSLESS = new Set(['FlateDecode', 'LZWDecode', 'ASCII85Decode', 'ASCIIHexDecode', 'RunLengthDecode'])

/** Whether `decodeStream` gives what was stored: only filters that lose nothing, and predictors that make sense. */
export function isLossless(dict: PDFDict): boolean {
  return filters(dict).every(
    (name, index) =>
      LOSSLESS.has(name) && undoPredictor(new Uint8Array(), parametersOf(dict, index)) !== undefined,
  )
}

/**
 * A stream's contents with all filters undone; what each comes to is charged to its document. A predictor that makes no sense is left.
 * Throws a RangeError if they exceed `maxBytes` at any filter, or for more than `MAX_FILTERS`; and WorkLimitExceeded.
 */
export function decodeStream(stream: PDFStream, { maxBytes = MAX_STREAM_BYTES } = {}): Uint8Array {
  return undoOuterFilters(stream, Number.POSITIVE_INFINITY, { maxBytes })
}

/** As `decodeStream`, with only the `count` outermost filters undone, and if asked not the predictor of the last. */
export function undoOuterFilters(
  stream: PDFStream,
  count: number,
  { keepsPredictor = false, maxBytes = MAX_STREAM_BYTES } = {},
): Uint8Array {
  const predictors = keepsPredictor ? count - 1 : count
  if (stream instanceof PDFRawStream) return undoFilters(stream, count, { predictors, maxBytes })
  const contents = stream instanceof PDFFlateStream ? stream.getUnencodedContents() : stream.getContents()
  budgetOf(stream.dict.context).charge('bytes', contents.length)
  return contents
}

function undoFilters(
  { dict, contents }: PDFRawStream,
  count: number,
  { predictors, maxBytes }: { predictors: number; maxBytes: number },
): Uint8Array {
  const names = filters(dict).slice(0, count)
  if (names.length > MAX_FILTERS) throw new RangeError(`a stream has more than ${MAX_FILTERS} filters`)
  const work = budgetOf(dict.context)
  if (names.length === 0) work.charge('bytes', contents.length)
  return names.reduce((data, name, index) => {
    const own = parametersOf(dict, index)
    const plain = charged(work, maxBytes, () => undoFilter(dict, { name, own, data, maxBytes }))
    const isPredicted = index < predictors && (name === 'FlateDecode' || name === 'LZWDecode')
    return (isPredicted && undoPredictor(plain, own)) || plain
  }, contents)
}

/** Charges for what a filter comes to; for the limit if it comes to more. */
function charged(work: WorkBudget, maxBytes: number, undo: () => Uint8Array): Uint8Array {
  try {
    const plain = undo()
    work.charge('bytes', plain.length)
    return plain
  } catch (error) {
    if (error instanceof RangeError) work.charge('bytes', maxBytes)
    throw error
  }
}

type Coded = { name: string; own: PDFDict | undefined; data: Uint8Array; maxBytes: number }

function undoFilter(dict: PDFDict, coded: Coded): Uint8Array {
  if (coded.name === 'FlateDecode') return inflated(coded)
  return coded.name === 'RunLengthDecode' ? undoRunLength(coded) : undoByLibrary(dict, coded)
}

/** Runs and literals (ISO 32000-2, 7.4.5); what breaks off is read as far as it goes. Counted first, to hold no more. */
function undoRunLength({ data, maxBytes }: Pick<Coded, 'data' | 'maxBytes'>): Uint8Array {
  let size = 0
  for (const { from, count, isRun } of runsOf(data))
    size += isRun ? count : Math.min(count, data.length - from)
  if (size > maxBytes) throw tooLarge(maxBytes)
  const plain = new Uint8Array(size)
  let at = 0
  for (const { from, count, isRun } of runsOf(data)) {
    if (isRun) plain.fill(data[from] ?? 0, at, at + count)
    else plain.set(data.subarray(from, from + count), at)
    at += isRun ? count : Math.min(count, data.length - from)
  }
  return plain
}

const END_OF_RUNS = 128

function* runsOf(data: Uint8Array): Generator<{ from: number; count: number; isRun: boolean }> {
  for (let at = 0; at + 1 < data.length; ) {
    const length = data[at] ?? END_OF_RUNS
    if (length === END_OF_RUNS) return
    const isRun = length > END_OF_RUNS
    yield { from: at + 1, count: isRun ? 257 - length : length + 1, isRun }
    at += isRun ? 2 : length + 2
  }
}

/** What a stream tells one of its filters. */
function parametersOf(dict: PDFDict, index: number): PDFDict | undefined {
  const all = dict.lookup(parameters)
  const own = all instanceof PDFArray ? all.lookup(index) : all
  return own instanceof PDFDict ? own : undefined
}

/**
 * Inflates, damaged data as far as they go. pdf-lib's own reader does not notice some damage and unpacks a whole block
 * before it looks at the size, which is then whatever the sender wanted.
 */
function inflated({ data, maxBytes }: Pick<Coded, 'data' | 'maxBytes'>): Uint8Array {
  try {
    return plainBytes(inflateSync(data, { maxOutputLength: maxBytes }))
  } catch (error) {
    if (error instanceof RangeError) throw error
    return inflatedSoFar(data, maxBytes)
  }
}

/** Buffers up to this size may be part of a larger one that would be kept with them, in bytes. */
const MAX_COPIED = 2 ** 16

/** The bytes of a buffer; large ones are not copied. */
export function plainBytes(buffer: Buffer): Uint8Array {
  if (buffer.length <= MAX_COPIED) return new Uint8Array(buffer)
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length)
}

/** What pako keeps of a piece that is not full, which its types do not tell. */
type Rest = { output: Uint8Array; next_out: number; avail_out: number }

function inflatedSoFar(data: Uint8Array, maxBytes: number): Uint8Array {
  const pieces: Uint8Array[] = []
  let size = 0
  const keep = (piece: Uint8Array) => {
    size += piece.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    pieces.push(piece)
  }
  const inflate = new Inflate()
  inflate.onData = (piece) => keep(piece as Uint8Array)
  inflate.push(data, true)
  // The last piece was not handed out if the data broke off in it.
  const { output, next_out, avail_out } = (inflate as unknown as { strm: Rest }).strm
  if (avail_out > 0 && (inflate.err || !(inflate as unknown as { ended: boolean }).ended))
    keep(output.slice(0, next_out))
  return concatBytes(pieces)
}

/** One other filter undone, by pdf-lib. */
function undoByLibrary(dict: PDFDict, { name, own, data, maxBytes }: Coded): Uint8Array {
  const only = dict.context.obj({ Filter: name, ...(own && { DecodeParms: own }) })
  const plain = decodePDFRawStream(PDFRawStream.of(only, data)).getBytes(maxBytes + 1)
  if (plain.length > maxBytes) throw tooLarge(maxBytes)
  return new Uint8Array(plain)
}

function tooLarge(maxBytes: number): RangeError {
  return new RangeError(`a stream inflates to more than ${maxBytes} bytes`)
}

/** To deflate a byte densely takes so many times as long as to inflate it. */
export const DEFLATE_COST = 10

/** Above this only the faster of the two compressors is tried, and not at its densest, in bytes. */
const MIN_FAST_BYTES = 2 ** 20

/**
 * Deflates as densely as we can. The runtime's zlib is tuned for speed and loses up to 1.5 % against the
 * classic one on fonts, yet wins on text: the shorter of the two is kept.
 */
export function deflateStream(data: Uint8Array): Uint8Array {
  // Level 9 takes three times as long as 6 for the last hundredth.
  if (data.length > MIN_FAST_BYTES) return plainBytes(deflateSync(data, { level: 6, memLevel: 9 }))
  const fast = new Uint8Array(deflateSync(data, { level: 9, memLevel: 9 }))
  const dense = denseDeflate(data, { level: 9, memLevel: 9 })
  return dense.length < fast.length ? dense : fast
}
