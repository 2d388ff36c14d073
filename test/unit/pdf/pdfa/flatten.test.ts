import { inflateSync } from 'node:zlib'
import {
  BlendMode,
  degrees,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRawStream,
  rgb,
  StandardFonts,
} from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { latin1, operations } from '../../../../src/pdf/content-stream'
import { flatten } from '../../../../src/pdf/pdfa/flatten'
import { hardenMasks } from '../../../../src/pdf/pdfa/images'
import {
  dictAt,
  entriesOf,
  pageContent,
  pageResources,
  setPageContent,
  streamAt,
} from '../../../../src/pdf/pdfa/objects'
import type { Region } from '../../../../src/pdf/pdfa/pdfium-page'
import { bandHeight, createRasterizer, type Engines, type Rasterizer } from '../../../../src/pdf/pdfa/raster'
import { decodeStream } from '../../../../src/pdf/streams'
import { rasterise } from '../../../support/rasterise'

/** A page of 200 by 300 points, drawn on and saved. */
async function drawn(draw: (page: PDFPage, doc: PDFDocument) => void | Promise<void>): Promise<PDFDocument> {
  const doc = await PDFDocument.create()
  await draw(doc.addPage([200, 300]), doc)
  return PDFDocument.load(await doc.save())
}

/** Remembers what it is asked for and answers nothing in place of pixels. */
function recorder() {
  const regions: Region[] = []
  const files: Uint8Array[] = []
  const record: Rasterizer = async function* (write, asked) {
    regions.push(...asked)
    files.push(write())
    for (const region of asked) yield { ...region, data: new Uint8Array(1), filter: 'FlateDecode' }
  }
  return { regions, files, record }
}

const blending = { blendMode: BlendMode.Multiply }

const operators = (doc: PDFDocument) =>
  [...operations(pageContent(doc.getPage(0)))].map(({ operator }) => operator)

describe('a page on which something blends', () => {
  it('is rendered around that only, at 300 dpi', async () => {
    const doc = await drawn((page) =>
      page.drawRectangle({ x: 50, y: 100, width: 72, height: 36, ...blending }),
    )
    const { regions, record } = recorder()
    expect(await flatten(doc, record)).toEqual([1])
    const [region] = regions
    const points = (pixels = 0) => (pixels * 72) / 300
    expect(points(region?.width)).toBeLessThan(72 + 5)
    expect(points(region?.height)).toBeLessThan(36 + 5)
    expect(points(region?.left)).toBeGreaterThan(50 - 3)
    expect(points(region?.top)).toBeGreaterThan(300 - 136 - 3)
  })

  it('is rendered in boxes of its own for each place where something blends', async () => {
    const doc = await drawn((page) => {
      page.setSize(600, 800)
      for (const y of [10, 700]) page.drawRectangle({ x: 20, y, width: 500, height: 60, ...blending })
      page.drawRectangle({ x: 20, y: 80, width: 450, height: 20, ...blending })
    })
    const { regions, files, record } = recorder()
    await flatten(doc, record)
    expect(files).toHaveLength(1)
    const heights = regions.map(({ page, height }) => Math.round((height * 800) / page.height))
    // The lower two are near each other.
    expect(heights.sort((one, other) => one - other)).toEqual([63, 93])
    expect(operators(doc).filter((operator) => operator === 'Do')).toHaveLength(2)
  })

  it('has fewer pixels an inch where many pages blend, and 200 at least', async () => {
    const doc = await PDFDocument.create()
    for (let at = 0; at < 40; at++)
      doc.addPage([600, 800]).drawRectangle({ x: 0, y: 0, width: 400, height: 400, ...blending })
    const { regions, record } = recorder()
    await flatten(doc, record)
    expect(new Set(regions.map(({ page }) => Math.round((page.width * 72) / 600)))).toEqual(new Set([200]))
  })

  it('keeps what is painted before and after as vectors, and its order', async () => {
    const doc = await drawn((page) => {
      page.drawRectangle({ x: 0, y: 0, width: 200, height: 20, color: rgb(1, 0, 0) })
      page.drawRectangle({ x: 50, y: 100, width: 40, height: 40, ...blending })
      page.drawRectangle({ x: 60, y: 110, width: 10, height: 10, color: rgb(0, 0, 1) })
    })
    await flatten(doc, recorder().record)
    const content = pageContent(doc.getPage(0))
    expect(content.indexOf('1 0 0 rg')).toBeLessThan(content.indexOf('/Flat0 Do'))
    expect(content.indexOf('0 0 1 rg')).toBeGreaterThan(content.indexOf('/Flat0 Do'))
    expect(operators(doc).filter((operator) => operator === 'f')).toHaveLength(2)
    expect(operators(doc).filter((operator) => operator === 'q')).toHaveLength(
      operators(doc).filter((operator) => operator === 'Q').length,
    )
  })

  it('keeps text that blends, invisible, and other text as it was', async () => {
    const doc = await drawn(async (page, made) => {
      const font = await made.embedFont(StandardFonts.Helvetica)
      page.drawText('glass', { x: 20, y: 200, font, opacity: 0.4 })
      page.drawText('solid', { x: 20, y: 50, font })
    })
    await flatten(doc, recorder().record)
    const shows = pageContent(doc.getPage(0)).match(/.*Tj.*/g)
    expect(shows).toHaveLength(2)
    expect(shows?.[0]).toMatch(/^3 Tr <676C617373> Tj 0 Tr$/i)
    expect(shows?.[1]).toMatch(/^<736F6C6964> Tj$/i)
  })

  it('loses every declaration of transparency', async () => {
    const doc = await drawn((page) =>
      page.drawCircle({ x: 90, y: 90, size: 20, opacity: 0.2, borderOpacity: 0.2, borderWidth: 2 }),
    )
    await flatten(doc, recorder().record)
    for (const { object } of entriesOf(pageResources(doc.getPage(0)), 'ExtGState')) {
      expect(object?.toString()).not.toMatch(/\/ca|\/CA/)
    }
  })
})

