/** Documents and values that are right, or wrong in another way: nothing is told of them that is not so. */
import { expect, it } from 'vitest'
import { remedyOf } from '../../src/http/remedies/value-remedies'
import { findPayloadWarnings } from '../../src/qr/payload-warnings'
import { findHtmlMistakes, findNeverFetched } from '../../src/render/document-mistakes'
import { findMarkdownMistakes } from '../../src/render/markdown-mistakes'

it.each([
  '<p>x<script>el.innerHTML = "<div class=\\"row\\">"</script>',
  '<p>x<style>/* <p class=\\"a\\"> */</style>',
  '<p>x<!-- <p class=\\"a\\"> -->',
  '<p>İİİİİİİİİİ<SCRIPT>"<p class=\\"a\\">"</SCRIPT>',
  '<p class="a">Write <b class=\\"a\\">.</p>',
])('no document was escaped twice for what stands in %s', (html) => {
  expect(findHtmlMistakes(html)).toEqual([])
})

it.each([
  '<!--[if gte vml 1]><v:imagedata src="cid:image001.png@01D9"/><![endif]-->',
  '<link rel=File-List href="cid:filelist.xml@01D9">',
  '<link rel=themeData href="file:///C:/theme.thmx">',
  `<script>x = '<img src="file:///a">'</script>`,
  '<!-- <img src="file:///a.png"> -->',
])('no file is shown by %s', (html) => {
  expect(findNeverFetched([html])).toEqual([])
})

it.each([
  '<link rel=stylesheet href="file:///a.css">',
  '<link href="file:///a.css" rel="stylesheet">',
  '<style>p{background:url(file:///a.css)}</style>',
  '<p style="background:url(&#102;i\\6c e:///a.css)">',
  '<img src="&#x0066;&#105le&colon;///a.css">',
])('a file that is never fetched is shown by %s', (html) => {
  expect(findNeverFetched([html])).toEqual([expect.stringMatching(/^file:\/\/\/a\.css is never fetched/)])
})

it.each([
  '---\ntitle: A\ntags: [a]\nlayout: post\n---\n\nText',
  'A note[[1]](#one), \\[optional\\], and f\\(x, y\\)',
  'Run `{{ name }}` and `[[ -f a ]]`',
  '```sh\n[[ -f a ]] && echo "{{ x }}"\n\\newpage\n```',
  '    [TOC]\n\nText',
  'A [toc] in a line, and ::: in another',
])('nothing is odd about the Markdown %j', (markdown) => {
  expect(findMarkdownMistakes(markdown)).toEqual([])
})

it.each([
  ...['page_ranges', 'viewport', 'rotate', 'split', 'page_numbers', 'depth', 'output', 'position', 'scopes'],
  ...['conformance', 'click', 'cookies', 'basic_auth', 'deliver_to', 'url', 'fields', 'style', 'pages'],
])('no value of %s fails to be told', (field) => {
  for (const value of [{ toString: 1 }, [{ toString: 1 }], Number.NaN, '', 'x'.repeat(1e6)])
    expect(() => remedyOf(field, value, 'string')).not.toThrow()
})

it('an e-mail may have several recipients', () => {
  expect(findPayloadWarnings({ type: 'email', data: 'mailto:a@example.org,b@example.org' })).toEqual([])
  expect(findPayloadWarnings({ type: 'email', data: 'a@example.org,b' })).toHaveLength(1)
})
