/** The rows of an image in grey or RGB of 8 bits, from wherever they are: samples, a JPEG, or a JPEG that is read in bands. */
import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, type PDFStream } from 'pdf-lib'
import { MAX_JPEG_SCANS, readJpegHeader } from '../../../binary/jpeg-header'
import { decodeStream, filters, isLossless } from '../../streams'
import type { JpegCodec } from '../jpeg'
import { bitsOf, colorComponents, sizeOf } from './image-dict'
import { looksLikePhoto } from './looks-like-photo'
import type { Size } from './row-reducer'
import { openSequentialJpeg } from './sequential-jpeg'

const MIN_PIXELS = 64 * 64
/** Decoded at once, a JPEG stands in memory twice, with four bytes a pixel: 32 MB. */
const MAX_AT_ONCE = 4_000_000
/** The same for one that cannot be read in bands: 64 MB. */
const MAX_OTHERS_AT_ONCE = 8_000_000

type Bytes = Uint8Array | Uint8ClampedArray

/** `components` of the image's colours, of which each pixel of a row has `channels` bytes: a fourth says nothing. */
export type ImageRows = Size & {
  channels: 1 | 3 | 4
  isBanded: boolean
  /** Rows from the top, some at a time; each is to be read before the next ones are asked for. Throws for damaged data. */
  groups(codec: JpegCodec): Iterable<Bytes[]>
}

export type Picture = Size & { components: 1 | 3; isJpeg: boolean; stream: PDFRawStream }

/**
 * The image, if it is one that may be encoded anew: not a mask, a palette, CMYK, one with a key of colours, nor one of few
 * pixels.
 */
export function readPicture(stream: PDFStream): Picture | undefined {
  const { dict } = stream
  if (!(stream instanceof PDFRawStream)) return undefined
  const size = sizeOf(dict)
  if (size.width * size.height < MIN_PIXELS || bitsOf(dict) !== 8) return undefined
  if (dict.has(PDFName.of('Decode')) || dict.lookup(PDFName.of('Mask')) instanceof PDFArray) return undefined
  const names = filters(dict)
  const isJpeg = names.length === 1 && names[0] === 'DCTDecode' && !saysItsColors(dict)
  const components = colorComponents(dict)
  return components && (isJpeg || isLossless(dict)) ? { ...size, components, isJpeg, stream } : undefined
}

/** Whether the image, and not its data, says that its colours are stored as they are (7.4.8): no decoder is told that. */
function saysItsColors(dict: PDFDict): boolean {
  const value = dict.lookup(PDFName.of('DecodeParms'))
  const parameters = value instanceof PDFArray ? value.lookup(0) : value
  const said = parameters instanceof PDFDict ? parameters.lookup(PDFName.of('ColorTransform')) : undefined
  return said instanceof PDFNumber && said.asNumber() === 0
}

/**
 * Nothing for an image of few colours and flat ground (screenshots, charts, codes), for a JPEG of too many scans, and
 * for one of too many pixels that cannot be read in bands.
 */
export function rowsOf(picture: Picture): ImageRows | undefined {
  return picture.isJpeg ? rowsOfJpeg(picture) : rowsOfSamples(picture)
}

function rowsOfSamples({ stream, width, height, components }: Picture): ImageRows | undefined {
  const data = decodeStream(stream)
  if (data.length !== width * height * components) return undefined
  if (!looksLikePhoto({ width, height, channels: components, data })) return undefined
  return {
    ...{ width, height, channels: components, isBanded: false },
    groups: () => rowsIn(data, width * components),
  }
}

function rowsOfJpeg({ stream, width, height, components }: Picture): ImageRows | undefined {
  const { contents } = stream
  // A file of a megabyte may go over all pixels ten thousand times.
  if ((readJpegHeader(contents)?.scans ?? 0) > MAX_JPEG_SCANS) return undefined
  const pixels = width * height
  const banded = pixels > MAX_AT_ONCE ? openSequentialJpeg(contents) : undefined
  if (banded) {
    const isSame = banded.width === width && banded.height === height && banded.channels === components
    return isSame ? { ...banded, isBanded: true, groups: () => banded.bands() } : undefined
  }
  if (pixels > MAX_OTHERS_AT_ONCE) return undefined
  return {
    ...{ width, height, channels: 4, isBanded: false },
    groups: (codec) => {
      const whole = codec.decode(contents)
      if (whole.width !== width || whole.height !== height)
        throw new RangeError('a JPEG has another size than its image')
      return rowsIn(whole.data, width * 4)
    },
  }
}

/** Rows that are read together, after which others get their turn. */
const GROUP = 16

/** The rows of samples, each of so many bytes. */
function* rowsIn(data: Bytes, length: number): Generator<Bytes[]> {
  for (let start = 0; start < data.length; start += GROUP * length) {
    const count = Math.min(GROUP, (data.length - start) / length)
    yield Array.from({ length: count }, (_, row) =>
      data.subarray(start + row * length, start + (row + 1) * length),
    )
  }
}
