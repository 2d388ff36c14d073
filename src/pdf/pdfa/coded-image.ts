/**
 * What an image that has a decoder of its own (JPEG, JPEG 2000, JBIG2) takes to decode. PDFium goes by the image's data,
 * whatever its dictionary says, and decodes all of it at once.
 */

import { PDFArray, type PDFDict, PDFName, type PDFStream } from 'pdf-lib'
import { MAX_JPEG_SCANS, readJpegHeader } from '../../binary/jpeg-header'
import { Problem } from '../../errors'
import { unescapePdfName } from '../../text/pdf-name'
import { latin1Bytes } from '../content-stream'
import { undoOuterFilters } from '../streams'

/** The size that an image is decoded at, and how many times as long as painting it that takes. */
export type CodedSize = { width: number; height: number; weight: number }

/** A decoded image is in PDFium's memory, with three bytes a pixel and more. */
const MAX_PIXELS = 25_000_000
/** JPEG 2000 holds four bytes of each sample: 64 MB. */
const MAX_JPEG2000_SAMPLES = 16_000_000
/** What a tile holds beside its samples, in samples. */
const TILE_SAMPLES = 2048
/** JPEG 2000 and JBIG2 take as long a pixel as painting so many. */
const JPEG2000_WEIGHT = 12
const JBIG2_WEIGHT = 4

type Codec = 'jpeg' | 'jpeg2000' | 'jbig2'
/** By the filters' names, the short ones included, which PDFium takes everywhere. */
const CODECS: Record<string, Codec> = {
  DCTDecode: 'jpeg',
  DCT: 'jpeg',
  JPXDecode: 'jpeg2000',
  JBIG2Decode: 'jbig2',
}

const measured = new WeakMap<PDFStream, CodedSize>()

/**
 * The size of an image by its own data; nothing for one without such a decoder. `isPaid` is whether anybody pays for it.
 * Throws the Problem `document_invalid` for what would take too long or too much memory, or cannot be read.
 */
export function codedSize(image: PDFStream, isPaid: boolean): CodedSize | undefined {
  const names = filterNames(image.dict)
  const at = names.findIndex((name) => name in CODECS)
  const codec = CODECS[names[at] ?? '']
  if (!codec) return undefined
  // What its symbols and patterns come to is told only by decoding them.
  if (codec === 'jbig2' && !isPaid)
    throw refused('is packed as JBIG2, which is drawn for credits only: ask for the picture with output')
  const known = measured.get(image)
  if (known) return known
  const size = sizeOf(codec, codec === 'jbig2' ? new Uint8Array() : codedData(image, at))
  measured.set(image, size)
  return size
}

/** The same for an image within a page's content, where only JPEG may be (ISO 32000-2, 8.9.7). */
export function inlineCodedSize(image: string): CodedSize | undefined {
  if (!/\/(?:DCT|JPX|JBIG2)/.test(unescapePdfName(image))) return undefined
  // Up to the data: names and numbers only, and no other filter.
  const [dictionary = ''] = /^[^(<%]*?[\s\]]ID\s/.exec(image) ?? []
  if (!dictionary || /\/(?:JPX|JBIG2|A85|AHx|Fl|LZW|RL|ASCII|RunLength)/.test(unescapePdfName(dictionary)))
    throw refused('stands in the content of a page with filters that may not be there')
  return sizeOf('jpeg', latin1Bytes(image.slice(dictionary.length)))
}

function filterNames(dict: PDFDict): string[] {
  const value = dict.lookup(PDFName.of('Filter'))
  const all = value instanceof PDFArray ? value.asArray().map((_, index) => value.lookup(index)) : [value]
  return all.map((name) => (name instanceof PDFName ? name.decodeText() : '?'))
}

/** An image's data as its decoder gets them. */
function codedData(image: PDFStream, outer: number): Uint8Array {
  try {
    return undoOuterFilters(image, outer)
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    throw refused('cannot be unpacked', cause)
  }
}

function sizeOf(codec: Codec, data: Uint8Array): CodedSize {
  if (codec === 'jbig2') return { width: 0, height: 0, weight: JBIG2_WEIGHT }
  const size = codec === 'jpeg' ? jpegSize(data) : jpeg2000Size(data)
  if (!size) throw refused('is damaged')
  if (size.width * size.height > MAX_PIXELS)
    throw refused(
      `has ${size.width} x ${size.height} pixels, at most ${MAX_PIXELS / 1e6} megapixels are drawn`,
    )
  return size
}

/** What stands before the start of a JPEG is skipped, as PDFium does. */
function jpegSize(data: Uint8Array): CodedSize | undefined {
  let start = data.indexOf(0xff)
  while (start >= 0 && data[start + 1] !== 0xd8) start = data.indexOf(0xff, start + 1)
  const header = start < 0 ? undefined : readJpegHeader(data.subarray(start))
  if (!header) return undefined
  const { width, height, scans } = header
  if (scans > MAX_JPEG_SCANS) throw refused('is a JPEG of too many scans: save it again')
  return { width, height, weight: Math.max(1, scans) }
}

/** The image and tile size of a codestream (ISO 15444-1, A.5.1). */
function jpeg2000Size(data: Uint8Array): CodedSize | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const start = codestreamStart(view)
  if (start === undefined || start + 42 > data.length) return undefined
  if (view.getUint32(start) !== 0xff4f_ff51) return undefined
  const field = (index: number) => view.getUint32(start + 8 + 4 * index)
  const [width, height] = [field(0) - field(2), field(1) - field(3)]
  const tiles = Math.ceil(field(0) / field(4)) * Math.ceil(field(1) / field(5))
  const components = view.getUint16(start + 40)
  if (!(width > 0 && height > 0 && components > 0)) return undefined
  // What is no number is no less than too much.
  if (!((width * height + tiles * TILE_SAMPLES) * components <= MAX_JPEG2000_SAMPLES))
    throw refused(
      `is a JPEG 2000 of ${width} x ${height} pixels, which takes too much memory: save it smaller`,
    )
  return { width, height, weight: JPEG2000_WEIGHT * Math.ceil(components / 4) }
}

/** Where the codestream begins: at once, or in its box (ISO 15444-1, I.4). */
function codestreamStart(view: DataView): number | undefined {
  if (view.byteLength >= 4 && view.getUint16(0) === 0xff4f) return 0
  for (let at = 0; at + 8 <= view.byteLength; ) {
    const said = view.getUint32(at)
    const isLong = said === 1 && at + 16 <= view.byteLength
    if (view.getUint32(at + 4) === 0x6a70_3263) return at + (isLong ? 16 : 8)
    const length = isLong ? Number(view.getBigUint64(at + 8)) : said
    if (length < 8) return undefined
    at += length
  }
  return undefined
}

function refused(what: string, cause?: unknown): Problem {
  return new Problem('document_invalid', { detail: `An image of the document ${what}.`, cause })
}