it('looks in its boxes as it did, and between them too', async () => {
  const doc = await drawn((page) => {
    page.drawRectangle({ x: 0, y: 0, width: 200, height: 300, color: rgb(0.9, 0.9, 0.5) })
    for (const y of [5, 270])
      page.drawRectangle({ x: 5, y, width: 190, height: 25, color: rgb(0.2, 0.5, 0.9), ...blending })
    page.drawRectangle({ x: 50, y: 120, width: 30, height: 60, color: rgb(0.8, 0, 0) })
  })
  const picture = async () => {
    const file = await doc.save()
    const page = { width: 200, height: 300 }
    const bands = rasterise(() => file, [{ page, left: 0, top: 0, ...page }])
    const { value: band } = await bands.next()
    return inflateSync(band?.data ?? new Uint8Array())
  }
  const before = await picture()
  expect(await flatten(doc, rasterise)).toEqual([1])
  expect(operators(doc).filter((operator) => operator === 'Do').length).toBeGreaterThan(1)
  const after = await picture()
  // Edges fall between pixels of another size.
  const unlike = before.filter((sample, at) => Math.abs(sample - (after[at] ?? 0)) > 40).length
  expect(unlike / before.length).toBeLessThan(0.02)
})

it('leaves a page alone that is opaque', async () => {
  const doc = await drawn((page) =>
    page.drawRectangle({ x: 5, y: 5, width: 9, height: 9, rotate: degrees(9) }),
  )
  const before = pageContent(doc.getPage(0))
  expect(await flatten(doc, recorder().record)).toEqual([])
  expect(pageContent(doc.getPage(0))).toBe(before)
})

it('renders nothing for what blends outside the page', async () => {
  const doc = await drawn((page) =>
    page.drawRectangle({ x: 500, y: 500, width: 50, height: 50, ...blending }),
  )
  const { regions, record } = recorder()
  expect(await flatten(doc, record)).toEqual([])
  expect(regions).toEqual([])
})

it('names the page that could not be rendered', async () => {
  const doc = await drawn((page) => page.drawRectangle({ x: 5, y: 5, width: 50, height: 50, ...blending }))
  // biome-ignore lint/correctness/useYield: it fails before it could
  const failing: Rasterizer = async function* () {
    throw new Error('out of memory')
  }
  await expect(flatten(doc, failing)).rejects.toMatchObject({
    code: 'document_invalid',
    message: expect.stringMatching(/^Page 1 .*ISO 19005-1 6\.4.*PDF\/A-2b/),
  })
})

