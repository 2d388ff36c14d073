import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFObject, type PDFRef } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { merge } from '../../../src/pdf/merge/merge'
import { writePdf } from '../../../src/pdf/write/write-pdf'
import { page, roughPdf, withOnePage } from '../../fuzz/pdfs/rough'
import { finishWith } from '../../support/finishing'
import { blankPdf, formPdf, linksPdf } from '../../support/pdfs'

const file = (bytes: Uint8Array, index = 0) => ({
  name: `file ${index + 1}`,
  pointer: `/options/attachments/${index}`,
  bytes,
})

/** Merges, writes and reads back: what a caller gets. */
async function merged(main: Uint8Array, ...files: Uint8Array[]) {
  const document = await PDFDocument.load(main, { updateMetadata: false })
  const parts = await merge(document, files.map(file))
  const bytes = writePdf(document.context, { objectStreams: true })
  return { parts, document: await PDFDocument.load(bytes, { updateMetadata: false }) }
}

describe('merging', () => {
  it('appends in order, keeps each page its size, and says where each file went', async () => {
    const { document, parts } = await merged(
      linksPdf(),
      await blankPdf([
        [100, 200],
        [842, 595],
      ]),
      await blankPdf([[50, 60]]),
    )
    const sizes = document.getPages().map((page) => [page.getWidth(), page.getHeight()])
    expect(sizes.slice(2)).toEqual([
      [100, 200],
      [842, 595],
      [50, 60],
    ])
    expect(parts.map(({ firstPage, lastPage }) => [firstPage, lastPage])).toEqual([
      [3, 4],
      [5, 5],
    ])
  })

  it('keeps every link, and each named link leads to its own document', async () => {
    const { document } = await merged(linksPdf(), linksPdf())
    const pages = document.getPages()
    expect(pages.map((page) => linksOf(document, page.ref).length)).toEqual([3, 1, 3, 1])
    const targets = pages.map((page) =>
      linksOf(document, page.ref).flatMap((link) => targetPage(document, link)),
    )
    expect(targets).toEqual([[1], [0], [3], [2]])
  })

  it('puts the outline of each file below an item with its title', async () => {
    const { document } = await merged(linksPdf(), linksPdf(), await blankPdf())
    expect(outline(document, document.catalog.lookup(PDFName.of('Outlines')))).toEqual([
      'Links',
      ['Target'],
      'links sample',
      ['Links', ['Target']],
      'file 2',
    ])
  })

  it('makes field names unique and keeps the values', async () => {
    const { document } = await merged(
      await formPdf('name', 'Ada'),
      await formPdf('name', 'Grace'),
      await formPdf('name', 'Edith'),
    )
    const fields = document.getForm().getFields()
    expect(fields.map((field) => field.getName())).toEqual(['name', 'name-2', 'name-3'])
    expect(fields.map((field) => document.getForm().getTextField(field.getName()).getText())).toEqual([
      'Ada',
      'Grace',
      'Edith',
    ])
  })

  it('joins the structure trees, so that every marked piece of content finds its element', async () => {
    const single = await PDFDocument.load(linksPdf(), { updateMetadata: false })
    const { document, parts } = await merged(linksPdf(), linksPdf(), linksPdf())
    expect(parts.every(({ tagged }) => tagged)).toBe(true)
    expect(elements(document)).toBe(3 * elements(single))
    const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
    const keys = root
      .lookup(PDFName.of('ParentTree'), PDFDict)
      .lookup(PDFName.of('Nums'), PDFArray)
      .asArray()
      .filter((_, index) => index % 2 === 0)
    const numbers = keys.map((key) => (key instanceof PDFNumber ? key.asNumber() : -1))
    expect(numbers).toEqual(numbers.map((_, index) => index))
    const used = document
      .getPages()
      .map((page) => page.node.lookup(PDFName.of('StructParents'), PDFNumber).asNumber())
    expect(new Set(used).size).toBe(document.getPageCount())
  })

  it('numbers pages as each file does, and others by their place', async () => {
    const labelled = roughPdf({
      objects: [
        '<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/r>>]>>>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        page(),
      ],
    })
    const { document } = await merged(linksPdf(), labelled, await blankPdf())
    const labels = document.catalog
      .lookup(PDFName.of('PageLabels'), PDFDict)
      .lookup(PDFName.of('Nums'), PDFArray)
    expect(String(labels).replace(/\s+/g, '')).toBe('[0<</S/D/St1>>2<</S/r>>3<</S/D/St4>>]')
  })

  it('tells what of a file did not come along', async () => {
    const document = await PDFDocument.load(linksPdf())
    document.addJavaScript('main', 'app.alert(2)')
    await document.attach(new Uint8Array([77, 90]), 'table.csv')
    const { parts } = await merged(await blankPdf(), await document.save(), await blankPdf())
    expect(parts.map(({ warnings }) => warnings)).toEqual([
      [
        'lost its embedded files and media',
        'lost scripts, or actions that lead out of the document',
        'lost its tags: set `tagged` to keep them',
      ],
      [],
    ])
  })

  it('tells of articles, further settings of layers and styles of texts that did not come along', async () => {
    const root =
      '/Threads[4 0 R]/OCProperties<</OCGs[]/D<<>>/Configs[<</Name(b)>>]>>/AcroForm<</Fields[5 0 R]>>'
    const field = '<</FT/Tx/T(a)/V(x)/RV(<p>x</p>)>>'
    const { parts } = await merged(await blankPdf(), withOnePage({ root, more: ['<</F 3 0 R>>', field] }))
    expect(parts[0]?.warnings).toEqual([
      'lost the styles of texts in its fields and notes; the texts stay',
      'lost its article threads, which lead through its pages',
      'lost its further settings of layers; the first stays',
    ])
  })

  it('keeps how the first file opens, and tells what some of its pages leave behind', async () => {
    const root = '/OpenAction<</S/GoTo/D[3 0 R/XYZ 0 0 1]>>/Threads[4 0 R]/Collection<</View/T>>'
    const bytes = withOnePage({ root, more: ['<</F 3 0 R>>'] })
    for (const [pages, left] of [
      [undefined, []],
      ['1', ['lost its article threads, which lead through its pages']],
    ] as const) {
      const source = { name: 'a.pdf', pointer: '/files/0', bytes, pages }
      const made = await finishWith([source], {})
      const told = ['lost its arrangement as a portfolio', ...left].map((one) => `/files/0: a.pdf ${one}`)
      expect(made.warnings).toEqual(told)
      const { catalog } = await PDFDocument.load(made.bytes)
      expect(String(catalog.lookup(PDFName.of('OpenAction')))).toMatch(/R \/XYZ 0 0 1/)
    }
  })

  it('gives destinations names that names can be, whatever text they had', async () => {
    const texts = ['<feff0041>', '<41>', '(C#00)', '(\\376\\377\\000A)']
    const root = `/Names<</Dests<</Names[${texts.map((text) => `${text}[3 0 R/Fit]`).join(' ')}]>>>>`
    const links = texts.map((text) => `<</Subtype/Link/Rect[0 0 9 9]/Dest ${text}>>`)
    const linked = withOnePage({ root, leaf: `/Annots[${links.join(' ')}]` })
    const { document } = await merged(await blankPdf(), linked)
    const [, second] = document.getPages()
    const made = linksOf(document, second?.ref as PDFRef)
    expect(made.map((link) => targetPage(document, link))).toEqual([[1], [1], [1], [1]])
    const named = made.map((link) => String(link.get(PDFName.of('Dest'))))
    expect(named.join()).not.toContain('#00')
    expect(new Set(named).size).toBe(3)
  })

  it('keeps which layers cannot be changed, and lists each', async () => {
    const settings = '/OCProperties<</OCGs[4 0 R 5 0 R]/D<</Order[4 0 R]/Locked[5 0 R]>>>>'
    const group = '<</Type/OCG/Name(x)>>'
    const layered = withOnePage({ root: settings, more: [group, group] })
    const { document } = await merged(await blankPdf(), layered)
    const kept = document.catalog.lookup(PDFName.of('OCProperties'), PDFDict).lookup(PDFName.of('D'), PDFDict)
    const sizes = ['Order', 'Locked'].map((key) => kept.lookup(PDFName.of(key), PDFArray).size())
    expect(sizes).toEqual([2, 1])
  })

  it('drops tags that have no tree to join', async () => {
    const { document } = await merged(await blankPdf(), linksPdf())
    expect(document.getPages().some((page) => page.node.has(PDFName.of('StructParents')))).toBe(false)
  })

  it('refuses to grow beyond 1,000 pages', async () => {
    const long = await blankPdf(Array.from({ length: 400 }, () => [9, 9]))
    await expect(merged(long, long, long)).rejects.toThrow(/longer than 1000 pages/)
  })
})

