/** What was loaded and still cannot be printed: a warning each, and with `strict` no document. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { applySchema } from '../../support/schema'
import { problemOf, render } from '../../support/service'

const { site } = inject('origins')

beforeAll(() => applySchema())

const font = (src: string) =>
  `<style>@font-face{font-family:F;src:url("${src}")}p{font:20px F}</style><p>iiii</p>`
const embedded = /embedded document\(s\) are not printed/

describe('a document is printed with a warning, and with strict not at all, for', () => {
  it.each([
    [
      'a text served as an image',
      `<img src="${site}/data.json">`,
      /data\.json did not load: it is not an image/,
    ],
    [
      'a text served as a background',
      `<div style="background:url(${site}/page.js)">x</div>`,
      /page\.js did not load: it is not an image \(served as text\/javascript\)/,
    ],
    ['a damaged image', `<img src="${site}/damaged.png">`, /damaged\.png: the image is damaged/],
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
    ['a damaged font', font(`${site}/damaged.ttf`), /damaged\.ttf: the font is damaged/],
    ['a data: address that holds no font', font('data:font/woff2;base64,AAAA'), /the font is damaged/],
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
    ['an object', `<object data="${site}/red.png" width="9" height="9"></object>`, embedded],
    ['an embedded file', `<embed src="${site}/file.pdf">`, embedded],
  ])('%s', async (_, html, warning) => {
    const { headers } = await render(html)
    expect(headers.get('x-warnings')).toMatch(warning)
    expect(headers.get('x-warnings')).not.toContain('; ')
    const problem = await problemOf({ html, options: { strict: true } })
    expect(problem).toMatchObject({ status: 422, code: 'strict_warning' })
    expect(problem.errors?.[0]?.message).toMatch(warning)
    expect(problem.errors).toHaveLength(1)
  })

  it.each([
    ['a footnote', '<style>i{float:footnote}</style><p>Text<i>note</i>', /ignores: float: footnote/],
    [
      'a style sheet that names running elements',
      `<!doctype html><link rel="stylesheet" href="${site}/paged-media.css"><p>x`,
      /ignores: position: running\(\)/,
    ],
    ['a page size of its own', '<style>@page{size:A5}</style><p>x', /@page size \(A5\) does not hold/],
  ])('%s', async (_, html, warning) => {
    expect((await render(html)).headers.get('x-warnings')).toMatch(warning)
    const problem = await problemOf({ html, options: { strict: true } })
    expect(problem.errors?.map(({ message }) => message)).toEqual([expect.stringMatching(warning)])
  })

  it('no page size if the caller said whether it holds', async () => {
    const html = '<style>@page{size:A5}</style><p>x'
    for (const prefer_css_page_size of [true, false]) {
      const { headers } = await render(html, { options: { prefer_css_page_size } })
      expect(headers.get('x-warnings')).toBeNull()
    }
  })

  it('an image of the header that is none', async () => {
    const options = { header_html: `<img src="${site}/data.json">head` }
    const { headers, text } = await render('Text', { options })
    expect(text).toContain('head')
    expect(headers.get('x-warnings')).toMatch(/data\.json did not load: it is not an image/)
  })

  it('an address that did not load only once', async () => {
    const { headers } = await render(`${font(`${site}/gone.ttf`)}<img src="${site}/gone.png">`.repeat(2))
    const warnings = headers.get('x-warnings') ?? ''
    expect(warnings.match(/gone\.(ttf|png)/g)?.sort()).toEqual(['gone.png', 'gone.ttf'])
  })
})

it.each([
  ['images of every kind', ['png', 'gif', 'svg'].map((kind) => `<img src="${picture(kind)}">`).join('')],
  [
    'a drawing of no size',
    '<img src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'/>" width="0">',
  ],
  [
    'a font that the machine may lack',
    '<style>@font-face{font-family:F;src:local("no such font")}p{font:20px F}</style><p>x',
  ],
  ['an image without an address', '<img><img src="">'],
  [
    'a frame that is empty or hidden',
    '<iframe></iframe><iframe src="about:blank"></iframe><iframe src="https://example.com" style="display:none"></iframe>',
  ],
  [
    'an image that a script replaced',
    `<img src="data:image/png;base64,AAAA" onerror="this.onerror=null;this.src='${picture('png')}'">`,
  ],
])('a document with %s has no warning', async (_, html) => {
  expect((await render(html)).headers.get('x-warnings')).toBeNull()
})

function picture(kind: string): string {
  if (kind === 'png') return `${site}/red.png`
  if (kind === 'gif') return 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  return "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
}
