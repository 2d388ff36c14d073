/** Taking pages out of a file: what belongs to them comes along, and nothing of the others. */
import { PDFDict, PDFDocument, PDFName, PDFNumber } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { operations } from '../../../../src/pdf/content-stream'
import { finish } from '../../../../src/pdf/finish-pdf'
import { nothing, tools } from '../../../support/finishing'
import { readPdf } from '../../../support/pdf'
import { handmadePdf, linksPdf } from '../../../support/pdfs'
import { samplePdf } from '../../../support/sample-pdf'

const source = (bytes: Uint8Array, pages: string) => ({ name: 'a.pdf', pointer: '/files/0', bytes, pages })

async function taken(bytes: Uint8Array, pages: string) {
  const { bytes: made } = await finish([source(bytes, pages)], nothing, tools)
  return { made, document: await PDFDocument.load(made, { updateMetadata: false }) }
}

const objectsOf = ({ context }: PDFDocument) => context.enumerateIndirectObjects().map(([, object]) => object)

const elementsOf = (document: PDFDocument) =>
  objectsOf(document).filter(
    (object) => object instanceof PDFDict && object.lookup(PDFName.of('Type')) === PDFName.of('StructElem'),
  )

describe('pages that are taken out', () => {
  it('keep their tags, and the elements of the other pages are gone', async () => {
    const { made, document } = await taken(linksPdf(), '2')
    const before = await PDFDocument.load(linksPdf(), { updateMetadata: false })
    expect((await readPdf(made)).tagged).toBe(true)
    expect(elementsOf(document).length).toBeGreaterThan(2)
    expect(elementsOf(document).length).toBeLessThan(elementsOf(before).length)
    const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
    expect(root.lookup(PDFName.of('ParentTreeNextKey'), PDFNumber).asNumber()).toBeGreaterThan(0)
  })

  it('stay accessible in another order', async () => {
    const plan = {
      ...nothing,
      conform: { level: '2b', ua: true } as const,
      properties: { title: 'Links', lang: 'en' },
    }
    const { conformance } = await finish([source(linksPdf(), '2,1')], plan, tools)
    expect(conformance?.level).toBe('PDF/A-2b and PDF/UA-1')
  })

  it('lead to each other, and nowhere where the other page is gone', async () => {
    const { document } = await taken(await samplePdf({ name: 'x', pages: 4, rich: true }), '1,4')
    const links = document.getPages().map((page) => page.node.Annots()?.lookup(0, PDFDict))
    expect(links.map((link) => link?.has(PDFName.of('Dest')))).toEqual([true, true])
    const cut = await taken(await samplePdf({ name: 'x', pages: 4, rich: true }), '1,2')
    const dead = cut.document.getPages().map((page) => page.node.Annots()?.lookup(0, PDFDict))
    expect(dead.map((link) => link?.has(PDFName.of('Dest')))).toEqual([false, false])
  })

  it('keep their labels', async () => {
    const { document } = await taken(await samplePdf({ name: 'x', pages: 5, rich: true }), '2-3,5,1')
    const labels = document.catalog.lookup(PDFName.of('PageLabels'), PDFDict)
    expect(labels.lookup(PDFName.of('Nums'))?.toString().replace(/\s+/g, ' ')).toBe(
      '[ 0 << /St 2 /S /r >> 2 << /St 5 /S /r >> 3 << /St 1 /S /r >> ]',
    )
  })
})

describe('pages of damaged or hostile files', () => {
  /** Two pages that share their resources. */
  const twoPages = (contents: [string, string], resources: string, others: string[] = [], catalog = '') =>
    handmadePdf([
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 90 90]>>',
      `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources ${resources}>>`,
      `<</Type/Page/Parent 2 0 R/Contents 6 0 R/Resources ${resources}>>`,
      ...contents.map((content) => ({ dictionary: '', data: Buffer.from(content, 'latin1') })),
      ...others,
    ])

  it('keep the images that they draw, whatever their names', async () => {
    const image = (name: string) => `/Im${name} Do`
    const bytes = twoPages(
      [`${image('#20A')} ${image('\xe4')}`, image('#20A')],
      '<</XObject<</Im#20A 7 0 R/Im#e4 7 0 R/B 7 0 R>>>>',
      ['<</Type/XObject/Subtype/Image/Width 1/Height 1>>'],
    )
    const { document } = await taken(bytes, '1')
    const objects = document.getPage(0).node.Resources()?.lookup(PDFName.of('XObject'), PDFDict)
    expect(objects?.keys().map((key) => key.decodeText())).toHaveLength(2)
    expect(objects?.has(PDFName.of('Im#20A'))).toBe(true)
  })

  it('keep all images if their content cannot be read to its end', async () => {
    const bytes = twoPages(['BI /W 1 ID x', '/A Do'], '<</XObject<</A 7 0 R/B 7 0 R>>>>', ['<<>>'])
    const { document } = await taken(bytes, '1')
    expect(document.getPage(0).node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).keys()).toHaveLength(
      2,
    )
  })

  it('take no more work for fields that are listed again at every level', async () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `<</T(a)/Kids[${8 + level} 0 R ${8 + level} 0 R]>>`,
    )
    const bytes = twoPages(
      ['', ''],
      '<<>>',
      [...levels, '<</T(z)/FT/Tx/V(kept)>>'],
      '/AcroForm<</Fields[7 0 R]>>',
    )
    const { document } = await taken(bytes, '1')
    expect(document.catalog.has(PDFName.of('AcroForm'))).toBe(true)
  })

  it('lose fields that stand below themselves, or are nested without end', async () => {
    const chain = Array.from({ length: 5000 }, (_, level) => `<</T(a)/Kids[${8 + level} 0 R]>>`)
    const bytes = twoPages(
      ['', ''],
      '<<>>',
      [...chain, '<</T(z)/Kids[7 0 R]>>'],
      '/AcroForm<</Fields[7 0 R]>>',
    )
    const { document } = await taken(bytes, '1')
    expect(document.catalog.has(PDFName.of('AcroForm'))).toBe(false)
  })

  it('stand once in a file that promises tags, since tags hold for one copy', async () => {
    const plan = {
      ...nothing,
      conform: { level: '2b', ua: true } as const,
      properties: { title: 'x', lang: 'en' },
    }
    await expect(finish([source(linksPdf(), '1,1')], plan, tools)).rejects.toThrow('name each page once')
  })
})

describe('content', () => {
  it('goes on after an inline image whose data end by their own mark', () => {
    const content = 'BI /W 1 /H 1 /CS /G /BPC 8 /F /A85 ID 5l~>EI Q BT (text) Tj ET'
    expect([...operations(content)].map(({ operator }) => operator)).toEqual(['BI', 'Q', 'BT', 'Tj', 'ET'])
    const hexadecimal = 'BI /W 1 /H 1 /F [/AHx] ID 00>\nEI Q'
    expect([...operations(hexadecimal)].map(({ operator }) => operator)).toEqual(['BI', 'Q'])
  })
})
