import fc from 'fast-check'
import { degrees, PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/pdf/content-stream'
import { pageContent, setPageContent } from '../../../src/pdf/pdfa/objects'
import { isolatedContent, placeOverlay, viewOf } from '../../../src/pdf/stamp/overlay'
import { stampTest } from '../../../src/pdf/stamp/test-stamp'
import { watermarkHtml, watermarkOf } from '../../../src/pdf/stamp/watermark'
import { handmadePdf, linksPdf } from '../../support/pdfs'

const at = ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: number[], x: number, y: number) => [
  a * x + c * y + e,
  b * x + d * y + f,
]

describe('a stamp', () => {
  it('is centred and stays within any page at any angle and rotation', () => {
    const side = fc.integer({ min: 72, max: 5000 })
    const sized = {
      width: side,
      height: side,
      left: fc.integer({ min: -500, max: 500 }),
      bottom: fc.integer({ min: -500, max: 500 }),
    }
    const view = fc.record({ ...sized, rotation: fc.constantFrom(0, 90, 180, 270) })
    const size = fc.record({
      width: fc.integer({ min: 10, max: 3000 }),
      height: fc.integer({ min: 10, max: 80 }),
    })
    fc.assert(
      fc.property(view, size, fc.integer({ min: -180, max: 180 }), (page, box, angle) => {
        const matrix = placeOverlay(page, box, angle)
        for (const [x, y] of [
          [0, 0],
          [box.width, 0],
          [0, box.height],
          [box.width, box.height],
        ] as const) {
          const [left = 0, bottom = 0] = at(matrix, x, y)
          expect(left).toBeGreaterThan(page.left)
          expect(left).toBeLessThan(page.left + page.width)
          expect(bottom).toBeGreaterThan(page.bottom)
          expect(bottom).toBeLessThan(page.bottom + page.height)
        }
        const [x, y] = at(matrix, box.width / 2, box.height / 2)
        expect(x).toBeCloseTo(page.left + page.width / 2)
        expect(y).toBeCloseTo(page.bottom + page.height / 2)
      }),
    )
  })

  it('reads the same way on a page that viewers turn', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage([400, 600])
    page.setRotation(degrees(90))
    const [a = 0, b = 0] = placeOverlay(viewOf(page), { width: 100, height: 10 }, 0)
    // Turned clockwise by the viewer, what runs upwards in the page runs to the right on the screen.
    expect(a).toBeCloseTo(0)
    expect(b).toBeGreaterThan(0)
  })

  it('of a test key is on every page, an artifact in tagged documents, without font or transparency', async () => {
    const document = await PDFDocument.load(linksPdf(), { updateMetadata: false })
    await stampTest(document)
    for (const page of document.getPages()) {
      const content = pageContent(page)
      const stamps = [...content.matchAll(/\/Artifact BMC\nq\n[^()<>]*?\nS\nQ\nEMC\n/g)]
      expect(stamps).toHaveLength(2)
      expect(content.startsWith(stamps[0]?.[0] ?? '?')).toBe(true)
      expect(content.endsWith(stamps[1]?.[0] ?? '?')).toBe(true)
      expect(page.node.Contents()).not.toHaveProperty('array')
    }
  })

  it('of a test key is on a page that is hardly there until its unit makes it large', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage([0.0001, 0.0001])
    page.node.set(PDFName.of('UserUnit'), PDFNumber.of(75_000))
    await stampTest(document)
    const [, operands = ''] = /\nq\n([-\d. ]+) cm\n/.exec(pageContent(page)) ?? []
    const [x = 0, y = 0] = at(operands.split(' ').map(Number), 18.25, 5)
    expect([x * 1e6, y * 1e6].map(Math.round)).toEqual([50, 50])
    const [right = 0] = at(operands.split(' ').map(Number), 36.5, 5)
    expect((right - x) * 1e6).toBeGreaterThan(20)
  })

  it.each([
    'Q 0.00001 0 0 0.00001 0 0 cm q',
    'Q Q Q 1 0 0 1 5000 5000 cm',
    'q q 0 0 0 0 re W n',
    'BT /F 1 Tf 3 Tr',
    '/OC /Hidden BDC q',
    'ET EMC EMC Q 0 0 1 1 re W n',
  ])('is drawn in the state of a fresh page, whatever the page leaves behind: %s', async (content) => {
    const document = await PDFDocument.create()
    const page = document.addPage([400, 600])
    setPageContent(page, content)
    const depths = [0]
    let inText = false
    for (const { operator } of operations(`${await isolatedContent(page)}/Last Do`)) {
      const depth = depths.at(-1) ?? 0
      if (operator === 'q') depths.push(depth + 1)
      if (operator === 'Q') depths.push(depth - 1)
      if (operator === 'cm' || operator === 'W') expect(depth).toBeGreaterThan(0)
      if (operator === 'BT' || operator === 'ET') inText = operator === 'BT'
    }
    expect(depths.at(-1)).toBe(0)
    expect(Math.min(...depths)).toBe(0)
    expect(inText).toBe(false)
  })

  it('of a test key is not hidden by an annotation, while links stay', async () => {
    const document = await PDFDocument.load(linksPdf(), { updateMetadata: false })
    const page = document.getPage(0)
    const links = page.node.Annots()?.size() ?? 0
    const cover = { Type: 'Annot', Subtype: 'Square', Rect: [0, 0, 600, 850], IC: [1, 1, 1] }
    page.node.Annots()?.push(document.context.register(document.context.obj(cover)))
    await stampTest(document)
    expect(links).toBeGreaterThan(0)
    expect(page.node.Annots()?.size()).toBe(links)
    expect(String(page.node.Annots()?.lookup(0))).toContain('/Border [ 0 0 0 ]')
  })
})

