import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../src/binary/bytes'
import { readJpegHeader } from '../../src/binary/jpeg-header'
import { Problem } from '../../src/errors'
import { logoDecoders } from '../../src/jobs/logo-decoders'
import { readLogo } from '../../src/qr/logo-file'
import { encodePng } from '../../src/qr/png-write'
import { readWebpHeader } from '../../src/qr/webp-header'
import { logos } from '../support/logos'

/** The color at a point, in steps of 50, as JPEG and WebP are not exact. */
function colorAt({ width, rgba }: { width: number; rgba: Uint8Array }, x: number, y: number): number[] {
  return [...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)].map(
    (value) => Math.round(value / 50) * 50,
  )
}

const [red, blue] = [
  [200, 0, 0, 250],
  [0, 0, 200, 250],
]

async function refusal(file: Uint8Array): Promise<string> {
  const error: unknown = await readLogo(file, logoDecoders).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Problem)
  expect((error as Problem).code).toBe('asset_failed')
  return (error as Problem).message
}

/** A copy with other bytes at a place. */
function patched(file: Uint8Array, at: number, bytes: number[]): Uint8Array {
  const copy = file.slice()
  copy.set(bytes, at)
  return copy
}

const insertedAt = (file: Uint8Array, at: number, ...parts: Uint8Array[]) =>
  concatBytes([file.subarray(0, at), ...parts, file.subarray(at)])

/** An APP1 segment that says how the picture is turned (Exif 2.3, tag 274). */
const exif = (orientation: number) =>
  Uint8Array.from([
    ...[0xff, 0xe1, 0, 34],
    ...Buffer.from('Exif\0\0MM\0*\0\0\0\u0008', 'latin1'),
    ...[0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  ])

describe('a logo', () => {
  it.each(Object.entries(logos))('is read from a %s', async (_, file) => {
    const picture = await readLogo(file, logoDecoders)
    expect([picture.width, picture.height]).toEqual([64, 32])
    expect(picture.rgba).toHaveLength(64 * 32 * 4)
    expect([colorAt(picture, 10, 20), colorAt(picture, 54, 20)]).toEqual([red, blue])
  })

  it('keeps what is transparent in a WebP', async () => {
    for (const file of [logos.losslessWebp, logos.webpWithAlpha]) {
      const picture = await readLogo(file, logoDecoders)
      expect([4, 12].map((y) => colorAt(picture, 10, y)[3])).toEqual([0, 250])
    }
  })

  it('is read from a PNG', async () => {
    const picture = { width: 2, height: 1, rgba: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 255) }
    expect(await readLogo(encodePng(picture), logoDecoders)).toEqual(picture)
  })

  it('is turned as its EXIF says', async () => {
    const picture = await readLogo(insertedAt(logos.jpeg, 2, exif(6)), logoDecoders)
    expect([picture.width, picture.height]).toEqual([32, 64])
    expect([colorAt(picture, 16, 10), colorAt(picture, 16, 54)]).toEqual([red, blue])
  })

  it.each([
    ['a text', new TextEncoder().encode('<svg/>'), 'is not a PNG, JPEG or WebP'],
    ['no bytes', new Uint8Array(), 'is not a PNG, JPEG or WebP'],
    [
      'a GIF',
      new TextEncoder().encode('GIF89a................................'),
      'is not a PNG, JPEG or WebP',
    ],
    ['a JPEG that is cut off', logos.jpeg.subarray(0, -2), 'it is cut off'],
    [
      'a JPEG without its tables',
      concatBytes([logos.jpeg.subarray(0, 20), logos.jpeg.subarray(-245)]),
      'damaged',
    ],
    ['a WebP that is cut off', logos.webp.subarray(0, -40), 'is a damaged WebP'],
    [
      'a WebP with a size that is not that of its image',
      patched(logos.webpWithAlpha, 24, [99]),
      'is a damaged WebP',
    ],
    [
      'a WebP of 16,384 pixels a side',
      patched(logos.losslessWebp, 21, [0xff, 0xff, 0xff, 0x0f]),
      '16384 × 16384 pixels',
    ],
    ['an animated WebP', patched(logos.webpWithAlpha, 20, [0b10]), 'is an animated WebP'],
  ])('is refused if it is %s', async (_, file, reason) => {
    expect(await refusal(file)).toContain(reason)
  })

  it('is refused if it is a JPEG of too many pixels, before it is decoded', async () => {
    const frame = Buffer.from(logos.jpeg).indexOf(Buffer.from([0xff, 0xc2]))
    const large = patched(logos.jpeg, frame + 5, [0x13, 0x87, 0x13, 0x87])
    expect(await refusal(large)).toContain('is too large (4999 × 4999 pixels)')
    expect(await refusal(patched(logos.jpeg, frame + 5, [0, 0]))).toContain('has no pixels')
  })

  it('is refused if it is a JPEG of so many scans that its pixels would be gone over without end', async () => {
    const file = Buffer.from(logos.jpeg)
    const scan = file.subarray(file.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
    const many = insertedAt(logos.jpeg, logos.jpeg.length - 2, ...Array.from({ length: 100 }, () => scan))
    expect(readJpegHeader(many)?.scans).toBeGreaterThan(100)
    expect(await refusal(many)).toContain('too many scans')
  })
})

describe('a header', () => {
  it('says size, scans and end of a JPEG', () => {
    expect(readJpegHeader(logos.jpeg)).toEqual({ width: 64, height: 32, scans: 4, complete: true })
  })

  it('is none, whatever stands behind the first bytes of a file', () => {
    for (let length = 0; length < 150; length++) {
      expect(readJpegHeader(logos.jpeg.subarray(0, length)) ?? {}).not.toMatchObject({ complete: true })
      if (length < 30) expect(readWebpHeader(logos.webp.subarray(0, length))).toBeUndefined()
    }
  })
})
