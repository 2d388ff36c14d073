/** Pictures as files: PNG in true colour, the same for the same `seed`. */
import { crc32, deflateSync } from 'node:zlib'

/** One that does not compress well, as photos do not. */
export function photo(width, height, seed) {
  let state = seed + 1
  return picture(width, height, (at) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (at / 4096 + (state >>> 27)) & 255
  })
}

/** One that nothing compresses: three bytes a pixel. */
export function noise(width, height, seed) {
  let state = seed + 1
  return picture(width, height, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >> 16) & 255
  })
}

function picture(width, height, byteAt) {
  const line = 3 * width + 1
  const rows = Buffer.alloc(line * height)
  for (let at = 0; at < rows.length; at++) {
    const byte = byteAt(at)
    // A line begins with the number of its filter.
    rows[at] = at % line === 0 ? 0 : byte
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
