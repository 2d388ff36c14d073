/** Sheets that are larger than their pages: a bleed, crop marks and registration marks (CSS Paged Media 3, 7). */
import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { pageContent } from '../../../src/pdf/pdfa/objects'
import { find } from '../../support/pdf'
import { drawPage } from '../../support/pixels'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

beforeAll(() => applySchema())

const MM = 72 / 25.4
const warningsOf = (headers: Headers) => decodeURIComponent(headers.get('x-warnings') ?? '')
const options = { prefer_css_page_size: true }
const page = (css: string, body: string) =>
  `<!doctype html><html lang="en"><title>Leaf</title><style>${css}</style>${body}`

async function boxesOf(bytes: Uint8Array) {
  const document = await PDFDocument.load(bytes)
  const [first] = document.getPages()
  if (!first) throw new Error('no page')
  const sides = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
    [x, y, x + width, y + height].map((length) => Math.round((length / MM) * 10) / 10)
  return {
    media: sides(first.getMediaBox()),
    bleed: sides(first.getBleedBox()),
    trim: sides(first.getTrimBox()),
    content: pageContent(first),
  }
}

describe('bleed and marks', () => {
  it('make the sheet larger, and leave all in its place on the page', async () => {
    const css = `@page{size:A5;margin:15mm 10%;@top-left{content:"IN MARGIN"}@right-middle{content:"SIDE"}@bottom-right-corner{content:"CORNER"}}body{margin:0}.note{float:footnote}h1{string-set:head "ABOVE"}@page{@top-right{content:string(head)}}`
    const body = `<h1>Heading</h1><p>Text<span class="note">Below</span></p><p style="break-before:page">Second</p>`
    const marked = `${css}@page{bleed:3mm;marks:crop cross}`
    const [plain, grown] = await Promise.all(
      [css, marked].map((styles) => render(page(styles, body), { options })),
    )
    expect(warningsOf(grown?.headers ?? new Headers())).toBe('')
    const { media, bleed, trim } = await boxesOf(grown?.bytes ?? new Uint8Array())
    // A length of a sheet is rounded up, by a fifth of a millimetre at most.
    const expected = [0, 0, 170, 232, 8, 8, 162, 224, 11, 11, 159, 221]
    for (const [at, length] of [...media, ...bleed, ...trim].entries())
      expect(Math.abs(length - Number(expected[at])), String(at)).toBeLessThan(0.3)
    expect(grown?.pages).toHaveLength(2)
    for (const [at, { runs }] of (plain?.pages ?? []).entries()) {
      for (const { text, x, y } of runs.filter(({ text: run }) => run.length > 2)) {
        const moved = find(grown?.pages[at], text)
        expect(
          [text, moved.x - x, moved.y - y].map((part) =>
            typeof part === 'number' ? Math.round(part) : part,
          ),
        ).toEqual([text, ...[Math.round(11 * MM), Math.round(11 * MM)]])
      }
    }
  })

  it('are artifacts in the ink of all plates, in archival and accessible files too', async () => {
    const html = page('@page{marks:crop;background:#dde8f0}', '<h1>Cover</h1>')
    const { bytes, headers } = await render(html, { options: { pdf_format: 'PDF/A-2b', pdf_ua: true } })
    expect(headers.get('x-conformance')).toMatch(/PDF\/A-2b/)
    const { content, bleed, trim } = await boxesOf(bytes)
    // Six points, if nothing is said of it.
    expect(Number(trim[0]) - Number(bleed[0])).toBeCloseTo(2.1, 0)
    expect(content).toMatch(/ re W n\n[\s\S]*\/Artifact BMC\nq\n\/Registration CS 1 SCN[\s\S]* l S/)
  })

  it('have backgrounds in page margins reach to the end of the bleed, and what stands on these where it was', async () => {
    const css = (bleed: string) =>
      `@page{size:A5;margin:20mm;${bleed};@top-center{content:element(head);width:100%;background:#00f;color:#fff}@bottom-center{content:"FOOT";width:100%;margin-bottom:2mm;background:#0f0}}p{position:running(head)}`
    const [plain, grown] = await Promise.all(
      ['', 'bleed:5mm'].map((bleed) => render(page(css(bleed), '<p>HEAD</p><h1>Cover'), { options })),
    )
    for (const text of ['HEAD', 'FOOT'])
      expect(find(grown?.pages[0], text).y - find(plain?.pages[0], text).y).toBeCloseTo(5 * MM, 0)
    const colorAt = await drawPage(grown?.bytes ?? new Uint8Array())
    const [middle, end] = [79 * MM, 220 * MM]
    expect([1, 10 * MM, end - 1, end - 6 * MM, end - 8 * MM].map((y) => colorAt(middle, y))).toEqual([
      ...['#0000ff', '#0000ff', '#ffffff', '#ffffff', '#00ff00'],
    ])
  })

  it('leave headers and footers on the page, those of single pages too', async () => {
    const html = page('@page{margin:20mm;bleed:10mm}', '<p>One<p style="break-before:page">Two')
    const around = { header_html: '<b>HEAD</b>', footer_html: '<b>FOOT</b>' }
    const same = page('@page{margin:20mm}', '<p>One<p style="break-before:page">Two')
    for (const asked of [around, { ...around, header_first_html: '<i>FIRST</i>' }]) {
      const [plain, grown] = await Promise.all([same, html].map((text) => render(text, { options: asked })))
      for (const [at, { runs }] of (plain?.pages ?? []).entries()) {
        for (const { text, x, y } of runs) {
          const moved = find(grown?.pages[at], text)
          expect(Math.abs(moved.x - x - 10 * MM), text).toBeLessThan(1)
          expect(Math.abs(moved.y - y - 10 * MM), text).toBeLessThan(1)
        }
      }
    }
  })

  it.each(['@page{bleed:-3mm}', '@page{bleed:9in}', '@page{marks:circle}'])(
    'are named and left out where they make no sense: %s',
    async (css) => {
      const { headers, pages } = await render(page(css, 'x'))
      expect(warningsOf(headers)).toMatch(/CSS that this browser ignores: (?:bleed|marks)/)
      expect(pages[0]?.width).toBeCloseTo(595, 0)
    },
  )
})