describe('the rasteriser', () => {
  it('renders in bands of at most 4 MB that overlap by a row', async () => {
    const doc = await PDFDocument.create()
    doc.addPage([100, 4000]).drawRectangle({ x: 0, y: 0, width: 100, height: 4000, color: rgb(1, 0, 0) })
    const size = { width: 1000, height: 5000 }
    const bands = []
    const file = await doc.save()
    for await (const band of rasterise(() => file, [{ page: size, left: 0, top: 0, ...size }]))
      bands.push(band)
    expect(bands.length).toBe(Math.ceil(5000 / bandHeight(1000)))
    for (const [index, band] of bands.entries()) {
      expect(band.width * band.height * 4).toBeLessThanOrEqual(8 * 1024 * 1024)
      expect(inflateSync(band.data)).toHaveLength(band.width * band.height * 3)
      const next = bands[index + 1]
      expect(band.top + band.height).toBe(next ? next.top + 1 : 5000)
    }
  })

  it('stores as JPEG what deflates badly', async () => {
    const doc = await PDFDocument.create()
    const noise = Uint8Array.from({ length: 3 * 64 * 64 }, (_, at) => (at * 7919 * ((at >> 3) + 13)) >> 4)
    const entries = { Type: 'XObject', Subtype: 'Image', Width: 64, Height: 64, BitsPerComponent: 8 }
    const image = doc.context.register(doc.context.stream(noise, { ...entries, ColorSpace: 'DeviceRGB' }))
    const page = doc.addPage([64, 64])
    page.node.setXObject(PDFName.of('Noise'), image)
    setPageContent(page, '64 0 0 64 0 0 cm /Noise Do')
    const size = { width: 128, height: 128 }
    const file = await doc.save()
    const bands = rasterise(() => file, [{ page: size, left: 0, top: 0, ...size }])
    const { value: band } = await bands.next()
    expect(band).toMatchObject({ filter: 'DCTDecode', ...size })
    expect([...(band?.data.subarray(0, 2) ?? [])]).toEqual([0xff, 0xd8])
  })

  it('says when a file cannot be rendered', async () => {
    const size = { width: 10, height: 10 }
    const bands = rasterise(() => new Uint8Array(50), [{ page: size, left: 0, top: 0, ...size }])
    await expect(bands.next()).rejects.toThrow(/PDFium/)
  })
})

describe('a page that would take too much memory', () => {
  const blend = '/Blend gs 0 0 9 9 re f'
  const flattened = async (content: string) => {
    const doc = await drawn((page) => {
      const states = page.doc.context.obj({ ExtGState: { Blend: { BM: 'Multiply' } } })
      page.node.set(PDFName.of('Resources'), states)
      setPageContent(page, content)
    })
    return await flatten(doc, recorder().record)
  }

  it.each([
    [
      'of a path without end',
      `0 0 m ${'9 9 l '.repeat(500_000)}f ${blend}`,
      '500,005 operators of at most 500,000',
    ],
    ['of edges without end', `/Blend gs 0 0 m ${'199 299 l 0 0 l '.repeat(2000)}f`, 'of at most 2,000,000'],
    ['of states without end', `${'q '.repeat(10_001)}${blend}`, '10,001 operators of at most 10,000'],
  ])('is refused with the count: %s', async (_, content, count) => {
    await expect(flattened(content)).rejects.toThrow(count)
  })
})

