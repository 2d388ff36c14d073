/** Re-encodes one image where that makes it smaller and cannot be seen at its printed size. */
import { PDFArray, type PDFDict, PDFName, PDFNumber, PDFRawStream, PDFStream } from 'pdf-lib'
import { MAX_JPEG_SCANS, readJpegHeader } from '../../binary/jpeg-header'
import { decodeStream, deflateStream, filters, isLossless } from '../streams'
import { budgetOf } from '../work-budget'
import type { JpegCodec, JpegRaster } from './jpeg'
import type { PrintedSize } from './printed-sizes'

/** Pixels per inch that print needs; what is above is taken out. */
const TARGET_DPI = 150
/** A little above the target gains nothing and costs sharpness. */
const MAX_SIZE_RATIO = 0.9
/** A JPEG needs four bytes a pixel to be decoded or encoded at once, twice: 64 MB. */
const MAX_PIXELS = 8_000_000
const MIN_PIXELS = 64 * 64
/** Half a decibel below 75 for a tenth fewer bytes; Ghostscript's /ebook is 3 dB below either and larger. */
const JPEG_QUALITY = 70

/** To decode, reduce and encode a pixel takes as long as to paint it so many times. */
const RECODED = 4

type Picture = { width: number; height: number; components: 1 | 3; jpeg: boolean; stream: PDFRawStream }

/**
 * Returns a smaller stream for the image, or nothing if it stays: masks, palettes, CMYK, colour-keyed and
 * few-coloured images (screenshots, charts, codes) are left as they are. `printed` is in points.
 */
export async function reencodeImage(
  stream: PDFStream,
  printed: PrintedSize,
  codec: () => Promise<JpegCodec>,
) {
  const picture = readable(stream)
  if (!picture) return
  const { width, height } = picture
  const needed = Math.max(
    (printed.width / 72) * (TARGET_DPI / width),
    (printed.height / 72) * (TARGET_DPI / height),
  )
  const reduces = needed < MAX_SIZE_RATIO
  const share = reduces ? needed : 1
  const size = { width: Math.ceil(width * share), height: Math.ceil(height * share) }
  if (size.width * size.height > MAX_PIXELS) return
  if (picture.jpeg && (!reduces || hasManyScans(picture.stream.contents))) return
  const samples = picture.jpeg ? undefined : losslessSamples(picture)
  if (!picture.jpeg && (!samples || !looksLikePhoto(samples))) return

  const work = budgetOf(stream.dict.context)
  if (!work.allows('pixels', width * height * RECODED)) return
  work.charge('pixels', width * height * RECODED)
  const jpeg = await codec()
  const full = samples ?? decoded(picture, jpeg)
  if (!full) return
  const raster = reduce(full, size)
  const bytes = jpeg.encode(raster, { quality: JPEG_QUALITY, grey: picture.components === 1 })
  if (bytes.length > picture.stream.contents.length * 0.9) return

  const dict = picture.stream.dict.clone()
  dict.set(PDFName.of('Filter'), PDFName.of('DCTDecode'))
  dict.delete(PDFName.of('DecodeParms'))
  dict.set(PDFName.of('Width'), PDFNumber.of(raster.width))
  dict.set(PDFName.of('Height'), PDFNumber.of(raster.height))
  return PDFRawStream.of(dict, bytes)
}

/** A file of a megabyte may go over all pixels ten thousand times. */
function hasManyScans(jpeg: Uint8Array): boolean {
  const { scans } = readJpegHeader(jpeg) ?? { scans: 0 }
  return scans > MAX_JPEG_SCANS
}

/** A soft mask with no more samples than its image; nothing if it has fewer already. */
export function reduceMask(mask: PDFStream, width: number, height: number): PDFRawStream | undefined {
  const own = size(mask.dict)
  const grey = mask.dict.lookup(PDFName.of('ColorSpace')) === PDFName.of('DeviceGray')
  if (!grey || bits(mask.dict) !== 8 || !isLossless(mask.dict)) return
  if (own.width <= width || own.height <= height || own.width * own.height > MAX_PIXELS) return
  const samples = decodeStream(mask)
  if (samples.length !== own.width * own.height || mask.dict.has(PDFName.of('Matte'))) return
  const raster = reduce({ ...own, channels: 1, data: samples }, { width, height })
  const reduced = new Uint8Array(width * height)
  for (let index = 0; index < reduced.length; index++) reduced[index] = raster.data[index * 4] ?? 0
  const dict = mask.dict.clone()
  dict.set(PDFName.of('Width'), PDFNumber.of(width))
  dict.set(PDFName.of('Height'), PDFNumber.of(height))
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'))
  dict.delete(PDFName.of('DecodeParms'))
  return PDFRawStream.of(dict, deflateStream(reduced))
}

export function size(dict: PDFDict): { width: number; height: number } {
  return { width: number(dict, 'Width'), height: number(dict, 'Height') }
}

function readable(stream: PDFStream): Picture | undefined {
  const { dict } = stream
  if (!(stream instanceof PDFRawStream)) return
  const { width, height } = size(dict)
  if (width * height < MIN_PIXELS || bits(dict) !== 8) return
  if (dict.has(PDFName.of('Decode')) || dict.lookup(PDFName.of('Mask')) instanceof PDFArray) return
  const components = colorComponents(dict)
  const names = filters(dict)
  const jpeg = names.length === 1 && names[0] === 'DCTDecode'
  if (!components || !(jpeg || isLossless(dict)) || (jpeg && width * height > MAX_PIXELS)) return
  return { width, height, components, jpeg, stream }
}

