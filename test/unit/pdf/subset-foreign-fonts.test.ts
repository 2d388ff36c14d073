import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { subsetFonts } from '../../../src/pdf/compress/subset-fonts'
import { dictOf, streamAt } from '../../../src/pdf/pdfa/objects'
import { decodeStream } from '../../../src/pdf/streams'
import {
  accented,
  addField,
  addForm,
  addPage,
  documentIn,
  drawingsOf,
  glyphOf,
  helvetica,
} from '../../support/foreign-fonts'
import { rasterise } from '../../support/rasterise'

/** The pixels of one page (counted from 0), three to a point. */
async function pixelsOf(bytes: Uint8Array, page: number) {
  const document = await PDFDocument.load(bytes)
  for (let before = 0; before < page; before++) document.removePage(0)
  const size = { width: 180, height: 60 }
  const bands: Buffer[] = []
  const file = await document.save()
  for await (const { data } of rasterise(() => file, [{ page: size, left: 0, top: 0, ...size }]))
    bands.push(Buffer.from(data))
  return Buffer.concat(bands).toString('base64')
}

type Made = Awaited<ReturnType<typeof documentIn>>

/** Whether glyphs of Helvetica are drawn by the program of a font. */
function draws({ document, descriptor }: Made, name: string): boolean {
  const program = streamAt(dictOf(document.context.lookup(descriptor)), 'FontFile3')
  if (!(program instanceof PDFRawStream)) throw new Error('the program is gone')
  return (drawingsOf(decodeStream(program))(glyphOf(name))?.length ?? 0) > 1
}

/** Leaves out what a document does not show; each page must look the same, and not be empty. */
async function subsetUnseen({ document }: Made) {
  const before = await document.save()
  await subsetFonts(document)
  const after = await document.save()
  const empty = await PDFDocument.create()
  empty.addPage([60, 20])
  const nothing = await pixelsOf(await empty.save(), 0)
  for (let page = 0; page < document.getPageCount(); page++) {
    const pixels = await pixelsOf(before, page)
    expect(pixels).not.toBe(nothing)
    expect(await pixelsOf(after, page), `page ${page}`).toBe(pixels)
  }
}

const hex = (...names: string[]) =>
  `<${names.map((name) => glyphOf(name).toString(16).padStart(4, '0')).join('')}>`

describe('foreign fonts look the same when they are made smaller', () => {
  it('in a simple font', async () => {
    const made = await documentIn(helvetica, 'simple')
    addPage(made.document, 'BT /F 12 Tf 2 5 Td (Ab\\351) Tj ET', { Font: { F: made.font } })
    await subsetUnseen(made)
    expect(draws(made, 'section')).toBe(true)
    expect(draws(made, 'registered')).toBe(false)
  })

  it('in a composite font', async () => {
    const made = await documentIn(helvetica, 'composite')
    addPage(made.document, `BT /F 12 Tf 2 5 Td ${hex('A', 'eacute')} Tj ET`, { Font: { F: made.font } })
    await subsetUnseen(made)
    expect(draws(made, 'registered')).toBe(false)
  })

  it.each([
    ['simple', '(\\301)', 'Aacute', [65, 194]],
    ['composite', hex('Aacute'), 'Aacute', [65, 194]],
    ['simple', '(\\351)', 'eacute', [101, 39]],
    ['composite', hex('eacute'), 'eacute', [101, 39]],
  ] as const)(
    'in a %s font whose letter %s is put together from others',
    async (kind, text, name, [base, accent]) => {
      const made = await documentIn(accented(name, [base, accent]), kind)
      addPage(made.document, `BT /F 12 Tf 2 5 Td ${text} Tj ET`, { Font: { F: made.font } })
      await subsetUnseen(made)
      expect(draws(made, 'registered')).toBe(false)
    },
  )

  it('in a form that names another font on each page', async () => {
    const made = await documentIn(helvetica, 'simple')
    const { document, font } = made
    const { context } = document
    const other = context.register(context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier' }))
    const form = addForm(document, 'BT /F 12 Tf 2 5 Td (56\\256) Tj ET')
    addPage(document, '/X Do', { Font: { F: other }, XObject: { X: form } })
    addPage(document, '/X Do BT /G 9 Tf (a) Tj ET', { Font: { F: font, G: font }, XObject: { X: form } })
    await subsetUnseen(made)
  })
})

describe('a font stays whole', () => {
  it('if fields are filled in with one of its program, of whatever type', async () => {
    const made = await documentIn(helvetica, 'simple')
    const { document, font, descriptor } = made
    const { context } = document
    addPage(document, 'BT /F 12 Tf 2 5 Td (a) Tj ET', { Font: { F: font } })
    const untyped = context.register(context.obj({ Subtype: 'Type1', FontDescriptor: descriptor }))
    document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [], DR: { Font: { T: untyped } } }))
    await subsetFonts(document)
    expect(draws(made, 'registered')).toBe(true)
  })

  it('if a field has it in its look only', async () => {
    const made = await documentIn(helvetica, 'simple')
    const { document, font } = made
    const look = addForm(document, '/Tx BMC BT /F 9 Tf (a) Tj ET EMC', { Font: { F: font } })
    addField(document, addPage(document, '', {}), look)
    await subsetFonts(document)
    expect(draws(made, 'registered')).toBe(true)
  })

  it('if a code leads to a glyph that only other readers may find', async () => {
    const made = await documentIn(helvetica, 'simple')
    const { document, font } = made
    dictOf(document.context.lookup(font))?.set(
      PDFName.of('Encoding'),
      document.context.obj({ Differences: [65, 'afii10017'] }),
    )
    addPage(document, 'BT /F 12 Tf 2 5 Td (A) Tj ET', { Font: { F: font } })
    await subsetFonts(document)
    expect(draws(made, 'registered')).toBe(true)
  })
})