describe('soft masks', () => {
  const maskedImage = async (alphas: number[]) => {
    const doc = await PDFDocument.create()
    const entries = { Type: 'XObject', Subtype: 'Image', Width: 2, Height: 2, BitsPerComponent: 8 }
    const mask = doc.context.register(
      doc.context.flateStream(Uint8Array.from(alphas), { ...entries, ColorSpace: 'DeviceGray' }),
    )
    const image = doc.context.flateStream(new Uint8Array(12), {
      ...entries,
      ColorSpace: 'DeviceRGB',
      SMask: mask,
    })
    doc.context.register(image)
    hardenMasks(doc.context)
    return image.dict
  }

  it('that only show or hide become stencils', async () => {
    const image = await maskedImage([255, 0, 0, 255])
    expect(image.has(PDFName.of('SMask'))).toBe(false)
    const stencil = streamAt(image, 'Mask')
    expect(stencil?.dict.toString()).toContain('/ImageMask true')
    expect(stencil && [...decodeStream(stencil)]).toEqual([0b0100_0000, 0b1000_0000])
  })

  it('that hide nothing go', async () => {
    const image = await maskedImage([255, 255, 255, 255])
    expect(image.keys().map(String)).not.toContain('/SMask')
    expect(image.keys().map(String)).not.toContain('/Mask')
  })

  it('with shades stay, for the page to be flattened', async () => {
    expect(dictAt(await maskedImage([255, 128, 0, 255]), 'SMask')).toBeInstanceOf(PDFDict)
  })
})

describe('a form that is flattened', () => {
  /** Flattens a page that shows it. Returns its content afterwards, and in the file that was rendered. */
  async function flattenForm(prepare: (form: PDFDict) => void) {
    const doc = await drawn(async (page, made) => {
      const [inner] = await made.embedPdf(
        await (await drawn((other) => other.drawText('inside', { x: 9, y: 9, opacity: 0.5 }))).save(),
      )
      if (inner) page.drawPage(inner, { x: 0, y: 0 })
    })
    for (const { object } of formsOf(doc)) if (object instanceof PDFRawStream) prepare(object.dict)
    const { files, record } = recorder()
    await flatten(doc, record)
    const contentOf = (document: PDFDocument) =>
      formsOf(document).map(({ object }) =>
        object instanceof PDFRawStream ? latin1(decodeStream(object)) : '',
      )
    const rendered = await PDFDocument.load(files[0] ?? new Uint8Array())
    return { kept: contentOf(doc).at(-1), rendered: contentOf(rendered)[0] }
  }

  const formsOf = (doc: PDFDocument) =>
    entriesOf(pageResources(doc.getPage(0)), 'XObject').filter(({ name }) => !name.startsWith('Flat'))

  it.each([
    ['plain', () => undefined],
    // Tags lead to it: it stays the object that it was.
    ['tagged', (form: PDFDict) => form.set(PDFName.of('StructParents'), PDFNumber.of(1))],
  ])('keeps its text, and is rendered as it was: %s', async (_, prepare) => {
    const { kept, rendered } = await flattenForm(prepare)
    expect(kept).toMatch(/BT\n3 Tr[\s\S]*Tj/)
    expect(rendered).toMatch(/Tj/)
    expect(rendered).not.toMatch(/3 Tr/)
  })
})

describe('an engine', () => {
  const blendingPage = () =>
    drawn((page) => page.drawRectangle({ x: 50, y: 100, width: 72, height: 36, ...blending }))
  const region = { page: { width: 4, height: 4 }, left: 0, top: 0, width: 4, height: 4 }
  const jpeg = () => Promise.reject(new Error('not asked for'))

  it('that does not load is no fault of the document, and is loaded again for the next one', async () => {
    let loads = 0
    const rasterise = createRasterizer({ jpeg, pdfium: () => Promise.reject(new Error(`load ${++loads}`)) })
    for (const load of ['load 1', 'load 2']) {
      await expect(flatten(await blendingPage(), rasterise)).rejects.toMatchObject({
        code: 'internal',
        cause: { message: load },
      })
    }
  })

  it('with a blown up heap is dropped after a document that failed too', async () => {
    let loads = 0
    // As far as it goes: PDFium with a large heap that opens no document.
    const large = {
      HEAPU8: new Uint8Array(65 * 2 ** 20),
      wasmExports: { malloc: () => 1, free: () => undefined },
      _FPDF_LoadMemDocument: () => 0,
      _FPDF_GetLastError: () => 3,
    } as unknown as Awaited<ReturnType<Engines['pdfium']>>
    const pdfium = async () => {
      loads++
      return large
    }
    const rasterise = createRasterizer({ jpeg, pdfium })
    for (const expected of [1, 2]) {
      await expect(rasterise(() => new Uint8Array(1), [region]).next()).rejects.toThrow(
        'PDFium gave up with error 3',
      )
      expect(loads).toBe(expected)
    }
  })
})