/** 1 or 3 for grey or RGB, by device or by profile; nothing for palettes, CMYK and the rest. */
function colorComponents(dict: PDFDict): 1 | 3 | undefined {
  const space = dict.lookup(PDFName.of('ColorSpace'))
  if (space === PDFName.of('DeviceRGB')) return 3
  if (space === PDFName.of('DeviceGray')) return 1
  if (!(space instanceof PDFArray) || space.lookup(0) !== PDFName.of('ICCBased')) return
  const profile = space.lookup(1)
  const count = profile instanceof PDFStream ? number(profile.dict, 'N') : 0
  return count === 1 || count === 3 ? count : undefined
}

/** Bytes a pixel of an image in grey or RGB of 8 bits each; undefined for every other stream. */
export function channelsOf(dict: PDFDict): 1 | 3 | undefined {
  const isImage = dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image')
  return isImage && bits(dict) === 8 ? colorComponents(dict) : undefined
}

function number(dict: PDFDict, name: string): number {
  const value = dict.lookup(PDFName.of(name))
  return value instanceof PDFNumber ? value.asNumber() : 0
}

function bits(dict: PDFDict): number {
  return number(dict, 'BitsPerComponent')
}

/** One (grey), three or four bytes a pixel; the fourth says nothing. */
type Samples = { width: number; height: number; channels: 1 | 3 | 4; data: Uint8Array | Uint8ClampedArray }

function losslessSamples({ stream, width, height, components }: Picture): Samples | undefined {
  const data = decodeStream(stream)
  return data.length === width * height * components
    ? { width, height, channels: components, data }
    : undefined
}

function decoded({ stream, width, height }: Picture, jpeg: JpegCodec): Samples | undefined {
  const full = jpeg.decode(stream.contents)
  return full.width === width && full.height === height ? { ...full, channels: 4 } : undefined
}

/** Squares of so many pixels are looked at, so many of them at most. */
const SQUARE = 16
const MAX_SQUARES = 400
/** A square with more colours is busy: text on one ground has more only with the picture behind it. */
const MAX_FLAT_COLORS = 4
/** Photographs are busy in 88 % of their squares and more, screenshots in 57 % at most. */
const MIN_BUSY_SHARE = 0.7

/**
 * Many colours among a sample of the pixels, and hardly a flat square: what JPEG is for. Drawings, screenshots and codes
 * have flat ground, however many colours a picture in them has.
 */
function looksLikePhoto({ data, width, height, channels }: Samples): boolean {
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2]
  const colorAt = (pixel: number) => {
    const at = channels * pixel
    return ((data[at] ?? 0) << 16) | ((data[at + green] ?? 0) << 8) | (data[at + blue] ?? 0)
  }
  const [across, down] = [Math.floor(width / SQUARE), Math.floor(height / SQUARE)]
  const step = Math.max(1, Math.floor((across * down) / MAX_SQUARES))
  const colors = new Set<number>()
  let [looked, busy] = [0, 0]
  for (let square = 0; square < across * down; square += step) {
    const corner = (Math.floor(square / across) * width + (square % across)) * SQUARE
    const own = new Set<number>()
    for (let at = 0; at < SQUARE * SQUARE; at++)
      own.add(colorAt(corner + Math.floor(at / SQUARE) * width + (at % SQUARE)))
    for (const color of own) colors.add(color)
    looked++
    if (own.size > MAX_FLAT_COLORS) busy++
  }
  return busy >= MIN_BUSY_SHARE * looked && (colors.size > 1_500 || isSmoothGrey(colors))
}

/** A grey picture has at most 256 colours, nearly all of which a photograph uses. */
function isSmoothGrey(colors: Set<number>): boolean {
  if (colors.size < 120) return false
  for (const color of colors) if ((color & 0xff) !== color >> 16) return false
  return true
}

/** Averages the pixels that fall on each smaller one (box filter). */
function reduce(
  { data, width, height, channels }: Samples,
  size: { width: number; height: number },
): JpegRaster {
  const reduced = new Uint8ClampedArray(size.width * size.height * 4)
  const [greenAt, blueAt] = channels === 1 ? [0, 0] : [1, 2]
  for (let y = 0; y < size.height; y++) {
    const top = Math.floor((y * height) / size.height)
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * height) / size.height))
    for (let x = 0; x < size.width; x++) {
      const left = Math.floor((x * width) / size.width)
      const right = Math.max(left + 1, Math.floor(((x + 1) * width) / size.width))
      let [red, green, blue] = [0, 0, 0]
      for (let row = top; row < bottom; row++) {
        const end = (row * width + right) * channels
        for (let at = (row * width + left) * channels; at < end; at += channels) {
          red += data[at] ?? 0
          green += data[at + greenAt] ?? 0
          blue += data[at + blueAt] ?? 0
        }
      }
      const count = (bottom - top) * (right - left)
      const target = (y * size.width + x) * 4
      reduced[target] = red / count
      reduced[target + 1] = green / count
      reduced[target + 2] = blue / count
      reduced[target + 3] = 255
    }
  }
  return { ...size, data: reduced }
}
