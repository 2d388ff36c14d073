/** PNGs that break one rule of the specification each (W3C PNG, third edition), or are meant to cost much. */
import { deflateSync } from 'node:zlib'
import { chunk, header, joined, type PngInit, pngOf } from '../../support/png'

export type Case = { name: string; bytes: Uint8Array }

type Head = { width: number; height: number; depth: number; colorType: number; interlaced?: boolean }

const end = chunk('IEND', [])
const small: Head = { width: 8, height: 8, depth: 8, colorType: 6 }
const rows = (bytes: number) => chunk('IDAT', deflateSync(new Uint8Array(bytes)))
const file = (head: Head, ...chunks: Uint8Array[]) => joined(header(head), ...chunks, end)
const times = <Value>(count: number, value: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => value(index))

/** A good picture of any kind. */
export function picture(init: Partial<PngInit> & Pick<PngInit, 'colorType' | 'depth'>): Uint8Array {
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[init.colorType]
  const sample = (x: number, y: number) =>
    times(channels, (channel) => (x * 7 + y * 5 + channel) % 2 ** init.depth)
  const palette = init.colorType === 3 ? times(2 ** init.depth, (n) => [n, 255 - n, n ^ 85]) : undefined
  return pngOf({ width: 24, height: 24, sample, ...(palette && { palette }), ...init })
}

/** All of them. */
export function pngGrammar(): Case[] {
  const all = { ...files(), ...headers(), ...data(), ...palettes(), ...chunks(), ...kinds() }
  return Object.entries(all).map(([name, bytes]) => ({ name, bytes }))
}

function files(): Record<string, Uint8Array> {
  const good = picture({ colorType: 6, depth: 8 })
  const text = (content: string) => new Uint8Array(Buffer.from(content, 'latin1'))
  return {
    'one byte': text('\x89'),
    'a signature alone': joined(),
    'a signature of the old kind': text('\x89PNG\n'),
    'a signature that a mailer spoilt': new Uint8Array(
      Buffer.from(Buffer.from(good).toString('latin1').replace('\r\n', '\n'), 'latin1'),
    ),
    'no end': new Uint8Array(good.subarray(0, -12)),
    'half of a file': new Uint8Array(good.subarray(0, good.length >> 1)),
    'a file twice': new Uint8Array(Buffer.concat([good, good])),
    'a megabyte behind the end': new Uint8Array(Buffer.concat([good, Buffer.alloc(2 ** 20)])),
    'a JPEG': new Uint8Array(Buffer.from('ffd8ffe000104a46494600010101004800480000ffd9', 'hex')),
    'a GIF': text('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff;'),
    SVG: text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    HTML: text('<!doctype html><script>alert(1)</script>'),
    'a PDF': text('%PDF-1.7\n%%EOF'),
    'a ZIP': text('PK\x03\x04'),
    'a MNG': text('\x8aMNG\r\n\x1a\n'),
    zeros: new Uint8Array(4096),
  }
}

