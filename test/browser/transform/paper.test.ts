/** Paper, margins, scale, pages and backgrounds, measured in the file that came back. */
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { PdfOptions } from '../../../src/document-options'
import { find } from '../../support/pdf'
import { drawPage } from '../../support/pixels'
import { pngOf } from '../../support/png'
import { everyThirdOf } from '../../support/runs'
import { applySchema } from '../../support/schema'
import { problemOf, render } from '../../support/service'

beforeAll(() => applySchema())

/** A text in the printable area's top left corner, and a box that fills that area's width. */
const corner = '<style>body{margin:0;font:20px/20px sans-serif}</style><p style="margin:0">Corner</p>'
const filled = `<style>html,body{margin:0}#box{background:#ff0000;height:100vh}</style><div id="box"></div>`
const threePages = ['One', 'Two', 'Three']
  .map((word) => `<p style="break-after:page">${word}</p>`)
  .join('')
  .replace('break-after:page">Three', '">Three')

/** The page's first line of red, as the margins it leaves, in points; to a point and a half, since pixels are whole. */
async function marginsOf(html: string, options: PdfOptions, index = 0) {
  const { bytes, pages } = await render(html, { options })
  const { width = 0, height = 0 } = pages[index] ?? {}
  const at = await drawPage(bytes, index)
  const red = (x: number, y: number) => at(x, y) === '#ff0000'
  const first = (length: number, hit: (at: number) => boolean) =>
    Array.from({ length }, (_, position) => position).find(hit) ?? -1
  const [across, down] = [Math.floor(width), Math.floor(height)]
  const left = first(across, (x) => red(x, down / 2))
  const top = first(down, (y) => red(across / 2, y))
  const right = first(across, (x) => red(across - 1 - x, down / 2))
  const bottom = first(down, (y) => red(across / 2, down - 1 - y))
  return [top, right, bottom, left].map((points) => Math.round((points / 72) * 20) / 20)
}

