import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PngError, readPng } from '../../src/qr/png-read'
import { encodeBitmapPng, encodePng } from '../../src/qr/png-write'
import { chunk, header, joined, type PngInit, pngOf } from '../support/png'

type Kind = Pick<PngInit, 'colorType' | 'depth'>
const kinds: Kind[] = [
  ...[1, 2, 4, 8, 16].map((depth) => ({ colorType: 0 as const, depth })),
  ...[8, 16].map((depth) => ({ colorType: 2 as const, depth })),
  ...[1, 2, 4, 8].map((depth) => ({ colorType: 3 as const, depth })),
  ...[8, 16].map((depth) => ({ colorType: 4 as const, depth })),
  ...[8, 16].map((depth) => ({ colorType: 6 as const, depth })),
]
const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** A picture of `kind`, and the RGBA that a reader of the specification expects. */
function example({ colorType, depth }: Kind, [width, height] = [13, 11]) {
  const most = 2 ** depth - 1
  const samples = (x: number, y: number) =>
    Array.from(
      { length: channels[colorType] },
      (_, channel) => (x * 7919 + y * 104729 + channel * 31337) % (most + 1),
    )
  const palette = Array.from({ length: most + 1 }, (_, i) => [(i * 37) % 256, (i * 91) % 256, (i * 53) % 256])
  const expected: number[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const raw = samples(x, y)
      const byte = raw.map((value) => (depth === 16 ? value >> 8 : Math.trunc((value * 255) / most)))
      const [a = 0, b = 0, c = 0, d = 255] = byte
      if (colorType === 3) expected.push(...(palette[raw[0] ?? 0] ?? []), 255)
      else if (colorType === 0) expected.push(a, a, a, 255)
      else if (colorType === 4) expected.push(a, a, a, b)
      else expected.push(a, b, c, d)
    }
  }
  const init: PngInit = {
    width,
    height,
    colorType,
    depth,
    sample: samples,
    ...(colorType === 3 && { palette }),
  }
  return { init, expected }
}