function headers(): Record<string, Uint8Array> {
  const sizes = [0, 1, 5000, 5001, 65_535, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]
  const all: Record<string, Uint8Array> = {}
  for (const width of sizes) {
    for (const height of [0, 1, 2 ** 31 - 1]) {
      all[`${width} × ${height} pixels`] = file({ ...small, width, height }, rows(2048))
    }
  }
  for (const depth of [0, 3, 5, 7, 32, 255]) all[`a depth of ${depth}`] = file({ ...small, depth }, rows(264))
  for (const colorType of [1, 5, 7, 128, 255])
    all[`colour type ${colorType}`] = file({ ...small, colorType }, rows(264))
  for (const [depth, colorType] of [
    [1, 2],
    [4, 6],
    [16, 3],
    [2, 4],
  ] as const)
    all[`depth ${depth} of colour type ${colorType}`] = file({ ...small, depth, colorType }, rows(264))
  const odd = (at: number, value: number) => {
    const data = Buffer.from(header(small).subarray(8, 21))
    data[at] = value
    return joined(chunk('IHDR', data), rows(264), end)
  }
  return {
    ...all,
    'an unknown compression': odd(10, 1),
    'an unknown filter method': odd(11, 64),
    'an unknown interlace method': odd(12, 2),
    'an empty header': joined(chunk('IHDR', []), rows(264), end),
    'a header that is too long': joined(chunk('IHDR', new Uint8Array(14)), rows(264), end),
    'two headers': joined(header(small), header({ ...small, width: 9000 }), rows(264), end),
    'a header at the end': joined(rows(264), header(small), end),
    'no header': joined(rows(264), end),
    'a header with a wrong checksum': joined(chunk('IHDR', header(small).subarray(8, 21), 1), rows(264), end),
    '4 megapixels of 16 bits in 20 KB': file(
      { width: 2000, height: 2000, depth: 16, colorType: 6 },
      rows(2000 * (2000 * 8 + 1)),
    ),
    'the largest that is read': file(
      { width: 2000, height: 2000, depth: 8, colorType: 6 },
      rows(2000 * 8001),
    ),
    'the largest in one row': file({ width: 5000, height: 1, depth: 8, colorType: 6 }, rows(20_001)),
    'the largest in one column': file({ width: 1, height: 5000, depth: 8, colorType: 6 }, rows(25_000)),
    'one pixel': file({ ...small, width: 1, height: 1 }, rows(5)),
    'interlaced, one pixel': file({ ...small, width: 1, height: 1, interlaced: true }, rows(5)),
    'interlaced, of a billion': file(
      { ...small, width: 2 ** 30, height: 2 ** 30, interlaced: true },
      rows(99),
    ),
  }
}

function data(): Record<string, Uint8Array> {
  const right = 8 * 33
  const deflated = deflateSync(new Uint8Array(right))
  const filters = times(8, (row) => [row === 3 ? 9 : row % 5, ...new Uint8Array(32)]).flat()
  return {
    'no data': file(small),
    'empty data': file(small, chunk('IDAT', [])),
    'a byte too few': file(small, rows(right - 1)),
    'a byte too many': file(small, rows(right + 1)),
    'a hundred megabytes too many': file(small, rows(100 * 2 ** 20)),
    'a bomb in a thousand pieces': file(small, ...pieces(deflateSync(new Uint8Array(64 * 2 ** 20)), 1000)),
    'data in a thousand pieces': file(small, ...times(1000, () => chunk('IDAT', [])), rows(right)),
    'data cut off': file(small, chunk('IDAT', deflated.subarray(0, 6))),
    'data of noise': file(
      small,
      chunk(
        'IDAT',
        times(99, (n) => (n * 73) & 255),
      ),
    ),
    'data without its checksum': file(small, chunk('IDAT', deflated.subarray(0, -4))),
    'data with a wrong sum': file(small, chunk('IDAT', [...deflated.subarray(0, -1), 7])),
    'data in gzip': file(small, chunk('IDAT', [0x1f, 0x8b, 8, 0, 0, 0, 0, 0])),
    'data with a dictionary': file(small, chunk('IDAT', [0x78, 0xbb, 1, 2, 3, 4, ...deflated.subarray(2)])),
    'data with a wrong checksum': file(small, chunk('IDAT', deflated, 1)),
    'data in two places': file(small, rows(right), chunk('tEXt', [65, 0, 65]), rows(right)),
    'a filter that nobody knows': file(small, chunk('IDAT', deflateSync(Uint8Array.from(filters)))),
    'interlaced, cut off': file({ ...small, interlaced: true }, rows(20)),
    'interlaced, of the length of the other': file({ ...small, interlaced: true }, rows(right)),
  }
}

