import { type PDFDict, PDFName, PDFNumber } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../../src/binary/bytes'
import { compress } from '../../../src/pdf/compress/compress'
import { RowReducer } from '../../../src/pdf/compress/image/row-reducer'
import { openSequentialJpeg } from '../../../src/pdf/compress/image/sequential-jpeg'
import { looksAlike } from '../../../src/pdf/compress/image/visible-loss'
import { jpegCodec, lineArt, photo } from '../../support/jpeg'
import { jpegPage } from '../../support/picture-page'

const codec = await jpegCodec()
const unused = () => Promise.reject(new Error('no image is to be re-encoded'))
const baseline = (raster: ReturnType<typeof photo>, grey = false) =>
  codec.encode(raster, { quality: 90, grey, progressive: false })

const numberAt = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key), PDFNumber).asNumber()
const sizeOf = (dict: PDFDict) => [numberAt(dict, 'Width'), numberAt(dict, 'Height')]

/** The samples of a JPEG that is read in bands. */
function readRows(jpeg: Uint8Array): number[] {
  const samples: number[] = []
  for (const rows of openSequentialJpeg(jpeg)?.bands() ?? []) for (const row of rows) samples.push(...row)
  return samples
}

/** A baseline JPEG of a picture of 16 rows, which stands in it so many times, one below the other. */
function stacked(strip: ReturnType<typeof photo>, times: number): Uint8Array {
  const jpeg = Buffer.from(baseline(strip))
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  const head = Buffer.from(jpeg.subarray(0, scan))
  const begin = jpeg.subarray(scan, scan + 2 + jpeg.readUInt16BE(scan + 2))
  const frame = head.indexOf(Buffer.from([0xff, 0xc0]))
  head.writeUInt16BE(16 * times, frame + 5)
  const [across, down] = [(head[frame + 11] ?? 0) >> 4, (head[frame + 11] ?? 0) & 15]
  const interval = Buffer.from([0xff, 0xdd, 0, 4, 0, 0])
  interval.writeUInt16BE(Math.ceil(strip.width / (8 * across)) * (2 / down), 4)
  const data = jpeg.subarray(scan + begin.length, -2)
  const strips = Array.from({ length: times }, (_, at) =>
    at === 0 ? [data] : [Uint8Array.of(0xff, 0xd0 + ((at - 1) % 8)), data],
  )
  return concatBytes([head, interval, begin, ...strips.flat(), Uint8Array.of(0xff, 0xd9)])
}

describe('a JPEG that is read in bands', () => {
  it.each([
    { width: 133, height: 57, grey: false },
    { width: 40, height: 33, grey: true },
    { width: 16, height: 16, grey: false },
  ])('has the samples that MozJPEG reads, $width x $height, grey $grey', ({ width, height, grey }) => {
    const jpeg = baseline(photo(width, height), grey)
    const rows = readRows(jpeg)
    const { data } = codec.decode(jpeg)
    const expected = [...data].filter((_, at) => (grey ? at % 4 === 0 : at % 4 !== 3))
    expect(rows.length).toBe(expected.length)
    // Chrominance of fewer samples is repeated here, and smoothed there.
    const worst = rows.map((value, at) => Math.abs(value - (expected[at] ?? 0)))
    expect(Math.max(...worst)).toBeLessThan(5)
  })

  it('goes on behind a restart marker as at the beginning', () => {
    const once = readRows(baseline(photo(20, 16)))
    expect(once).toHaveLength(20 * 16 * 3)
    expect(readRows(stacked(photo(20, 16), 3))).toEqual([...once, ...once, ...once])
  })

  it('is none if it is progressive, and damaged if its data ends too early', () => {
    const raster = photo(64, 64)
    expect(openSequentialJpeg(codec.encode(raster, { quality: 80 }))).toBeUndefined()
    expect(openSequentialJpeg(new Uint8Array([0xff, 0xd8, 0xff]))).toBeUndefined()
    const jpeg = baseline(raster)
    expect(() => readRows(jpeg.subarray(0, jpeg.length / 2))).toThrow(RangeError)
  })
})