describe('paper', () => {
  it.each(
    everyThirdOf<[string, PdfOptions, [number, number]]>([
      ['A4 where nothing is said', {}, [210, 297]],
      ['A3', { paper: 'A3' }, [297, 420]],
      ['A4', { paper: 'A4' }, [210, 297]],
      ['A5', { paper: 'A5' }, [148, 210]],
      ['Letter', { paper: 'Letter' }, [215.9, 279.4]],
      ['Legal', { paper: 'Legal' }, [215.9, 355.6]],
      ['A5 on its side', { paper: 'A5', orientation: 'landscape' }, [210, 148]],
      ['any size in inches', { paper_width: 4, paper_height: 6 }, [101.6, 152.4]],
      ['any size on its side', { paper_width: 4, paper_height: 6, orientation: 'landscape' }, [152.4, 101.6]],
    ]),
  )('is %s, to a millimetre', async (_, options, [width, height]) => {
    const { pages } = await render(corner, { options })
    expect(pages).toHaveLength(1)
    expect(Math.abs(((pages[0]?.width ?? 0) / 72) * 25.4 - width)).toBeLessThan(1)
    expect(Math.abs(((pages[0]?.height ?? 0) / 72) * 25.4 - height)).toBeLessThan(1)
  })

  it('takes the document’s own @page size only where prefer_css_page_size is set', async () => {
    const html = `<style>@page{size:5in 7in}</style>${corner}`
    const [asked, preferred] = await Promise.all([
      render(html, { options: { paper: 'Letter' } }),
      render(html, { options: { paper: 'Letter', prefer_css_page_size: true } }),
    ])
    expect([asked.pages[0]?.width, asked.pages[0]?.height]).toEqual([612, 792])
    expect([preferred.pages[0]?.width, preferred.pages[0]?.height]).toEqual([360, 504])
  })

  it('is the paper asked for where prefer_css_page_size is set and the document says no size', async () => {
    const { pages } = await render(corner, { options: { paper: 'Letter', prefer_css_page_size: true } })
    expect([pages[0]?.width, pages[0]?.height]).toEqual([612, 792])
  })

  it.each(
    everyThirdOf<[string, string, PdfOptions]>([
      ['an option’s margins', '<style>@page{size:2in 3in}</style>', { margin_left: 1, margin_right: 1.2 }],
      ['the document’s own margins', '<style>@page{size:2in 3in;margin:1.5in 0}</style>', {}],
      ['the default margins', '<style>@page{size:20mm 60mm}</style>', {}],
      [
        'a header',
        '<style>@page{size:3in .8in;margin:0}</style>',
        { header_html: '<p>a</p><p>b</p><p>c</p>' },
      ],
      ['margins of another sheet', `<style>@import "${inject('origins').site}/label.css";</style>`, {}],
      [
        'margins of a sheet that takes its time',
        `<style>@import "${inject('origins').site}/label.css?after=400";</style>`,
        {},
      ],
      [
        'margins of a linked sheet that takes its time',
        `<link rel="stylesheet" href="${inject('origins').site}/label.css?after=401">`,
        {},
      ],
    ]),
  )('is a 422 where %s leave nothing of the document’s own', async (_, style, options) => {
    const html = `<!doctype html>${style}${corner}`
    const problem = await problemOf({ html, options: { prefer_css_page_size: true, ...options } })
    expect(problem).toMatchObject({ status: 422, code: 'document_invalid' })
    expect(problem.detail).toMatch(/margins .* leave no printable area on a page of its own @page size/)
    const { pages } = await render(`${html}<style>@page{margin:0!important}</style>`, {
      options: { prefer_css_page_size: true },
    })
    expect(pages[0]?.width).toBeLessThan(300)
  })

  it.each([
    ['that the document says', '<style>@page{size:A3}</style>'],
    ['of a sheet of another server', `<link rel="stylesheet" href="${inject('origins').site}/poster.css">`],
  ])(
    'has larger pages printed smaller on it, but for the margins that are asked for: a size %s',
    async (_, style) => {
      const options = { margin_top: 1, margin_left: 0.5 }
      expect(await marginsOf(`<!doctype html>${style}${filled}`, options)).toEqual([1, 0.3, 0.3, 0.5])
      const html = `<!doctype html><html lang="en"><title>T</title>${style}${corner}`
      const { pages } = await render(html, { options, goCreditMode: true })
      expect(Math.abs((pages[0]?.width ?? 0) - 595)).toBeLessThan(2)
      expect(find(pages[0], 'Corner').size).toBeCloseTo(15 / Math.SQRT2, 1)
    },
  )

  it.each([true, false])(
    'draws pictures that begin a larger page on that alone, with goCreditMode %s',
    async (goCreditMode) => {
      const png = pngOf({ width: 4, height: 3, colorType: 0, depth: 8, sample: () => [90] })
      const source = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
      const picture = `<img alt="x" style="width:400px;height:300px" src="${source}">`
      const card = `<div style="position:relative"><h1>Card</h1><div style="display:flex">${picture}</div></div>`
      const style = '<style>@page{size:A3}body{margin:0}h1{margin:0}</style><div style="height:1400px"></div>'
      const html = `<!doctype html><html lang="en"><title>T</title>${style}${card}`
      const { bytes } = await render(html, { goCreditMode })
      const drawn = (await PDFDocument.load(bytes)).getPages().map(({ node }) => {
        const resources = node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict)
        return resources?.keys().length ?? 0
      })
      expect(drawn).toEqual([0, 1])
    },
  )

  it.each(['rise.css', 'imports-rise.css'])(
    'shows on larger pages what comes up by a sheet of another server: %s',
    async (sheet) => {
      const link = `<link rel="stylesheet" href="${inject('origins').site}/${sheet}">`
      const { bytes } = await render(
        `<!doctype html>${link}<style>@page{size:A3}</style><div class="rise"></div>`,
      )
      expect((await drawPage(bytes))(300, 60)).toBe('#ff0000')
    },
  )

  it.each([
    ['smaller', 'A5', {}],
    ['turned', 'A3 landscape', {}],
    ['larger, but not meant to hold', 'A3', { prefer_css_page_size: false }],
    ['larger, with a footer', 'A3', { footer_html: '<p>Foot</p>' }],
  ])('has pages of its own size where those of the document are %s', async (_, size, options) => {
    const { pages } = await render(`<!doctype html><style>@page{size:${size}}</style>${corner}`, { options })
    expect(Math.abs((pages[0]?.width ?? 0) - 595)).toBeLessThan(2)
    expect(find(pages[0], 'Corner').size).toBeCloseTo(15, 1)
  })

  it('keeps one size for all pages, named ones too', async () => {
    const html = `<style>@page wide{size:11in 8.5in}.wide{page:wide}</style><p>One</p><p class="wide">Two</p>`
    const { pages } = await render(html, { options: { paper: 'Letter' } })
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [612, 792],
      [612, 792],
    ])
  })
})

describe('margins', () => {
  it('are 0.4 inches where nobody says anything', async () => {
    expect(await marginsOf(filled, {})).toEqual([0.4, 0.4, 0.4, 0.4])
  })

  it('are those of the options', async () => {
    const options = { margin_top: 1, margin_right: 0.75, margin_bottom: 2, margin_left: 1.5 }
    expect(await marginsOf(filled, options)).toEqual([1, 0.75, 2, 1.5])
  })

  it('may be none', async () => {
    const options = { margin_top: 0, margin_right: 0, margin_bottom: 0, margin_left: 0 }
    expect(await marginsOf(filled, options)).toEqual([0, 0, 0, 0])
  })

  it('are those of the document’s @page over the default', async () => {
    expect(await marginsOf(`<style>@page{margin:1in 0.5in}</style>${filled}`, {})).toEqual([1, 0.5, 1, 0.5])
  })

  it('are those of the options over the document’s @page, side by side', async () => {
    const html = `<style>@page{margin:1in !important}</style>${filled}`
    expect(await marginsOf(html, { margin_top: 2 })).toEqual([2, 1, 1, 1])
  })

  it('of named and first pages give way to the options, too', async () => {
    const html = `<style>@page :first{margin:2in !important} @page inner{margin:3in} #box{page:inner}</style>${filled}`
    const options = { margin_top: 0.5, margin_right: 0.5, margin_bottom: 0.5, margin_left: 0.5 }
    expect(await marginsOf(html, options)).toEqual([0.5, 0.5, 0.5, 0.5])
  })

  it('of named pages hold where the options say nothing', async () => {
    const html = `<style>@page inner{margin:2in} #box{page:inner}</style>${filled}`
    expect(await marginsOf(html, {})).toEqual([2, 2, 2, 2])
  })

  it('of the document hold on its own paper size', async () => {
    const html = `<style>@page{size:6in 6in;margin:1in}</style>${filled}`
    expect(await marginsOf(html, { prefer_css_page_size: true })).toEqual([1, 1, 1, 1])
  })
})

