/** Documents and values that are right, or wrong in another way: nothing is told of them that is not so. */
import { expect, it } from 'vitest'
import { remedyOf } from '../../src/http/remedies/value-remedies'
import { findPayloadWarnings } from '../../src/qr/payload-warnings'
import { findHtmlMistakes, findNeverFetched } from '../../src/render/document-mistakes'
import { findJointMistakes } from '../../src/render/joint-styles'
import { findMarkdownMistakes } from '../../src/render/markdown-mistakes'
import { findScreenStyles } from '../../src/render/screen-styles'
import { findSourceMistakes } from '../../src/render/source-mistakes'
import { findCssMistakes } from '../../src/render/style-mistakes'
import { findForeignHabits } from '../../src/templates/liquid-habits'
import { oddCode } from '../../src/templates/odd-codes'
import { findInValue } from '../../src/text/unfilled'

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

it.each([
  '@charset "utf-8"; @import url("https://example.com/css2?family=Inter:wght@400;700"); p { color: red }',
  '@layer a, b; @import "b.css"; p { margin: 0 auto -1px; line-height: 1.5; flex: 1; z-index: 2; order: -1 }',
  ':root { --width: 210; --gap: 4 } p { border-image-width: 1; tab-size: 4; aspect-ratio: 16 / 9; width: calc(1px * 2) }',
  '@page:first { margin: 0 } @media (min-width: 600px) { p { inset: 0; top: 0.0; width: min(10px, 5vw) } }',
  'a { color: red; background: url(data:image/png;base64,AA==) no-repeat, url(b.png) } .width .height { transition: width 1s, height 2s }',
  'a { b & { color: red } font: 12px/1.5 "A; color red", serif; background-position: 0 100%, left top; align-items: end }',
  'a { font-family: "A", "B"; grid-template-areas: "a b"; content: "10mm"; transition: margin 1s, width 2s } @page { @bottom-center { content: "x" } }',
  '.w-1\\,5 { width: 1.5cm } td:nth-child(2) p:hover { margin: 0 } a { b:hover { color: red } }',
  'p { display: -webkit-box; display: flex; color: red; color: color(foo 1 0 0); *zoom: 1; width: 100px\\9; filter: alpha(opacity=50) }',
  'p { width: calc(100% - 2 * var(--a-1)); margin: calc(-1 * (1px + 2px)); float: footnote; position: running(head); text-wrap: balance }',
  'p { color: rgb(from red r g b / 50%); background: color-mix(in oklch, red, blue); color-interpolation: linearRGB }',
  '@page invoice:first { margin: 1cm } @page { @footnote { margin: 0 } } @keyframes a { 0%, 12.5% { top: 0 } to { top: 1px } }',
  '@font-face { font-family: A; src: local("A"), url(a.woff2) format(woff2); font-weight: 100 900; unicode-range: U+26 }',
  '@media screen and (max-width: 9in), not all, print { .a\\:b:is(.c, #d)::before > [data-x="1,2"] { content: "a" counter(page) / "b" } }',
  'p::before { content: "@import" } /* @import "a.css"; width: 210 */',
])('a browser reads all of %s', (css) => {
  expect(findCssMistakes(css, { standards: true })).toEqual([])
  expect(
    findSourceMistakes(`<!doctype html><style>${css}</style><p style="order: 2; margin: 0">x</p>`),
  ).toEqual([])
})

it.each([
  ['p { margin: 10px, 20px }', 'write margin: 10px 20px'],
  ['p { border: 1 solid red }', 'write border: 1px solid red'],
  ['p { vertical-align: center }', 'write vertical-align: middle'],
  ['p { break-before: always }', 'write break-before: page'],
  ['p { color: #GG3300 }', 'a color is a name, #rrggbb or rgb(0, 0, 0)'],
  ['p { backgroud: red }', 'did you mean background?'],
  ['p { white-space: none }', 'it takes normal | pre'],
  ['p..a { top: 0 }', 'is left out as a whole: that is no selector'],
  ['p { width: calc(var(--a-1)+2px) }', 'write calc(var(--a-1) + 2px)'],
  ['@meda print { p { top: 0 } }', 'did you mean @media?'],
  ['@media min-width: 600px { p { top: 0 } }', 'write @media (min-width: 600px)'],
  ['p { background: url(a.png; color: red }', 'does not end in its line'],
])('what of %s is not read, is told with what would be', (css, said) => {
  expect(findCssMistakes(css, { standards: true }).join()).toContain(said)
})

it.each([
  ['<style>@media screen{p{top:0}}</style><style>p{left:0}</style>', '', undefined],
  ['<style>@media screen{p{top:0}}</style><link rel=stylesheet href=a.css>', '', undefined],
  ['<style>@media screen, print{p{top:0}}</style>', '', undefined],
  ['<style media=screen>p{top:0}</style>', '', 'screen'],
  ['<style media=screen>p{top:0}</style>', 'p{left:0}', undefined],
  ['<style>@page{size:A5}@font-face{font-family:A;src:url(a)}</style>', '', undefined],
] as const)('styles of %s are not for the screen alone (css %j, media %j)', (html, css, media) => {
  expect(findScreenStyles(html, css, media)).toEqual([])
})

