import fc from 'fast-check'
import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { documentPolicy } from '../../src/browser/document-policy'
import { composeDocument } from '../../src/render/compose-document'
import { findHead } from '../../src/render/html-head'
import { cpuMs } from '../support/cpu-time'
import { everyThirdOf, runs } from '../support/runs'

const compose = (html: string, css?: string) => composeDocument({ html, css, options: {} })

/** A document that can run scripts is guarded before it begins; in one that is thought not to none may run. */
describe('a document', () => {
  test.each([
    '<script>x()</script>',
    '<SCRIPT/src=x>',
    '<script type="module">x()</script>',
    '<script type>x()</script>',
    '<script data-type="text/plain">x()</script>',
    '<script title="a type=text/plain" src=x></script>',
    '<script type=module type=text/plain>x()</script>',
    '<script type="importmap">{}</script>',
    '<script type="application/json">{}</script><script>x()</script>',
    '<svg><script href="x"/></svg>',
    '<img src=x onerror=x()>',
    '<img src=x\fonerror=x()>',
    '<svg/onload=x()>',
    '<svg///onload = x()>',
    '<img src="x"onerror=x()>',
    "<img src='x'onerror=x()>",
    '<body\nONLOAD\n=\nx()>',
    '<details open ontoggle=x()>',
    '<style onload=x()></style>',
    '<iframe srcdoc="&lt;script&gt;x()"></iframe>',
    '<frameset><frame src="java&#115;cript:x()"></frameset>',
    '<frameset><frame src="javascript&colon;x()"></frameset>',
    '<object data="x.svg"></object>',
    '<embed src="x.svg">',
    '<a href="JavaScript:x()">x</a>',
  ])('may run scripts if it says %j, in its text or in its css', (html) => {
    expect(compose(html).scripted).toBe(true)
    expect(compose('<!doctype html><p>x', html).scripted).toBe(true)
  })

  test.each([
    '<p>Once upon a time</p>',
    '<p class="on">moon=off</p>',
    '<script type="application/ld+json">{"@context": "https://schema.org"}</script>',
    "<script id='row' TYPE = 'text/template'><td>x</script>",
    '<script type=application/json>{}</script>',
    '<img src="x.png" alt="only">',
    '<p>Description of frames</p>',
    '<style>p { color: red }</style>',
    '<a href="https://example.com/">x</a>',
  ])('runs none if it says %j', (html) => {
    expect(compose(html).scripted).toBe(false)
  })

  test.each([
    `<meta http-equiv="Content-Security-Policy" content="img-src 'none'">`,
    '<META content="x"HTTP-EQUIV\n=\nContent-Security-Policy>',
    '<meta http-equiv="content-type-x">',
    '<meta http-equiv=" content-type">',
    '<meta name="referrer" content="origin">',
    '<meta content=">" name=Referrer>',
    '<meta name="&#114;eferrer">',
    '<meta name="r&#69;ferrer">',
    '<meta name="re&#x000046errer">',
    '<meta name="re&#x66;errer">',
    '<meta name="&#0000000000114;eferrer">',
  ])('may have policies of its own if it says %j', (html) => {
    expect(compose(`<!doctype html>${html}<p>x`).isWithoutPolicies).toBe(false)
  })

  test.each([
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">',
    '<meta http-equiv=X-UA-Compatible content="IE=edge">',
    '<a href="https://example.com/" rel="noreferrer">&#8211;&#x2014;&#820;&amp;</a>',
  ])('has none but ours if it says %j', (html) => {
    expect(compose(`<!doctype html>${html}<p>x`).isWithoutPolicies).toBe(true)
  })

  test('is served with a policy that names scripts only if it was made ready for them', () => {
    expect(documentPolicy({ scripted: true })).toContain('script-src')
    expect(documentPolicy({ scripted: false })).not.toMatch(/script-src|connect-src|unsafe-eval/)
    expect(documentPolicy({ scripted: false })).toContain("default-src 'none'")
  })

  const policy = '<meta http-equiv="Content-Security-Policy"'

  test.each(['<!-- x -->', '<?xml version="1.0"?>', '<!-- <!doctype html> -->'])(
    'is asked for at an address if %j stands before its doctype, where a policy might not hold',
    (before) => {
      expect(compose(`${before}<!doctype html><p>x`).url).toBeDefined()
    },
  )

  test.each([
    '\n <!doctype html \n',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"',
    '<!doctype html SYSTEM "a',
    '<!doctype',
  ])('is written with its policy behind %j', (doctype) => {
    const { url, html } = compose(`${doctype}>b"><p>x`)
    expect({ url, start: html.slice(0, doctype.length + policy.length + 1) }).toEqual({
      start: `${doctype}>${policy}`,
    })
  })

  test.each(['', '<html>', '<!-- x -->', '\u00a0<!doctype html>', '\v<!doctype html>', 'x<!doctype html>'])(
    'is written with its policy before %j, which leave it in quirks mode',
    (start) => {
      const { url, html } = compose(`${start}<p>x`)
      expect({ url, start: html.slice(0, policy.length) }).toEqual({ start: policy })
    },
  )

  test('has no byte order mark, which a file would lose', () => {
    expect(compose('\ufeff<!doctype html><p>x').html).toMatch(/^<!doctype html>/)
  })

  test.each(['<meta http-equiv="refresh" content="9">', "<meta content=9 HTTP-EQUIV = 'Refresh'>"])(
    'is asked for at an address if it says %j, which would end the wait for its files',
    (refresh) => {
      expect(compose(`<!doctype html>${refresh}<p>x`).url).toBeDefined()
    },
  )

  test('has no end of an element in its css', () => {
    const css = 'a::before{content:"</style></title></x"}@media (width<600px){b{color:red}}/* </b> */'
    const { html } = compose('<p>x', css)
    expect(html).toContain('content:"\\3c /style>\\3c /title>\\3c /x"')
    expect(html).toContain('(width<600px)')
  })
})

