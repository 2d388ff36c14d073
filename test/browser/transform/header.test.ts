/** Headers and footers, as they stand on the page. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { find, type PageText, readPdf } from '../../support/pdf'
import { drawPage } from '../../support/pixels'
import { applySchema } from '../../support/schema'
import { post, problemOf, render, richAccount } from '../../support/service'

beforeAll(() => applySchema())

/** Several pages of lines that fill them from edge to edge. */
const long = `<style>body{margin:0;font:16px/20px sans-serif}p{margin:0}</style>${Array.from(
  { length: 150 },
  (_, line) => `<p>line ${line}</p>`,
).join('')}`
const numbered = 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>'

/** Lowest edge of the header's text and the highest of the body's, in points; and the same at the foot. */
function gaps(page: PageText, isHeader: RegExp, isFooter: RegExp) {
  const of = (wanted: RegExp) => page.runs.filter(({ text }) => wanted.test(text))
  const body = of(/^line \d+$/)
  const top = (runs: PageText['runs']) => Math.min(...runs.map(({ y, size }) => y - 0.75 * size))
  const bottom = (runs: PageText['runs']) => Math.max(...runs.map(({ y, size }) => y + 0.2 * size))
  return { head: top(body) - bottom(of(isHeader)), foot: top(of(isFooter)) - bottom(body) }
}

