/**
 * What is dark in an image, as decoders judge it before they look for anything: against one threshold for the whole
 * image, or against the mean of the surroundings, which turns the inside of a large dark area light and leaves its rim.
 */
import type { Colors } from './color'
import type { Raster } from './picture'

/** 1 for each pixel that counts as dark; the image is square. */
export type Bits = { side: number; dark: Uint8Array }

/** How much darker than its surroundings a pixel must be, of 255. */
const MIN_DIFFERENCE = 3

/** Pixels of a brightness: 0 is the darker of ink and paper. What is transparent shows the paper. */
function brightness({ rgba }: Raster, { dark, light }: Colors): { values: Uint8Array; middle: number } {
  const [ink, paper] = [luma(dark, 0), luma(light, 0)]
  // A code of light modules on a dark background is turned over first.
  const turned = ink > paper
  const values = new Uint8Array(rgba.length / 4)
  for (let pixel = 0; pixel < values.length; pixel++) {
    const at = pixel * 4
    const alpha = (rgba[at + 3] ?? 0) / 255
    const seen = alpha * luma(rgba, at) + (1 - alpha) * paper
    values[pixel] = turned ? 255 - seen : seen
  }
  const middle = (ink + paper) / 2
  return { values, middle: turned ? 255 - middle : middle }
}

/** Rec. 601, of 255. */
function luma(color: ArrayLike<number>, at: number): number {
  return 0.299 * (color[at] ?? 0) + 0.587 * (color[at + 1] ?? 0) + 0.114 * (color[at + 2] ?? 0)
}

/** The image as a decoder with one threshold sees it, and as one with a threshold for each place does. */
export function binarize(image: Raster, colors: Colors): Bits[] {
  const { values, middle } = brightness(image, colors)
  const side = image.width
  const overall = values.map((value) => (value < middle ? 1 : 0))
  return [{ side, dark: overall }, ...windowsFor(side).map((window) => againstMean(values, side, window))]
}

/** The windows that zbar takes for this image, and for a photograph twice as large around it. */
function windowsFor(side: number): number[] {
  const window = 2 ** Math.min(8, Math.max(4, Math.ceil(Math.log2(side / 8))))
  return [window, 2 * window]
}

/** Dark is what is darker than the mean of the window around it. Edges go on outwards. */
function againstMean(values: Uint8Array, side: number, window: number): Bits {
  const half = window / 2
  const sums = columnSums(values, side, half)
  const dark = new Uint8Array(values.length)
  for (let y = 0; y < side; y++) {
    const row = sums.subarray(y * side, (y + 1) * side)
    const column = (x: number) => row[Math.min(side - 1, Math.max(0, x))] ?? 0
    let sum = 0
    for (let x = -half; x < half; x++) sum += column(x)
    for (let x = 0; x < side; x++) {
      const value = (values[y * side + x] ?? 0) + MIN_DIFFERENCE
      dark[y * side + x] = value * window * window < sum ? 1 : 0
      sum += column(x + half) - column(x - half)
    }
  }
  return { side, dark }
}

/** For each pixel the sum of its column from `half` above to just before `half` below. */
function columnSums(values: Uint8Array, side: number, half: number): Uint32Array {
  const sums = new Uint32Array(values.length)
  const value = (x: number, y: number) => values[Math.min(side - 1, Math.max(0, y)) * side + x] ?? 0
  for (let x = 0; x < side; x++) {
    let sum = 0
    for (let y = -half; y < half; y++) sum += value(x, y)
    for (let y = 0; y < side; y++) {
      sums[y * side + x] = sum
      sum += value(x, y + half) - value(x, y - half)
    }
  }
  return sums
}
