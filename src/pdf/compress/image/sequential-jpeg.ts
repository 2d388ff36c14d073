/**
 * Decodes a JPEG row by row, in bands of 8 or 16 rows, so that a large one never stands in memory as pixels: sequential
 * ones with Huffman codes, 8 bits a sample, in grey or RGB or YCbCr, in one scan (ITU-T T.81, annex F), as cameras,
 * scanners and telephones write them. MozJPEG decodes the others, at once.
 */

import { BLOCK, inverseDct } from './inverse-dct'
import { BitReader, type HuffmanTable, huffmanTable } from './jpeg-entropy'
import { type JpegFrame, readSegments } from './jpeg-segments'

/** The samples of one component in a band. */
type Plane = {
  /** Blocks of an MCU, across and down. */
  across: number
  down: number
  quantisation: Uint16Array
  dc: HuffmanTable
  ac: HuffmanTable
  /** The former block's, from which the next differs (F.1.1.5.1). */
  predicted: number
  stride: number
  samples: Uint8ClampedArray
}

export type SequentialJpeg = {
  width: number
  height: number
  channels: 1 | 3
  /**
   * Each row of samples from the top, one or three bytes a pixel, in a buffer that the next band uses again: read it
   * before asking for more. Throws RangeError for data that is damaged or ends too early.
   */
  bands(): Generator<Uint8ClampedArray[]>
}

/** The JPEG as bands; undefined for one that is of another process or has other components. */
export function openSequentialJpeg(file: Uint8Array): SequentialJpeg | undefined {
  const frame = readSegments(file)
  if (!frame) return undefined
  const { width, height, components } = frame
  const channels = components.length === 1 ? 1 : 3
  return { width, height, channels, bands: () => bandsOf(file, frame, channels) }
}

function* bandsOf(file: Uint8Array, frame: JpegFrame, channels: 1 | 3): Generator<Uint8ClampedArray[]> {
  const { width, height, restartInterval } = frame
  const most = {
    across: Math.max(...frame.components.map(({ across }) => across)),
    down: Math.max(...frame.components.map(({ down }) => down)),
  }
  const unitsAcross = Math.ceil(width / (BLOCK * most.across))
  const planes = frame.components.map((component): Plane => {
    const stride = unitsAcross * component.across * BLOCK
    return {
      ...component,
      dc: huffmanTable(component.dc),
      ac: huffmanTable(component.ac),
      predicted: 0,
      stride,
      samples: new Uint8ClampedArray(stride * component.down * BLOCK),
    }
  })
  const bits = new BitReader(file, frame.start)
  const band = most.down * BLOCK
  const rows = Array.from({ length: band }, () => new Uint8ClampedArray(width * channels))
  const toPixels = channels === 1 ? copyGrey : frame.isYcc ? convertYcc : copyRgb
  let units = 0
  for (let top = 0; top < height; top += band) {
    for (let unit = 0; unit < unitsAcross; unit++) {
      if (restartInterval > 0 && units > 0 && units % restartInterval === 0) {
        bits.restart()
        for (const plane of planes) plane.predicted = 0
      }
      units++
      for (const plane of planes) decodeUnit(bits, plane, unit)
    }
    const count = Math.min(band, height - top)
    for (let row = 0; row < count; row++) toPixels(planes, most, row, rows[row] ?? new Uint8ClampedArray())
    yield rows.slice(0, count)
  }
}

const coefficients = new Int32Array(BLOCK * BLOCK)

/** The blocks of one component in an MCU. */
function decodeUnit(bits: BitReader, plane: Plane, unit: number): void {
  for (let down = 0; down < plane.down; down++)
    for (let across = 0; across < plane.across; across++) {
      const last = decodeBlock(bits, plane)
      const at = down * BLOCK * plane.stride + (unit * plane.across + across) * BLOCK
      inverseDct(coefficients, last, { samples: plane.samples, at, stride: plane.stride })
    }
}

/** Places of coefficients in the order in which they are coded (A.3.6). */
const ZIGZAG = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
])

/** Fills `coefficients` (F.2.2); returns the number of the last that is not 0, in the coded order. */
function decodeBlock(bits: BitReader, plane: Plane): number {
  coefficients.fill(0)
  plane.predicted += bits.signed(bits.symbol(plane.dc))
  coefficients[0] = plane.predicted * (plane.quantisation[0] ?? 0)
  let last = 0
  for (let at = 1; at < 64; at++) {
    const code = bits.symbol(plane.ac)
    const size = code & 15
    if (size === 0) {
      if (code !== 0xf0) break
      at += 15
      continue
    }
    at += code >> 4
    if (at > 63) throw new RangeError('a block of the JPEG has too many coefficients')
    coefficients[ZIGZAG[at] ?? 0] = bits.signed(size) * (plane.quantisation[at] ?? 0)
    last = at
  }
  return last
}

type Most = { across: number; down: number }

function copyGrey([grey]: Plane[], _most: Most, row: number, into: Uint8ClampedArray): void {
  if (grey) into.set(grey.samples.subarray(row * grey.stride, row * grey.stride + into.length))
}

/** Where the sample of a component stands that a pixel has, those of fewer samples being repeated. */
function rowOf(plane: Plane, most: Most, row: number) {
  return {
    samples: plane.samples,
    start: Math.floor((row * plane.down) / most.down) * plane.stride,
    share: plane.across / most.across,
  }
}

function copyRgb(planes: Plane[], most: Most, row: number, into: Uint8ClampedArray): void {
  for (const [channel, plane] of planes.entries()) {
    const { samples, start, share } = rowOf(plane, most, row)
    for (let at = channel, x = 0; at < into.length; at += 3, x++)
      into[at] = samples[start + Math.floor(x * share)] ?? 0
  }
}

/** To RGB as JFIF says (ITU-T T.871, 7). */
function convertYcc(planes: Plane[], most: Most, row: number, into: Uint8ClampedArray): void {
  const [y, cb, cr] = planes
  if (!y || !cb || !cr) return
  const [luma, blue, red] = [y, cb, cr].map((plane) => rowOf(plane, most, row))
  if (!luma || !blue || !red) return
  for (let at = 0, x = 0; at < into.length; at += 3, x++) {
    const light = luma.samples[luma.start + Math.floor(x * luma.share)] ?? 0
    const b = (blue.samples[blue.start + Math.floor(x * blue.share)] ?? 0) - 128
    const r = (red.samples[red.start + Math.floor(x * red.share)] ?? 0) - 128
    into[at] = light + 1.402 * r
    into[at + 1] = light - 0.344136 * b - 0.714136 * r
    into[at + 2] = light + 1.772 * b
  }
}
