/** QR codes before zbar and ZXing, two decoders that the service does not use. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodePng } from '../../src/qr/png-write'
import type { QrOptions } from '../../src/qr/qr-options'
import { effort, whole } from '../fuzz/effort'
import { pairwise, product } from '../support/pairwise'
import { pngOf } from '../support/png'
import { type Case, readAll } from './qr'

const url = 'https://example.com/products/12345?ref=qr'
const levels = ['low', 'medium', 'quartile', 'high'] as const
const sizes = ['small', 'default', 'big'] as const
/** One fixed sequence, so that a run can be repeated. */
const seed = 20261121

it('reads all nine types with hostile characters', async () => {
  const hostile = 'a\\b;c,d:e"f\'g&h=i?j#k%l+m n\r\no\tp<q>é漢😀'
  const cases: QrOptions[] = [
    { type: 'text', data: hostile },
    { type: 'product', data: '4006381333931' },
    { type: 'url', data: 'example.com/ü?q=a b#c' },
    { type: 'email', data: 'ada+qr@example.com', subject: hostile, body: hostile },
    { type: 'tel', data: '+49 30 1234-56' },
    { type: 'sms', data: '+4930', message: hostile },
    { type: 'wifi', ssid: hostile, password: hostile, hidden: true },
    { type: 'geo', lat: -48.8584, lng: '2.29450' },
    { type: 'vcard', name: hostile, org: hostile, phone: '+44', email: 'a@b.c', url: hostile },
  ]
  const result = await readAll(
    'qr-types',
    sizes.flatMap((size) => cases.map((options) => ({ options: { ...options, size } }))),
  )
  expect(result.failures).toEqual([])
  expect(result.sold).toBeGreaterThanOrEqual(26)
})

it('reads every size at every level and margin that fits', async () => {
  const parameters = {
    size: sizes,
    error_level: levels,
    margin: [0, 5, 10, 25, 50, 75, 90, 150, 300],
    length: [1, 20, 41, 100, 300, 700, 1500],
  } as const
  const rows = whole ? product(parameters) : pairwise(parameters, () => true)
  const cases = rows.map(({ length, ...options }) => ({
    options: { data: (url + '/path'.repeat(400)).slice(0, length), ...options },
  }))
  const result = await readAll('qr-grid', cases)
  expect(result.failures).toEqual([])
  expect(result.sold).toBeGreaterThan(effort(350, 25))
  expect(result.hardened).toBeGreaterThan(effort(80, 6))
})

it(`reads ${effort('2,000', '300')} random texts in all scripts`, async () => {
  const ranges = [
    ...[
      [0x20, 0x7e],
      [0xa0, 0x24f],
      [0x370, 0x3ff],
      [0x400, 0x4ff],
      [0x5d0, 0x5ea],
      [0x620, 0x64a],
    ],
    ...[
      [0x904, 0x939],
      [0xe01, 0xe3a],
      [0x3041, 0x3093],
      [0x30a1, 0x30fa],
      [0x4e00, 0x9fa5],
    ],
    ...[
      [0xac00, 0xd7a3],
      [0xff01, 0xff5e],
      [0x1f300, 0x1f64f],
      [0x30, 0x39],
      [0x41, 0x5a],
    ],
  ] as [number, number][]
  const character = fc.oneof(
    ...ranges.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
  )
  const word = fc.nat(ranges.length - 1).chain((index) => {
    const [min, max] = ranges[index] ?? [0x20, 0x7e]
    const one = fc.integer({ min, max }).map((code) => String.fromCodePoint(code))
    return fc.string({ unit: one, minLength: 1, maxLength: 25 })
  })
  const text = fc.oneof(
    fc.string({ unit: character, minLength: 1, maxLength: 60 }),
    fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
  )
  const cases = fc
    .sample(fc.record({ data: text, error_level: fc.constantFrom(...levels) }), {
      numRuns: effort(2000, 300),
      seed,
    })
    .map((options): Case => ({ options: { ...options, margin: 25 } }))
  const result = await readAll('qr-random', cases)
  expect(result.failures).toEqual([])
  expect(result.sold).toBeGreaterThan(effort(1950, 284))
})