/** A tagged page of 300 points, of `content`. */
function taggedPdf(content: string): Uint8Array {
  return handmadePdf([
    '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/StructParents 0/Resources<</XObject<</PageContent0 7 0 R>>>>>>',
    { dictionary: '', data: new TextEncoder().encode(content) },
    '<</Type/StructTreeRoot/K[6 0 R 8 0 R]/ParentTree<</Nums[0[6 0 R 6 0 R 8 0 R]]>>>>',
    '<</S/P/P 5 0 R/Pg 3 0 R/K[0<</Type/MCR/MCID 1>>]>>',
    {
      dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]',
      data: new TextEncoder().encode('0 0 9 9 re f'),
    },
    '<</S/Figure/P 5 0 R/Pg 3 0 R/K 2/Alt(A picture)>>',
  ])
}

/** The marked content that the tags of a document name, and that of its page. */
function tagsOf(document: PDFDocument) {
  const named: number[] = []
  const open: unknown[] = [document.catalog.lookup(PDFName.of('StructTreeRoot'))]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next instanceof PDFNumber) named.push(next.asNumber())
    if (next instanceof PDFArray) open.push(...next.asArray().map((_, index) => next.lookup(index)))
    if (next instanceof PDFDict)
      open.push(next.lookup(PDFName.of(next.has(PDFName.of('MCID')) ? 'MCID' : 'K')))
  }
  const drawn = [...operations(pageContent(document.getPage(0)))]
    .filter(({ operator }) => operator === 'BDC')
    .map(({ operands }) => Number(/MCID (\d+)/.exec(operands[1] ?? '')?.[1]))
  return { named: named.sort(), drawn }
}

describe('the stamp of a test key on a tagged page with inline images', () => {
  const image = (data: string) => `BI /W 1 /H 1 /BPC 8 /CS /G ID ${data} EI`
  const tagged = (id: number, content: string) => `/P <</MCID ${id}>> BDC ${content} EMC`
  const content = [
    tagged(0, 'BT (a BI in a text) Tj ET'),
    tagged(1, `q 9 0 0 9 0 0 cm ${image('x')} Q`),
    tagged(2, `q 9 0 0 9 50 50 cm ${image('y')} Q q 9 0 0 9 90 90 cm ${image('x')} Q /PageContent0 Do`),
  ].join('\n')

  it('leaves the marked content of the tags in the page, and draws each image once by a form', async () => {
    const document = await PDFDocument.load(taggedPdf(content), { updateMetadata: false })
    await stampTest(document)
    expect(tagsOf(document)).toEqual({ named: [0, 1, 2], drawn: [0, 1, 2] })
    const page = document.getPage(0)
    const drawn = [...operations(pageContent(page))].filter(({ operator }) => operator === 'Do')
    const [first, second, third, own] = drawn.map(({ operands }) => operands[0])
    expect(pageContent(page)).not.toMatch(/\bBI \//)
    expect(new Set([first, second]).size).toBe(2)
    expect([third, own]).toEqual([first, '/PageContent0'])
    const forms = page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict)
    for (const name of [first, second, own]) expect(forms?.has(PDFName.of(name?.slice(1) ?? ''))).toBe(true)
  })

  it('leaves a page without them as it is, whatever its texts hold', async () => {
    const document = await PDFDocument.load(taggedPdf(tagged(0, 'BT [(BI) 3 (a)] TJ /BI Tf ET')), {
      updateMetadata: false,
    })
    await stampTest(document)
    expect(pageContent(document.getPage(0))).toContain('[(BI) 3 (a)] TJ')
  })

  it.each([
    ['in a damaged dictionary', `<< ${image('x')} >> /A gs`],
    ['in nested arrays', `[[] ${image('x')} ] TJ`],
    ['behind a number', `1${image('x')} 1 w`],
    ['behind a comment in a group', `<< % ( \n ${image('x')} >> /A gs`],
    [
      'behind one whose end is in doubt',
      `${image('x').replace('/W', '/F /Fl /W').replace(' EI', 'EI')} \x80 ${image('y')}`,
    ],
  ])('takes all of the page where readers may see an image %s', async (_, more) => {
    const document = await PDFDocument.load(taggedPdf(`${content}\n${more}`), { updateMetadata: false })
    await stampTest(document)
    expect(pageContent(document.getPage(0))).not.toMatch(/\bBI\b/)
  })
})

describe('the page of a watermark', () => {
  it('shows the text as it is, whatever it holds', () => {
    const html = watermarkHtml(watermarkOf('<b>&amp; "草稿" مسودة'))
    expect(html).toContain('&lt;b&gt;&amp;amp; &quot;草稿&quot; مسودة')
  })
  it('has defaults for what is not given', () => {
    expect(watermarkOf('x')).toEqual({ text: 'x', color: '#808080', opacity: 0.25, angle: 45 })
    expect(watermarkOf({ text: 'x', angle: 0 })).toMatchObject({ angle: 0, opacity: 0.25 })
  })
})
