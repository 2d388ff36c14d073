/**
 * Reading a PNG that a stranger made (W3C PNG, third edition), into 8-bit RGBA. Written for that: the header is judged
 * before anything is decoded, the compressed data may inflate to exactly what the header announces and hardly further,
 * and chunks that no logo needs (text, color profiles, further frames) are never looked into.
 *
 * Every color type and depth and both interlace methods are read; 16 bits are cut to 8. Of an animated PNG the still
 * image is taken. Color profiles and gamma are not applied.
 */

import { crc32, inflateSync } from 'node:zlib'
import { concatBytes } from '../binary/bytes'
import { PNG_SIGNATURE } from '../binary/png-file'
import { inBytes } from '../text/in-units'
import type { Raster } from './picture'
import { type Pass, passesOf, unfilter } from './png-rows'

/** Why a file cannot be used; the text continues "The logo …" and names the remedy. */
export class PngError extends Error {}

/** Limits of what is decoded: 4 bytes a pixel stay in memory beside the raw data. */
export const MAX_PIXELS = 4_000_000
const MAX_RAW_BYTES = 20_000_000
export const MAX_SIDE = 5000

/**
 * What workerd takes for its next piece of output before it has any (its chunk, in bytes): under a limit of just what
 * comes out, most sizes above one chunk end in a RangeError.
 */
const INFLATE_HEADROOM = 40 * 1024

/** Channels by color type, and the depths each allows (table 12). */
const colorTypes: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
}
const INDEXED = 3

type Header = {
  width: number
  height: number
  depth: number
  colorType: number
  channels: number
  passes: Pass[]
}
type PngChunks = { header: Header; palette?: Uint8Array; transparency?: Uint8Array; data: Uint8Array[] }

/** Decodes a PNG; throws PngError. */
export function readPng(bytes: Uint8Array): Raster {
  const parts = partsOf(bytes)
  const { header } = parts
  const raw = inflated(parts)
  const rgba = new Uint8Array(header.width * header.height * 4)
  const readPixel = pixelReader(parts)
  let offset = 0
  for (const pass of header.passes) {
    const rows = raw.subarray(offset, offset + pass.bytes)
    if (!unfilter(rows, pass)) throw new PngError('has a row with an unknown filter. Save it again as PNG.')
    offset += pass.bytes
    for (let y = 0; y < pass.height; y++) {
      if (isStoredAsRgba(header)) {
        const start = y * (pass.rowBytes + 1) + 1
        rgba.set(rows.subarray(start, start + pass.rowBytes), y * pass.rowBytes)
        continue
      }
      for (let x = 0; x < pass.width; x++) {
        const to = (pass.y + y * pass.stepY) * header.width + pass.x + x * pass.stepX
        readPixel(rows, y * (pass.rowBytes + 1) + 1, x, rgba, to * 4)
      }
    }
  }
  return { width: header.width, height: header.height, rgba }
}

/** Whether rows are what we want of them already, as of most logos. */
function isStoredAsRgba({ depth, colorType, passes }: Header): boolean {
  return depth === 8 && colorType === 6 && passes.length === 1 && passes[0]?.stepX === 1
}

/** The chunks that matter, checked; the header comes first and is judged before the rest. */
function partsOf(file: Uint8Array): PngChunks {
  if (PNG_SIGNATURE.some((byte, index) => file[index] !== byte))
    throw new PngError('is not a PNG. Send a PNG file.')
  let parts: PngChunks | undefined
  for (const { type, data } of chunksOf(file)) {
    if (!parts) {
      if (type !== 'IHDR') throw damaged('does not begin with its header')
      parts = { header: headerOf(data), data: [] }
    } else if (type === 'PLTE') parts.palette = data
    else if (type === 'tRNS') parts.transparency = data
    else if (type === 'IDAT') parts.data.push(data)
    else if (type === 'IEND') return complete(parts)
    else if (isCritical(type)) throw damaged(`needs a part (${type}) that no decoder here knows`)
  }
  throw damaged('is cut off')
}

function* chunksOf(file: Uint8Array): Generator<{ type: string; data: Uint8Array }> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  for (let offset = 8; offset + 12 <= file.byteLength; ) {
    const length = view.getUint32(offset)
    const end = offset + 8 + length
    if (end + 4 > file.byteLength) return
    const type = String.fromCharCode(...file.subarray(offset + 4, offset + 8))
    if (isCritical(type) && view.getUint32(end) !== crc32(file.subarray(offset + 4, end)))
      throw damaged('has a wrong checksum')
    yield { type, data: file.subarray(offset + 8, end) }
    offset = end + 4
  }
}