type Element = {
  nodeName: string
  attrs?: { name: string; value: string }[]
  childNodes?: Element[]
  value?: string
}

/** The styles of ours that a parser of the standard finds in the head, as place and text. */
function stylesInHead(html: string) {
  const root = (parse(html, { scriptingEnabled: true }) as unknown as Element).childNodes ?? []
  const head = root
    .find(({ nodeName }) => nodeName === 'html')
    ?.childNodes?.find(({ nodeName }) => nodeName === 'head')
  return (head?.childNodes ?? []).flatMap(({ nodeName, attrs = [], childNodes = [] }) => {
    const place = attrs.find(({ name }) => name === 'data-platen-style')?.value
    return nodeName === 'style' && place ? [[place, childNodes[0]?.value ?? ''] as const] : []
  })
}

const CSS = 'p{color:red}'

describe('the styles put into a document are in its head, at the start and the end,', () => {
  test.each([
    '<meta a"><title>">x</title><body>y',
    '<title>a</title x="</head>"><link href=a>b><p>',
    "<meta content='a>b'><link/href=x/><style>a>b</style><p>x",
    '<head><title>x</title></head><body>y',
    '</p></div><title>x</title><p>',
    '<html a=b><!-- <head> --><head><base href=x>',
    '<!--><p>--><p>',
    '<!---><p>',
    '<!-- x --!><p>',
    '<? x ?><!x></ ></><!doctype html><p>',
    '<!doctype html><!doctype html><title>x</title>',
    '<script><!-- <script> </script> --></script><p>',
    '<script><!--></script><p>',
    '<script><!-- <script </script> </script><p>',
    '<noscript><p></noscript><p>',
    '<template><p><style></template></style></p></template><style>a{}</style><p>',
    '<template><svg><style></template></style><p>',
    '<li\u212a><p>',
    '<title/>x</title><p>',
    '<title',
    '<title>never ends',
    '<meta x="never ends>',
    '<script><!-- <script> never ends </script>',
    '&#32;<title>x</title>',
    '',
    'x',
  ])('of %j', (html) => {
    expect(stylesInHead(compose(html, CSS).html).map(([place]) => place)).toEqual(['start', 'end'])
    expect(stylesInHead(compose(html, CSS).html).at(-1)?.[1]).toBe(CSS)
  })

  test('of whatever is written', () => {
    const names = [
      'html',
      'head',
      'body',
      'title',
      'style',
      'script',
      'noscript',
      'noframes',
      'template',
      'meta',
    ]
    const piece = fc.oneof(
      fc.constantFrom(
        ...names.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} `, `<${name}/`, `</${name} a="`]),
      ),
      fc.constantFrom(
        '<!--',
        '-->',
        '--!>',
        '<!',
        '<?',
        '</',
        '<',
        '>',
        '"',
        "'",
        '=',
        '/',
        '-',
        ' ',
        '\n',
        '\f',
      ),
      fc.constantFrom(
        'a',
        'a=b',
        ' a="',
        '<!doctype html>',
        '<!doctype',
        '<link>',
        '<base>',
        '\0',
        '\u00a0',
        '&#9;',
      ),
      fc.constantFrom('<svg>', '<select>', '<textarea>', '<p>', '<!-->', '<!--->', ']]>', '<![CDATA['),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const { html } = compose(pieces.join(''), CSS)
        expect(stylesInHead(html).map(([place]) => place)).toEqual(['start', 'end'])
        expect(stylesInHead(html).at(-1)?.[1]).toBe(CSS)
      }),
      { numRuns: runs(5000, 800) },
    )
  })

  test('in one pass, however long what it is made of', () => {
    const pieces = [
      '<meta ',
      ' a',
      '="',
      '<!--',
      '<title',
      '<script><!--',
      '<template><p>',
      '</x',
      '<',
      '=',
      "'",
      '-',
      '<?',
      ' ',
    ]
    const timeOf = (html: string) => cpuMs(() => findHead(html))
    for (const piece of everyThirdOf(pieces)) {
      const long = piece.repeat(300_000 / piece.length)
      for (const html of [long, `<html ${long}`, `<script>${long}`]) expect(timeOf(html)).toBeLessThan(4_000)
    }
    expect(timeOf(`<html ${'a'.repeat(9_000_000)}`)).toBeLessThan(8_000)
  })
})