describe('scale', () => {
  it.each([0.5, 1, 2])('%d sets text of 20 pixels in that many times 15 points', async (scale) => {
    const { pages } = await render(corner, { options: { scale } })
    expect(find(pages[0], 'Corner').size).toBeCloseTo(15 * scale, 1)
    expect(find(pages[0], 'Corner').x).toBeCloseTo(0.4 * 72, 0)
  })

  it('leaves paper and margins alone', async () => {
    expect(await marginsOf(filled, { scale: 0.5, margin_left: 1 })).toMatchObject([0.4, 0.4, 0.4, 1])
  })
})

describe('pages', () => {
  it.each([
    ['2', 'Two'],
    ['1, 3-', 'OneThree'],
    ['2-3', 'TwoThree'],
  ])('of page_ranges %j are kept alone', async (page_ranges, expected) => {
    const { text, headers } = await render(threePages, { options: { page_ranges } })
    expect(text.replace(/\s/g, '')).toBe(expected)
    expect(headers.get('x-page-count')).toBe(String(text.trim().split(/\s+/).length))
  })

  it('that the document does not have are a 422 that names the option', async () => {
    const problem = await problemOf({ html: 'One page', options: { page_ranges: '7' } })
    expect(problem).toMatchObject({ status: 422, code: 'document_invalid' })
    expect(problem.detail).toContain('page_ranges')
  })

  it.each(
    everyThirdOf([
      ['1, 9', ['9']],
      ['1, 7-8, 12-', ['7', '12']],
      ['2-5', []],
      ['1-', []],
    ]),
  )('of page_ranges %j that the document does not have are warnings', async (page_ranges, missing) => {
    const options = { page_ranges }
    const { headers } = await render(threePages, { options })
    const warnings = headers.get('x-warnings') ?? ''
    expect([...warnings.matchAll(/has no page (\d+)/g)].map(([, page]) => page)).toEqual(missing)
    const strict = { html: threePages, options: { ...options, strict: true } }
    if (missing.length > 0) expect(await problemOf(strict)).toMatchObject({ code: 'strict_warning' })
  })

  it('are counted in X-Page-Count', async () => {
    const { headers, pages } = await render(threePages)
    expect(pages).toHaveLength(3)
    expect(headers.get('x-page-count')).toBe('3')
  })
})

describe('media', () => {
  const html = `<style>p::after{content:"neither"}@media print{p::after{content:"paper"}}@media screen{p::after{content:"screen"}}</style><p></p>`

  it.each(['print', 'screen'] as const)('%s is what the style sheets and the scripts meet', async (media) => {
    const script = `<script>document.write(matchMedia('${media}').matches ? 'matches' : 'differs')</script>`
    const { text } = await render(html + script, { options: { media } })
    expect(text).toContain(media === 'print' ? 'paper' : 'screen')
    expect(text).toContain('matches')
  })

  it('is print by default', async () => {
    expect((await render(html)).text).toContain('paper')
  })
})

describe('backgrounds', () => {
  const html = `<style>@page{margin:0}html,body{margin:0}div{background:#336699;width:200px;height:200px}
    section{background:linear-gradient(#00ff00,#00ff00);width:200px;height:200px}</style><div></div><section></section>`

  it('are printed, in their exact colours', async () => {
    const at = await drawPage((await render(html)).bytes)
    expect([at(75, 75), at(75, 225), at(300, 75)]).toEqual(['#336699', '#00ff00', '#ffffff'])
  })

  it('are left out with omit_backgrounds', async () => {
    const at = await drawPage((await render(html, { options: { omit_backgrounds: true } })).bytes)
    expect([at(75, 75), at(75, 225)]).toEqual(['#ffffff', '#ffffff'])
  })

  it('are left out with omit_backgrounds where the document keeps its colours, too', async () => {
    const exact = `<style>div{-webkit-print-color-adjust:exact!important;print-color-adjust:exact}</style>${html}`
    const at = await drawPage((await render(exact, { options: { omit_backgrounds: true } })).bytes)
    expect([at(75, 75), at(75, 225)]).toEqual(['#ffffff', '#ffffff'])
  })
})
