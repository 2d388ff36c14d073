/** Re-encodes one image where that makes it smaller and cannot be seen at its printed size. */
import { PDFName, PDFNumber, PDFRawStream, type PDFStream } from 'pdf-lib'
import { decodeStream, deflateStream, isLossless } from '../streams'
import { budgetOf, type WorkBudget } from '../work-budget'
import { bitsOf, sizeOf } from './image/image-dict'
import { type ImageRows, type Picture, readPicture, rowsOf } from './image/image-rows'
import { RowReducer, type Size } from './image/row-reducer'
import { looksAlike } from './image/visible-loss'
import type { JpegCodec, JpegRaster } from './jpeg'
import type { PrintedSize } from './printed-sizes'

/** Pixels per inch that print needs of photographs, and of what has hard edges: text and line art. */
const [PHOTO_DPI, LINE_ART_DPI] = [150, 300]
/** A little above the target gains nothing and costs sharpness. */
const MAX_SIZE_RATIO = 0.9
/** What is encoded stands in memory four times, with four bytes a pixel, while it is looked at again. A3 has 4.4 megapixels. */
const MAX_PIXELS = 4_500_000
/** Half a decibel below 75 for a tenth fewer bytes; Ghostscript's /ebook is 3 dB below either and larger. The others if it shows. */
const JPEG_QUALITIES = [70, 82, 90]
/** What is hardly smaller is left as it is. */
const MAX_SHARE = 0.9
/** Of a pixel: what divisions leave. */
const ROUNDING = 1e-6

/** To decode, reduce and encode a pixel takes as long as to paint it so many times; in bands, without WebAssembly, longer. */
const RECODED = { atOnce: 4, inBands: 16 }

/**
 * Returns a smaller stream for the image, or nothing if it stays: masks, palettes, CMYK, colour-keyed and few-coloured
 * images (screenshots, charts, codes) are left as they are, and what would lose visibly. `printed` is in points. Throws
 * if the image is damaged.
 */
export async function reencodeImage(
  stream: PDFStream,
  printed: PrintedSize,
  codec: () => Promise<JpegCodec>,
): Promise<PDFRawStream | undefined> {
  const picture = readPicture(stream)
  const targets = picture ? targetsOf(picture, printed) : []
  if (!picture || targets.length === 0) return undefined
  const rows = rowsOf(picture)
  if (!rows) return undefined
  const work = budgetOf(stream.dict.context)
  const cost = rows.width * rows.height * (rows.isBanded ? RECODED.inBands : RECODED.atOnce)
  for (const target of targets) {
    if (!work.allows('pixels', cost)) return undefined
    work.charge('pixels', cost)
    const jpeg = await codec()
    const raster = await reduced(rows, target, { jpeg, work })
    if (!raster) continue
    const bytes = encoded(raster, jpeg, picture)
    return bytes && withJpeg(picture, raster, bytes)
  }
  return undefined
}

/** A size that an image may have. `sharper`: the one beside which no hard edge may become softer. */
type Target = { size: Size; sharper: Size }

/** The sizes to try, in that order. A JPEG gains only by having fewer pixels. */
function targetsOf(picture: Picture, printed: PrintedSize): Target[] {
  const sharper = sizeFor(picture, printed, LINE_ART_DPI)
  const targets = [
    { size: sizeFor(picture, printed, PHOTO_DPI), sharper },
    { size: sharper, sharper },
  ]
  return targets.filter(
    ({ size }) => size.width * size.height <= MAX_PIXELS && (size.width < picture.width || !picture.isJpeg),
  )
}

/** The size with so many pixels an inch where the image is largest; its own if it has hardly more. */
function sizeFor({ width, height }: Size, printed: PrintedSize, dpi: number): Size {
  const needed = (dpi / 72) * Math.max(printed.width / width, printed.height / height)
  const share = needed < MAX_SIZE_RATIO ? needed : 1
  const reduced = (side: number) => Math.ceil(side * share - ROUNDING)
  return { width: reduced(width), height: reduced(height) }
}

/** Nothing if edges become softer that may not. */
async function reduced(
  rows: ImageRows,
  { size, sharper }: Target,
  { jpeg, work }: { jpeg: JpegCodec; work: WorkBudget },
): Promise<JpegRaster | undefined> {
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  const isSharper = sharper.width < rows.width
  const first = isSharper ? new RowReducer(rows, sharper, rows.channels) : undefined
  const second = new RowReducer(sharper, size, first ? 4 : rows.channels)
  let filled = 0
  for (const group of rows.groups(jpeg)) {
    for (const row of group) {
      const finer = first ? first.add(row) : row
      const smaller = finer && second.add(finer)
      if (!smaller) continue
      data.set(smaller, filled)
      filled += smaller.length
    }
    await work.takeTurns()
  }
  return second.hidesHardEdges() ? undefined : { ...size, data }
}

/** The first JPEG that looks like the picture, if it is smaller than what there is. */
function encoded(
  raster: JpegRaster,
  jpeg: JpegCodec,
  { stream, components }: Picture,
): Uint8Array | undefined {
  for (const quality of JPEG_QUALITIES) {
    const bytes = jpeg.encode(raster, { quality, grey: components === 1 })
    if (bytes.length > stream.contents.length * MAX_SHARE) return undefined
    if (looksAlike(raster, jpeg.decode(bytes))) return bytes
  }
  return undefined
}

function withJpeg({ stream }: Picture, { width, height }: Size, bytes: Uint8Array): PDFRawStream {
  const dict = stream.dict.clone()
  dict.set(PDFName.of('Filter'), PDFName.of('DCTDecode'))
  dict.delete(PDFName.of('DecodeParms'))
  dict.set(PDFName.of('Width'), PDFNumber.of(width))
  dict.set(PDFName.of('Height'), PDFNumber.of(height))
  return PDFRawStream.of(dict, bytes)
}

/** A soft mask with no more samples than its image; nothing if it has fewer already. */
export function reduceMask(mask: PDFStream, to: Size): PDFRawStream | undefined {
  const own = sizeOf(mask.dict)
  const grey = mask.dict.lookup(PDFName.of('ColorSpace')) === PDFName.of('DeviceGray')
  if (!grey || bitsOf(mask.dict) !== 8 || !isLossless(mask.dict)) return
  if (own.width <= to.width || own.height <= to.height || mask.dict.has(PDFName.of('Matte'))) return
  const samples = decodeStream(mask)
  if (samples.length !== own.width * own.height) return
  const reducer = new RowReducer(own, to, 1)
  const reduced = new Uint8Array(to.width * to.height)
  let filled = 0
  for (let start = 0; start < samples.length; start += own.width) {
    const row = reducer.add(samples.subarray(start, start + own.width))
    for (let x = 0; row && x < to.width; x++) reduced[filled++] = row[4 * x] ?? 0
  }
  const dict = mask.dict.clone()
  dict.set(PDFName.of('Width'), PDFNumber.of(to.width))
  dict.set(PDFName.of('Height'), PDFNumber.of(to.height))
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'))
  dict.delete(PDFName.of('DecodeParms'))
  return PDFRawStream.of(dict, deflateStream(reduced))
}
