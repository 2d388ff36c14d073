/** PDFs of a few kilobytes that would keep a parser busy for minutes, or fill the memory of any isolate. */
import { deflateSync } from 'node:zlib'
import { PDFDict, PDFName } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { withOnePage } from '../../fuzz/pdfs/rough'
import { loadPdf as load, reasonOf } from '../../support/costly-pdfs'
import { finishWith } from '../../support/finishing'
import { linksPdf } from '../../support/pdfs'

const packed = (dictionary: string, data: Uint8Array) =>
  withOnePage({
    leaf: '/X[7 0 R 8 0 R]',
    table: () => '',
    more: [{ dictionary: `${dictionary}/Filter/FlateDecode`, data: deflateSync(data) }],
  })
const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join('')

describe('a PDF that costs more than it may is refused', () => {
  /** What a page leads to is read. */
  const leaf = '/X 4 0 R'
  it('a million numbers in two kilobytes', async () => {
    const bomb = packed('/Type/ObjStm/N 1/First 4', Buffer.from(`7 0 [${'0 '.repeat(1_000_001)}]`))
    expect(bomb.length).toBeLessThan(4000)
    expect(await reasonOf(bomb)).toContain('1,000,000 objects')
  })
  it('a third of a million dictionaries, which take as much memory as three objects each', async () => {
    const bomb = withOnePage({ leaf, more: [`[${'<<>>'.repeat(333_400)}]`] })
    expect(await reasonOf(bomb)).toContain('1,000,000 objects')
  })
  it('names without end', async () => {
    expect(await reasonOf(withOnePage({ leaf, more: [`[${many(50_001, (n) => `/N${n}`)}]`] }))).toContain(
      'names',
    )
  })
  it('a text of megabytes', async () => {
    expect(await reasonOf(withOnePage({ leaf, more: [`(${'x'.repeat(1_000_001)})`] }))).toContain('megabyte')
  })
})

describe('a PDF that only pretends to cost much is merged', () => {
  it.each([
    ['rubbish and a comment', `x${'%'.repeat(2 ** 20)}`],
    ['rubbish and blanks', `x${' '.repeat(2 ** 20)}`],
  ])('%s where its cross-references should be', async (_, table) => {
    expect((await load(withOnePage({ table: () => table }))).getPageCount()).toBe(1)
  })
  it('a length that leads back to where the parser was', async () => {
    const more = [{ data: 'x' }, { data: 'x', length: '-48', end: ' endobj' }]
    expect((await load(withOnePage({ leaf: '/X[4 0 R 5 0 R]', more }))).getPageCount()).toBe(1)
  })
  it('a bomb that no page leads to', async () => {
    const more = [`[${'0 '.repeat(1_000_001)}]`]
    expect((await load(withOnePage({ more }))).getPageCount()).toBe(1)
  })
  it.each([
    ['in its index', '/Type/XRef/Size 5/W[1 2 1]/Index[0 2000000000]'],
    ['in its size', '/Type/XRef/Size 2000000000/W[1 2 1]'],
    ['in its widths', '/Type/XRef/Size 5/W[1000000000 1000000000 1]'],
  ])('a cross-reference stream of billions %s', async (_, dictionary) => {
    const loaded = await load(packed(`${dictionary}/Root 1 0 R`, Buffer.alloc(20)))
    expect(loaded.getPageCount()).toBe(1)
  })
  it('one whose objects are packed in streams keeps them', async () => {
    const loaded = await load(packed('/Type/ObjStm/N 2/First 10', Buffer.from('7 0 8 8   <</A 1>> <</B/C>>')))
    const packedDict = loaded.context.enumerateIndirectObjects().map(([, object]) => object)
    expect(
      packedDict.some(
        (object) => object instanceof PDFDict && object.get(PDFName.of('B')) === PDFName.of('C'),
      ),
    ).toBe(true)
  })
})

describe('a page with entries of the wrong kind', () => {
  it.each(['/Resources 7', '/Resources 4 0 R', '/Annots(x)', '/Rotate/R', '/CropBox<<>>'])(
    'such as %s is merged, compressed and archived without them',
    async (leaf) => {
      const attachments = [{ name: 'odd.pdf', pointer: '', bytes: withOnePage({ leaf, more: ['4 0 R'] }) }]
      const { pages } = await finishWith(linksPdf(), {
        attachments,
        compress: true,
        conform: { level: '2b' },
      })
      expect(pages).toBe(3)
    },
  )
})
