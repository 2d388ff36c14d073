import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRawStream } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../../src/binary/bytes'
import { compress } from '../../../src/pdf/compress/compress'
import { printedSizes } from '../../../src/pdf/compress/printed-sizes'
import { DEFLATE_COST, decodeStream } from '../../../src/pdf/streams'
import { MAX_WORK, shareBudget, WorkBudget } from '../../../src/pdf/work-budget'
import { writePdf } from '../../../src/pdf/write/write-pdf'
import { jpegCodec, photo } from '../../support/jpeg'
import { linksPdf } from '../../support/pdfs'
import { picturePage, rawStream } from '../../support/picture-page'

const unused = () => Promise.reject(new Error('no image is to be re-encoded'))

const rgb = ({ data }: { data: Uint8ClampedArray }) =>
  new Uint8Array([...data].filter((_, index) => index % 4 !== 3))
const refOf = (document: PDFDocument, object: PDFObject) => {
  const ref = document.context.getObjectRef(object)
  if (!ref) throw new Error('no such object')
  return ref
}
const numberOf = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key), PDFNumber).asNumber()

describe('compressing', () => {
  it('brings a photograph down to 150 dpi at its printed size, as JPEG', async () => {
    const { document, image } = await picturePage(600, 600, rgb(photo(600, 600)))
    await compress(document, jpegCodec)
    expect(numberOf(image().dict, 'Width')).toBe(150)
    expect(numberOf(image().dict, 'Height')).toBe(150)
    expect(image().dict.get(PDFName.of('Filter'))).toBe(PDFName.of('DCTDecode'))
    const pixels = (await jpegCodec()).decode(image().contents)
    expect(pixels.width).toBe(150)
  })

  it('brings a scan of more than 8 megapixels down, whose pixels it never holds as four bytes each', async () => {
    const [width, height] = [2048, 4096]
    const grey = new Uint8Array(width * height).map((_, at) => (at >> 4) ^ (at >> 11))
    const { document, image } = await picturePage(width, height, grey, 'DeviceGray')
    await compress(document, jpegCodec)
    expect(['Width', 'Height'].map((key) => numberOf(image().dict, key))).toEqual([150, 300])
  })

  it('leaves a JPEG of more than 100 scans as it is, which would take minutes to decode', async () => {
    const jpeg = (await jpegCodec()).encode(photo(300, 300), { quality: 80, grey: false })
    const scan = Uint8Array.of(0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0)
    const end = jpeg.subarray(-2)
    const many = concatBytes([jpeg.subarray(0, -2), ...Array.from({ length: 100 }, () => scan), end])
    const { document, image } = await picturePage(300, 300, many)
    image().dict.set(PDFName.of('Filter'), PDFName.of('DCTDecode'))
    const page = PDFRawStream.of(image().dict, many)
    document.context.assign(refOf(document, image()), page)
    let loads = 0
    const counted = () => {
      loads++
      return jpegCodec()
    }
    await compress(document, counted)
    expect([image() === page, loads]).toEqual([true, 0])
    document.context.assign(refOf(document, page), PDFRawStream.of(page.dict, jpeg))
    await compress(document, counted)
    expect([numberOf(image().dict, 'Width'), loads]).toEqual([150, 1])
  })

  /** Flat ground with text-like strokes, and a gradient of many colours in a corner. */
  function screenshot(width: number, height: number): Uint8Array {
    const samples = new Uint8Array(width * height * 3).fill(250)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = 3 * (y * width + x)
        if (x < width / 3 && y < height / 2) samples.set([x & 255, y & 255, (x * y) & 255], at)
        else if (y % 12 < 6 && (x * 7) % 11 < 2) samples.set([20, 20, 90], at)
      }
    return samples
  }

  it('keeps each pixel of a screenshot, however many colours a picture in it has', async () => {
    const samples = screenshot(300, 200)
    const { document, image } = await picturePage(300, 200, samples)
    const before = image().contents.length
    await compress(document, unused)
    expect(image().contents.length).toBeLessThan(before)
    expect(decodeStream(image())).toEqual(samples)
  })

  it('predicts the samples of an image if that is shorter, and stores those that were predicted', async () => {
    const smooth = new Uint8Array(200 * 200 * 3).map(
      (_, at) => Math.floor(at / 3 / 200) + (Math.floor(at / 3) % 200),
    )
    const { document, image } = await picturePage(200, 200, smooth, 'DeviceRGB')
    await compress(document, unused)
    expect(String(image().dict.get(PDFName.of('DecodeParms')))).toMatch(/Predictor 15/)
    expect(decodeStream(image())).toEqual(smooth)
    const size = image().contents.length
    await compress(document, unused)
    expect(image().contents.length).toBe(size)
  })

  it('stores anew what other filters that lose nothing have packed', async () => {
    const { document, image } = await picturePage(100, 100, new Uint8Array(30_000).fill(7))
    const hex = Buffer.from(new Uint8Array(30_000).fill(7)).toString('hex')
    const dict = image().dict.clone()
    dict.set(PDFName.of('Filter'), PDFName.of('ASCIIHexDecode'))
    document.context.assign(
      refOf(document, image()),
      PDFRawStream.of(dict, new Uint8Array(Buffer.from(`${hex}>`))),
    )
    await compress(document, unused)
    expect(image().contents.length).toBeLessThan(200)
    expect(decodeStream(image())).toEqual(new Uint8Array(30_000).fill(7))
  })

  it('keeps a grey photograph grey', async () => {
    const grey = new Uint8Array(400 * 400).map((_, at) => 128 + 100 * Math.sin(at / 7000) + ((at * 31) % 17))
    const { document, image } = await picturePage(400, 400, grey, 'DeviceGray')
    await compress(document, jpegCodec)
    expect(image().dict.get(PDFName.of('Filter'))).toBe(PDFName.of('DCTDecode'))
    expect(image().dict.get(PDFName.of('ColorSpace'))).toBe(PDFName.of('DeviceGray'))
    // The frame header (SOF) says how many components there are.
    const frame = Buffer.from(image().contents).findIndex(
      (byte: number, at: number, all: Buffer) => byte === 0xff && [0xc0, 0xc2].includes(all[at + 1] ?? 0),
    )
    expect(image().contents[frame + 9]).toBe(1)
  })

  it('leaves a code or a drawing as it is, however finely it is printed', async () => {
    const squares = new Uint8Array(600 * 600 * 3).map((_, at) =>
      (Math.floor(at / 60) + Math.floor(at / 36_000)) % 2 ? 255 : 0,
    )
    const { document, image } = await picturePage(600, 600, squares)
    await compress(document, unused)
    expect(numberOf(image().dict, 'Width')).toBe(600)
    expect(image().dict.get(PDFName.of('Filter'))).toBe(PDFName.of('FlateDecode'))
  })

  it('keeps the text, links, outline and tags of a document and makes it smaller', async () => {
    const document = await PDFDocument.load(linksPdf(), { updateMetadata: false })
    await compress(document, unused)
    const bytes = writePdf(document.context, { objectStreams: true })
    expect(bytes.length).toBeLessThan(linksPdf().length)
    const read = await PDFDocument.load(bytes, { updateMetadata: false })
    for (const key of ['StructTreeRoot', 'Outlines', 'Dests', 'MarkInfo', 'Lang']) {
      expect(read.catalog.has(PDFName.of(key))).toBe(true)
    }
    expect(read.getPages().map((page) => page.node.Annots()?.size())).toEqual([3, 1])
  })

  it('stores what stands in the file twice only once', async () => {
    const samples = new Uint8Array(3 * 64 * 64).map((_, at) => (at * 7919) % 251)
    const { document } = await picturePage(64, 64, samples)
    const { context } = document
    const resources = document.getPage(0).node.Resources()
    const images = resources?.lookup(PDFName.of('XObject'), PDFDict)
    const first = rawStream(context.lookup(images?.get(PDFName.of('Im0'))))
    images?.set(PDFName.of('Im1'), context.register(first.clone()))
    await compress(document, unused)
    expect(images?.get(PDFName.of('Im1'))).toBe(images?.get(PDFName.of('Im0')))
  })

  it('measures an image by its largest use, through forms, patterns and the page’s unit', async () => {
    const { document } = await picturePage(10, 10, new Uint8Array(300))
    const { context } = document
    const page = document.getPage(0)
    const objects = page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict)
    const image = objects?.get(PDFName.of('Im0'))
    const form = context.stream('q 10 0 0 20 0 0 cm /Im0 Do Q', {
      Subtype: 'Form',
      Matrix: [2, 0, 0, 2, 0, 0],
      Resources: { XObject: { Im0: image ?? null } },
    })
    objects?.set(PDFName.of('Fm0'), context.register(form))
    page.node.set(
      PDFName.of('Contents'),
      context.register(context.stream('q 5 0 0 5 0 0 cm /Fm0 Do Q /Im0 Do')),
    )
    page.node.set(PDFName.of('UserUnit'), PDFNumber.of(3))
    expect([...(await printedSizes([page])).values()]).toEqual([{ width: 300, height: 600 }])
    expect(page.node.Contents()).not.toBeInstanceOf(PDFArray)
  })
})

