import { PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { parseCff } from '../../../../src/pdf/pdfa/fonts/cff'
import { subsetCff } from '../../../../src/pdf/pdfa/fonts/cff-subset'
import type { Level } from '../../../../src/pdf/pdfa/level'
import { arrayAt, dictAt, dictOf, nameAt, numbersOf, streamAt } from '../../../../src/pdf/pdfa/objects'
import { decodeStream } from '../../../../src/pdf/streams'
import { WorkBudget } from '../../../../src/pdf/work-budget'
import { finishWith } from '../../../support/finishing'
import { handmadePdf, linksPdf } from '../../../support/pdfs'
import { standardFonts } from '../../../support/rasterise'

const text = (content: string) => new TextEncoder().encode(content)

/** A page that shows `content` in the font F. */
function attachment(font: string, content = '(Abc) Tj') {
  const bytes = handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    { dictionary: '', data: text(`BT /F 12 Tf ${content} ET`) },
    font,
  ])
  return { name: 'a.pdf', pointer: '/options/attachments/0', bytes }
}

async function archived(font: string, { content, level = '2b' }: { content?: string; level?: Level } = {}) {
  const finished = await finishWith(linksPdf(), {
    attachments: [attachment(font, content)],
    conform: { level },
  })
  const doc = await PDFDocument.load(finished.bytes)
  const made = doc.context
    .enumerateIndirectObjects()
    .map(([, object]) => dictOf(object))
    .find((dict) => nameAt(dict, 'Type') === 'Font' && nameAt(dict, 'Subtype') === 'Type1')
  if (!(made instanceof PDFDict)) throw new Error('the font is gone')
  const stream = streamAt(dictAt(made, 'FontDescriptor'), 'FontFile3')
  if (!(stream instanceof PDFRawStream)) throw new Error('the font is not embedded')
  const program = parseCff(decodeStream(stream), new WorkBudget())
  if (!program?.glyphNamed) throw new Error('the program cannot be read')
  const widthOf = (name: string) => program.widthOf(program.glyphNamed?.(name) ?? -1)
  return { ...finished, font: made, widths: numbersOf(arrayAt(made, 'Widths')), program, widthOf }
}

describe('a font that is only named', () => {
  it('is embedded with the glyphs that are shown, in the widths of the standard font', async () => {
    const { font, program, widthOf, widths, warnings } = await archived(
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    )
    expect(nameAt(font, 'BaseFont')).toBe('PLATEN+Helvetica')
    expect(program.glyphs).toBe(4)
    expect([widthOf('A'), widthOf('b'), widthOf('c')]).toEqual([667, 556, 500])
    expect([widths[0], widths.at(-2), widths.at(-1)]).toEqual([667, 556, 500])
    expect(warnings).toEqual([])
  })

  it('keeps the widths that the file says, in the program too', async () => {
    const { widths, widthOf } = await archived(
      '<</Type/Font/Subtype/TrueType/BaseFont/ArialMT/Encoding/WinAnsiEncoding/FirstChar 65/LastChar 67/Widths[700 10.5 3]>>',
      { content: '(AB) Tj' },
    )
    expect(widths).toEqual([700, 10.5])
    expect(widthOf('A')).toBeCloseTo(700)
    expect(widthOf('B')).toBeCloseTo(10.5)
  })

  it('lists its glyphs in part 1, which asks for a list', async () => {
    const { font } = await archived('<</Type/Font/Subtype/Type1/BaseFont/Courier-Bold>>', { level: '1b' })
    expect(String(dictAt(font, 'FontDescriptor')?.get(PDFName.of('CharSet')))).toBe('(/A/b/c)')
  })

  it('has its own encoding if it is a font of symbols', async () => {
    const symbols = await archived('<</Type/Font/Subtype/Type1/BaseFont/Symbol>>', { content: '(a) Tj' })
    expect(symbols.widthOf('alpha')).toBe(631)
    const signs = await archived('<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>', { content: '(4) Tj' })
    expect(signs.widthOf('a20')).toBe(846)
  })

  it('shows nothing for codes that stand for nothing', async () => {
    const { widthOf } = await archived('<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>', {
      content: '(A\\r\\n) Tj',
    })
    expect(widthOf('space')).toBe(0)
  })

  it('may have two widths for one glyph', async () => {
    const widths = `${'0 '.repeat(127)}800`
    const { program, widthOf } = await archived(
      `<</Type/Font/Subtype/TrueType/BaseFont/Arial/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 160/Widths[300 ${widths}]>>`,
      { content: '( \\240) Tj' },
    )
    expect(program.glyphs).toBe(3)
    expect([widthOf('space'), widthOf('space.160')]).toEqual([300, 800])
  })

  it('is a warning if letters of another font stand in its place', async () => {
    const { warnings, font } = await archived(
      '<</Type/Font/Subtype/TrueType/BaseFont/Verdana-Bold/Encoding/WinAnsiEncoding/FirstChar 65/LastChar 99/Widths[' +
        `${'600 '.repeat(35)}]>>`,
    )
    expect(warnings).toEqual([
      '/options/pdf_format: The font Verdana-Bold is not in the file: letters like those of Helvetica-Bold stand in its place.',
    ])
    expect(nameAt(font, 'BaseFont')).toBe('PLATEN+Verdana-Bold')
  })

  it.each([
    [
      'its codes are no letters',
      '<</Type/Font/Subtype/TrueType/BaseFont/Wingdings-Regular/Encoding/WinAnsiEncoding>>',
    ],
    ['it is a barcode', '<</Type/Font/Subtype/TrueType/BaseFont/Code39/Encoding/WinAnsiEncoding>>'],
    [
      'a character is shown that the standard fonts lack',
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[65/afii10017]>>>>',
    ],
    [
      'only a letter without its mark could stand in',
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[65/Tcedilla]>>>>',
    ],
  ])('is refused if %s', async (_, font) => {
    await expect(archived(font)).rejects.toThrow(/is not embedded/)
  })
})

describe('a part of a font program', () => {
  it('draws the same, whatever the width', async () => {
    const bytes = await standardFonts('Times-Italic')
    const work = new WorkBudget()
    const glyphs = ['A', 'Euro', 'germandbls'].map((name) => ({ name, source: name, width: 123.25 }))
    const program = parseCff(subsetCff(bytes, { fontName: 'T', glyphs, work }), work)
    expect(program?.glyphs).toBe(4)
    for (const { name } of glyphs) expect(program?.widthOf(program.glyphNamed?.(name) ?? 0)).toBe(123.25)
  })

  it('cannot be had of glyphs that are not there', async () => {
    const bytes = await standardFonts('Courier')
    const glyphs = [{ name: 'alpha', source: 'alpha', width: 600 }]
    expect(() => subsetCff(bytes, { fontName: 'C', glyphs, work: new WorkBudget() })).toThrow(RangeError)
  })
})