it('lengths without a unit are read in quirks mode, which a document without a doctype is in', () => {
  const body = '<style>p{width:210}</style><p style="margin-top:20">x</p>'
  expect(findSourceMistakes(body)).toEqual([])
  expect(findSourceMistakes(`<!DOCTYPE html>${body}`)).toHaveLength(2)
})

it.each([
  // Documents about programs.
  '<p>In JavaScript, <b>undefined</b> and null differ: greet() prints Hello undefined.</p><pre>Dear {name}</pre>',
  '<p>Write {name} where the template is to have the name, and [[name]] for a link.</p>',
  '<p>Call <code>x</code>: it says Dear undefined.</p>',
  '<table><tr><th>Field<th>JSON<tr><td>name<td>null</table>',
  '<p>Default: null</p><p>Returns: undefined</p>',
  // Braces, brackets and signs that are no places.
  '<p>The set {a, b} and {x} and x_{max}, {e.g.} {see below} {n}</p>',
  '<p>GET /v1/status/{task_id} and https://example.com/{name}</p>',
  '<p>See [[1]] and [note], 100% sure, 50% or 60% off, %PATH% and %USERPROFILE%</p>',
  '<style>p{color:red}</style><p style="{name}">x</p><textarea>Dear {name}</textarea>',
  '<p>{name}</p><script>fill()</script>',
  '<math><annotation>{name}</annotation></math>',
  // Words that only look like a value.
  '<p>Dear Nan, null und nichtig, and no null result. Dear Sir or Madam, hello there</p>',
  '<p>Contact: Nan Null, Null Ltd</p><td>Null</td><td>None</td><td>nil</td>',
  '<p>Tore: 3, the order of undefined terms, an undefined number</p>',
])('nothing was left out of the HTML %s', (html) => {
  expect(findSourceMistakes(html)).toEqual([])
})

it.each([
  ['<p>Dear <b>undefined</b>,</p>', 'html has "Dear undefined": a program wrote it for no value'],
  ['<p>Sehr geehrte Frau null,</p>', '"geehrte Frau null"'],
  ['<p>Dear <span></span>,</p>', 'html has "Dear ," and no name'],
  ['<p>Total: €NaN</p>', '"€NaN"'],
  ['<p>Total:&nbsp;NaN</p>', '"Total: NaN"'],
  ['<p>Due on Invalid Date</p>', '"Invalid Date"'],
  ['<td><b>null</b></td>', 'html has "null" as the text of an element'],
  ['<p>undefined undefined</p>', '"undefined undefined"'],
  [
    '<p>Dear {name}, {total} of %ORDER_NO% for [[customer]]</p>',
    'html has {name}, {total}, [[customer]] and 1 more',
  ],
  [
    '<p>{invoice_no} {customer.name} {dueDate}</p>',
    'html has {invoice_no}, {customer.name}, {dueDate}, which are',
  ],
  ['<p>*|FNAME|* #{x} {$y} %(z)s</p>', 'html has {$y}, #{x}, *|FNAME|* and 1 more'],
])('what was left out of %s is told', (html, said) => {
  expect(findSourceMistakes(html).join()).toContain(said)
})

it.each([
  ['https://a.example/{id}', '{id}'],
  ['https://a.example/?id={{ order.id }}', '{{ order.id }}'],
  ['https://a.example/%7B%7Bid%7D%7D/x', '%7B%7Bid%7D%7D'],
  ['https://a.example/orders/:id', ':id'],
  ['https://a.example/[name]/x', '[name]'],
  ['https://a.example/?id=undefined&x=1', 'undefined'],
  ['Order <%= id %>', '<%= i'],
  ['null', 'null'],
])('%s has a place that nothing was put into: %s', (value, place) => {
  expect(findInValue(value)).toBe(place)
})

it.each([
  'https://a.example/a%20b/100%25/?filter[name]=x&b[]=1',
  'https://a.example:8080/:w:/s/undefined-behavior?time=10:30',
  '{"name": "x", "a": null}',
  '<id>7</id> at 50% off, 3:name',
  'Null',
])('%s has no place', (value) => {
  expect(findInValue(value)).toBeUndefined()
})

it.each([
  [
    '<style>invoice{top:0}</style><p class="invoice">',
    'html has invoice { … }, which is on nothing: invoice is a class, so write .invoice',
  ],
  ['<style>div > sums, p{top:0}</style><p id=sums>', 'sums is an id, so write #sums'],
  [
    '<style>@page{@top-left{content:counter(pagenr)}}</style>',
    'counter(pagenr), which nothing counts: did you mean counter(page)?',
  ],
  ['<style>p::before{content:counter(section) " "}</style>', 'write h1 { counter-increment: section }'],
  ['<style>@page{@top-left{content:string(chapter)}}</style>', 'write h1 { string-set: chapter content() }'],
])('what is odd about the styles of %s is told', (html, said) => {
  expect(findJointMistakes(html).join()).toContain(said)
})

