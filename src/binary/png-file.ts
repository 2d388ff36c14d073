/** The frame of a PNG file (W3C PNG, third edition): its signature, header and chunks. */
import { crc32 } from 'node:zlib'
import { concatBytes } from './bytes'

/** The first eight bytes of every file (5.2). */
export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Colour types (11.2.1). */
export const PNG_COLOR = { grey: 0, truecolor: 2, palette: 3, truecolorAlpha: 6 } as const

/** A file of `chunks` behind a header; `depth` is bits a sample. */
export function pngFile(
  { width, height, depth, color }: { width: number; height: number; depth: number; color: number },
  ...chunks: Uint8Array[]
): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, width)
  header.setUint32(4, height)
  header.setUint8(8, depth)
  header.setUint8(9, color)
  const first = pngChunk('IHDR', new Uint8Array(header.buffer))
  return concatBytes([PNG_SIGNATURE, first, ...chunks, pngChunk('IEND', new Uint8Array())])
}

export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.byteLength)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.byteLength)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  view.setUint32(8 + data.byteLength, crc32(bytes.subarray(4, 8 + data.byteLength)))
  return bytes
}