describe('a header and a footer', () => {
  it('stand on every page, with its number and how many there are', async () => {
    const { pages } = await render(long, {
      options: { header_html: 'Annual report', footer_html: numbered },
    })
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      expect(page.text).toContain('Annual report')
      expect(page.text.replace(/\s+/g, ' ')).toContain(`Page ${index + 1} of ${pages.length}`)
    }
  })

  it('know the title and the date, and no address where the document has none', async () => {
    const { pages } = await render(`<title>Accounts</title>${long}`, {
      options: {
        header_html: '<b class="title"></b>|<i class="date"></i>|<u class="url"></u>',
      },
    })
    expect(pages[0]?.text).toMatch(/Accounts\|\d+\/\d+\/\d+.*\|/s)
    expect(pages[0]?.text).not.toContain('document.invalid')
  })

  it('know the base_url as the address', async () => {
    const { pages } = await render('Text', {
      options: { header_html: '<u class="url"></u>', base_url: 'https://example.com/report' },
    })
    expect(pages[0]?.text).toContain('https://example.com/report')
  })

  it('never overlap a long text, however high they are', async () => {
    const lines = (word: string) => Array.from({ length: 6 }, (_, n) => `<div>${word} ${n}</div>`).join('')
    const { pages } = await render(long, {
      options: { header_html: lines('head'), footer_html: lines('foot') },
    })
    for (const page of pages.slice(0, -1)) {
      const { head, foot } = gaps(page, /^head/, /^foot/)
      expect(head).toBeGreaterThan(0)
      expect(foot).toBeGreaterThan(0)
    }
    expect(pages.flatMap(({ text }) => text.match(/line \d+/g) ?? [])).toHaveLength(150)
  })

  it('never overlap the text either where the document’s @page is narrow', async () => {
    const { pages } = await render(`<style>@page{margin:3mm}</style>${long}`, {
      options: { header_html: 'head', footer_html: 'foot' },
    })
    const { head, foot } = gaps(pages[0] as PageText, /^head/, /^foot/)
    expect(head).toBeGreaterThan(0)
    expect(foot).toBeGreaterThan(0)
  })

  const { site } = inject('origins')

  it.each([
    ['is linked', `<link rel="stylesheet" href="${site}/narrow-page.css">`],
    ['is imported', `<style>@import url(${site}/narrow-page.css) print;p{color:#000}</style>`],
    ['is imported into a layer', `<style>@layer a;@import "${site}/narrow-page.css" layer(a);</style>`],
    ['is imported by one that is linked', `<link rel="stylesheet" href="${site}/imports-narrow-page.css">`],
    ['is imported by one that is imported', `<style>@import "${site}/imports-narrow-page.css";</style>`],
    [
      'is imported with a script beside',
      `<style>@import "${site}/narrow-page.css"</style><script>1</script>`,
    ],
  ])('never overlap the text where the sheet of another server with the @page %s', async (_, styles) => {
    const options = { header_html: 'head', footer_html: 'foot' }
    const { pages, headers } = await render(`<!doctype html>${styles}${long}`, { options })
    const { head, foot } = gaps(pages[0] as PageText, /^head/, /^foot/)
    expect(head).toBeGreaterThan(0)
    expect(foot).toBeGreaterThan(0)
    // The side margins of 3 mm show that the sheet holds.
    expect(find(pages[0], 'line 0').x).toBeCloseTo((3 / 25.4) * 72, 0)
    expect(headers.get('x-warnings')).toBeNull()
  })

  it('leave what an imported sheet says besides, and the files beside it, as they are', async () => {
    const styles = `<style>@import "${site}/imports-two.css";</style>`
    const { bytes, headers } = await render(`${styles}<p style="margin:0">iiii</p>`, {
      options: { header_html: 'head' },
    })
    const at = await drawPage(bytes)
    const column = Array.from({ length: 200 }, (_, y) => at(20, y))
    expect(column).toContain('#00ff00')
    expect(headers.get('x-warnings')).toBeNull()
  })

  it('leave a wide margin of the document’s @page as it is', async () => {
    const { pages } = await render(`<style>@page{margin:2in}</style>${long}`, {
      options: { header_html: 'head', footer_html: 'foot' },
    })
    const first = find(pages[0], 'line 0')
    expect(first.y - first.size).toBeCloseTo(144, -1)
  })

  it('leave a margin that the caller set as it was set', async () => {
    const { pages } = await render(long, {
      options: { header_html: '<div style="height:2in">head</div>', margin_top: 0.5 },
    })
    const first = find(pages[0], 'line 0')
    expect(first.y - first.size).toBeCloseTo(36, -1)
  })

  it('have text of a readable size, at the page’s side margins', async () => {
    const { pages } = await render(long, {
      options: {
        header_html: '<div style="text-align:right">to the right</div>',
        footer_html: 'to the left',
        margin_left: 1,
        margin_right: 2,
      },
    })
    const [left, right] = [find(pages[0], 'to the left'), find(pages[0], 'to the right')]
    for (const { size } of [left, right]) {
      expect(size).toBeGreaterThanOrEqual(7)
      expect(size).toBeLessThan(11)
    }
    expect(left.x).toBeCloseTo(72, -1)
    expect(right.x + right.width).toBeCloseTo((pages[0]?.width ?? 0) - 144, -1)
  })

  it('have the size that their own style asks for', async () => {
    const { pages } = await render('Text', {
      options: { header_html: '<span style="font-size:20px">large</span>' },
    })
    expect(find(pages[0], 'large').size).toBeCloseTo(15, 0)
  })

  it('keep their colours', async () => {
    const { bytes } = await render('Text', {
      options: { header_html: '<div style="background:#336699;height:40px;margin-top:20px"></div>' },
    })
    const at = await drawPage(bytes)
    const colours = new Set(Array.from({ length: 70 }, (_, y) => at(300, y)))
    expect(colours).toContain('#336699')
  })

  it('show images of an address and of a data: address', async () => {
    const { site } = inject('origins')
    const red = `<img src="${site}/red.png" style="width:100px;height:20px;display:block">`
    const blue =
      "<img src=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Crect width='999' height='999' fill='blue'/%3E%3C/svg%3E\" style=\"width:100px;height:20px;display:block\">"
    const { bytes, pages } = await render('Text', { options: { header_html: red, footer_html: blue } })
    const at = await drawPage(bytes)
    const height = Math.floor(pages[0]?.height ?? 0)
    const column = new Set(Array.from({ length: height }, (_, y) => at(40, y)))
    expect(column).toContain('#ff0000')
    expect(column).toContain('#0000ff')
  })

  it('use style sheets and what these import, with the fonts they name', async () => {
    const { site } = inject('origins')
    const parts = [
      `<style>@import "${site}/imports.css" print; /* @import "never"; */</style><p style="margin:0">iiii</p>`,
      `<link rel="StyleSheet preload" href="${site}/moved.css"><p style="margin:0;color:#00ff00">iiii</p>`,
    ]
    for (const header_html of parts) {
      const { bytes, headers } = await render('Text', { options: { header_html } })
      expect(headers.get('x-warnings')).toBeNull()
      const at = await drawPage(bytes)
      const row = Array.from({ length: 90 }, (_, x) => at(30 + x, 24))
      // Four full squares: any other font's letters are far narrower.
      expect(row.filter((colour) => colour === '#00ff00').length).toBeGreaterThan(40)
    }
  })

  it.each([
    '<link rel="prefetch" href="https://nowhere.invalid/x">',
    '<link rel="alternate stylesheet" title="a" href="https://nowhere.invalid/x">',
    '<style>@import "https://nowhere.invalid/x"; @font-face { font-family: F; src: url(x) } p { font-family: F }</style>',
    '<p style="clip-path: url(https://nowhere.invalid/x#a)">x</p>',
    '<svg><image href="https://nowhere.invalid/x"/><use href="x.svg#a"/></svg><img srcset="x 2x">',
  ])('are printed without what does not load: %s', async (part) => {
    const { pages } = await render('Text', { options: { header_html: `shown${part}` } })
    expect(pages[0]?.text).toContain('shown')
  })

  it.each([
    '</div>',
    '</div></div></div>',
    '</body></html>',
    '</p></span></td></table>',
    '</style></template></svg>',
    '<!-- ',
    '<textarea>',
    '<style>',
  ])('keep what is open or closed wrongly in one to themselves: %s', async (stray) => {
    const lines = (word: string) => Array.from({ length: 5 }, (_, n) => `<div>${word} ${n}</div>`).join('')
    const { pages } = await render(long, {
      options: { header_html: `${lines('head')}${stray}${lines('more')}`, footer_html: lines('foot') },
    })
    const [page] = pages as [PageText]
    const { head, foot } = gaps(page, /^(head|more)/, /^foot/)
    expect(head).toBeGreaterThan(0)
    expect(foot).toBeGreaterThan(0)
    const sizes = page.runs.filter(({ text }) => /^(head|more|foot)/.test(text)).map(({ size }) => size)
    expect(new Set(sizes.map(Math.round)).size).toBe(1)
    expect(page.text).toContain('foot 4')
    // A closing tag of nothing hides nothing.
    if (stray.startsWith('</')) expect(page.text).toContain('more 4')
  })

  it('stay where the printable area is scaled', async () => {
    const { pages } = await render(long, {
      options: { header_html: 'head', footer_html: 'foot', scale: 0.5 },
    })
    const { head, foot } = gaps(pages[0] as PageText, /^head/, /^foot/)
    expect(head).toBeGreaterThan(0)
    expect(foot).toBeGreaterThan(0)
  })

  it('count the pages that are kept by page_ranges', async () => {
    const { pages } = await render(long, { options: { footer_html: numbered, page_ranges: '2' } })
    expect(pages).toHaveLength(1)
    expect(pages[0]?.text).toMatch(/Page \d+ of \d+/)
  })

  it('show a file that is named many times, which is sent once', async () => {
    const red = `${site}/red.png?many&amp;times`
    const named = [
      `<style>${`i{background:url(${site}/red.png?many&times)}`.repeat(60)}</style>`,
      `<i style="display:block;height:20px;width:60px;background-image:url(&quot;${red}&quot;)"></i>`,
      `<img src="${red}" style="display:block;height:20px;width:60px">`.repeat(2),
    ].join('')
    const { bytes, headers } = await render('Text', { options: { header_html: named } })
    expect(headers.get('x-warnings')).toBeNull()
    const at = await drawPage(bytes)
    // Three boxes of 15 points, one below the other.
    const column = Array.from({ length: 80 }, (_, y) => at(40, y))
    expect(column.filter((colour) => colour === '#ff0000').length).toBeGreaterThan(40)
  })

  const large = (bytes: number) => `${site}/bytes?count=${bytes}`
  it.each([
    ['a large file', `<style>i{background:url(${large(7_000_000)})}</style>`],
    ['many files', `<style>${[1, 2, 3].map((n) => `i{background:url(${large(2_500_000 + n)})}`)}</style>`],
    [
      'a file that each font needs anew',
      `<style>${`@font-face{src:url(${large(2_500_000)})}`.repeat(3)}</style>`,
    ],
    ['style sheets that import themselves', `<style>@import "${site}/imports-itself.css"</style>`],
  ])('are refused, with what they come to, if that is too much: %s', async (_, part) => {
    const { status, code, detail } = await problemOf({ html: 'x', options: { footer_html: part } })
    expect([status, code]).toEqual([422, 'document_invalid'])
    expect(detail).toMatch(/header_html and footer_html come to [\d.]+ MB or more .*8 MB is the most/)
  })

  it.each([
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=document.write(1+41)&gt;">',
    '<svg><style><img src=x onerror=document.write(1+41)></style></svg>',
    '<select><noscript><style></noscript><img src=x onerror=document.write(1+41)></style></select>',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=document.write(1+41)>',
    '<noscript><p title="</noscript><img src=x onerror=document.write(1+41)>">',
  ])('run no scripts that only a browser finds: %s', async (part) => {
    const response = await post(await richAccount(), {
      html: 'Text',
      goCreditMode: false,
      options: { header_html: `safe${part}` },
    })
    const bytes = await response.bytes()
    expect([200, 422]).toContain(response.status)
    if (response.status === 200) expect((await readPdf(bytes)).text).not.toMatch(/\b42\b/)
  })

  it('run no scripts', async () => {
    const { text } = await render('Text', {
      options: {
        header_html: 'safe<script>document.write("ran")</script><img src=x onerror="document.write(1+41)">',
      },
    })
    expect(text).toContain('safe')
    expect(text).not.toMatch(/ran|42/)
  })
})
