/** What was loaded and still cannot be printed, and what only looks so. */
import { describe, expect, inject, it } from 'vitest'
import { type Part, partOf } from './part'
import { problemOf, render } from './service'

const { site } = inject('origins')

/** A document in one font. */
export const font = (src: string) =>
  `<style>@font-face{font-family:F;src:url("${src}")}p{font:20px F}</style><p>iiii</p>`
const embedded = /embedded document\(s\) are not printed/

/** As AG Grid makes it: the pager stands beside the grid, the rows in a pane that scrolls. */
const gridOfPages = `<div class=wrapper><div><div role=grid aria-rowcount=500><div id=pane style="height:200px;overflow:auto"><div id=rows></div></div></div></div>
  <div class="ag-paging-panel">1 to 20 of 500</div></div>
  <script>function draw(count, height) { rows.style.height = height + 'px'; rows.innerHTML = '<div role=row style="height:20px">x</div>'.repeat(count) }</script>`

const UNPRINTABLE: [string, string, RegExp][] = [
  [
    'a text served as an image',
    `<img src="${site}/data.json">`,
    /data\.json did not load: it is not an image/,
  ],
  ['a damaged image', `<img src="${site}/damaged.png">`, /damaged\.png: the image is damaged/],
  ['a damaged font', font(`${site}/damaged.ttf`), /damaged\.ttf: the font is damaged/],
  [
    'a style sheet that its server calls a text',
    `<!doctype html><link rel="stylesheet" href="${site}/styles.txt"><p>x`,
    /styles\.txt did not load: it is not a style sheet \(served as text\/plain\)/,
  ],
  [
    'a frame',
    '<iframe src="https://example.com/map"></iframe>',
    /<iframe> with "https:\/\/example.com\/map"/,
  ],
  [
    'a data grid that drew what is in sight alone',
    '<div role=grid aria-rowcount=500></div><script>document.querySelector("div").innerHTML = "<p role=row>x</p>".repeat(20)</script>',
    /a data grid has drawn 20 of its 500 rows/,
  ],
  ['an object', `<object data="${site}/file.pdf" width="9" height="9"></object>`, embedded],
  [
    'a text served as a background',
    `<div style="background:url(${site}/page.js)">x</div>`,
    /page\.js did not load: it is not an image \(served as text\/javascript\)/,
  ],
  [
    'a data: address that holds no image',
    '<img src="data:image/png;base64,AAAABBBBCCCCDDDD">',
    /data:image\/png;base64,AAAABBBBCCCCDDDD: the image is damaged/,
  ],
  [
    'a data: address that is cut off',
    '<img src="data:image/png;base64,iVBORw0KGgo">',
    /iVBORw0KGgo: the image/,
  ],
  ['a text served as a font', font(`${site}/page.css?font`), /page\.css did not load: it is not a font/],
  ['a data: address that holds no font', font('data:font/woff2;base64,AAAA'), /the font is damaged/],
  ['an embedded file', `<embed src="${site}/file.pdf">`, embedded],
  [
    'a data grid that drew what is in sight of a page alone',
    `${gridOfPages}<script>draw(20, 5000)</script>`,
    /a data grid has drawn 20 of its 500 rows/,
  ],
]

const HARMLESS = [
  ['images of every kind', ['png', 'gif', 'svg'].map((kind) => `<img src="${picture(kind)}">`).join('')],
  [
    'a drawing of no size',
    '<p>x<img src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'/>" width="0">',
  ],
  ['a data grid that drew the page that its pager shows', `${gridOfPages}<script>draw(20, 400)</script>`],
  [
    'a font that the machine may lack',
    '<style>@font-face{font-family:F;src:local("no such font")}p{font:20px F}</style><p>x',
  ],
  ['a picture in an object', `<object data="${site}/red.png" width="9" height="9"></object>`],
  ['an image without an address', '<p>x<img>'],
  [
    'a frame that is empty or hidden',
    '<iframe></iframe><iframe src="about:blank"></iframe><iframe src="https://example.com" style="display:none"></iframe>',
  ],
  [
    'an image that a script replaced',
    `<img src="data:image/png;base64,AAAA" onerror="this.onerror=null;this.src='${picture('png')}'">`,
  ],
]

/** The rows of that part of each table. */
export function unprintableSuite(part: Part) {
  describe('a document is printed with a warning, and with strict not at all, for', () => {
    it.each(partOf(UNPRINTABLE, 7, part))('%s', async (_, html, warning) => {
      const { headers } = await render(html)
      expect(headers.get('x-warnings')).toMatch(warning)
      expect(headers.get('x-warnings')).not.toContain('; ')
      const problem = await problemOf({ html, options: { strict: true } })
      expect(problem).toMatchObject({ status: 422, code: 'strict_warning' })
      expect(problem.errors?.[0]?.message).toMatch(warning)
      expect(problem.errors).toHaveLength(1)
    })
  })

  it.each(partOf(HARMLESS, 4, part))('a document with %s has no warning', async (_, html) => {
    expect((await render(html)).headers.get('x-warnings')).toBeNull()
  })
}

function picture(kind: string): string {
  if (kind === 'png') return `${site}/red.png`
  if (kind === 'gif') return 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  return "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
}