function linksOf(document: PDFDocument, page: PDFRef): PDFDict[] {
  const annotations = document.context.lookup(page, PDFDict).lookup(PDFName.of('Annots'))
  return annotations instanceof PDFArray
    ? annotations.asArray().map((ref) => document.context.lookup(ref, PDFDict))
    : []
}

/** Index of the page that a link within the document leads to. */
function targetPage(document: PDFDocument, link: PDFDict): number[] {
  const action = link.lookup(PDFName.of('A'))
  const named =
    link.get(PDFName.of('Dest')) ?? (action instanceof PDFDict ? action.get(PDFName.of('D')) : undefined)
  if (!(named instanceof PDFName)) return []
  const destination = document.catalog.lookup(PDFName.of('Dests'), PDFDict).lookup(named, PDFArray)
  return [document.getPages().findIndex((page) => page.ref === destination.get(0))]
}

type Titles = (string | Titles)[]

function outline(document: PDFDocument, parent: PDFObject | undefined): Titles {
  const titles: Titles = []
  let item = parent instanceof PDFDict ? parent.lookup(PDFName.of('First')) : undefined
  while (item instanceof PDFDict) {
    titles.push((item.lookup(PDFName.of('Title')) as unknown as { decodeText(): string }).decodeText())
    const below = outline(document, item)
    if (below.length > 0) titles.push(below)
    item = item.lookup(PDFName.of('Next'))
  }
  return titles
}

function elements(document: PDFDocument): number {
  const open: (PDFObject | undefined)[] = [
    document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict).get(PDFName.of('K')),
  ]
  let count = 0
  while (open.length > 0) {
    const next = document.context.lookup(open.pop())
    if (next instanceof PDFArray) open.push(...next.asArray())
    else if (next instanceof PDFDict && next.has(PDFName.of('S'))) {
      count++
      open.push(next.get(PDFName.of('K')))
    }
  }
  return count
}
