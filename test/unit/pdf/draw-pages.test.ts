/** Pictures of pages: what is refused before anything is drawn, and how pixels become a PNG. */
import { describe, expect, it, vi } from 'vitest'
import { keptEngine } from '../../../src/pdf/pdfa/kept-engine'
import { openPage, renderRegion } from '../../../src/pdf/pdfa/pdfium-page'
import { drawPages, type PictureEngines } from '../../../src/pdf/pictures/draw-pages'
import { PngBands, PngRows } from '../../../src/pdf/pictures/encode-png'
import type { DrawRequest } from '../../../src/pdf/pictures/plan-drawings'
import { readPng } from '../../../src/qr/png-read'
import { blankPdf, handmadePdf } from '../../support/pdfs'
import { loadPdfium } from '../../support/rasterise'
import { everyThirdOf } from '../../support/runs'

const drawn = () => {
  throw new Error('it was drawn')
}
/** No page gets as far as these. */
const engines: PictureEngines = {
  pdfium: { get: drawn, drop: () => undefined },
  encode: { jpeg: drawn, webp: drawn },
}
const PNG: DrawRequest = { format: 'png', size: { dpi: 72 } }

const draw = (pdf: Uint8Array, request: Partial<DrawRequest> = {}, isPaid = true) =>
  drawPages(pdf, { ...PNG, ...request }, { engines, isPaid })

const stream = (text: string, dictionary = '') => ({ dictionary, data: Buffer.from(text, 'latin1') })

