/** Contents lists and what a document says of its own pages. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { applySchema } from '../../support/schema'
import { problemOf, render } from '../../support/service'

beforeAll(() => applySchema())

const plain = (text = '') => text.replace(/\s+/g, ' ')
const lines = (count: number) => Array.from({ length: count }, (_, at) => `<p>line ${at}</p>`).join('')
const book = (chapters: number, count = 60) =>
  Array.from(
    { length: chapters },
    (_, at) => `<h1>Chapter ${at + 1}</h1>${lines(count)}<h2>Part ${at + 1}</h2><p>end</p>`,
  ).join('')

/** Pages, from 1, whose text matches; the contents list is none of them. */
const pageOf = (pages: { text: string }[], title: string) =>
  pages.findIndex(({ text }) => !/Contents|Inhalt/.test(text) && plain(text).includes(title)) + 1

describe('toc', () => {
  it('lists the headings at the front, with the pages that they are on', async () => {
    const { pages, headers } = await render(`<title>Book</title>${book(4)}`, {
      options: { toc: true },
      goCreditMode: true,
    })
    const list = plain(pages[0]?.text)
    for (const title of ['Chapter 1', 'Part 1', 'Chapter 3', 'Chapter 4', 'Part 4']) {
      expect(list).toContain(`${title} ${pageOf(pages, title)}`)
    }
    expect(pageOf(pages, 'Part 4')).toBeGreaterThan(5)
    expect(headers.get('x-warnings')).toBeNull()
  })

  it('stands where the document has room for it, as deep and under the title that is asked for', async () => {
    const links = '<style>nav a::after{content:" (" attr(href) ")"}</style>'
    const html = `<html lang="de"><title>B</title>${links}<p>Deckblatt</p><nav id="toc"></nav>${book(2)}`
    const { pages } = await render(html, {
      options: { toc: { depth: 1 }, page_number_start: 11 },
    })
    const list = plain(pages[0]?.text)
    expect(list).toMatch(/Deckblatt Inhalt Chapter 1/)
    expect(list).toContain(`Chapter 2 ${pageOf(pages, 'Chapter 2 line 0') + 10}`)
    expect(list).not.toContain('Part 1 ')
    expect(list).not.toContain('(#')
  })

  it('has the right pages where a print is not what the columns of the guess were', async () => {
    // Rows that no column divides as a page does, under a style for print alone.
    const row = (at: number) => `<tr><td>row ${at}<br>${'a cell of some words '.repeat(8)}`
    const table = `<table>${Array.from({ length: 40 }, (_, at) => row(at)).join('')}</table>`
    const style = '<style>@media print{td{line-height:31px}h1{margin-top:60vh}}</style>'
    const html = `<title>B</title>${style}${Array.from({ length: 4 }, (_, at) => `<h1>Chapter ${at + 1}</h1>${table}`).join('')}`
    expect(html.length).toBeGreaterThan(16_000)
    const { pages, headers } = await render(html, { options: { toc: true }, goCreditMode: false })
    for (const at of [1, 2, 3, 4])
      expect(plain(pages[0]?.text)).toContain(`Chapter ${at} ${pageOf(pages, `Chapter ${at}`)}`)
    expect(headers.get('x-warnings')).toBeNull()
  })

  it('says so where there is nothing to list', async () => {
    const { headers } = await render('<p>x</p>', { options: { toc: true } })
    expect(decodeURIComponent(headers.get('x-warnings') ?? '')).toContain(
      'the document has no headings (h1,h2,h3)',
    )
    const problem = await problemOf({ html: '<p>x</p>', options: { toc: { depth: 7 } } })
    expect(problem.errors?.[0]?.pointer).toContain('/options/toc')
  })
})

