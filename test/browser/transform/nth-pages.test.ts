/** Rules for single pages: `@page :nth()` (CSS GCPM 3, 5.2). */
import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { find } from '../../support/pdf'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

beforeAll(() => applySchema())

const warningsOf = (headers: Headers) => decodeURIComponent(headers.get('x-warnings') ?? '')
const pagesOf = (count: number, name = '') =>
  Array.from(
    { length: count },
    (_, at) => `<p class="${name}" style="break-before:page">${name}${at + 1}`,
  ).join('')
const book = (css: string, body: string) =>
  `<!doctype html><html lang="en"><title>B</title><style>@page{margin:20mm}${css}</style>${body}`
const heads = (pages: { text: string }[]) => pages.map(({ text }) => text.match(/HEAD \w+/g)?.join('+') ?? '')

describe('@page :nth()', () => {
  it('gives pages by their number margin boxes of their own, over those of all pages', async () => {
    const css = `@page{@top-left{content:"HEAD all"}}@page :nth(2){@top-left{content:"HEAD two"}}@page :nth(3n+1){@top-right{content:"HEAD third"}}@page :nth(-n + 1){@top-left{content:none}}`
    const { pages, headers } = await render(book(css, pagesOf(5)), { options: { tagged: true } })
    expect(warningsOf(headers)).toBe('')
    expect(heads(pages)).toEqual(['HEAD third', 'HEAD two', 'HEAD all', 'HEAD all+HEAD third', 'HEAD all'])
  })

  it('counts pages of a name, from each element that begins them', async () => {
    const css = `.chapter{page:chapter}@page{@top-left{content:"HEAD all"}}@page chapter{@top-left{content:"HEAD " string(title)}}@page :nth(1 of chapter){@top-left{content:"HEAD none";color:red}}h1{string-set:title content()}`
    const chapter = (name: string) =>
      `<section class="chapter"><h1>${name}</h1><p>a<p style="break-before:page">b</section>`
    const body = `<p>Preface</p>${chapter('One')}<p style="break-before:page">between</p>${chapter('Two')}`
    const { pages, headers } = await render(book(css, body), { options: { pdf_format: 'PDF/A-2b' } })
    expect(warningsOf(headers)).toBe('')
    expect(heads(pages)).toEqual(['HEAD all', 'HEAD none', 'HEAD One', 'HEAD all', 'HEAD none', 'HEAD Two'])
  })

  it('goes with a part of the pages, crop marks and page numbers, and leaves sizes alone', async () => {
    const css = `@page{marks:crop;@bottom-left{content:counter(page)}}@page :nth(3){size:A3;@top-left{content:"HEAD three"}}`
    const { pages, headers } = await render(book(css, pagesOf(4)), {
      options: { page_ranges: '3-4', pdf_format: 'PDF/A-2b' },
    })
    expect(warningsOf(headers)).toContain(
      '@page :nth(): sizes of single pages, and margins that leave their text another width or height, are left as they are',
    )
    expect(heads(pages)).toEqual(['HEAD three', ''])
    expect(pages[0]?.text).toContain('3')
  })
  it('has margins that move the text as a whole, links too, and higher heads of chapters', async () => {
    const css = `.c{page:c}p,h1{margin:0}a{display:block;width:20mm}@page :nth(2){margin-left:30mm;margin-right:10mm;@top-left{content:"HEAD two"}}@page :nth(1 of c){margin-top:50mm;@top-left{content:"HEAD c"}}`
    const body = `<p>Text</p><p style="break-before:page"><a href="https://example.com/">Moved</a></p><div class="c"><h1>Low</h1><p style="break-before:page">High</p></div>`
    const { pages, headers, bytes } = await render(book(css, body), { options: { tagged: true } })
    expect(warningsOf(headers)).toBe('')
    expect(heads(pages)).toEqual(['', 'HEAD two', 'HEAD c', ''])
    const placeOf = (at: number, text: string) => find(pages[at], text)
    const MM = 72 / 25.4
    expect(placeOf(1, 'Moved').x - placeOf(0, 'Text').x).toBeGreaterThan(9.5 * MM)
    // A heading is larger than a paragraph.
    expect(placeOf(2, 'Low').y - placeOf(3, 'High').y).toBeGreaterThan(29 * MM)
    const [, second] = (await PDFDocument.load(bytes)).getPages()
    const link = second?.node.Annots()?.lookup(0, PDFDict).lookup(PDFName.of('Rect'), PDFArray).asRectangle()
    expect(Math.abs((link?.x ?? 0) - placeOf(1, 'Moved').x)).toBeLessThan(1)
  })

  it('has pages printed in twelve more ways at most', async () => {
    const rule = (_: unknown, at: number) => `@page :nth(${at + 1}){@top-left{content:"HEAD n${at + 1}"}}`
    const { pages } = await render(book(Array.from({ length: 14 }, rule).join(''), pagesOf(14)))
    // The first page needs no print of its own.
    const told = Array.from({ length: 13 }, (_, at) => `HEAD n${at + 1}`)
    expect(heads(pages)).toEqual([...told, ''])
  })
})
