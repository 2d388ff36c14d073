/** Reading and writing stream contents within a limit (ISO 32000-2, 7.4). */

import { deflateSync, inflateSync } from 'node:zlib'
import { deflate as denseDeflate, Inflate } from 'pako'
import {
  decodePDFRawStream,
  PDFArray,
  type PDFDict,
  PDFFlateStream,
  PDFName,
  PDFRawStream,
  type PDFStream,
} from 'pdf-lib'
import { concatBytes } from '../bytes'
import { budgetOf } from './budget'

/** The most one stream may inflate to, in bytes. */
export const MAX_STREAM_BYTES = 32 * 2 ** 20

const filter = PDFName.of('Filter')
const parameters = PDFName.of('DecodeParms')

/** The names of a stream's filters, outermost first, without the slash. */
export function filters(dict: PDFDict): string[] {
  const value = dict.lookup(filter)
  const names = value instanceof PDFArray ? value.asArray() : value ? [value] : []
  return names.map((name) => (name instanceof PDFName ? name.decodeText() : '?'))
}

/** Whether contents are plain or deflated without a predictor: what `decoded` reads without pdf-lib. */
export function isPlainOrDeflated(dict: PDFDict): boolean {
  const names = filters(dict)
  return names.length === 0 || (names.length === 1 && names[0] === 'FlateDecode' && !dict.has(parameters))
}

/**
 * A stream's contents with all filters undone, charged to its document. Predictors of Flate and LZW are not undone.
 * Throws a RangeError if they exceed `MAX_STREAM_BYTES`, and WorkLimitExceeded.
 */
export function decodeStream(stream: PDFStream): Uint8Array {
  return undoOuterFilters(stream, Number.POSITIVE_INFINITY)
}

/** As `decodeStream`, with only the `count` outermost filters undone. */
export function undoOuterFilters(stream: PDFStream, count: number): Uint8Array {
  const contents = undoFilters(stream, count)
  budgetOf(stream.dict.context).charge('bytes', contents.length)
  return contents
}

function undoFilters(stream: PDFStream, count: number): Uint8Array {
  if (stream instanceof PDFFlateStream) return stream.getUnencodedContents()
  if (!(stream instanceof PDFRawStream)) return stream.getContents()
  return filters(stream.dict)
    .slice(0, count)
    .reduce(
      (data, name, index) =>
        name === 'FlateDecode' ? inflated(data) : undone(stream.dict, { name, index, data }),
      stream.contents,
    )
}

/**
 * Inflates, damaged data as far as they go. pdf-lib's own reader does not notice some damage and unpacks a whole block
 * before it looks at the size, which is then whatever the sender wanted.
 */
function inflated(data: Uint8Array): Uint8Array {
  try {
    return new Uint8Array(inflateSync(data, { maxOutputLength: MAX_STREAM_BYTES }))
  } catch (error) {
    if (error instanceof RangeError) throw error
    return inflatedSoFar(data)
  }
}

/** What pako keeps of a piece that is not full, which its types do not tell. */
type Rest = { output: Uint8Array; next_out: number; avail_out: number }

function inflatedSoFar(data: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = []
  let size = 0
  const keep = (piece: Uint8Array) => {
    size += piece.length
    if (size > MAX_STREAM_BYTES) throw tooLarge()
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
function undone(
  dict: PDFDict,
  { name, index, data }: { name: string; index: number; data: Uint8Array },
): Uint8Array {
  const all = dict.lookup(parameters)
  const own = all instanceof PDFArray ? all.lookup(index) : all
  const only = dict.context.obj({ Filter: name, ...(own && { DecodeParms: own }) })
  const plain = decodePDFRawStream(PDFRawStream.of(only, data)).getBytes(MAX_STREAM_BYTES + 1)
  if (plain.length > MAX_STREAM_BYTES) throw tooLarge()
  return new Uint8Array(plain)
}

function tooLarge(): RangeError {
  return new RangeError(`a stream inflates to more than ${MAX_STREAM_BYTES} bytes`)
}

/** Above this the slower of the two compressors is not tried, in bytes. */
const MIN_RETRY_BYTES = 2 ** 20

/**
 * Deflates as densely as we can. The runtime's zlib is tuned for speed and loses up to 1.5 % against the
 * classic one on fonts, yet wins on text: the shorter of the two is kept.
 */
export function deflateStream(data: Uint8Array): Uint8Array {
  const fast = new Uint8Array(deflateSync(data, { level: 9, memLevel: 9 }))
  if (data.length > MIN_RETRY_BYTES) return fast
  const dense = denseDeflate(data, { level: 9, memLevel: 9 })
  return dense.length < fast.length ? dense : fast
}
