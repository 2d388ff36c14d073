/** Rules for single pages: `@page :nth()` (CSS GCPM 3, 5.2). */
import { beforeAll, describe, expect, it } from 'vitest'
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

  it('goes with a part of the pages, crop marks and page numbers, and leaves margins alone', async () => {
    const css = `@page{marks:crop;@bottom-left{content:counter(page)}}@page :nth(3){margin:50mm;@top-left{content:"HEAD three"}}`
    const { pages, headers } = await render(book(css, pagesOf(4)), {
      options: { page_ranges: '3-4', pdf_format: 'PDF/A-2b' },
    })
    expect(warningsOf(headers)).toContain(
      '@page :nth(): margins and sizes of single pages are left as they are',
    )
    expect(heads(pages)).toEqual(['HEAD three', ''])
    expect(pages[0]?.text).toContain('3')
  })
  it('has pages printed in twelve more ways at most', async () => {
    const rule = (_: unknown, at: number) => `@page :nth(${at + 1}){@top-left{content:"HEAD n${at + 1}"}}`
    const { pages } = await render(book(Array.from({ length: 14 }, rule).join(''), pagesOf(14)))
    // The first page needs no print of its own.
    const told = Array.from({ length: 13 }, (_, at) => `HEAD n${at + 1}`)
    expect(heads(pages)).toEqual([...told, ''])
  })
})
