/** Headers and footers, as they stand on the page. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { gaps, headerSuite, long } from '../../support/header-suite'
import { find, type PageText } from '../../support/pdf'
import { drawPage } from '../../support/pixels'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

beforeAll(() => applySchema())

const numbered = 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>'

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
      const { bytes, headers } = await render('<p>Text', { options: { header_html } })
      expect(headers.get('x-warnings')).toBeNull()
      const at = await drawPage(bytes)
      const row = Array.from({ length: 90 }, (_, x) => at(30 + x, 24))
      // Four full squares: any other font's letters are far narrower.
      expect(row.filter((colour) => colour === '#00ff00').length).toBeGreaterThan(40)
    }
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
    const { bytes, headers } = await render('<p>Text', { options: { header_html: named } })
    expect(headers.get('x-warnings')).toBeNull()
    const at = await drawPage(bytes)
    // Three boxes of 15 points, one below the other.
    const column = Array.from({ length: 80 }, (_, y) => at(40, y))
    expect(column.filter((colour) => colour === '#ff0000').length).toBeGreaterThan(40)
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

headerSuite('few')
