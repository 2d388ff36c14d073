/** What was loaded and still cannot be printed: a warning each, and with `strict` no document. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { applySchema } from '../../support/schema'
import { problemOf, render } from '../../support/service'
import { font, unprintableSuite } from '../../support/unprintable-suite'

const { site } = inject('origins')

beforeAll(() => applySchema())

unprintableSuite('few')

describe('a document is printed with a warning, and with strict not at all, for', () => {
  it.each([
    [
      'a figure that floats to the head',
      '<style>i{float:top}</style><p>Text<i>note</i>',
      /ignores: float: top/,
    ],
    [
      'a style sheet that asks for a place of footnotes',
      `<!doctype html><link rel="stylesheet" href="${site}/paged-media.css"><p>x`,
      /ignores: footnote-display/,
    ],
    ['a page size of its own', '<style>@page{size:A5}</style><p>x', /@page size \(A5\) does not hold/],
  ])('%s', async (_, html, warning) => {
    expect((await render(html)).headers.get('x-warnings')).toMatch(warning)
    const problem = await problemOf({ html, options: { strict: true } })
    expect(problem.errors?.map(({ message }) => message)).toEqual([expect.stringMatching(warning)])
  })

  it('a complaint of its scripts, and none that comes while it is printed', async () => {
    const complaining = (when: string) =>
      `<p>x<script>addEventListener('beforeprint', () => console.error('printing')); ${when}</script>`
    const early = complaining(
      "print(); dispatchEvent(new Event('beforeprint')); console.error('before that')",
    )
    const warnings = (await render(early)).headers.get('x-warnings')
    expect(warnings).toContain('before that')
    // Of the event that it sent itself.
    expect(warnings?.match(/printing/g)).toHaveLength(1)
    const { headers } = await render(complaining(''), { options: { strict: true } })
    expect(headers.get('x-warnings')).toBeNull()
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
