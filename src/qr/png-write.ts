/** Writing PNG (W3C PNG, third edition): only the two forms that codes need, compressed by the platform's zlib. */
import { crc32, deflateSync } from 'node:zlib'
import { concatBytes } from '../bytes'
import type { Rgba } from './color'
import type { Raster } from './picture'
import { PNG_SIGNATURE } from './png-rows'

/** Of a 400 px code, level 9 saves 5 bytes more and takes seven times as long. */
const LEVEL = 6

const PALETTE = 3
const TRUECOLOUR = 2
const TRUECOLOUR_ALPHA = 6

/** Filter type Up: what repeats from row to row, as modules do, becomes zeros. */
const UP = 2

/**
 * An image of two colors, 1 bit a pixel. `rows` are its lines as they are stored: a filter byte of 0, then the bits,
 * the leftmost pixel in the highest one; 0 is `palette[0]`.
 */
export function encodeBitmapPng(size: number, rows: Uint8Array, palette: readonly [Rgba, Rgba]): Uint8Array {
  const alphas = palette.map(([, , , alpha]) => alpha)
  return png(
    header({ width: size, height: size }, 1, PALETTE),
    chunk('PLTE', Uint8Array.from(palette.flatMap((color) => color.slice(0, 3)))),
    ...(alphas.some((alpha) => alpha < 255) ? [chunk('tRNS', Uint8Array.from(alphas))] : []),
    chunk('IDAT', deflateSync(rows, { level: LEVEL })),
  )
}

/** A picture in full color; its alpha only if there is some. */
export function encodePng(picture: Raster): Uint8Array {
  const opaque = picture.rgba.every((value, index) => index % 4 !== 3 || value === 255)
  const channels = opaque ? 3 : 4
  return png(
    header(picture, 8, opaque ? TRUECOLOUR : TRUECOLOUR_ALPHA),
    chunk('IDAT', deflateSync(filteredUp(picture, channels), { level: LEVEL })),
  )
}

function filteredUp({ width, height, rgba }: Raster, channels: 3 | 4): Uint8Array {
  const rows = new Uint8Array(height * (1 + width * channels))
  let to = 0
  for (let y = 0; y < height; y++) {
    rows[to++] = UP
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4
      for (let channel = 0; channel < channels; channel++) {
        const above = y === 0 ? 0 : (rgba[from + channel - width * 4] ?? 0)
        rows[to++] = (rgba[from + channel] ?? 0) - above
      }
    }
  }
  return rows
}

function header({ width, height }: { width: number; height: number }, depth: number, colorType: number) {
  const data = new DataView(new ArrayBuffer(13))
  data.setUint32(0, width)
  data.setUint32(4, height)
  data.setUint8(8, depth)
  data.setUint8(9, colorType)
  return chunk('IHDR', new Uint8Array(data.buffer))
}

function png(...chunks: Uint8Array[]): Uint8Array {
  return concatBytes([PNG_SIGNATURE, ...chunks, chunk('IEND', new Uint8Array())])
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.byteLength)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.byteLength)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  view.setUint32(8 + data.byteLength, crc32(bytes.subarray(4, 8 + data.byteLength)))
  return bytes
}
