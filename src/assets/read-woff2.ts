/** What a WOFF2 file holds (WOFF File Format 2.0): its directory, and whether its tables unpack to what that says. */
import { brotliDecompressSync } from 'node:zlib'

const HEADER_BYTES = 48
const COLLECTION = 0x74746366
/** Unpacked, in bytes: larger fonts cannot be printed within a render's memory. */
const MAX_UNPACKED = 24 << 20
/** Places of `glyf` and `loca` among the known tags, which are transformed unless they say version 3. */
const TRANSFORMED = [10, 11]
const NULL_VERSION = 3

/** Throws an Error or RangeError for what is no whole font. */
export function checkWoff2(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(4) === COLLECTION) throw new Error('it is a collection of fonts')
  if (view.getUint32(8) !== bytes.byteLength) throw new Error('it is cut off')
  const tables = view.getUint16(12)
  const packed = view.getUint32(20)
  let at = HEADER_BYTES
  let expected = 0
  const readNumber = () => {
    for (let value = 0, digits = 0; digits < 5; digits++) {
      const byte = view.getUint8(at++)
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
    throw new Error('a length in it is none')
  }
  for (let table = 0; table < tables; table++) {
    const flags = view.getUint8(at++)
    const tag = flags & 63
    if (tag === 63) at += 4
    const length = readNumber()
    const version = flags >> 6
    const isTransformed = TRANSFORMED.includes(tag) ? version !== NULL_VERSION : version !== 0
    expected += isTransformed ? readNumber() : length
  }
  if (tables === 0 || at + packed > bytes.byteLength) throw new Error('its tables are missing')
  if (expected > MAX_UNPACKED) throw new Error(`it unpacks to more than ${MAX_UNPACKED >> 20} MB`)
  const unpacked = brotliDecompressSync(bytes.subarray(at, at + packed), { maxOutputLength: MAX_UNPACKED })
  if (unpacked.byteLength !== expected) throw new Error('its tables are damaged')
}
