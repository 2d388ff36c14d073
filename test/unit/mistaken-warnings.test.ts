/** Documents and values that are right, or wrong in another way: nothing is told of them that is not so. */
import { expect, it } from 'vitest'
import { remedyOf } from '../../src/http/remedies/value-remedies'
import { findPayloadWarnings } from '../../src/qr/payload-warnings'
import { findHtmlMistakes, findNeverFetched } from '../../src/render/document-mistakes'

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
])('a file that is never fetched is shown by %s', (html) => {
  expect(findNeverFetched([html])).toEqual([expect.stringMatching(/^file:\/\/\/a\.css is never fetched/)])
})

it.each([[{ toString: 1 }], [[{ toString: 1 }]]])('no value of page_ranges fails to be told: %j', (value) => {
  expect(() => remedyOf('page_ranges', value, 'string')).not.toThrow()
})

it('an e-mail may have several recipients', () => {
  expect(findPayloadWarnings({ type: 'email', data: 'mailto:a@example.org,b@example.org' })).toEqual([])
  expect(findPayloadWarnings({ type: 'email', data: 'a@example.org,b' })).toHaveLength(1)
})
