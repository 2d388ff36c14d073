import fc from 'fast-check'
import { degrees, PDFDocument } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/pdf/content'
import { pageContent, setPageContent } from '../../../src/pdf/pdfa/objects'
import { isolatedContent, placeOverlay, viewOf } from '../../../src/pdf/stamp/overlay'
import { stampTest } from '../../../src/pdf/stamp/test-stamp'
import { watermarkHtml, watermarkOf } from '../../../src/pdf/stamp/watermark'
import { linksPdf } from '../../support/pdfs'

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
    for (const { operator } of operations(`${isolatedContent(page)}/Last Do`)) {
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
