/** Writing PNG (W3C PNG, third edition): only the two forms that codes need, compressed by the platform's zlib. */
import { deflateSync } from 'node:zlib'
import { PNG_COLOR, pngChunk, pngFile } from '../binary/png-file'
import { isOpaque, type Raster } from './picture'
import type { Rgba } from './qr-colors'

/** Of a 400 px code, level 9 saves 5 bytes more and takes seven times as long. */
const LEVEL = 6

/** Filter type Up: what repeats from row to row, as modules do, becomes zeros. */
const UP = 2

/**
 * An image of two colors, 1 bit a pixel. `rows` are its lines as they are stored: a filter byte of 0, then the bits,
 * the leftmost pixel in the highest one; 0 is `palette[0]`.
 */
export function encodeBitmapPng(size: number, rows: Uint8Array, palette: readonly [Rgba, Rgba]): Uint8Array {
  const alphas = palette.map(([, , , alpha]) => alpha)
  return pngFile(
    { width: size, height: size, depth: 1, color: PNG_COLOR.palette },
    pngChunk('PLTE', Uint8Array.from(palette.flatMap((color) => color.slice(0, 3)))),
    ...(alphas.some((alpha) => alpha < 255) ? [pngChunk('tRNS', Uint8Array.from(alphas))] : []),
    pngChunk('IDAT', deflateSync(rows, { level: LEVEL })),
  )
}

/** A picture in full color; its alpha only if there is some. */
export function encodePng(picture: Raster): Uint8Array {
  const opaque = isOpaque(picture)
  const { width, height } = picture
  const [channels, color] = opaque
    ? [3 as const, PNG_COLOR.truecolor]
    : [4 as const, PNG_COLOR.truecolorAlpha]
  return pngFile(
    { width, height, depth: 8, color },
    pngChunk('IDAT', deflateSync(filteredUp(picture, channels), { level: LEVEL })),
  )
}

function filteredUp({ width, height, rgba }: Raster, channels: 3 | 4): Uint8Array {
  const rows = new Uint8Array(height * (1 + width * channels))
  let to = 0
  let above: Uint8Array = new Uint8Array(width * 4)
  for (let y = 0; y < height; y++) {
    rows[to++] = UP
    const row = rgba.subarray(y * width * 4, (y + 1) * width * 4)
    for (let pixel = 0; pixel < row.length; pixel += 4)
      for (let channel = pixel; channel < pixel + channels; channel++)
        rows[to++] = (row[channel] ?? 0) - (above[channel] ?? 0)
    above = row
  }
  return rows
}