/** A capital first letter: without understanding it, the image cannot be shown (5.4). */
function isCritical(type: string): boolean {
  return /^[A-Z]/.test(type)
}

function headerOf(data: Uint8Array): Header {
  if (data.byteLength !== 13) throw damaged('has a header of the wrong length')
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [depth, colorType, compression, filter, interlace] = data.subarray(8) as unknown as [
    number,
    number,
    number,
    number,
    number,
  ]
  const kind = colorTypes[colorType]
  if (!kind?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    throw damaged('has a header that PNG does not know')
  if (width === 0 || height === 0) throw damaged('has no pixels')
  const bits = depth * kind.channels
  const passes = passesOf({ width, height, bits, interlaced: interlace === 1 })
  const raw = passes.reduce((sum, pass) => sum + pass.bytes, 0)
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS || raw > MAX_RAW_BYTES) {
    throw new PngError(
      `is too large (${width} × ${height} pixels of ${bits} bits). It may have ${MAX_PIXELS / 1e6} megapixels, ${MAX_SIDE.toLocaleString('en')} pixels a side and ${inBytes(MAX_RAW_BYTES)} unpacked; 1,000 × 1,000 is plenty.`,
    )
  }
  return { width, height, depth, colorType, channels: kind.channels, passes }
}

function complete(parts: PngChunks): PngChunks {
  const { header, palette, data } = parts
  if (data.length === 0) throw damaged('has no image data')
  if (header.colorType === INDEXED && (!palette || palette.byteLength === 0 || palette.byteLength % 3 !== 0))
    throw damaged('has no usable palette')
  return parts
}

/** The filtered rows, never more of them than the header announces. */
function inflated({ header, data }: PngChunks): Uint8Array {
  const expected = header.passes.reduce((sum, pass) => sum + pass.bytes, 0)
  let raw: Uint8Array
  try {
    raw = inflateSync(concatBytes(data), { maxOutputLength: expected + INFLATE_HEADROOM })
  } catch {
    throw damaged('has image data that does not unpack to its size')
  }
  if (raw.byteLength > expected) throw damaged('has image data that does not unpack to its size')
  if (raw.byteLength < expected) throw damaged('has less image data than its size needs')
  return raw
}

/** What writes the pixel `x` of a row that begins at `start` to `rgba[to]` and the three bytes after it. */
function pixelReader({ header, palette, transparency }: PngChunks) {
  const { depth, colorType, channels } = header
  const max = 2 ** Math.min(depth, 8) - 1
  /** The highest 8 bits of a sample. */
  const sample = (rows: Uint8Array, start: number, index: number): number => {
    if (depth >= 8) return rows[start + index * (depth >> 3)] ?? 0
    const bit = index * depth
    return ((rows[start + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & max
  }
  const hidden = colorType < INDEXED && transparency ? hiddenColor(header, transparency) : undefined
  const isHidden = (rows: Uint8Array, start: number, first: number): boolean => {
    if (!hidden) return false
    for (let i = 0; i < channels; i++) {
      if (sample(rows, start, first + i) !== hidden.high[i]) return false
      if (depth === 16 && rows[start + (first + i) * 2 + 1] !== hidden.low[i]) return false
    }
    return true
  }
  return (rows: Uint8Array, start: number, x: number, rgba: Uint8Array, to: number) => {
    const first = x * channels
    const value = sample(rows, start, first)
    if (colorType === INDEXED) {
      for (let i = 0; i < 3; i++) rgba[to + i] = palette?.[value * 3 + i] ?? 0
      rgba[to + 3] = transparency?.[value] ?? 255
      return
    }
    const grey = channels < 3
    for (let i = 0; i < 3; i++) rgba[to + i] = ((grey ? value : sample(rows, start, first + i)) * 255) / max
    if (colorType > INDEXED) rgba[to + 3] = sample(rows, start, first + channels - 1)
    else rgba[to + 3] = isHidden(rows, start, first) ? 0 : 255
  }
}

/** The one transparent color of tRNS (11.3.1.1): two bytes a channel, of which `depth` bits count. */
function hiddenColor({ depth }: Header, transparency: Uint8Array) {
  const low = transparency.filter((_, index) => index % 2 === 1)
  return { low, high: depth === 16 ? transparency.filter((_, index) => index % 2 === 0) : low }
}

function damaged(what: string): PngError {
  return new PngError(`is a damaged PNG: it ${what}. Save it again as PNG.`)
}
