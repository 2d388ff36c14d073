/** Pixels in memory, and the two things that are done with them: scaling and laying one over another. */

import type { Extent } from './image-layout'
import type { Rgba } from './qr-colors'

/** Straight (not premultiplied) RGBA, 8 bits a channel, row by row. */
export type Raster = { width: number; height: number; rgba: Uint8Array }

/** A picture of one color. */
export function createRaster({ width, height }: Extent, color: Rgba): Raster {
  const pixels = new Uint32Array(width * height).fill(packPixel(color))
  return { width, height, rgba: new Uint8Array(pixels.buffer) }
}

/** Whether nothing shows through. */
export function isOpaque({ rgba }: Raster): boolean {
  for (let alpha = 3; alpha < rgba.length; alpha += 4) if (rgba[alpha] !== 255) return false
  return true
}

/** A color as the four bytes of a pixel, in this machine's order. */
export function packPixel(color: Rgba): number {
  return new Uint32Array(Uint8Array.from(color).buffer)[0] ?? 0
}

/**
 * `picture` in another size, by Catmull-Rom interpolation over every source pixel that a target pixel covers. What is
 * far too large is halved first, which takes a tenth of the time.
 */
export function resize(picture: Raster, { width, height }: Extent): Raster {
  if (width === picture.width && height === picture.height) return picture
  let source = picture
  while (source.width >= 4 * width && source.height >= 4 * height) source = halved(source)
  const wide = resampled(premultiplied(source), { length: source.width, lines: source.height, to: width })
  const whole = resampled(wide, { length: source.height, lines: width, to: height })
  return { width, height, rgba: straight(whole) }
}

/** Each four pixels as one; an odd last row or column is left out. */
function halved({ width, height, rgba }: Raster): Raster {
  const half = { width: width >> 1, height: height >> 1 }
  const result = new Uint8Array(half.width * half.height * 4)
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      // Corners and their alphas have names: an array of them for each pixel takes as long as all the rest.
      const a = (2 * y * width + 2 * x) * 4
      const b = a + 4
      const c = a + width * 4
      const d = c + 4
      const [alphaA, alphaB] = [at(rgba, a + 3), at(rgba, b + 3)]
      const [alphaC, alphaD] = [at(rgba, c + 3), at(rgba, d + 3)]
      const alphas = alphaA + alphaB + alphaC + alphaD
      if (alphas === 0) continue
      const to = (y * half.width + x) * 4
      for (let channel = 0; channel < 3; channel++) {
        const upper = at(rgba, a + channel) * alphaA + at(rgba, b + channel) * alphaB
        const lower = at(rgba, c + channel) * alphaC + at(rgba, d + channel) * alphaD
        result[to + channel] = Math.round((upper + lower) / alphas)
      }
      result[to + 3] = Math.round(alphas / 4)
    }
  }
  return { ...half, rgba: result }
}

/** Lays `top` over `base` with its upper left corner at `x`, `y` (Porter and Duff's "over"). Changes `base`. */
export function composite(base: Raster, top: Raster, { x, y }: { x: number; y: number }): void {
  const copied = isOpaque(top)
  for (let row = 0; row < top.height; row++) {
    if (copied) {
      const line = top.rgba.subarray(row * top.width * 4, (row + 1) * top.width * 4)
      base.rgba.set(line, ((y + row) * base.width + x) * 4)
      continue
    }
    for (let column = 0; column < top.width; column++) {
      const from = (row * top.width + column) * 4
      const to = ((y + row) * base.width + x + column) * 4
      const alpha = at(top.rgba, from + 3) / 255
      if (alpha === 0) continue
      const below = (at(base.rgba, to + 3) / 255) * (1 - alpha)
      const sum = alpha + below
      for (let channel = 0; channel < 3; channel++) {
        const mixed = at(top.rgba, from + channel) * alpha + at(base.rgba, to + channel) * below
        base.rgba[to + channel] = Math.round(mixed / sum)
      }
      base.rgba[to + 3] = Math.round(sum * 255)
    }
  }
}

/** Colors weighted by their alpha, so that what is invisible does not bleed into what is seen. */
function premultiplied({ rgba }: Raster): Float32Array {
  const values = new Float32Array(rgba)
  for (let pixel = 0; pixel < values.length; pixel += 4) {
    const alpha = at(rgba, pixel + 3)
    if (alpha === 255) continue
    for (let channel = 0; channel < 3; channel++)
      values[pixel + channel] = (at(rgba, pixel + channel) * alpha) / 255
  }
  return values
}

function straight(values: Float32Array): Uint8Array {
  const rgba = new Uint8ClampedArray(values.length)
  for (let pixel = 0; pixel < values.length; pixel += 4) {
    const alpha = Math.min(255, Math.max(0, values[pixel + 3] ?? 0))
    for (let channel = 0; channel < 3; channel++)
      rgba[pixel + channel] = alpha === 0 ? 0 : ((values[pixel + channel] ?? 0) * 255) / alpha
    rgba[pixel + 3] = alpha
  }
  return new Uint8Array(rgba.buffer)
}

/** Scales every line from `length` pixels to `to`, and turns lines into columns: twice is both ways and upright. */
function resampled(
  values: Float32Array,
  { length, lines, to }: { length: number; lines: number; to: number },
): Float32Array {
  const result = new Float32Array(to * lines * 4)
  for (const [target, { start, weights }] of kernels(length, to).entries()) {
    for (let line = 0; line < lines; line++) {
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      let from = (line * length + start) * 4
      for (let tap = 0; tap < weights.length; tap++, from += 4) {
        const weight = weights[tap] ?? 0
        red += (values[from] ?? 0) * weight
        green += (values[from + 1] ?? 0) * weight
        blue += (values[from + 2] ?? 0) * weight
        alpha += (values[from + 3] ?? 0) * weight
      }
      const at = (target * lines + line) * 4
      result[at] = red
      result[at + 1] = green
      result[at + 2] = blue
      result[at + 3] = alpha
    }
  }
  return result
}

/** For each target pixel, the first source pixel it covers and the weights from there, which sum up to 1. */
function kernels(from: number, to: number): { start: number; weights: Float64Array }[] {
  const stretch = Math.max(1, from / to)
  return Array.from({ length: to }, (_, target) => {
    const center = ((target + 0.5) * from) / to
    const start = Math.max(0, Math.ceil(center - 2 * stretch - 0.5))
    const end = Math.min(from, Math.floor(center + 2 * stretch + 0.5))
    const raw = Array.from({ length: end - start }, (_, tap) =>
      catmullRom((start + tap + 0.5 - center) / stretch),
    )
    const total = raw.reduce((sum, weight) => sum + weight, 0)
    return { start, weights: Float64Array.from(raw, (weight) => weight / total) }
  })
}

function catmullRom(distance: number): number {
  const x = Math.abs(distance)
  if (x < 1) return 1.5 * x ** 3 - 2.5 * x ** 2 + 1
  return x < 2 ? -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2 : 0
}

function at(values: Uint8Array, index: number): number {
  return values[index] ?? 0
}