it.each([
  [{ type: 'product', data: '4006381333931' }, ''],
  [{ type: 'product', data: '12345' }, ''],
  [{ type: 'product', data: '4006381333932' }, 'no GTIN, whose last digit would be 1'],
  [{ type: 'product', data: '96385074' }, ''],
  [{ type: 'wifi', data: 'Home' }, ''],
  [{ type: 'wifi', data: 'Home;secret' }, 'send "ssid" and "password"'],
  [{ type: 'vcard', phone: '+4930123456' }, 'name is empty'],
  [{ type: 'vcard', org: 'Acme' }, ''],
] as const)('of the code %j is said: %s', (options, said) => {
  const told = findPayloadWarnings(options).join()
  if (said === '') expect(told).toBe('')
  else expect(told).toContain(said)
})

const oddUnits = (unit: string, locale = 'en') =>
  oddCode(unit, {
    place: { key: 'unit', parent: { key: 0, parent: { key: 'lines', parent: undefined } } },
    data: { locale },
  })

it.each([
  ['dayz', 'did you mean "days"?'],
  ['hous', 'did you mean "hour'],
  ['monht', 'did you mean "month"?'],
  ['hur', 'send "HUR"'],
])('the unit %s is told', (unit, said) => {
  expect(oddUnits(unit)).toContain(said)
})

it.each([
  ...[
    'DAY',
    'HUR',
    'C62',
    'days',
    'Days',
    'hours',
    'Stunden',
    'seats',
    'bars',
    'pcs',
    'set',
    'ea',
    'nights',
    'pages',
    'h',
  ],
  ...[
    'visits',
    'users',
    'licenses',
    'persons',
    'words',
    'trips',
    'sqft',
    'rooms',
    'lines',
    'points',
    'sessions',
    'XPK',
  ],
])('the unit %s is right', (unit) => {
  expect(oddUnits(unit)).toBeUndefined()
  expect(oddUnits(unit, 'de')).toBeUndefined()
})

it.each([
  '<p>{{ name }}</p><script>const a = "{name}"</script>',
  '{% assign a = text | replace: "{name}", name %}<p>{name}</p>{{ a }}',
  '<style>p { color: red }</style><p>{{ name }}</p>',
  '<pre>{name}</pre>',
])('no place of another language is in the page %s', (page) => {
  expect(findForeignHabits(page)).toEqual([])
})

it.each([
  '<style>p{color:var(--c)}</style><p style="--c:red">x',
  '<style>p{color:var(--c, red)}</style><p>x',
  '<link rel=stylesheet href="https://a.example/a.css"><style>p{color:var(--c)}</style>',
  '<style>@property --c{syntax:"*";inherits:false}p{color:var(--c)}</style>',
  '<style>@page{size:A4;@bottom-right{content:counter(page)}}</style>',
  '<style>a::after{content:target-counter(attr(href), page)}</style>',
  '<style>h1{counter-reset:page}h1::before{content:counter(page)}</style>',
  '<style>ul{list-style:none}ol{list-style:inside lower-roman !important}li{list-style-type:"a "}</style>',
  '<ol style="list-style-type:hebrew"><li>x</ol>',
  '<script>s = "list-style: discs; size: A4"</script><!-- <style>ul{list-style:discs}</style> -->',
  '<p>The size: A4. A list-style: discs.',
  '<style>tr{border:1px rgb(0 0 0 / 50%) solid}td{border:1px solid}th{border:0}p{border:none;border-radius:2px}li{border-top:1px var(--s, solid)}</style>',
  '<style>p{border:2px;border-style:dashed}</style>',
  '<style>.a{color:#abc}#b{color:#abcdef}#c,.c{top:0}.d .e{top:0}</style><p class="a c" id=b>x<p id=c class=abc>',
  '<script>x.id = "a"</script><style>#a{top:0}</style><p class=a>x',
  '<style>.a.b:hover{top:0}a[href="#x"]{top:0}</style><p class="b" id=x>x<p class="x a">',
  '<style>header, .invoice td > b{top:0}@media print{label{top:0}}@keyframes fade{from{top:0}to{top:1px}}</style><p class="header label from fade print">x',
  '<style>my-card{top:0}total{top:0}.total{left:0}</style><my-card class="my-card total">x</my-card>',
  '<style>input[type=total]:not(total){top:0}</style><p class="total">x',
  '<style>h2{counter-increment:h2 1;string-set:a content()}h2::before{content:counter(h2) counters(list-item,".")}@page{@top-left{content:string(a, first) counter(page)}}</style><h2>x',
  '<script src=a.js></script><style>a::before{content:counter(b)}</style>',
])('nothing is odd about the styles of %s', (html) => {
  expect(findJointMistakes(html)).toEqual([])
})
