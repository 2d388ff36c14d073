/** Headers and footers whose parts are hostile or come from elsewhere. */
import { describe, expect, inject, it } from 'vitest'
import { type Part, partOf } from './part'
import { find, type PageText, readPdf } from './pdf'
import { post, problemOf, render, richAccount } from './service'

const { site } = inject('origins')
const large = (bytes: number) => `${site}/bytes?count=${bytes}`

/** Several pages of lines that fill them from edge to edge. */
export const long = `<style>body{margin:0;font:16px/20px sans-serif}p{margin:0}</style>${Array.from(
  { length: 150 },
  (_, line) => `<p>line ${line}</p>`,
).join('')}`

/** Lowest edge of the header's text and the highest of the body's, in points; and the same at the foot. */
export function gaps(page: PageText, isHeader: RegExp, isFooter: RegExp) {
  const of = (wanted: RegExp) => page.runs.filter(({ text }) => wanted.test(text))
  const body = of(/^line \d+$/)
  const top = (runs: PageText['runs']) => Math.min(...runs.map(({ y, size }) => y - 0.75 * size))
  const bottom = (runs: PageText['runs']) => Math.max(...runs.map(({ y, size }) => y + 0.2 * size))
  return { head: top(body) - bottom(of(isHeader)), foot: top(of(isFooter)) - bottom(body) }
}

/** Where a sheet with narrow margins may stand. */
const SHEETS = [
  ['is linked', `<link rel="stylesheet" href="${site}/narrow-page.css">`],
  ['is imported', `<style>@import url(${site}/narrow-page.css) print;p{color:#000}</style>`],
  ['is imported by one that is imported', `<style>@import "${site}/imports-narrow-page.css";</style>`],
  ['is imported into a layer', `<style>@layer a;@import "${site}/narrow-page.css" layer(a);</style>`],
  ['is imported by one that is linked', `<link rel="stylesheet" href="${site}/imports-narrow-page.css">`],
  ['is imported with a script beside', `<style>@import "${site}/narrow-page.css"</style><script>1</script>`],
]

const NOT_LOADED = [
  '<style>@import "https://nowhere.invalid/x"; @font-face { font-family: F; src: url(x) } p { font-family: F }</style>',
  '<svg><image href="https://nowhere.invalid/x"/><use href="x.svg#a"/></svg><img srcset="x 2x">',
  '<link rel="prefetch" href="https://nowhere.invalid/x">',
  '<link rel="alternate stylesheet" title="a" href="https://nowhere.invalid/x">',
  '<p style="clip-path: url(https://nowhere.invalid/x#a)">x</p>',
]

const STRAY = [
  '</div></div></div>',
  '</style></template></svg>',
  '<!-- ',
  '</div>',
  '</body></html>',
  '</p></span></td></table>',
  '<textarea>',
  '<style>',
]

const TOO_MUCH = [
  ['a large file', `<style>i{background:url(${large(7_000_000)})}</style>`],
  ['many files', `<style>${[1, 2, 3].map((n) => `i{background:url(${large(2_500_000 + n)})}`)}</style>`],
  ['style sheets that import themselves', `<style>@import "${site}/imports-itself.css"</style>`],
  [
    'a file that each font needs anew',
    `<style>${`@font-face{src:url(${large(2_500_000)})}`.repeat(3)}</style>`,
  ],
]

/** Markup that a browser reads otherwise than a filter would. */
const MUTATING = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=document.write(1+41)&gt;">',
  '<svg><style><img src=x onerror=document.write(1+41)></style></svg>',
  '<select><noscript><style></noscript><img src=x onerror=document.write(1+41)></style></select>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=document.write(1+41)>',
  '<noscript><p title="</noscript><img src=x onerror=document.write(1+41)>">',
]

/** The rows of that part of each table. */
export function headerSuite(part: Part) {
  describe('a header and a footer', () => {
    it.each(partOf(SHEETS, 3, part))(
      'never overlap the text where the sheet of another server with the @page %s',
      async (_, styles) => {
        const options = { header_html: 'head', footer_html: 'foot' }
        const { pages, headers } = await render(`<!doctype html>${styles}${long}`, { options })
        const { head, foot } = gaps(pages[0] as PageText, /^head/, /^foot/)
        expect(head).toBeGreaterThan(0)
        expect(foot).toBeGreaterThan(0)
        // The side margins of 3 mm show that the sheet holds.
        expect(find(pages[0], 'line 0').x).toBeCloseTo((3 / 25.4) * 72, 0)
        expect(headers.get('x-warnings')).toBeNull()
      },
    )

    it.each(partOf(NOT_LOADED, 2, part))('are printed without what does not load: %s', async (part) => {
      const { pages } = await render('Text', { options: { header_html: `shown${part}` } })
      expect(pages[0]?.text).toContain('shown')
    })

    it.each(partOf(STRAY, 3, part))(
      'keep what is open or closed wrongly in one to themselves: %s',
      async (stray) => {
        const lines = (word: string) =>
          Array.from({ length: 5 }, (_, n) => `<div>${word} ${n}</div>`).join('')
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
      },
    )

    it.each(partOf(TOO_MUCH, 2, part))(
      'are refused, with what they come to, if that is too much: %s',
      async (_, part) => {
        const { status, code, detail } = await problemOf({ html: 'x', options: { footer_html: part } })
        expect([status, code]).toEqual([422, 'document_invalid'])
        expect(detail).toMatch(/header_html and footer_html come to [\d.]+ MB or more .*8 MB is the most/)
      },
    )

    it.each(partOf(MUTATING, 2, part))('run no scripts that only a browser finds: %s', async (part) => {
      const response = await post(await richAccount(), {
        html: 'Text',
        goCreditMode: false,
        options: { header_html: `safe${part}` },
      })
      const bytes = await response.bytes()
      expect([200, 422]).toContain(response.status)
      if (response.status === 200) expect((await readPdf(bytes)).text).not.toMatch(/\b42\b/)
    })
  })
}
