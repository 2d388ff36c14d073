/** `single_page`: a document on one sheet, as a picture of a screen or a strip of paper. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { readPng } from '../../../src/qr/png-read'
import { applySchema } from '../../support/schema'
import { post, render, richAccount } from '../../support/service'

beforeAll(() => applySchema())

const warningsOf = (headers: Headers) => decodeURIComponent(headers.get('x-warnings') ?? '')
const long = Array.from({ length: 120 }, (_, at) => `<p>Line ${at}.`).join('')
const page = (body: string, css = '') =>
  `<!doctype html><html lang="en"><title>Long</title><style>${css}</style>${body}`

describe('single_page', () => {
  it('prints a long document on one sheet of the paper’s width, with breaks and page sizes of its own left out', async () => {
    const css = `@page wide{size:A3 landscape}h1{break-before:page}.wide{page:wide}`
    const { pages, headers } = await render(page(`${long}<h1>Two</h1><p class="wide">End`, css), {
      options: { single_page: true, header_html: '<b>Head</b>' },
      goCreditMode: false,
    })
    expect(warningsOf(headers)).toBe('')
    expect(pages).toHaveLength(1)
    const [{ width = 0, height = 0, text = '' } = {}] = pages
    expect(width).toBeCloseTo(595.3, 0)
    expect(height).toBeGreaterThan(3000)
    for (const part of ['Head', 'Line 119.', 'Two', 'End']) expect(text.replace(/\s+/g, ' ')).toContain(part)
  })

  it('is as high as a receipt is long', async () => {
    const { pages } = await render(page('<p style="margin:0;height:200px">Total', 'body{margin:0}'), {
      options: { single_page: true, paper_width: 80 / 25.4, margin_top: 0, margin_bottom: 0 },
      goCreditMode: false,
    })
    expect(pages).toHaveLength(1)
    expect(pages[0]?.width).toBeCloseTo((80 / 25.4) * 72, 0)
    expect(pages[0]?.height).toBeGreaterThanOrEqual(150)
    expect(pages[0]?.height).toBeLessThan(153)
  })

  it.each([true, false])(
    'is a picture of the whole page in its window, pixel by pixel (goCreditMode: %s)',
    async (goCreditMode) => {
      const css = `@page{margin:30mm}html,body{height:100%}body{margin:0}.hero{background:url(data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=) #00f}@media print{p{display:none}}p{margin:0;height:1500px;background:#f00}footer{height:50%;background:#0f0}`
      const response = await post(await richAccount(), {
        html: page(
          `<link rel="stylesheet" href="${inject('origins').site}/hero.css"><div class="hero"></div><p>Text</p><footer></footer>`,
          css,
        ),
        goCreditMode,
        output: 'png',
        options: { single_page: true, media: 'screen', viewport: { width: 400, height: 600 } },
      })
      expect(response.status).toBe(200)
      expect(response.headers.get('x-page-count')).toBe('1')
      const picture = readPng(await response.bytes())
      expect(picture.width).toBe(400)
      expect(picture.height).toBeGreaterThanOrEqual(2400)
      expect(picture.height).toBeLessThan(2404)
      const color = (y: number) => [...picture.rgba.subarray(4 * (y * 400 + 200), 4 * (y * 400 + 200) + 3)]
      expect([color(590), color(700), color(2090), color(2110), color(2390)]).toEqual([
        // The picture's own.
        [5, 4, 4],
        [255, 0, 0],
        [255, 0, 0],
        [0, 255, 0],
        [0, 255, 0],
      ])
    },
  )

  it('says so where ten metres are too little, and names what does not go with it', async () => {
    const { pages, headers } = await render(page('<div style="height:40000px"></div>End'), {
      options: { single_page: true },
      goCreditMode: false,
    })
    expect(pages).toHaveLength(2)
    expect(warningsOf(headers)).toContain('it is longer than 10 metres')
    const refused = await post(await richAccount(), {
      html: page('x'),
      options: {
        single_page: true,
        paper_height: 4,
        toc: true,
        page_ranges: '1',
        prefer_css_page_size: true,
      },
    })
    expect(refused.status).toBe(400)
    const { errors } = await refused.json<{ errors: { pointer: string }[] }>()
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/options/paper_height',
      '/options/prefer_css_page_size',
      '/options/page_ranges',
      '/options/toc',
    ])
  })
})