it('reads colours down to the limit of contrast, dark on light and light on dark', async () => {
  const channel = fc.nat(255)
  const colour = fc.tuple(channel, channel, channel)
  const luma = ([r, g, b]: number[]) => (0.299 * (r ?? 0) + 0.587 * (g ?? 0) + 0.114 * (b ?? 0)) / 255
  const near = fc
    .sample(fc.record({ color: colour, background: colour }), { numRuns: 20_000, seed })
    .filter(({ color, background }) => Math.abs(Math.abs(luma(color) - luma(background)) - 0.31) < 0.01)
    .slice(0, effort(400, 120))
  const cases = near.map((colours): Case => ({ options: { data: url, margin: 50, ...colours } }))
  const result = await readAll('qr-colours', cases)
  expect(result.failures).toEqual([])
  expect(result.sold).toBeGreaterThan(effort(100, 30))
})

it('reads logos of every shape and kind up to the widest that is taken', async () => {
  const shapes: Record<string, (x: number, y: number) => number[]> = {
    full: () => [200, 20, 40, 255],
    black: () => [0, 0, 0, 255],
    white: () => [255, 255, 255, 255],
    clear: () => [0, 0, 0, 0],
    disc: (x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.5 ? [20, 90, 60, 255] : [0, 0, 0, 0]),
    rings: (x, y) => ((Math.hypot(x - 0.5, y - 0.5) * 10) % 2 < 1 ? [0, 0, 0, 255] : [255, 255, 255, 255]),
    finder: (x, y) => {
      const ring = Math.floor(Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) * 7)
      return ring === 3 || ring < 2 ? [0, 0, 0, 255] : [255, 255, 255, 255]
    },
    checks: (x, y) => ((Math.floor(x * 9) + Math.floor(y * 9)) % 2 ? [0, 0, 0, 255] : [255, 255, 255, 255]),
    fade: (x, y) => [x * 255, y * 255, 128, 255 * x],
  }
  const parameters = {
    shape: Object.keys(shapes),
    extent: [
      [90, 90],
      [160, 40],
      [40, 160],
    ],
    data: ['1', url, 'aB3/'.repeat(26), url.repeat(4)],
    look: [
      ...[40, 60, 80, 100, 120, 140, 160, 180].map((logo_width) => ({ logo_width, margin: 50 })),
      { margin: 50 },
      ...sizes.map((size) => ({ size })),
    ],
  }
  const rows = whole ? product(parameters) : pairwise(parameters, () => true)
  const cases = rows.map(({ shape, extent: [width = 0, height = 0], data, look }): Case => {
    const pixels = Array.from(
      { length: width * height },
      (_, i) => shapes[shape]?.((i % width) / width, Math.floor(i / width) / height) ?? [],
    )
    const logo = encodePng({ width, height, rgba: Uint8Array.from(pixels.flat()) })
    return { name: shape, logo, options: { data, ...look } }
  })
  const result = await readAll('qr-logos', cases)
  expect(result.failures).toEqual([])
  expect(result.sold).toBeGreaterThan(effort(450, 40))
  expect(result.refused).toBeGreaterThan(effort(100, 9))
})

it('reads codes whose logo is a PNG of any colour type, depth and interlacing', async () => {
  const kinds = [
    ...[1, 2, 4, 8, 16].map((depth) => ({ colorType: 0 as const, depth, channels: 1 })),
    ...[8, 16].map((depth) => ({ colorType: 2 as const, depth, channels: 3 })),
    ...[1, 2, 4, 8].map((depth) => ({ colorType: 3 as const, depth, channels: 1 })),
    ...[8, 16].map((depth) => ({ colorType: 4 as const, depth, channels: 2 })),
    ...[8, 16].map((depth) => ({ colorType: 6 as const, depth, channels: 4 })),
  ]
  const palette = Array.from({ length: 256 }, (_, i) => [i, 255 - i, (i * 7) % 256])
  const cases = kinds.flatMap(({ channels, ...kind }) =>
    [false, true].map((interlaced): Case => {
      const most = 2 ** kind.depth - 1
      const sample = (x: number, y: number) =>
        Array.from({ length: channels }, (_, i) => (x * 3 + y * 5 + i * 60) % (most + 1))
      const colours = kind.colorType === 3 && { palette: palette.slice(0, most + 1) }
      const logo = pngOf({ width: 64, height: 48, ...kind, interlaced, filter: 4, sample, ...colours })
      return { logo, options: { data: url, margin: 40 } }
    }),
  )
  expect(await readAll('qr-kinds', cases)).toMatchObject({ failures: [], sold: cases.length })
})