function palettes(): Record<string, Uint8Array> {
  const indexed: Head = { width: 8, height: 8, depth: 8, colorType: 3 }
  const image = chunk('IDAT', deflateSync(Uint8Array.from(times(8 * 9, (n) => (n % 9 === 0 ? 0 : n)))))
  const palette = (length: number) => chunk('PLTE', new Uint8Array(length))
  return {
    'no palette': file(indexed, image),
    'an empty palette': file(indexed, palette(0), image),
    'a palette of four bytes': file(indexed, palette(4), image),
    'a palette of one colour': file(indexed, palette(3), image),
    'a palette of a thousand colours': file(indexed, palette(3000), image),
    'a palette behind the data': file(indexed, image, palette(768)),
    'two palettes': file(indexed, palette(3), palette(768), image),
    'a palette for grey': file({ ...indexed, colorType: 0 }, palette(768), image),
    'transparency longer than its palette': file(
      indexed,
      palette(3),
      chunk('tRNS', new Uint8Array(999)),
      image,
    ),
    'transparency before its palette': file(indexed, chunk('tRNS', [0]), palette(768), image),
    'transparency where there is alpha': file(small, chunk('tRNS', [0, 0]), rows(264)),
    'transparency of one byte': file({ ...indexed, colorType: 0 }, chunk('tRNS', [1]), image),
    'transparency of nothing': file({ ...indexed, colorType: 0 }, chunk('tRNS', []), image),
  }
}

function chunks(): Record<string, Uint8Array> {
  const good = rows(264)
  const long = (said: number) => {
    const bytes = Buffer.from(chunk('tEXt', new Uint8Array(9)))
    bytes.writeUInt32BE(said)
    return new Uint8Array(bytes)
  }
  return {
    'a chunk of two gigabytes': file(small, long(2 ** 31 - 1), good),
    'a chunk of four gigabytes': file(small, long(2 ** 32 - 1), good),
    'a chunk one byte too long': file(small, long(10), good),
    'a chunk that is critical and unknown': file(small, chunk('XXXX', [1]), good),
    'a chunk named by nothing': file(small, chunk('\0\0\0\0', [1]), good),
    'twenty thousand chunks': file(small, ...times(20_000, () => chunk('tEXt', [])), good),
    'a comment that is a bomb': file(
      small,
      chunk('zTXt', [65, 0, 0, ...deflateSync(new Uint8Array(2 ** 26))]),
      good,
    ),
    'a profile that is a bomb': file(
      small,
      chunk('iCCP', [65, 0, 0, ...deflateSync(new Uint8Array(2 ** 26))]),
      good,
    ),
    'a profile of noise': file(small, chunk('iCCP', [1, 2, 3]), good),
    'a gamma of zero': file(small, chunk('gAMA', [0, 0, 0, 0]), good),
    'a background beyond the palette': file(small, chunk('bKGD', [255]), good),
    'Apple’s own': joined(chunk('CgBI', [0x50, 0, 0x20, 2]), header(small), good, end),
    'an animation of a billion frames': file(small, chunk('acTL', [0x7f, 255, 255, 255, 0, 0, 0, 0]), good),
    'an animation whose frames are huge': file(
      small,
      chunk('acTL', [0, 0, 0, 1, 0, 0, 0, 0]),
      good,
      chunk('fcTL', [0, 0, 0, 0, 0x7f, 255, 255, 255, 0x7f, 255, 255, 255, ...new Uint8Array(14)]),
      chunk('fdAT', [0, 0, 0, 1, ...deflateSync(new Uint8Array(2 ** 26))]),
    ),
    'an end with data': joined(header(small), good, chunk('IEND', [1, 2, 3])),
    'an end with a wrong checksum': joined(header(small), good, chunk('IEND', [], 1)),
  }
}

/** Kinds that are right, which few programs write. */
function kinds(): Record<string, Uint8Array> {
  const all: Record<string, Uint8Array> = {}
  const depths = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] } as const
  for (const colorType of [0, 2, 3, 4, 6] as const) {
    for (const depth of depths[colorType]) {
      all[`colour type ${colorType} of ${depth} bits`] = picture({ colorType, depth })
      all[`colour type ${colorType} of ${depth} bits, interlaced`] = picture({
        colorType,
        depth,
        interlaced: true,
      })
    }
  }
  return all
}

function pieces(data: Uint8Array, count: number): Uint8Array[] {
  const length = Math.ceil(data.length / count)
  return times(Math.ceil(data.length / length), (index) =>
    chunk('IDAT', data.subarray(index * length, (index + 1) * length)),
  )
}