describe('reading a PNG', () => {
  it.each(kinds)(
    'of color type $colorType and depth $depth gives its pixels, interlaced or not, under every filter',
    (kind) => {
      const { init, expected } = example(kind)
      for (const interlaced of [false, true]) {
        for (const filter of [0, 1, 2, 3, 4]) {
          const picture = readPng(pngOf({ ...init, interlaced, filter }))
          expect([...picture.rgba]).toEqual(expected)
        }
      }
    },
  )

  it.each([1, 2, 3, 5, 8])('interlaced and only %d pixels wide leaves out the empty passes', (side) => {
    const { init, expected } = example({ colorType: 2, depth: 8 }, [side, side])
    expect([...readPng(pngOf({ ...init, interlaced: true })).rgba]).toEqual(expected)
  })

  it('honours the transparent color and the transparent palette entries', () => {
    const grey = pngOf({
      width: 2,
      height: 1,
      colorType: 0,
      depth: 4,
      sample: (x) => [x + 4],
      transparency: [0, 5],
    })
    expect(alphas(grey)).toEqual([255, 0])
    const deep = pngOf({
      ...{ width: 2, height: 1, colorType: 2, depth: 16 },
      sample: (x) => [258, 772, 1280 + x],
      transparency: [1, 2, 3, 4, 5, 0],
    })
    expect(alphas(deep)).toEqual([0, 255])
    const palette = [
      [1, 1, 1],
      [2, 2, 2],
      [3, 3, 3],
    ]
    const indexed = pngOf({
      width: 3,
      height: 1,
      colorType: 3,
      depth: 2,
      sample: (x) => [x],
      palette,
      transparency: [7, 0],
    })
    expect(alphas(indexed)).toEqual([7, 0, 255])
  })

  it('takes the still image of an animated one and does not look into text and profiles', () => {
    const { init, expected } = example({ colorType: 2, depth: 8 })
    const bomb = deflateSync(Buffer.alloc(50_000_000))
    const extra = [
      chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0]),
      chunk('iCCP', [65, 0, 0, ...bomb]),
      chunk('zTXt', [65, 0, 0, ...bomb], 1),
      chunk('fdAT', [0, 0, 0, 1, 99]),
    ]
    expect([...readPng(pngOf({ ...init, extra })).rgba]).toEqual(expected)
  })

  const small = example({ colorType: 2, depth: 8 }).init
  const good = pngOf(small)
  const data = deflateSync(Buffer.alloc(11 * (1 + 13 * 3)))
  const head = header(small)
  const end = chunk('IEND', [])
  const dataChunk = chunk('IDAT', data)
  const grey16 = { width: 2300, height: 1700, depth: 16, colorType: 6 }
  it.each([
    ['nothing', new Uint8Array()],
    ['a JPEG', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8])],
    ['a signature alone', joined()],
    ['a cut-off file', good.subarray(0, good.length - 20)],
    ['no header', joined(dataChunk, end)],
    ['a wrong checksum in the header', joined(header({ ...small, width: 13 }).with(20, 9), dataChunk, end)],
    ['a wrong checksum in the data', joined(head, chunk('IDAT', data, 1), end)],
    ['no image data', joined(head, end)],
    ['data that is not compressed', joined(head, chunk('IDAT', [1, 2, 3, 4]), end)],
    ['too little data', joined(head, chunk('IDAT', deflateSync(Buffer.alloc(10))), end)],
    ['a bomb behind a small header', joined(head, chunk('IDAT', deflateSync(Buffer.alloc(50_000_000))), end)],
    ['an unknown filter', joined(head, chunk('IDAT', deflateSync(Buffer.alloc(440, 7))), end)],
    ['an unknown critical chunk', joined(head, chunk('EVIL', [1]), dataChunk, end)],
    ['no width', joined(header({ ...small, width: 0 }), dataChunk, end)],
    ['a depth that its color type has not', joined(header({ ...small, depth: 4 }), dataChunk, end)],
    ['an unknown color type', joined(header({ ...small, colorType: 5 }), dataChunk, end)],
    ['a palette image without palette', joined(header({ ...small, colorType: 3 }), dataChunk, end)],
    ['5,001 pixels in a row', joined(header({ ...small, width: 5001, height: 1 }), dataChunk, end)],
    ['more than 4 megapixels', joined(header({ ...small, width: 2001, height: 2000 }), dataChunk, end)],
    [
      'the largest header there is',
      joined(header({ ...small, width: 2 ** 31 - 1, height: 2 ** 31 - 1 }), dataChunk, end),
    ],
    ['more than 20 MB of raw data', joined(header(grey16), dataChunk, end)],
    [
      'a chunk longer than the file',
      joined(head, Uint8Array.from([255, 255, 255, 255, 73, 68, 65, 84, 0, 0, 0, 0])),
    ],
  ])('refuses %s', (_, bytes) => {
    expect(() => readPng(bytes)).toThrow(PngError)
  })

  it('never throws anything but its refusal, whichever byte of a file is changed', () => {
    for (let position = 0; position < good.length; position++) {
      try {
        readPng(good.with(position, (good[position] ?? 0) ^ 0x55))
      } catch (error) {
        expect(error).toBeInstanceOf(PngError)
      }
    }
  })
})

describe('writing a PNG', () => {
  it('keeps every pixel of a picture, with and without alpha', () => {
    const rgba = Uint8Array.from({ length: 7 * 5 * 4 }, (_, index) => (index * 89) % 256)
    expect(readPng(encodePng({ width: 7, height: 5, rgba })).rgba).toEqual(rgba)
    const opaque = rgba.map((value, index) => (index % 4 === 3 ? 255 : value))
    const bytes = encodePng({ width: 7, height: 5, rgba: opaque })
    expect(readPng(bytes).rgba).toEqual(opaque)
    expect(bytes[25]).toBe(2)
  })

  it('keeps the two colors of a code and their alpha', () => {
    const rows = Uint8Array.from([0, 0b10100000, 0, 0b01000000, 0, 0b11100000])
    const picture = readPng(
      encodeBitmapPng(3, rows, [
        [9, 8, 7, 100],
        [1, 2, 3, 255],
      ]),
    )
    const [o, i] = [
      [9, 8, 7, 100],
      [1, 2, 3, 255],
    ]
    expect([...picture.rgba]).toEqual([i, o, i, o, i, o, i, i, i].flat())
  })
})

function alphas(png: Uint8Array): number[] {
  return [...readPng(png).rgba].filter((_, index) => index % 4 === 3)
}
