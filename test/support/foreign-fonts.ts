/** Documents whose fonts are whole and made otherwise than Chromium's. */
import { PDFDocument, PDFName, type PDFRef, PDFString } from 'pdf-lib'
import { OP, parseCff, readDict, readIndex } from '../../src/pdf/pdfa/fonts/cff'
import { WorkBudget } from '../../src/pdf/work-budget'
import { standardFonts } from './rasterise'

export const helvetica = new Uint8Array(await standardFonts('Helvetica'))

/** The number of a glyph of Helvetica. */
export function glyphOf(name: string): number {
  const glyph = parseCff(helvetica, new WorkBudget())?.glyphNamed?.(name)
  if (glyph === undefined) throw new Error(`Helvetica has no ${name}`)
  return glyph
}

/** The drawing of each glyph of a compact program. */
export function drawingsOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const file = { bytes, view, work: new WorkBudget() }
  const tops = readIndex(file, readIndex(file, view.getUint8(2)).end)
  const top = readDict(tops.item(0) ?? new Uint8Array(), file.work)
  const glyphs = readIndex(file, top.get(OP.charStrings)?.[0] ?? 0)
  return (glyph: number) => glyphs.item(glyph)
}

const END_OF_GLYPH = 14

/** A number of 0 to 363 in a charstring (Adobe Technical Note 5177, section 3.2). */
const numberInGlyph = (value: number) => (value <= 107 ? [value + 139] : [247, value - 108])

/** Helvetica with one glyph that is put together from two others, named by their codes in the standard encoding. */
export function accented(name: string, [base, accent]: [number, number]): Uint8Array {
  const bytes = helvetica.slice()
  const drawing = drawingsOf(bytes)(glyphOf(name))
  drawing?.set([...[0, 250, base, accent].flatMap(numberInGlyph), END_OF_GLYPH])
  return bytes
}

/** A document without pages, and its font, which is all of a compact program. */
export async function documentIn(program: Uint8Array, kind: 'simple' | 'composite') {
  const document = await PDFDocument.create()
  const { context } = document
  const isSimple = kind === 'simple'
  const stream = context.flateStream(program, { Subtype: isSimple ? 'Type1C' : 'CIDFontType0C' })
  const descriptor = context.register(
    context.obj({ Type: 'FontDescriptor', FontName: 'Whole', FontFile3: context.register(stream) }),
  )
  const shared = { Type: 'Font', BaseFont: 'Whole' }
  const simple = { ...shared, Subtype: 'Type1', Encoding: 'WinAnsiEncoding', FontDescriptor: descriptor }
  const part = { ...shared, Subtype: 'CIDFontType0', FontDescriptor: descriptor, DW: 600 }
  const composite = { ...shared, Subtype: 'Type0', Encoding: 'Identity-H' }
  const font = context.register(
    context.obj(isSimple ? simple : { ...composite, DescendantFonts: [context.obj(part)] }),
  )
  return { document, font, descriptor }
}

type Resources = { Font?: Record<string, PDFRef>; XObject?: Record<string, PDFRef> }

/** Adds a page of 60 by 20 points. */
export function addPage(document: PDFDocument, content: string, resources: Resources) {
  const page = document.addPage([60, 20])
  page.node.set(PDFName.of('Resources'), document.context.obj(resources))
  page.node.set(PDFName.of('Contents'), document.context.register(document.context.stream(content)))
  return page
}

/** Registers a form of that size; without `resources` it has none of its own. */
export function addForm({ context }: PDFDocument, content: string, resources?: Resources): PDFRef {
  const entries = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 60, 20] }
  return context.register(
    context.stream(content, resources ? { ...entries, Resources: context.obj(resources) } : entries),
  )
}

/** A text field whose font stands nowhere but in its look. */
export function addField(document: PDFDocument, page: ReturnType<typeof addPage>, look: PDFRef): void {
  const { context, catalog } = document
  const field = context.register(
    context.obj({
      ...{ Type: 'Annot', Subtype: 'Widget', FT: 'Tx', Rect: [0, 0, 60, 20], AP: { N: look } },
      ...{ T: PDFString.of('name'), V: PDFString.of('a'), DA: PDFString.of('/F 9 Tf 0 g') },
    }),
  )
  page.node.set(PDFName.of('Annots'), context.obj([field]))
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field] }))
}