describe('the document’s own styles', () => {
  it('have the pages of their targets, with leaders up to the margin', async () => {
    const style = `@page{@bottom-center{content:counter(page)}}li{list-style:none}a::after{content:leader(".") target-counter(attr(href), page)}i::after{content:target-text(url(#c2))}h1{break-before:right}`
    const html = `<!doctype html><title>B</title><style>${style}</style><ol><li><a href="#c1">One</a><li><a href="#c2">The second</a></ol><i>see </i>
      <h1 id="c1">First</h1>${lines(3)}<h1 id="c2">Second</h1><p>x</p>`
    const { pages, headers } = await render(html)
    expect(headers.get('x-warnings')).toBeNull()
    const first = plain(pages[0]?.text)
    expect(first).toMatch(/One ?\.{20,} ?3/)
    expect(first).toMatch(/The second ?\.{20,} ?5/)
    expect(first).toContain('see Second')
    expect(pages.map(({ text }) => /First|Second/.test(text) && !/One/.test(text))).toEqual([
      false,
      false,
      true,
      false,
      true,
    ])
    const ends = pages[0]?.runs.filter(({ text }) => /[35]$/.test(text)).map(({ x, width }) => x + width)
    // The right margin, and that of the body.
    expect(ends?.[0]).toBeGreaterThan((pages[0]?.width ?? 0) - 28.8 - 6 - 1.5)
    expect(Math.abs((ends?.[0] ?? 0) - (ends?.[1] ?? 9))).toBeLessThan(0.6)
  })

  it('end lines with leaders where all end, and take the last word of a line that has no room for them along', async () => {
    const style = `body{margin:0}ul{list-style:none;padding:0;width:60mm;float:left;margin:0 5mm 0 0}.block a{display:block}a::after{content:leader(". ") " " target-counter(attr(href), page)}h1{break-before:page}`
    const entries = Array.from(
      { length: 14 },
      (_, at) => `<li><a href="#c">${'ab '.repeat(14)}${'i'.repeat(at)}y</a>`,
    )
    const list = (name: string) => `<ul class="${name}">${entries.join('')}</ul>`
    const { pages } = await render(
      `<!doctype html><title>B</title><style>${style}</style>${list('lines')}${list('block')}<p style="clear:both">on</p><h1 id="c">C</h1>`,
    )
    const ends = (pages[0]?.runs ?? []).flatMap(({ text, x, width }) =>
      /\b2$/.test(text) ? [x + width] : [],
    )
    expect(ends).toHaveLength(2 * entries.length)
    const spread = (list: number[]) => Math.max(...list) - Math.min(...list)
    const middle = (Math.max(...ends) + Math.min(...ends)) / 2
    for (const column of [ends.filter((end) => end < middle), ends.filter((end) => end > middle)]) {
      expect(column).toHaveLength(entries.length)
      expect(spread(column)).toBeLessThan(0.6)
    }
    expect(plain(pages[0]?.text)).not.toMatch(/[a-z]\s?2/)
  })

  it('fill the rows of flex containers', async () => {
    const style = `body{margin:0}ul{list-style:none;padding:0;margin:0;width:90mm}.row a,.item li,.apart li{display:flex}.apart li{justify-content:space-between}.row a::after,.item a::after,.apart b::before{content:leader(". ")}.row a::after,.item a::after,.apart b::after{content:leader(". ") target-counter(url(#c), page)}.apart b::before{content:none}h1{break-before:page}`
    const list = (name: string, entry: (text: string) => string) =>
      `<ul class="${name}">${['One', 'The second', 'Three of them'].map((text) => `<li>${entry(text)}`).join('')}</ul>`
    const link = (text: string) => `<a href="#c">${text}</a>`
    const lists = list('row', link) + list('item', link) + list('apart', (text) => `<i>${text}</i><b></b>`)
    const { pages } = await render(
      `<!doctype html><title>B</title><style>${style}</style>${lists}<h1 id="c">C</h1>`,
    )
    const numbers = (pages[0]?.runs ?? []).filter(({ text }) => /\b2$/.test(text))
    expect(numbers).toHaveLength(9)
    const ends = numbers.map(({ x, width }) => x + width)
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(0.6)
    expect(plain(pages[0]?.text).match(/(?:\. ?){15,}2/g)).toHaveLength(9)
  })

  it('may stand in the style sheets of links, and in those that these import', async () => {
    const html = `<!doctype html><title>B</title><link rel="stylesheet" href="${inject('origins').site}/book.css">
      <nav><a href="#c2">Second</a></nav><h1>First</h1>${lines(3)}<h1 class="body" id="c2">Second</h1><p>call<span class="note">BELOW</span> and on`
    const { pages, headers } = await render(html)
    expect(headers.get('x-warnings')).toBeNull()
    const texts = pages.map(({ text }) => plain(text))
    expect(texts[0]).toMatch(/^i Second ?\.{20,} ?1$/)
    expect(texts[2]).toMatch(/^First iii First/)
    expect(texts[4]).toMatch(/^Second i Second call ?1 and on 1\. BELOW$/)
  })

  it('have counters of the document beside links, in page margins and in bookmarks', async () => {
    const style = `@page{margin:25mm;@top-left{content:string(head)}}body{counter-reset:ch}h1{counter-increment:ch;counter-reset:sec;break-before:page;string-set:head "Ch. " counter(ch, upper-roman) ", " content();bookmark-label:counter(ch) " " content()}h2::before{counter-increment:sec;content:counter(ch) "." counter(sec) " "}h2{bookmark-level:none}a::after{content:target-counter(attr(href), ch) "." target-counter(attr(href), sec) " on " target-counter(attr(href), page)}`
    const html = `<title>B</title><style>${style}</style><a href="#x">See </a><h1>One</h1><h2>a</h2><h1>Two</h1><h2>b</h2><h2 id="x">c</h2>`
    const { pages, headers, outline } = await render(html)
    expect(headers.get('x-warnings')).toBeNull()
    expect(pages.map(({ text }) => plain(text))).toEqual([
      'See 2.2 on 3',
      'Ch. I, One One 1.1 a',
      'Ch. II, Two Two 2.1 b 2.2 c',
    ])
    expect(outline).toEqual(['1 One', '2 Two'])
  })

  it('have chapters begin on their side, by what is before them or a style of their own too', async () => {
    const html = `<title>B</title><style>.front{page-break-after:right}</style><section><p class="front">Front</p></section><h1>One</h1><h1 style="break-before:left">Two</h1><h1 style="break-before: left">Three`
    const { pages, headers } = await render(html)
    expect(headers.get('x-warnings')).toBeNull()
    expect(pages.map(({ text }) => plain(text))).toEqual(['Front', '', 'One', 'Two', '', 'Three'])
  })

  it('have chapters on right pages that are narrower than left ones, and have more pages there', async () => {
    const style = `@page{size:105mm 148mm;margin:10mm}@page:right{margin-right:50mm}h1{break-before:right}ul{columns:4}a::after{content:" " target-counter(attr(href), page)}`
    const chapters = Array.from({ length: 30 }, (_, at) => {
      const text = 'lorem ipsum dolor sit amet '.repeat(10 + ((at * 11) % 31))
      return {
        entry: `<li><a href="#c${at}">${at}</a>`,
        text: `<h1 id="c${at}">chapter${at}.</h1><p>${text}`,
      }
    })
    const html = `<!doctype html><title>B</title><style>${style}</style><ul>${chapters.map(({ entry }) => entry).join('')}</ul>${chapters.map(({ text }) => text).join('')}`
    const { pages, headers } = await render(html, { options: { prefer_css_page_size: true } })
    expect(headers.get('x-warnings')).toBeNull()
    const begins = pages.flatMap(({ text }, page) => (/chapter\d+\./.test(text) ? [page + 1] : []))
    expect(begins).toHaveLength(30)
    expect(begins.filter((page) => page % 2 === 0)).toEqual([])
  })

  it('have texts of headings in the margins of pages', async () => {
    const style = `@page{margin:25mm;@top-left{content:string(chapter)}@top-right{content:string(chapter, first-except)}}h1{string-set:chapter content();break-before:page}`
    const { pages } = await render(`<title>B</title><style>${style}</style><p>Cover</p>${book(2, 70)}`)
    const heads = pages.map(({ text }) => (plain(text).match(/Chapter \d/g) ?? []).length)
    const second = pages.findIndex(({ text }) => text.includes('Chapter 2'))
    expect(heads[0]).toBe(0)
    // The heading and its head on the left; then both heads without it.
    expect(heads.slice(1)).toEqual(heads.slice(1).map(() => 2))
    expect(second).toBeGreaterThan(2)
  })
})
