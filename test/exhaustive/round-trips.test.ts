/**
 * What a document costs when the browser is far: its round trips one after the other, and how much of ours is sent with
 * it. Both are held to numbers, since each more is paid for by every document.
 */
import { env } from 'cloudflare:test'
import { afterEach, beforeAll, expect, inject, it, vi } from 'vitest'
import type { TransformRequest } from '../../src/http/read-transform'
import { columnOf } from '../../src/metrics/points'
import { applySchema } from '../support/schema'
import { postFrom, richAccount } from '../support/service'

const { site } = inject('origins')

beforeAll(() => applySchema())
afterEach(() => vi.restoreAllMocks())

type Sent = { html: string } & Partial<TransformRequest>

const page = (body: string) => `<!doctype html><html lang="en"><title>T</title><body><h1>Invoice</h1>${body}`
const table = '<table><tr><th>Item<th>Price<tr><td>Paper<td>12.00</table>'
const images = Array.from({ length: 30 }, (_, n) => `<img src="${site}/red.png?trip=${n}">`).join('')
const note = '<style>.note{float:footnote}</style><span class="note">A note.</span>'
/** Of six chapters over more than one page each, which the browser makes smaller to fit `wide` on a page. */
const shrunk = (wide: string) =>
  page(`${`<h2>Chapter</h2>${'<p>Some words. </p>'.repeat(40)}`.repeat(6)}${wide}`)
const script = '<script>document.body.append("written")</script>'
const around = {
  header_html: '<b>Head</b>',
  footer_html: '<i class="pageNumber"></i>',
}

it.each<[kind: string, most: number, request: Sent]>([
  ['a plain one', 3, { html: page(table), goCreditMode: false }],
  // A few at once, and each of the others when one has come.
  ['one with thirty images', 3, { html: page(images), goCreditMode: false }],
  [
    'one with a file of its own',
    3,
    { html: page('<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">'), goCreditMode: false },
  ],
  [
    'one with an address',
    4,
    { html: page(table), goCreditMode: false, options: { base_url: 'https://example.com/' } },
  ],
  ['a tagged one with tables', 4, { html: page(table), goCreditMode: false, options: { tagged: true } }],
  [
    'one of its own page size',
    4,
    { html: page(table), goCreditMode: false, options: { prefer_css_page_size: true } },
  ],
  ['one that is optimised', 3, { html: page(table) }],
  [
    'one that is optimised, of its own margins',
    3,
    { html: page(`<style>@page{margin:20mm}</style>${table}`) },
  ],
  // Its pages are guessed, and the print that is sent right behind says that they are right.
  [
    'one with a contents list',
    4,
    { html: page(`<h2>One</h2>${table}<h2>Two</h2>`), goCreditMode: false, options: { toc: true } },
  ],
  [
    'one with a contents list, and in its flow what is wider than a page',
    4,
    {
      html: shrunk('<div style="width:1000px">.</div>'),
      goCreditMode: false,
      options: { toc: true },
    },
  ],
  [
    'one with a contents list, and beside its flow what is wider than a page',
    4,
    {
      html: shrunk('<div style="position:absolute;width:1000px">.</div>'),
      goCreditMode: false,
      options: { toc: true },
    },
  ],
  // Its first room for notes is guessed, too: a print without ink, and one that has them at the foot.
  ['one with a footnote', 9, { html: page(`${table}<p>One${note}`), goCreditMode: false }],
  ['one with header and footer', 6, { html: page(table), goCreditMode: false, options: around }],
  ['one with scripts', 5, { html: page(script), goCreditMode: false }],
  // One less if its page takes the size that the header leaves before it is audited.
  ['one with all of that', 8, { html: page(script + table), options: around }],
])('%s takes %d round trips at most', async (kind, most, request) => {
  expect(await roundTripsOf(kind, most, request)).toBeLessThanOrEqual(most)
})

/**
 * The round trips of a document in a browser that has made one before: the fewest of two, or of some more while all took more
 * than `most`. On a busy machine a page may be asked again whether it rests.
 */
async function roundTripsOf(kind: string, most: number, request: Sent): Promise<number> {
  const account = await richAccount()
  const region = `TRIPS-${kind}`
  const write = vi.spyOn(env.METRICS, 'writeDataPoint')
  const counts: number[] = []
  for (let count = 0; count < 2 || (count < 6 && Math.min(...counts) > most); count++) {
    const response = await postFrom(region, account, request)
    if (response.status !== 200) expect.unreachable(await response.text())
    await response.bytes()
    const own = write.mock.calls.flatMap(([point]) =>
      point?.blobs?.[0] === 'request' && point.blobs[4] === region ? [point] : [],
    )
    expect(own).toHaveLength(count + 1)
    counts.push(Number(own.at(-1)?.doubles?.[Number(columnOf('roundTrips').slice('double'.length)) - 1]))
  }
  return Math.min(...counts)
}
