/** Markdown becomes the HTML that its author means, and nothing of it becomes a script. */
import { expect, it } from 'vitest'
import { markdownDocument } from '../../src/markdown/markdown-document'
import { composeDocument } from '../../src/render/compose-document'

const html = (text: string, style: 'report' | 'letter' | 'manual' = 'report') =>
  markdownDocument(text, { style, footer: false }).html
const body = (text: string) => /<body>([\s\S]*)<\/body>/.exec(html(text))?.[1]?.trim()

it.each<[string, string, RegExp]>([
  ['a table', 'a | b\n--|--:\n1 | 2', /<td style="text-align:right">2<\/td>/],
  [
    'a footnote',
    'x[^1]\n\n[^1]: why',
    /id="fnref1"[\s\S]*class="page-note" data-platen-call="fnref1">[\s\S]*why/,
  ],
  [
    'a note behind the text',
    '---\nfootnotes: end\n---\nx[^1]\n\n[^1]: why',
    /<ol class="footnotes-list">[\s\S]*why/,
  ],
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
  [
    'an alert in small letters, before a hard break',
    '> [!tip]  \n> Mind',
    /<div class="alert tip">\s*<p class="alert-title">Tip<\/p>\s*<p>Mind</,
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

it.each<[string, string, RegExp]>([
  ['in a line', 'so $x^2$.', /<p>so <span class="math"><math[\s\S]*<msup>[\s\S]*<\/span>\.<\/p>/],
  ['in the form of GitHub', '$`a*b*c`$', /<span class="math"><math(?:(?!<em>)[\s\S])*<\/math><\/span>/],
  ['apart in a line', 'so $$x$$ then', /<p>so <span class="math"><math display="block"/],
  ['on lines of its own', 'a\n$$\nx\n$$\nb', /<p>a<\/p>\s*<div class="math">[\s\S]*<p>b<\/p>/],
  ['in a fence', '```math\nx\n```', /^<div class="math"><math display="block"/],
  ['in a quote', '> $$x\n> y$$', /<blockquote>\s*<div class="math">/],
])('a formula %s', (_, text, expected) => {
  expect(body(text)).toMatch(expected)
})

it.each([
  'costs $5 and $10',
  '$HOME/$USER',
  'US$5$x',
  'a \\$x$ b',
  '`$x$`',
  '$ x $',
  '$$$$',
  '$$ never closed',
  '    $$x$$',
  '$$\n\nx\n$$',
])('no formula: %s', (text) => {
  expect(body(text)).not.toContain('<math')
})

it('a formula that cannot be drawn is printed as it is written, and told', () => {
  const told = (text: string) => markdownDocument(text, { style: 'report', footer: false })
  const broken = told('$\\frac{a}{$ and $\\def\\a{\\a\\a}\\a$ and $\\includegraphics{http://127.0.0.1}$')
  expect(broken.html).not.toContain('<math')
  expect(broken.html).toContain('\\frac{a}{')
  expect(broken.warnings).toHaveLength(3)
  expect(broken.warnings[1]).toContain('defines a macro')
  expect(told('$\\href{javascript:alert(1)}{x}$ $\\text{<script>a</script>}$').html).not.toMatch(
    /href="|<script/,
  )
  const many = told('$x$ '.repeat(4000))
  expect(many.html.match(/<math/g)).toHaveLength(3000)
  expect(new Set(many.warnings).size).toBe(1)
  const font = (text: string) => html(text).includes('"Noto Sans Math";font-weight')
  expect([font('$x$'), font('x')]).toEqual([true, false])
})