it('a stream stays as it is where the name of its filter takes what deflating saves', async () => {
  const document = await PDFDocument.create()
  const { context } = document
  const streams = [30, 300].map((length) => context.register(context.stream('a'.repeat(length))))
  document.addPage().node.set(PDFName.of('Contents'), context.obj(streams))
  await compress(document, unused)
  const filters = streams.map((ref) => rawStream(context.lookup(ref)).dict.has(PDFName.of('Filter')))
  expect(filters).toEqual([false, true])
})

it('streams that would take more than a third of what the document may cost stay as they came', async () => {
  const document = await PDFDocument.create()
  const { context } = document
  const [count, line] = [10, '0 0 m 9 9 l S\n']
  const streams = Array.from({ length: count }, () => context.register(context.stream(line.repeat(1000))))
  const length = 1000 * line.length
  document.addPage().node.set(PDFName.of('Contents'), context.obj(streams))
  // Nothing is the same, so that nothing is merged.
  for (const [at, ref] of streams.entries())
    rawStream(context.lookup(ref)).dict.set(PDFName.of('At'), context.obj(at))
  shareBudget(context, new WorkBudget({ ...MAX_WORK, bytes: 8 * length * DEFLATE_COST }))
  await compress(document, unused)
  const packed = streams.filter((ref) => rawStream(context.lookup(ref)).dict.has(PDFName.of('Filter')))
  expect(packed).toHaveLength(2)
})