/** A page of 400 points whose resources, objects and annotations are given. */
function pageOf(
  content: string,
  { resources = '', annotations = '', objects = [] as ReturnType<typeof stream>[] },
) {
  return handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<<${resources}>>/Annots[${annotations}]>>`,
    stream(content),
    ...objects,
  ])
}

const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 400 400]'
/** Forms that draw each other ten times over, five deep: a hundred thousand fillings of the page. */
const nested = Array.from({ length: 5 }, (_, index) =>
  index === 4
    ? stream('0 0 400 400 re f', FORM)
    : stream('/F Do '.repeat(10), `${FORM}/Resources<</XObject<</F ${index + 6} 0 R>>>>`),
)

describe('pages that take too much work', () => {
  it.each([
    ['by forms in forms', pageOf('/F Do', { resources: '/XObject<</F 5 0 R>>', objects: nested })],
    [
      'by tiny tiles',
      pageOf('/Pattern cs /P scn 0 0 400 400 re f', {
        resources: '/Pattern<</P 5 0 R>>',
        objects: [
          stream(
            '0 0 1 1 re f',
            '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.0001/YStep 0.0001/Resources<<>>',
          ),
        ],
      }),
    ],
    [
      'by the look of an annotation',
      pageOf('', {
        annotations: '<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 400 400]/AP<</N 5 0 R>>>>',
        objects: nested,
      }),
    ],
  ])('%s are refused before they are drawn', async (_, pdf) => {
    await expect(draw(pdf)).rejects.toMatchObject({
      code: 'document_invalid',
      message: expect.stringContaining('too much work'),
    })
  })

  it('are those of very many paintings, of fewer if nobody pays for them', async () => {
    const pageWith = (paintings: number) => pageOf('0 0 1 1 re f '.repeat(paintings), {})
    await expect(draw(pageWith(50_001), {}, false)).rejects.toMatchObject({
      code: 'document_invalid',
      message: expect.stringContaining('output'),
    })
    await expect(draw(pageWith(50_001))).rejects.toThrow('it was drawn')
    // PDFium would hold 50 to 95 MB.
    await expect(draw(pageWith(150_001))).rejects.toThrow('simplify')
  })

  it('are fewer if nobody pays for them', async () => {
    const page = pageOf('0 0 400 400 re f '.repeat(1000), {})
    await expect(draw(page)).rejects.toThrow('it was drawn')
    await expect(draw(page, {}, false)).rejects.toMatchObject({
      code: 'document_invalid',
    })
  })
})

describe('a page of many small paintings', () => {
  const squares = pageOf('0 0 5 5 re f '.repeat(2_000), { resources: '/ExtGState<</B<</BM/Multiply>>>>' })

  it('is painted in steps, to the same pixels', async () => {
    const pdfium = await loadPdfium()
    // Of the first instance: it would stay in memory for good.
    expect(Object.hasOwn(globalThis, 'sigToWasmTypes')).toBe(false)
    const region = { page: { width: 50, height: 50 }, left: 0, top: 0, width: 50, height: 50 }
    const { page, close } = openPage(pdfium, squares)
    let steps = 0
    const afterStep = async () => void steps++
    const ends: unknown[] = []
    // White at the top, black in the corner below.
    const take = (pixels: Uint8ClampedArray) => void ends.push(pixels[0], pixels.at(-200))
    await renderRegion(pdfium, page, region, { afterStep, take })
    close()
    expect(steps).toBe(21)
    expect(ends).toEqual([255, 0])
  })
})

describe('images', () => {
  const segment = (marker: number, ...data: number[]) => [0xff, marker, 0, data.length + 2, ...data]
  /** A grey progressive JPEG as far as its headers go. */
  const jpeg = (side: number, scans: number) => [
    0xff,
    0xd8,
    ...segment(0xc2, 8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0),
    ...Array.from({ length: scans }, () => [...segment(0xda, 1, 1, 0, 1, 63, 0), 0x7f]).flat(),
    0xff,
    0xd9,
  ]
  const number = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]
  /** A JPEG 2000 codestream as far as its size goes. */
  const jpeg2000 = ([width, height]: [number, number], tile: number, components = 3) => [
    ...[0xff, 0x4f, 0xff, 0x51, 0, 47, 0, 0],
    ...[width, height, 0, 0, tile, tile, 0, 0].flatMap(number),
    ...[0, components],
  ]
  const inBox = (codestream: number[]) => [
    ...[...number(12), 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a],
    ...[...number(8 + codestream.length), 0x6a, 0x70, 0x32, 0x63, ...codestream],
  ]
  const IMAGE = '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray'
  const image = (filter: string, data: number[], more = '') => ({
    dictionary: `${IMAGE}/Filter${filter}${more}`,
    data: new Uint8Array(data),
  })
  const pageWith = (...objects: ReturnType<typeof image>[]) =>
    pageOf('q 9 0 0 9 0 0 cm /I Do Q', { resources: '/XObject<</I 5 0 R>>', objects })
  const inline = (filter: string, data: number[]) =>
    pageOf(`BI /W 1 /H 1 /BPC 8 /CS /G /F ${filter} ID ${String.fromCharCode(...data)} EI`, {})

  it.each(
    everyThirdOf([
      ['a JPEG of many scans', pageWith(image('/DCTDecode', jpeg(1000, 101))), 'too many scans'],
      ['a JPEG by the short name', pageWith(image('/DCT', jpeg(1000, 101))), 'too many scans'],
      ['a large JPEG', pageWith(image('/DCTDecode', jpeg(8000, 1))), '25 megapixels'],
      [
        'a large JPEG behind other bytes',
        pageWith(image('[/DCTDecode]', [10, ...jpeg(8000, 1)])),
        '25 megap',
      ],
      [
        'a JPEG in ASCII',
        pageWith(
          image('[/ASCIIHexDecode/DCTDecode]', [
            ...Buffer.from(`${Buffer.from(jpeg(8000, 1)).toString('hex')}>`),
          ]),
        ),
        '25 megapixels',
      ],
      ['a JPEG that ends at once', pageWith(image('/DCTDecode', [0xff, 0xd8, 0xff])), 'damaged'],
      [
        'a mask',
        pageWith(image('/ASCIIHexDecode', [0x3e], '/SMask 6 0 R'), image('/DCT', jpeg(9, 101))),
        'scans',
      ],
      [
        'a JPEG in a glyph',
        pageOf('BT /T 9 Tf (a) Tj ET', {
          resources: '/Font<</T 6 0 R>>',
          objects: [
            image('/DCTDecode', jpeg(1000, 101)),
            stream(
              '',
              '/Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 7 0 R>>/Resources<</XObject<</I 5 0 R>>>>',
            ),
            stream('1 0 d0 /I Do'),
          ],
        }),
        'too many scans',
      ],
      ['a JPEG in the content', inline('/DCT', jpeg(8, 101)), 'too many scans'],
      ['a JPEG by an escaped name', inline('/D#43T', jpeg(8, 101)), 'too many scans'],
      ['JPEG 2000 in the content', inline('/JPX', [0]), 'may not be there'],
      ['one behind a text', inline('/DCT /X ( ID )', jpeg(8, 1)), 'may not be there'],
      ['a large JPEG 2000', pageWith(image('/JPXDecode', jpeg2000([4000, 4000], 4000))), 'too much memory'],
      ['one in a box', pageWith(image('/JPXDecode', inBox(jpeg2000([4000, 4000], 4000)))), 'too much memory'],
      ['one of many tiles', pageWith(image('/JPXDecode', jpeg2000([200, 200], 1))), 'too much memory'],
      ['one that says no size', pageWith(image('/JPXDecode', [0xff, 0x4f, 0xff, 0x52])), 'damaged'],
    ]),
  )('are judged by their own data: %s', async (_, pdf, reason) => {
    await expect(draw(pdf)).rejects.toMatchObject({
      code: 'document_invalid',
      message: expect.stringContaining(reason),
    })
  })

  it.each([
    ['a JPEG', pageWith(image('/DCTDecode', jpeg(1000, 10)))],
    ['a JPEG in the content', inline('/DCT', jpeg(8, 10))],
    ['a JPEG 2000', pageWith(image('/JPXDecode', inBox(jpeg2000([1000, 1000], 500))))],
  ])('of usual size are drawn: %s', async (_, pdf) => {
    await expect(draw(pdf, {}, false)).rejects.toThrow('it was drawn')
  })

  it('count each scan', async () => {
    const page = pageWith(image('/DCTDecode', jpeg(1000, 90)))
    await expect(draw(page)).rejects.toThrow('it was drawn')
    await expect(draw(page, {}, false)).rejects.toThrow('too much work')
  })

  it('packed as JBIG2 are drawn for credits only', async () => {
    const page = pageWith(image('/JBIG2Decode', [0]))
    await expect(draw(page)).rejects.toThrow('it was drawn')
    await expect(draw(page, {}, false)).rejects.toThrow('for credits only')
  })
})

describe('what is asked for', () => {
  it('names pages that are there, a hundred at most', async () => {
    const pages = await blankPdf(Array.from({ length: 101 }, () => [100, 100]))
    await expect(draw(pages)).rejects.toThrow('at most 100')
    await expect(draw(pages, { pages: '102' })).rejects.toThrow('no page 102')
    await expect(draw(pages, { pages: '2-101' })).rejects.toThrow('it was drawn')
  })

  it('fits into memory, or the largest resolution that does is told', async () => {
    const sheet = await blankPdf()
    await expect(draw(sheet, { size: { dpi: 200 } })).rejects.toThrow('it was drawn')
    const jpeg = (size: { dpi: number } | { width: number }) => draw(sheet, { format: 'jpeg', size })
    await expect(jpeg({ dpi: 300 })).rejects.toThrow('ask for 215 dpi or less')
    await expect(jpeg({ width: 2000 })).rejects.toThrow('ask for a width of 1783 or less')
    await expect(draw(sheet, { size: { dpi: 300 } })).rejects.toThrow('it was drawn')
    await expect(draw(sheet, { size: { dpi: 600 } })).rejects.toThrow('ask for 406 dpi or less')
  })
})

describe('drawing', () => {
  /** Pages of a point by a point, each packed to so many megabytes by an encoder that only says so. */
  const packedTo = async (megabytes: number, signal?: AbortSignal) => {
    const encode = { jpeg: async () => new Uint8Array(megabytes << 20), webp: drawn }
    const pdfium = keptEngine(loadPdfium)
    const drop = vi.fn(pdfium.drop)
    const pages = await blankPdf(Array.from({ length: 5 }, () => [9, 9]))
    const request = { ...PNG, format: 'jpeg' } as const
    const pictures = drawPages(pages, request, { engines: { pdfium: { ...pdfium, drop }, encode }, signal })
    return { pictures, drop }
  }

  it('makes pictures of 24 MB together', async () => {
    const few = await packedTo(4)
    expect(await few.pictures).toHaveLength(5)
    expect(few.drop).not.toHaveBeenCalled()
    const many = await packedTo(7)
    await expect(many.pictures).rejects.toMatchObject({
      code: 'document_invalid',
      message: '28 MB of pictures, at most 24: ask for fewer pages or less dpi.',
    })
    expect(many.drop).toHaveBeenCalled()
  })

  it('ends when its caller is gone', async () => {
    const stop = new AbortController()
    const { pictures } = await packedTo(1, stop.signal)
    stop.abort(new Error('gone'))
    await expect(pictures).rejects.toThrow('gone')
  })

  it('refuses what the engine does not open, and starts it anew', async () => {
    const pdfium = await loadPdfium()
    const drop = vi.fn()
    const closed = { ...pdfium, _FPDF_LoadPage: () => 0, HEAPU8: pdfium.HEAPU8 }
    const full = { ...pdfium, HEAPU8: pdfium.HEAPU8, wasmExports: { ...pdfium.wasmExports, malloc: () => 0 } }
    for (const engine of [closed, full]) {
      const kept = { get: async () => engine, drop }
      const pictures = drawPages(await blankPdf(), PNG, { engines: { ...engines, pdfium: kept } })
      await expect(pictures).rejects.toMatchObject({
        code: 'document_invalid',
        message: expect.stringContaining('cannot be drawn'),
      })
    }
    expect(drop).toHaveBeenCalledTimes(2)
  })
})

describe('rows of a PNG', () => {
  const pixelsOf = (colors: number[][]) => new Uint8ClampedArray(colors.flatMap((color) => [...color, 255]))

  it.each([
    [
      'grey',
      [
        [0, 0, 0],
        [9, 9, 9],
        [200, 200, 200],
        [255, 255, 255],
      ],
    ],
    [
      'in colour',
      [
        [0, 0, 0],
        [9, 9, 9],
        [200, 200, 201],
        [255, 0, 255],
      ],
    ],
  ])('are read back as they were, %s', (_, colors) => {
    for (const Rows of [PngRows, PngBands]) {
      const rows = new Rows(2, 2)
      rows.add(pixelsOf(colors.slice(0, 2)))
      rows.add(pixelsOf(colors.slice(2)))
      const { width, height, rgba } = readPng(rows.finish())
      expect([width, height]).toEqual([2, 2])
      expect([...rgba]).toEqual([...pixelsOf(colors)])
    }
  })
})
