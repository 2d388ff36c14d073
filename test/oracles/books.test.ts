/**
 * Made-up books, as poppler reads them: each note stands on the page of its call, below all text of it, and each number of the
 * contents list is that of its heading's page. The files stay in `test/out/oracles/books`, to be looked at.
 */
import { beforeAll, expect, inject, it } from 'vitest'
import { makeBook } from '../support/made-up-book'
import { newKey } from '../support/shared-account'
import { outFolder, pdfWords, save } from './tools'

const { origin } = inject('service')
const folder = outFolder('books')
/** The second is printed smaller by `goCreditMode`; of the third, entries of the contents list fill their lines. */
const BOOKS = [
  { pages: 50, notes: 60, seed: 1 },
  { pages: 40, notes: 80, seed: 5 },
  { pages: 45, notes: 30, seed: 6 },
]
/** Points that the boxes of two words of neighbouring lines have in common at the most. */
const HAIR = 3
/** Points from the left, on A5: numbers of contents lists are behind it. */
const RIGHT_EDGE = 350

let key: string
beforeAll(async () => {
  key = await newKey({ plan: 'Max', credits: 100 })
})

it.each(BOOKS)('a book of $pages pages has its $notes notes on the pages of their calls', async (plan) => {
  const answer = await fetch(`${origin}/v1/transform`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ html: makeBook(plan), options: { prefer_css_page_size: true, timeout: 60 } }),
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(answer.status, new TextDecoder().decode(bytes.subarray(0, 500))).toBe(200)
  expect(decodeURIComponent(answer.headers.get('x-warnings') ?? '')).not.toMatch(/footnote|page number/)
  const pages = pdfWords(save(folder, `${plan.pages}-${plan.notes}.pdf`, bytes))
  /** By its number, the pages that a word is on. */
  const places = (name: string) => {
    const pattern = new RegExp(`^${name}(\\d+)x`)
    const found = pages.flatMap((words, page) =>
      words.flatMap(({ text }) => {
        const at = pattern.exec(text)?.[1]
        return at === undefined ? [] : [{ at: Number(at), page: page + 1 }]
      }),
    )
    return Map.groupBy(found, ({ at }) => at)
  }
  const only = (name: string) =>
    [...places(name)].map(([at, [place]]) => `${at} on ${place?.page}`).toSorted()
  expect(only('note')).toHaveLength(plan.notes)
  expect(only('note')).toEqual(only('call'))

  for (const [page, words] of pages.entries()) {
    const first = words.findIndex(({ text }) => /^note\d+x/.test(text))
    if (first < 0) continue
    const top = Math.min(...words.filter(({ text }) => /^note\d+x/.test(text)).map((word) => word.top))
    const ofNotes = words[first]?.bottom ?? 0
    const size = ofNotes - (words[first]?.top ?? 0)
    // What is larger than notes is text; the number of the page stands in its margin.
    const below = words.filter(
      (word) => word.bottom - word.top > size * 1.1 && word.bottom > top + HAIR && word.bottom < 545,
    )
    expect(below.map(({ text }) => text).join(' '), `text over notes of page ${page + 1}`).toBe('')
  }

  // In the list a heading is followed by its number, which ends its last line at the right edge.
  const rows = [...places('head')].flatMap(([at, [listed, heading]]) => {
    const own = pages[(listed?.page ?? 0) - 1]?.find(({ text }) => text.startsWith(`head${at}x`))
    return own && listed ? [{ at, page: listed.page, top: own.top, number: String(heading?.page) }] : []
  })
  for (const [index, { at, page, top, number }] of rows.entries()) {
    const next = rows[index + 1]
    const below = next?.page === page ? next.top : top + 40
    const words = (pages[page - 1] ?? []).filter((word) => word.top > top - 2 && word.top < below - 2)
    const lowest = Math.max(...words.map((word) => word.top))
    const last = words
      .filter((word) => word.top > lowest - 4)
      .toSorted((a, b) => a.left - b.left)
      .at(-1)
    expect(last?.text, `number of heading ${at}`).toBe(number)
    expect(last?.left, `number of heading ${at}`).toBeGreaterThan(RIGHT_EDGE)
  }
})
