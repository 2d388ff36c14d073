/** Markdown becomes the HTML that its author means, and nothing of it becomes a script. */
import { expect, it } from 'vitest'
import { markdownDocument } from '../../src/markdown/markdown-document'
import { composeDocument } from '../../src/render/compose-document'

const html = (text: string, style: 'report' | 'letter' | 'manual' = 'report') =>
  markdownDocument(text, { style, footer: false })
const body = (text: string) => /<body>([\s\S]*)<\/body>/.exec(html(text))?.[1]?.trim()

it.each<[string, string, RegExp]>([
  ['a table', 'a | b\n--|--:\n1 | 2', /<td style="text-align:right">2<\/td>/],
  ['a footnote', 'x[^1]\n\n[^1]: why', /<section class="footnotes">[\s\S]*why/],
  ['a footnote in place', 'x^[why]', /<section class="footnotes">[\s\S]*why/],
  [
    'tasks',
    '- [x] a\n- [ ] b',
    /<li class="task"><input type="checkbox" disabled checked> a<[\s\S]*disabled> b</,
  ],
  ['a task in a loose list', '- [x] a\n\n- b', /<p><input type="checkbox" disabled checked> a/],
  ['no task in the text', 'a [x] b', /^<p>a \[x\] b<\/p>$/],
  [
    'an alert',
    '> [!WARNING]\n> Mind *this*',
    /<div class="alert warning">\s*<p class="alert-title">Warning<\/p>\s*<p>Mind <em>/,
  ],
  ['no alert of another name', '> [!ALARM]\n> x', /<blockquote>/],
  ['an anchor', '## What’s *new*, `x`?\n\n## What’s new x', /id="whats-new-x"[\s\S]*id="whats-new-x-1"/],
  ['strikethrough', '~~a~~', /<s>a<\/s>/],
  ['HTML', '<b>a</b>', /<b>a<\/b>/],
  [
    'coloured code',
    '```js\nconst a = "b" // c\n```',
    /<span class="kw">const<\/span> a &#61; <span class="str">&quot;b&quot;<\/span> <span class="com">\/\/ c/,
  ],
  ['code of no known language', '```klingon\nif <b>\n```', /<code class="code">if &lt;b&gt;<\/code>/],
  ['differences', '```diff\n-a\n+b\n```', /<span class="del">-a<\/span>\n<span class="ins">\+b/],
])('%s', (_, text, expected) => {
  expect(body(text)).toMatch(expected)
})

it('front matter names title, language and direction; without one the first heading is the title', () => {
  const arabic = html('---\ntitle: "تقرير"\nlang: ar-EG\n---\nنص')
  expect(arabic).toMatch(
    /<html lang="ar-EG" dir="rtl">[\s\S]*<title>تقرير<\/title>[\s\S]*<header class="title-block"><h1>تقرير/,
  )
  expect(html('# *One* `two`')).toContain('<title>One two</title>')
  expect(body('---\ntitle: A\n---\n# B')).not.toContain('title-block')
  expect(html('---\nlang: "><script>"\n---\na')).toContain('<html lang="en">')
  expect(html('text')).not.toContain('<title>')
})

it('a title runs along the pages, and cannot end the style', () => {
  expect(html('---\ntitle: "</style>\\"}"\n---\na')).toContain('content:"\\3c /style>\\5c \\22 }"')
  expect(html('# a', 'letter')).not.toContain('@bottom-left{content')
})

it('a text about scripts shares its tab; one that holds them does not, and none runs', () => {
  const composed = (text: string) => composeDocument({ html: html(text), inert: true, options: {} })
  const about =
    'Set ` onclick=a` or "javascript: x" in\n\n```html\n<a href="javascript:a" onclick="b"><script>\n```'
  expect(composed(about)).toMatchObject({ scripted: false, mayShareTab: true })
  for (const active of ['<script>a</script>', '<img src=x onerror=a>', '<iframe srcdoc=a>'])
    expect(composed(active)).toMatchObject({ scripted: false, mayShareTab: false })
  expect(body('[a](javascript:alert(1))')).not.toContain('href')
})

it('a long address that is used often is refused before it is written out', () => {
  const text = `[a]: data:image/png;base64,${'A'.repeat(100_000)}\n\n${'![][a]'.repeat(10_000)}`
  expect(() => html(text)).toThrow(/come to more than 8 MB/)
})
