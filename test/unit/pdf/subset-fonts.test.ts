import { type PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { blankCff } from '../../../src/pdf/compress/blank-cff'
import { compress } from '../../../src/pdf/compress/compress'
import { subsetSfnt } from '../../../src/pdf/compress/subset-sfnt'
import { parseCff } from '../../../src/pdf/pdfa/fonts/cff'
import { parseSfnt } from '../../../src/pdf/pdfa/fonts/sfnt'
import { dictAt, dictionariesOf, nameAt, setPageContent, streamAt } from '../../../src/pdf/pdfa/objects'
import { decodeStream, deflateStream } from '../../../src/pdf/streams'
import { budgetOf, WorkBudget } from '../../../src/pdf/work-budget'
import { fixture } from '../../support/archived'
import { drawingsOf } from '../../support/foreign-fonts'
import { standardFonts } from '../../support/rasterise'
import { tableOf, trueType } from '../../support/true-type'

const unused = () => Promise.reject(new Error('no image is to be re-encoded'))

describe('a compact program', () => {
  it('keeps the glyphs that are shown as they are, and all numbers and names', async () => {
    const bytes = await standardFonts('Times-Roman')
    const program = parseCff(bytes, new WorkBudget())
    const [shown, other] = [program?.glyphNamed?.('A') ?? 0, program?.glyphNamed?.('ampersand') ?? 0]
    const made = blankCff(bytes, new Set([shown]), new WorkBudget()) ?? new Uint8Array()
    expect(parseCff(made, new WorkBudget())?.glyphNamed?.('A')).toBe(shown)
    expect(drawingsOf(made)(shown)).toEqual(drawingsOf(bytes)(shown))
    expect(drawingsOf(made)(0)).toEqual(drawingsOf(bytes)(0))
    expect(drawingsOf(made)(other)).toEqual(Uint8Array.of(14))
    expect(deflateStream(made).length).toBeLessThan(bytes.length / 3)
  })

  it('that is broken stays', () => {
    expect(blankCff(Uint8Array.of(1, 0, 4, 1, 0, 1, 4, 255), new Set(), new WorkBudget())).toBeUndefined()
  })
})

describe('a TrueType program', () => {
  it('keeps the glyphs that are shown with their widths, and no more than is needed to draw them', async () => {
    const { context } = await PDFDocument.load(fixture('links-tagged'))
    const descriptor = [...dictionariesOf(context)].find((dict) => streamAt(dict, 'FontFile2'))
    const stream = streamAt(descriptor, 'FontFile2')
    if (!stream) throw new Error('the sample has no TrueType font')
    const bytes = decodeStream(stream)
    const before = parseSfnt(bytes, new WorkBudget())
    const made = subsetSfnt(bytes, new Set([3]), { byNumber: true }) ?? new Uint8Array()
    const after = parseSfnt(made, new WorkBudget())
    expect(after?.glyphs).toBe(before?.glyphs)
    expect(after?.widthOf(3)).toBe(before?.widthOf(3))
    expect(made.length).toBeLessThan(bytes.length)
    const again = subsetSfnt(made, new Set([3]), { byNumber: true })
    expect(again).toEqual(made)
  })

  it.each([
    [
      'whose drawings overlap',
      { drawing: 300, glyphs: 40, placeOf: (at: number) => (at % 2) * 300, isLong: true },
    ],
    [
      'whose tables overlap',
      { drawing: 14, glyphs: 40, placeOf: (at: number) => 14 * at, isLong: true, shared: 4 },
    ],
  ])('%s stays', (_, shape) => {
    const used = new Set(Array.from({ length: shape.glyphs }, (_, glyph) => glyph))
    expect(subsetSfnt(trueType(shape), used, { byNumber: true })).toBeUndefined()
  })

  it('whose short places reach far keeps each drawing in its place', () => {
    const glyphs = 8_800
    const bytes = trueType({ drawing: 14, glyphs, placeOf: (at) => 14 * at, isLong: false })
    const used = new Set(Array.from({ length: glyphs }, (_, glyph) => glyph))
    const made = subsetSfnt(bytes, used, { byNumber: true })
    expect(made && tableOf(made, 'loca')).toEqual(tableOf(bytes, 'loca'))
  })

  it('that is broken stays', () => {
    expect(subsetSfnt(new Uint8Array(20), new Set(), { byNumber: true })).toBeUndefined()
    expect(subsetSfnt(Uint8Array.of(0, 1, 0, 0, 255, 255), new Set(), { byNumber: true })).toBeUndefined()
  })
})

describe('compressing a document with a whole font', () => {
  /** A page that shows “Ab” in all of Helvetica; `change` makes it another. */
  async function compressed(change: (document: PDFDocument, font: PDFDict) => void, content = '(Ab) Tj') {
    const document = await PDFDocument.create()
    const { context } = document
    const program = context.flateStream(await standardFonts('Helvetica'), { Subtype: 'Type1C' })
    const font = context.obj({
      ...{ Type: 'Font', Subtype: 'Type1', BaseFont: 'Whole', Encoding: 'WinAnsiEncoding' },
      FontDescriptor: { Type: 'FontDescriptor', FontName: 'Whole', FontFile3: context.register(program) },
    })
    const fontRef = context.register(font)
    const page = document.addPage([99, 99])
    page.node.set(PDFName.of('Resources'), context.obj({ Font: { F: fontRef } }))
    page.node.set(PDFName.of('Contents'), context.register(context.stream(`BT /F 9 Tf ${content} ET`)))
    change(document, font)
    await compress(document, unused)
    const stream = streamAt(dictAt(font, 'FontDescriptor'), 'FontFile3')
    if (!(stream instanceof PDFRawStream)) throw new Error('the font is gone')
    return { name: nameAt(font, 'BaseFont'), share: stream.contents.length / program.getContents().length }
  }

  it('leaves out the glyphs that are not shown, and names it as a subset', async () => {
    const { name, share } = await compressed(() => {})
    expect(share).toBeLessThan(0.8)
    expect(name).toMatch(/^[A-Z]{6}\+Whole$/)
  })

  it.each([
    [
      'form fields are filled in with it',
      (document: PDFDocument, font: PDFDict) =>
        document.catalog.set(
          PDFName.of('AcroForm'),
          document.context.obj({ DA: PDFString.of('/F 9 Tf'), DR: { Font: { F: font } } }),
        ),
      '(Ab) Tj',
    ],
    ['some text is in a font that cannot be told', () => {}, '(Ab) Tj ET BT /Nobody 9 Tf (c) Tj'],
    ['the content ends in the middle', () => {}, '(Ab) Tj (never closed'],
  ])('leaves it whole if %s', async (_, change, content) => {
    const { name, share } = await compressed(change, content)
    expect(name).toBe('Whole')
    expect(share).toBeGreaterThan(0.9)
  })
})

it.each<[string, (document: PDFDocument) => PDFRawStream]>([
  [
    'a page of more operators than are looked through',
    ({ context }) => context.flateStream('0 0 m\n'.repeat(1_100_000)) as PDFRawStream,
  ],
  [
    'a content in a filter that nobody knows',
    ({ context }) => PDFRawStream.of(context.obj({ Filter: 'Nonsense' }) as PDFDict, Uint8Array.of(1, 2, 3)),
  ],
])(
  'what fonts show in %s cannot be told: they stay whole, and the rest is compressed',
  async (_, contentOf) => {
    const document = await PDFDocument.create()
    const { context } = document
    const program = PDFRawStream.of(
      context.obj({ Subtype: 'Type1C' }) as PDFDict,
      await standardFonts('Times-Roman'),
    )
    const FontFile3 = context.register(program)
    const font = { Type: 'Font', Subtype: 'Type1', BaseFont: 'X', FontDescriptor: { FontFile3 } }
    const page = document.addPage()
    const content = context.register(contentOf(document))
    page.node.set(
      PDFName.of('Resources'),
      context.obj({ Font: { F: context.obj(font) }, XObject: { X: content } }),
    )
    page.node.set(PDFName.of('Contents'), content)
    await compress(document, unused)
    expect(decodeStream(context.lookup(FontFile3) as PDFRawStream)).toEqual(
      await standardFonts('Times-Roman'),
    )
  },
)

it.each([
  ['of which all glyphs are shown', 1000],
  ['of which few glyphs are shown', 10],
])('a large program %s is packed once', async (_, shown) => {
  const document = await PDFDocument.create()
  const { context } = document
  const program = trueType({ glyphs: 1000, drawing: 60, placeOf: (at) => 60 * at, isLong: true })
  const FontDescriptor = { Type: 'FontDescriptor', FontFile2: context.register(context.stream(program)) }
  const part = context.obj({ Type: 'Font', Subtype: 'CIDFontType2', CIDToGIDMap: 'Identity', FontDescriptor })
  const F = { Type: 'Font', Subtype: 'Type0', Encoding: 'Identity-H', DescendantFonts: [part] }
  const page = document.addPage()
  page.node.set(PDFName.of('Resources'), context.obj({ Font: { F } }))
  const codes = Array.from({ length: shown }, (_, code) => code.toString(16).padStart(4, '0'))
  setPageContent(page, `BT /F 9 Tf <${codes.join('')}> Tj ET`)
  await compress(document, unused)
  expect(budgetOf(context).spent.bytes).toBeLessThan(15 * program.length)
})
