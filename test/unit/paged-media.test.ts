/** What style sheets ask of pages and the browser does not do, found in their text. */
import { describe, expect, it } from 'vitest'
import { withFurniture } from '../../src/render/page-furniture'
import { PagedMedia } from '../../src/render/paged-media'
import { parsePageSize } from '../../src/render/parse-page-size'

const A4 = { width: 210 / 25.4, height: 297 / 25.4 }

async function warningsOf(css: string, html = '') {
  return (await PagedMedia.of(`${html}<style>${css}</style>`, A4)).warningsFor({})
}

describe('CSS of paged media that the browser ignores is named', () => {
  it.each([
    ['span { float: footnote }', 'float: footnote'],
    ['span{FLOAT:/* a */footnote}', 'float: footnote'],
    ['p { position: running(title) }', 'position: running()'],
    ['@page { @top-left { content: element(title) } }', 'content: element()'],
    ['h1 { string-set: chapter content() }', 'string-set'],
    ['@page { @top-left { content: "x" string(chapter) } }', 'content: string()'],
    ['a::after { content: leader(".") target-counter(attr(href), page) }', 'leader(), target-counter()'],
    ['h1 { bookmark-level: 1; bookmark-label: content() }', 'bookmark-level, bookmark-label'],
    ['@page :nth(2n) { margin: 0 }', '@page :nth()'],
    ['@page a:blank { margin: 0 }', '@page :blank'],
    ['figure { float: top }', 'float: top'],
    ['h1 { counter-reset: part page 1 }', 'counter-reset: page of an element'],
    ['@page { bleed: 6mm; marks: crop cross }', 'bleed, marks'],
    ['@media print { p { color: device-cmyk(0 1 1 0) } }', 'device-cmyk()'],
    ['p { color: cmyk(0, 1, 1, 0) } figure { float: snap-block(2em) }', 'cmyk(), float: snap-block()'],
    ['@page :last, a:recto { @top { content: "x" } }', '@page :last, @page :recto, @top in @page'],
    ['@page { margin-inside: 2cm } p { hyphenate-limit-lines: 2 }', 'margin-inside, hyphenate-limit-lines'],
    ['h1 { prince-bookmark-level: 1; -weasy-x: y }', 'prince-bookmark-level, -weasy-x'],
    ['p { color: red } @media print { div { p:hover & { float: footnote } } }', 'float: footnote'],
  ])('%s', async (css, names) => {
    expect(await warningsOf(css)).toEqual([`CSS that this browser ignores: ${names}`])
  })

  it.each([
    [
      'what it knows',
      '@page :first { margin: 0; @bottom-center { content: counter(page) } } p { float: left; content: "x" }',
    ],
    [
      'page counters that hold',
      ':root { counter-reset: page 4 } @page front { counter-reset: page 1 } h1 { counter-reset: h2 }',
    ],
    ['a comment', '/* float: footnote; string-set: a */ p { color: red }'],
    ['a text', 'p::after { content: "float: footnote; string-set: x" }'],
    ['a question whether it is there', '@supports (position: running(a)) { p { color: red } }'],
    [
      'names of others',
      '.running { top: 0 } footnote:hover { --string-set: 1; mask: element(x) } li::marker { content: "" }',
    ],
  ])('but not for %s', async (_, css) => {
    expect(await warningsOf(css)).toEqual([])
  })

  it('but not for what is done in its place', async () => {
    const css = `a::after { content: leader(".") target-counter(attr(href), page) } b::after { content: target-text(attr(href)) }
      h1 { string-set: chapter content(); break-before: right; bookmark-level: 1; bookmark-label: content(); bookmark-state: closed }
      h2 { counter-reset: page 1 } .note { float: footnote } .note::footnote-call { color: red } .head { position: running(head) }
      @page { bleed: 3mm; marks: crop cross; @footnote { border-top: 1pt solid } @top-left { content: string(chapter) } @top-right { content: element(head) } }
      @page :blank { margin: 0 } @page:blank { margin: 0 } @page a:blank, :blank { margin: 0 } @page :nth(2) { color: red } @page chapter:nth(even) { color: red }`
    const { input } = withFurniture({ html: `<style>${css}</style>`, options: {}, optimize: false })
    expect((await PagedMedia.of(input.html, A4)).warningsFor({})).toEqual([])
  })

  it('in every style element and style sheet, once', async () => {
    const media = await PagedMedia.of(
      '<style>p{float:footnote}</style><STYLE media="print">@page{bleed:1mm}',
      undefined,
    )
    media.read('p { float: footnote; string-set: a }')
    expect(media.warningsFor({})).toEqual([
      'CSS that this browser ignores: float: footnote, bleed, string-set',
    ])
  })

  it('in style attributes', async () => {
    expect(
      await warningsOf('', `<p style='float:footnote'>x</p><h1 class=a style = "string-set: a">y</h1>`),
    ).toEqual(['CSS that this browser ignores: float: footnote, string-set'])
  })

  it('not outside of them, and not where a script lays out the pages', async () => {
    expect(await warningsOf('', '<p>span { float: footnote }</p>')).toEqual([])
    expect(await warningsOf('p{float:footnote}', '<script src="paged.polyfill.js"></script>')).toEqual([])
  })
})

