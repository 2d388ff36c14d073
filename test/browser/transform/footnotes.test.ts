/** Footnotes at the feet of their pages, and what else books ask of page margins. */
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { keyText, treeEntries } from '../../../src/pdf/merge/trees'
import { find } from '../../support/pdf'
import { drawPage } from '../../support/pixels'
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
    const figure =
      '<figure style="break-inside:avoid"><svg style="display:block" width="60" height="60"></svg><figcaption>caption</figcaption></figure>'
    const paragraphs = Array.from(
      { length: 24 },
      (_, at) =>
        `<p>${words(30)}call${at} .${note(`note${at} ${words(20)}`)} ${words(40)}</p>${at % 3 ? '' : figure}`,
    )
    const { pages, headers } = await render(book(paragraphs.join('')), { options })
    expect(warningsOf(headers)).toBe('')
    expect(pages.length).toBeGreaterThan(3)
    const all = (name: string) =>
      pages.flatMap(({ text }, page) =>
        [...plain(text).matchAll(new RegExp(`${name}(\\d+)`, 'g'))].map(([, at]) => `${at} on ${page}`),
      )
    expect(all('note')).toHaveLength(24)
    expect(all('note')).toEqual(all('call'))
    for (const { runs } of pages) {
      const body = runs.filter(({ size }) => size > 8)
      const notes = runs.filter(({ text: run }) => /note\d/.test(run))
      const lowest = Math.max(...body.map(({ y }) => y))
      for (const { y } of notes) expect(y).toBeGreaterThan(lowest)
    }
  })

  it('has calls, markers and an area in the document’s own styles, but for those of links, and numbers that begin anew', async () => {
    const css = `.note::footnote-call{content:"[" counter(footnote, lower-alpha) "]"}.note::footnote-marker{content:"(" counter(footnote, lower-alpha) ") "}@page{@footnote{border-top:2px solid red;padding-top:4px}}h1{break-before:page;counter-reset:footnote}a::before{content:"to "}a::after{content:" (" attr(href) ")"}`
    const chapter = (name: string) =>
      `<h1>${name}</h1><p>One${note(`${name} first`)} two${note(`${name} second`)}</p>`
    const { pages } = await render(book(chapter('Alpha') + chapter('Beta'), css), { options })
    expect(pages).toHaveLength(2)
    expect(plain(pages[1]?.text).replaceAll(' ', '')).toContain('One[a]two[b](a)Betafirst(b)Betasecond')
  })

  it('of a row stands at the foot of its page', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, at) => `<tr><td>row ${at}${at % 4 ? '' : note(`of row ${at}.`)}`,
    )
    const { pages, headers } = await render(book(`<table>${rows.join('')}</table>`), { options })
    expect(warningsOf(headers)).toBe('')
    for (const { text } of pages) {
      const called = [...plain(text).matchAll(/row (\d+)\d* /g)].map(([, number]) => number)
      for (const [, of] of plain(text).matchAll(/of row (\d+)\./g)) expect(called.join()).toContain(of)
    }
    expect(plain(pages.map(({ text }) => text).join(' '))).toContain('of row 36.')
  })

  it('of more than half a page goes on at the feet of the next pages, before their own', async () => {
    const long = Array.from({ length: 900 }, (_, at) => `w${at}`).join(' ')
    const text = `<p>${words(40)}${note(`begin <b>${long}</b> end`)} behind</p>${`<p>${words(100)}</p>`.repeat(8)}<p>last${note('own')}`
    const { pages, headers } = await render(book(text), { options })
    expect(warningsOf(headers)).toBe('')
    const small = pages.map(({ runs }) => runs.filter(({ size }) => size < 8))
    const feet = small.filter((runs) => runs.length > 5)
    expect(feet.length).toBeGreaterThan(1)
    // All of it is there, in its order, below all else.
    const said = small.flat().map(({ text: run }) => run)
    expect(
      plain(said.join(' '))
        .match(/\bw\d+/g)
        ?.join(' '),
    ).toBe(long)
    for (const [at, { runs }] of pages.entries()) {
      const lowest = Math.max(...runs.filter(({ size }) => size > 8).map(({ y }) => y))
      const notes = small[at]?.filter(({ text: run }) => run.length > 4) ?? []
      for (const { y } of notes) expect(y).toBeGreaterThan(lowest)
    }
  })

  it('is a note in the tags, listed by its id, with a link there and back', async () => {
    const { bytes } = await render(
      book(`<p>Text${note('the note')}</p><ul><li>item${note('of an item')}</ul>`),
      {
        options: { ...options, pdf_ua: true },
      },
    )
    const document = await PDFDocument.load(bytes)
    const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
    const listed = treeEntries(root.lookup(PDFName.of('IDTree')), 'Names').map(([key, value]) => [
      keyText(key),
      document.context.lookup(value, PDFDict).get(PDFName.of('S')),
    ])
    expect(listed).toContainEqual(['x-platen-note-00001', PDFName.of('Note')])
    const links = document.getPage(0).node.Annots()
    expect(links?.size()).toBe(4)
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
  it('say it in the style of the element where they have none, with the pictures that all of a name have', async () => {
    const logo = '<svg width="60" height="40"><rect width="60" height="40" fill="#00a000"/></svg>'
    const mark = (color: string) =>
      `<svg width="32" height="32"><rect width="32" height="32" fill="${color}"/></svg>`
    const css = `@page{margin:30mm;@top-left{content:element(head);color:#0000ff}@bottom-left{content:element(foot)}@bottom-right{content:element(other)}}.head{position:running(head);font:bold 20px monospace;text-transform:uppercase;color:#f00}.foot{position:running(foot)}.foot b{font-size:24px}.other{position:running(other)}`
    const html = `<p class="head">${logo}${mark('#c00000')} look ${mark('#0000c0')}</p><p class="foot"><b>foot</b></p><p class="other">plain</p><p>Text<p class="other">${logo}</p><p style="break-before:page">Two`
    const { pages, headers, bytes } = await render(book(html, css), { options })
    expect(warningsOf(headers)).toMatch(/^running\(other\): pictures are shown/)
    const [, second] = pages
    expect(find(second, 'LOOK').size).toBeCloseTo(15, 1)
    expect(find(second, 'LOOK').x).toBeGreaterThan(85 + 45 + 24)
    expect(find(second, 'foot').size).toBeCloseTo(18, 1)
    expect(find(pages[0], 'plain').size).toBeLessThan(13)
    const colorAt = await drawPage(bytes, 1)
    expect(colorAt(85 + 20, 42)).toBe('#00a000')
    expect(colorAt(85 + 49.5 + 12, 42)).toBe('#c00000')
    expect(colorAt((second?.width ?? 0) - 85 - 12, 42)).toBe('#0000c0')
  })
})