describe('compressing JPEGs', () => {
  it('brings one of more than 8 megapixels down in bands, if it is no progressive one', async () => {
    const [width, height] = [3000, 2720]
    const strip = photo(width, 16)
    const { document, image } = await jpegPage(width, height, stacked(strip, height / 16))
    await compress(document, () => Promise.resolve({ ...codec, decode: onlySmall }))
    expect(sizeOf(image().dict)).toEqual([166, 150])
    const made = codec.decode(image().contents)
    const meanOf = ({ data }: { data: Uint8ClampedArray }, from: number, to: number) => {
      let sum = 0
      for (let x = from; x < to; x++) sum += data[4 * x] ?? 0
      return sum / (to - from)
    }
    for (const part of [0, 1, 2, 3, 4])
      expect(
        Math.abs(meanOf(strip, part * 600, (part + 1) * 600) - meanOf(made, part * 33, (part + 1) * 33)),
      ).toBeLessThan(8)
    const progressive = codec.encode(photo(64, 64), { quality: 80 })
    const left = await jpegPage(width, height, progressive)
    await compress(left.document, unused)
    expect(left.image().contents).toEqual(progressive)
  })

  /** Decodes what was made, and nothing of the size of what came. */
  function onlySmall(jpeg: Uint8Array) {
    if (jpeg.length > 100_000) throw new Error('decoded at once')
    return codec.decode(jpeg)
  }

  it('keeps each pixel of line art at 200 dpi, and 300 dpi of what is finer', async () => {
    const jpeg = baseline(lineArt(200, 200))
    const coarse = await jpegPage(200, 200, jpeg)
    await compress(coarse.document, () => Promise.resolve(codec))
    expect(coarse.image().contents).toEqual(jpeg)
    const fine = await jpegPage(800, 800, baseline(lineArt(800, 800)))
    await compress(fine.document, () => Promise.resolve(codec))
    expect(sizeOf(fine.image().dict)).toEqual([300, 300])
  })

  it('leaves one alone whose image says that its colours are stored as they are', async () => {
    const jpeg = baseline(photo(300, 300))
    const { document, image } = await jpegPage(300, 300, jpeg, { DecodeParms: { ColorTransform: 0 } })
    await compress(document, unused)
    expect(image().contents).toEqual(jpeg)
  })
})

describe('a loss that can be seen', () => {
  it.each([
    ['texture, as photographs have it', 12, false],
    ['soft outlines, as drawings have them', 22, true],
  ])('is that of hard edges: %s', (_, contrast, isHidden) => {
    const reducer = new RowReducer({ width: 64, height: 64 }, { width: 32, height: 32 }, 1)
    const stripes = Uint8Array.from({ length: 64 }, (_, x) => (x % 2 === 0 ? 128 - contrast : 128 + contrast))
    for (let y = 0; y < 64; y++) reducer.add(stripes)
    expect(reducer.hidesHardEdges()).toBe(isHidden)
  })

  const flat = { width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4).fill(200) }
  /** The picture with every second pixel lighter and every other darker by so much, in one of its quarters. */
  const shaken = ({ width, height, data }: typeof flat, by: number) => ({
    ...{ width, height },
    data: data.map((value, at) =>
      Math.floor(at / 4) % width < width / 2 && at < data.length / 2
        ? value + (Math.floor(at / 4) % 2 === 0 ? by : -by)
        : value,
    ),
  })

  it('is a small error on flat ground, and the same error is none where much is going on', () => {
    const busy = shaken(flat, 50)
    expect(looksAlike(flat, flat)).toBe(true)
    expect(looksAlike(flat, shaken(flat, 4))).toBe(true)
    expect(looksAlike(flat, shaken(flat, 9))).toBe(false)
    expect(looksAlike(busy, shaken(busy, 9))).toBe(true)
    expect(looksAlike(busy, shaken(busy, -40))).toBe(false)
    expect(looksAlike(flat, { ...flat, width: 32 })).toBe(false)
  })
})