describe('a page size that does not hold is named', () => {
  it.each(['A5', 'landscape', '8.5in 11in', 'letter portrait', '100mm', '297mm 210mm !important'])(
    '%s',
    async (size) => {
      const [warning] = await warningsOf(`@page wide { size: ${size} }`)
      expect(warning).toContain(
        `@page size (${size.replace(' !important', '')}) does not hold, the paper is 8.27 x 11.69 in`,
      )
    },
  )

  it.each(['A4', 'a4 portrait', 'portrait', 'auto', '210mm 297mm', '595pt 842pt', 'var(--paper)'])(
    'but not %s, which is the paper or no size',
    async (size) => {
      expect(await warningsOf(`@page { size: ${size} } .a { size: A5 }`)).toEqual([])
    },
  )

  it('but not if it holds', async () => {
    expect((await PagedMedia.of('<style>@page{size:A5}</style>', undefined)).warningsFor({})).toEqual([])
  })

  it.each([
    ['A3', true],
    ['8.5in 14in', true],
    ['400mm 400mm', true],
    ['A4', false],
    ['A5', false],
    ['letter', false],
    ['A3 landscape', false],
    ['var(--paper)', false],
  ])('%s is larger than A4 and turned alike: %s', async (size, isLarger) => {
    expect((await PagedMedia.of(`<style>@page{size:${size}}</style>`, A4)).hasLargerPages).toBe(isLarger)
    expect((await PagedMedia.of(`<style>@page{size:${size}}</style>`, undefined)).hasLargerPages).toBe(false)
  })

  it('says so where pages of that size were printed smaller', async () => {
    const media = await PagedMedia.of('', A4)
    media.read('@page{size:a3}')
    expect(media.hasLargerPages).toBe(true)
    expect(media.warningsFor({ isShrunk: true })).toEqual([
      "the document's own @page size (a3) is printed smaller, on paper of 8.27 x 11.69 in: set prefer_css_page_size to true for paper of that size, or to false for pages as large as the paper",
    ])
  })

  it.each([
    ['A4 landscape', 11.69, 8.27],
    ['landscape a5', 8.27, 5.83],
    ['ledger', 11, 17],
    ['2in', 2, 2],
    ['72pt 144px', 1, 1.5],
  ])('%s is read as it is', (value, width, height) => {
    const size = parsePageSize(value, A4)
    expect(size?.width).toBeCloseTo(width, 2)
    expect(size?.height).toBeCloseTo(height, 2)
  })
})

it('Style sheets are read as far as a million tokens', async () => {
  const footnote = 'span{float:footnote}'
  expect(await warningsOf(`${'a{b:c}'.repeat(100_000)}${footnote}`)).toHaveLength(1)
  expect(await warningsOf(`${footnote}${'a{b:c}'.repeat(300_000)}`)).toHaveLength(1)
  expect(await warningsOf(`${'a{b:c}'.repeat(300_000)}${footnote}`)).toEqual([])
})
