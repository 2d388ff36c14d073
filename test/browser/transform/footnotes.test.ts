/** Footnotes at the feet of their pages, and what else books ask of page margins. */
import { beforeAll, describe, expect, it } from 'vitest'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

beforeAll(() => applySchema())

const plain = (text = '') => text.replace(/\s+/g, ' ')
const warningsOf = (headers: Headers) => decodeURIComponent(headers.get('x-warnings') ?? '')
const words = (count: number) => 'lorem ipsum dolor sit amet '.repeat(count / 5)
const note = (text: string) => `<span class="note">${text}</span>`
const STYLE = `@page{size:A5;margin:15mm}body{margin:0;font:12px/18px serif}.note{float:footnote;font-size:9px;line-height:12px}`
const book = (body: string, css = '') =>
  `<!doctype html><html lang="en"><title>Book</title><style>${STYLE}${css}</style>${body}`
const options = { prefer_css_page_size: true }

describe('float: footnote', () => {
  it('stands at the foot of the page that its call is on, below all other text', async () => {
    const paragraphs = Array.from(
      { length: 24 },
      (_, at) => `<p>${words(30)}call${at} .${note(`note${at} ${words(20)}`)} ${words(40)}</p>`,
    )
    const { pages, headers } = await render(book(paragraphs.join('')), { options })
    expect(warningsOf(headers)).toBe('')
    expect(pages.length).toBeGreaterThan(3)
    const all = (name: string) =>
      pages.flatMap(({ text }, page) =>
        [...plain(text).matchAll(new RegExp(`${name}(\\d+)`, 'g'))].map(([, at]) => `${at} on ${page}`),
      )
    // One whose page has no room left stands on the next.
    const apart = all('note').filter((place, at) => place !== all('call')[at])
    expect(all('note')).toHaveLength(24)
    expect(apart.length).toBeLessThan(4)
    for (const { runs } of pages) {
      const body = runs.filter(({ size }) => size > 8)
      const notes = runs.filter(({ text: run }) => /note\d/.test(run))
      const lowest = Math.max(...body.map(({ y }) => y))
      for (const { y } of notes) expect(y).toBeGreaterThan(lowest)
    }
  })

  it('has calls, markers and an area in the document’s own styles, and numbers that begin anew', async () => {
    const css = `.note::footnote-call{content:"[" counter(footnote, lower-alpha) "]"}.note::footnote-marker{content:"(" counter(footnote, lower-alpha) ") "}@page{@footnote{border-top:2px solid red;padding-top:4px}}h1{break-before:page;counter-reset:footnote}`
    const chapter = (name: string) =>
      `<h1>${name}</h1><p>One${note(`${name} first`)} two${note(`${name} second`)}</p>`
    const { pages } = await render(book(chapter('Alpha') + chapter('Beta'), css), { options })
    expect(pages).toHaveLength(2)
    expect(plain(pages[1]?.text).replaceAll(' ', '')).toContain('One[a]two[b](a)Betafirst(b)Betasecond')
  })

  it('of rows stands below their table, and one of half a page below its line', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, at) => `<tr><td>row ${at}${at % 4 ? '' : note(`of row ${at}.`)}`,
    )
    const { pages, headers } = await render(
      book(`<table>${rows.join('')}</table><p>${words(20)}${note(`high ${words(2000)}`)} behind</p>`),
      { options },
    )
    expect(warningsOf(headers)).toBe(
      '1 footnote(s) stand below the lines that call them: they are higher than half a page',
    )
    for (const { text } of pages) {
      const called = [...plain(text).matchAll(/row (\d+)\d* /g)].map(([, number]) => number)
      for (const [, of] of plain(text).matchAll(/of row (\d+)\./g)) expect(called.join()).toContain(of)
    }
    expect(plain(pages.map(({ text }) => text).join(' '))).toContain('of row 36.')
  })

  it('is a note in the tags, with a link there and back', async () => {
    const { bytes } = await render(book(`<p>Text${note('the note')}</p>`), {
      options: { ...options, tagged: true },
    })
    const file = Buffer.from(bytes).toString('latin1')
    expect(file).toMatch(/\/S \/Note {5}\n\/ID {3}\(x-platen-note-00001\)/)
    expect(file.match(/\/Subtype \/Link/g)).toHaveLength(2)
  })
})

describe('page margins of a book', () => {
  it('say what running elements say, and count from where a chapter sets the page', async () => {
    const css = `@page{@top-left{content:element(head)}@bottom-left{content:"at " counter(page, lower-roman)}}.head{position:running(head)}h1{break-before:right}.one{counter-reset:page 1}a::after{content:target-counter(attr(href), page)}@page :blank{@top-left{content:"empty"}}@page :nth(odd){@top-right{content:"odd"}}`
    const html = `<p class="head">First <b>head</b></p><p><a href="#two">Two is on </a></p><h1 class="one">One</h1><p class="head">Second head</p><h1 id="two">Two</h1>`
    const { pages, headers } = await render(book(html, css), { options })
    expect(warningsOf(headers)).toBe('')
    expect(pages.map(({ text }) => plain(text).replaceAll(' ', ''))).toEqual([
      expect.stringMatching(/Firsthead(?=.*odd)(?=.*ati)(?=.*Twoison3)/),
      expect.stringMatching(/empty(?=.*atii)/),
      expect.stringMatching(/Secondhead(?=.*odd)(?=.*ati)/),
      expect.stringMatching(/empty(?=.*atii)/),
      expect.stringMatching(/Secondhead(?=.*odd)(?=.*atiii)/),
    ])
  })
})
