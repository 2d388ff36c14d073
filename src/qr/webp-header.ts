/** What a WebP says of itself before it is decoded (RFC 9649). */
import type { Extent } from './image-layout'

const BYTES_NEEDED = 30

/** Size of the image, and whether it is an animation; nothing for what is no WebP. */
export function readWebpHeader(file: Uint8Array): (Extent & { animated: boolean }) | undefined {
  if (file.length < BYTES_NEEDED || ascii(file, 0) !== 'RIFF' || ascii(file, 8) !== 'WEBP') return undefined
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  switch (ascii(file, 12)) {
    case 'VP8 ':
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
        animated: false,
      }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, animated: false }
    }
    case 'VP8X': {
      const [width, height] = [24, 27].map((at) => 1 + (view.getUint32(at - 1, true) >>> 8)) as [
        number,
        number,
      ]
      return { width, height, animated: (view.getUint8(20) & 0b10) !== 0 }
    }
    default:
      return undefined
  }
}

function ascii(file: Uint8Array, start: number): string {
  return String.fromCharCode(...file.subarray(start, start + 4))
}
