/**
 * What is dark in an image, as decoders judge it before they look for anything: against one threshold for the whole
 * image, or against the mean of the surroundings, which turns the inside of a large dark area light and leaves its rim.
 */

import type { Box } from './image-layout'
import type { Raster } from './picture'
import type { Colors } from './qr-colors'

/** 1 for each pixel of the region that counts as dark; the image is square. */
export type Bits = { side: number; dark: Uint8Array }

/** How much darker than its surroundings a pixel must be, of 255. */
const MIN_DIFFERENCE = 3

/** Rows and columns of an image, the last ones not included. */
type Region = { left: number; right: number; top: number; bottom: number }

/** Pixels of a brightness: 0 is the darker of ink and paper. What is transparent shows the paper. */
function brightness(
  { rgba, width }: Raster,
  { dark, light }: Colors,
  { left, right, top, bottom }: Region,
): { values: Uint8Array; middle: number } {
  const [ink, paper] = [luma(dark, 0), luma(light, 0)]
  // A code of light modules on a dark background is turned over first.
  const turned = ink > paper
  const values = new Uint8Array(rgba.length / 4)
  // Neighbours are mostly of one color.
  let color: number | undefined
  let value = 0
  for (let y = top; y < bottom; y++) {
    for (let pixel = y * width + left; pixel < y * width + right; pixel++) {
      const at = pixel * 4
      const alpha = rgba[at + 3] ?? 0
      const found = ((rgba[at] ?? 0) << 24) | ((rgba[at + 1] ?? 0) << 16) | ((rgba[at + 2] ?? 0) << 8) | alpha
      if (found !== color) {
        color = found
        const own = alpha === 0 ? 0 : luma(rgba, at)
        const seen = alpha === 255 ? own : (alpha * own + (255 - alpha) * paper) / 255
        value = turned ? 255 - seen : seen
      }
      values[pixel] = value
    }
  }
  const middle = (ink + paper) / 2
  return { values, middle: turned ? 255 - middle : middle }
}

/** Rec. 601, of 255. */
function luma(color: ArrayLike<number>, at: number): number {
  return 0.299 * (color[at] ?? 0) + 0.587 * (color[at + 1] ?? 0) + 0.114 * (color[at + 2] ?? 0)
}

/**
 * The image as a decoder with one threshold sees it, and as one with a threshold for each place does, each made when it
 * is asked for. Only `part` of it, in pixels, is judged; its surroundings count.
 */
export function* binarize(image: Raster, colors: Colors, part: Box): Generator<Bits> {
  const side = image.width
  const region = around(part, side, 0)
  const windows = windowsFor(side)
  const { values, middle } = brightness(image, colors, around(part, side, Math.max(...windows) / 2))
  const overall = new Uint8Array(values.length)
  for (let y = region.top; y < region.bottom; y++) {
    for (let pixel = y * side + region.left; pixel < y * side + region.right; pixel++)
      overall[pixel] = (values[pixel] ?? 0) < middle ? 1 : 0
  }
  yield { side, dark: overall }
  for (const window of windows) yield againstMean(values, { side, window, region })
}

/** The rows and columns of a box, and so many pixels more on each side, as far as the image goes. */
function around({ x, y, width, height }: Box, side: number, more: number): Region {
  const within = (place: number) => Math.min(side, Math.max(0, place))
  return {
    left: within(Math.floor(x) - more),
    right: within(Math.ceil(x + width) + more),
    top: within(Math.floor(y) - more),
    bottom: within(Math.ceil(y + height) + more),
  }
}

type Look = { side: number; window: number; region: Region }

/** The windows that zbar takes for this image, and for a photograph twice as large around it. */
function windowsFor(side: number): number[] {
  const window = 2 ** Math.min(8, Math.max(4, Math.ceil(Math.log2(side / 8))))
  return [window, 2 * window]
}

/** Dark is what is darker than the mean of the window around it. Edges go on outwards. */
function againstMean(values: Uint8Array, look: Look): Bits {
  const { side, window, region } = look
  const half = window / 2
  const sums = columnSums(values, look)
  const dark = new Uint8Array(values.length)
  for (let y = region.top; y < region.bottom; y++) {
    const row = sums.subarray(y * side, (y + 1) * side)
    const column = (x: number) => row[Math.min(side - 1, Math.max(0, x))] ?? 0
    let sum = 0
    for (let x = region.left - half; x < region.left + half; x++) sum += column(x)
    for (let x = region.left; x < region.right; x++) {
      const value = (values[y * side + x] ?? 0) + MIN_DIFFERENCE
      dark[y * side + x] = value * window * window < sum ? 1 : 0
      sum += column(x + half) - column(x - half)
    }
  }
  return { side, dark }
}

/** For each pixel the sum of its column from `half` above to just before `half` below. */
function columnSums(values: Uint8Array, { side, window, region }: Look): Uint32Array {
  const half = window / 2
  const sums = new Uint32Array(values.length)
  const value = (x: number, y: number) => values[Math.min(side - 1, Math.max(0, y)) * side + x] ?? 0
  for (let x = Math.max(0, region.left - half); x < Math.min(side, region.right + half); x++) {
    let sum = 0
    for (let y = region.top - half; y < region.top + half; y++) sum += value(x, y)
    for (let y = region.top; y < region.bottom; y++) {
      sums[y * side + x] = sum
      sum += value(x, y + half) - value(x, y - half)
    }
  }
  return sums
}
