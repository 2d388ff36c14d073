/**
 * Limits what a PDF's packed objects may come to. pdf-lib unpacks object streams and cross-reference streams (ISO
 * 32000-2, 7.5.7 and 7.5.8) while it parses, each whole, with any filters; `guard.ts` reads bytes and can be misled about
 * where a stream begins and how it is packed. Here pdf-lib itself says which stream it is about to unpack.
 */
import { constants, inflateSync } from 'node:zlib'
import { type PDFContext, PDFObjectStreamParser, type PDFRawStream, PDFXRefStreamParser } from 'pdf-lib'
import { filters } from '../streams'
import { limits } from './guard'

/** Bytes that the packed objects of each document have come to. */
const unpacked = new WeakMap<PDFContext, number>()

/** Why packed objects of a document were not read. */
const refused = new WeakMap<PDFContext, string>()

let limited = false

/** Puts the limits before pdf-lib's two parsers of packed objects, for every document that is loaded from now on. */
export function limitUnpacking(): void {
  if (limited) return
  limited = true
  const { forStream: objects } = PDFObjectStreamParser
  PDFObjectStreamParser.forStream = (stream, ...more) => objects(checked(stream), ...more)
  const { forStream: references } = PDFXRefStreamParser
  PDFXRefStreamParser.forStream = (stream) => references(checked(stream))
}

/**
 * Why objects of a loaded document are missing, in words that follow "the file". pdf-lib catches what its parsers throw
 * and goes on without the object.
 */
export function unpackingRefusal(context: PDFContext): string | undefined {
  return refused.get(context)
}

/** The stream itself, where it is plain or deflated once and within the limits; throws otherwise. */
function checked(stream: PDFRawStream): PDFRawStream {
  const { dict, contents } = stream
  const names = filters(dict)
  if (names.length > 1 || (names[0] ?? 'FlateDecode') !== 'FlateDecode') {
    return refuse(dict.context, 'packs its objects with a filter that is not accepted')
  }
  const before = unpacked.get(dict.context) ?? 0
  const room = Math.min(limits.stream, limits.inflated - before)
  try {
    const options = { maxOutputLength: Math.max(1, room), finishFlush: constants.Z_SYNC_FLUSH }
    const size = names.length === 0 ? contents.length : inflateSync(contents, options).length
    unpacked.set(dict.context, before + size)
    return stream
  } catch (error) {
    // What damaged data would come to depends on who reads them, so they are refused.
    const tooLarge = error instanceof RangeError
    const reason = tooLarge
      ? 'inflates to more than is accepted'
      : 'is broken: its packed objects cannot be read'
    return refuse(dict.context, reason)
  }
}

function refuse(context: PDFContext, reason: string): never {
  refused.set(context, reason)
  throw new Error(reason)
}
