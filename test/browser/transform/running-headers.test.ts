/** Headers and footers of the first and the last page, and numbers that start elsewhere. */
import { beforeAll, describe, expect, it } from 'vitest'
import { gaps, long } from '../../support/header-suite'
import { applySchema } from '../../support/schema'
import { problemOf, render } from '../../support/service'

beforeAll(() => applySchema())

const numbered = 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>'
const plain = (text = '') => text.replace(/\s+/g, ' ')

describe('the first and the last page', () => {
  it('have headers and footers of their own, beside those of all others', async () => {
    const tall = Array.from({ length: 6 }, (_, n) => `<div>cover ${n}</div>`).join('')
    const { pages } = await render(`<title>Report</title>${long}`, {
      options: {
        header_html: 'running head',
        header_first_html: `<b class="title"></b>${tall}`,
        footer_html: numbered,
        footer_last_html: `The end, ${numbered}`,
      },
    })
    const count = pages.length
    expect(count).toBeGreaterThan(2)
    const [first, last] = [plain(pages[0]?.text), plain(pages.at(-1)?.text)]
    expect(first).toContain('Report')
    expect(first).toContain('cover 5')
    expect(first).not.toContain('running head')
    expect(first).toContain(`Page 1 of ${count}`)
    for (const [index, page] of pages.entries()) {
      if (index === 0) continue
      expect(plain(page.text)).toContain('running head')
      expect(plain(page.text)).not.toContain('cover')
      expect(plain(page.text)).toContain(`Page ${index + 1} of ${count}`)
    }
    expect(last).toContain('The end')
    expect(plain(pages[1]?.text)).not.toContain('The end')
    expect(gaps(pages[0] as never, /^(Report|cover)/, /^Page/).head).toBeGreaterThan(0)
    expect(pages.flatMap(({ text }) => text.match(/line \d+/g) ?? [])).toHaveLength(150)
  })

  it('are without where the text is empty, and the first wins on a single page', async () => {
    const { pages } = await render('Text', {
      options: {
        header_html: 'all',
        header_first_html: '',
        header_last_html: 'last',
        footer_last_html: 'end',
      },
    })
    expect(plain(pages[0]?.text)).not.toMatch(/all|last|end/)
  })

  it('are as large as the document’s own pages, in a file that conforms', async () => {
    const html = `<html lang="en"><title>Wide</title><style>@page{size:200mm 100mm}@page tall{size:100mm 200mm}.tall{page:tall}</style><h1>One</h1><p class="tall">Two</p>`
    const options = {
      prefer_css_page_size: true,
      pdf_format: 'PDF/A-1a' as const,
      pdf_ua: true,
      header_html: '<div style="text-align:right">right</div>',
      header_first_html: '<div style="text-align:right;opacity:.5;color:#c00">first</div>',
    }
    const { pages, headers } = await render(html, { options })
    expect(pages.map(({ width }) => Math.round(width))).toEqual([567, 283])
    expect(headers.get('x-conformance')).toMatch(/PDF\/A-1a/)
    const edge = (text: string, page = 0) => {
      const item = pages[page]?.runs.find((each) => each.text === text)
      return (pages[page]?.width ?? 0) - (item?.x ?? 0) - (item?.width ?? 0)
    }
    expect(edge('right', 1)).toBeCloseTo(28.8, -1)
  })
})

describe('page_number_start', () => {
  it('counts from there, and shows no number 0', async () => {
    const two = '<p style="break-after:page">a</p><p>b</p>'
    const from = async (page_number_start: number) =>
      (await render(two, { options: { footer_html: `<i>at</i> ${numbered}`, page_number_start } })).pages.map(
        ({ text }) => plain(text),
      )
    expect(await from(41)).toEqual([
      expect.stringContaining('Page 41 of 42'),
      expect.stringContaining('Page 42 of 42'),
    ])
    expect(await from(0)).toEqual([
      expect.stringMatching(/Page of 1/),
      expect.stringContaining('Page 1 of 1'),
    ])
  })

  it('and headers of single pages are refused beside page_ranges', async () => {
    const options = { page_ranges: '2-', page_number_start: 2, footer_html: numbered }
    const { errors } = await problemOf({ html: '<p>x', options })
    expect(errors).toEqual([
      { pointer: '/options/page_number_start', message: expect.stringContaining('page_ranges') },
    ])
  })
})
