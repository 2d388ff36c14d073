import { describe, expect, test } from 'vitest'
import { absolutizeCssUrls } from '../../src/browser/absolutize-css-urls'
import { cpuMs } from '../support/cpu-time'

const base = 'https://cdn.example.org/v2/css/site.css?build=7'
const moved = (css: string) =>
  new TextDecoder().decode(absolutizeCssUrls(new TextEncoder().encode(css), base))

describe('a style sheet that a server moved', () => {
  test.each([
    ['a{b:url(x.png)}', 'a{b:url("https://cdn.example.org/v2/css/x.png")}'],
    ['a{b:url( "../x.png" )}', 'a{b:url("https://cdn.example.org/v2/x.png")}'],
    ["a{b:URL('/x.png?a=1#f')}", 'a{b:url("https://cdn.example.org/x.png?a=1#f")}'],
    ['a{b:url(//other.org/x)}', 'a{b:url("https://other.org/x")}'],
    ['a{b:url(?v=2)}', 'a{b:url("https://cdn.example.org/v2/css/site.css?v=2")}'],
    ['@import "more.css" print;', '@import url("https://cdn.example.org/v2/css/more.css") print;'],
    ["@import/* x */'more.css';", '@import/* x */url("https://cdn.example.org/v2/css/more.css");'],
    ['@import url(more.css) layer(a);', '@import url("https://cdn.example.org/v2/css/more.css") layer(a);'],
    ['a{b:url(a\\ b.png)}', 'a{b:url("https://cdn.example.org/v2/css/a%20b.png")}'],
    ['a{b:url("\\78.png")}', 'a{b:url("https://cdn.example.org/v2/css/x.png")}'],
    ['a{b:url("x\\"y")}', 'a{b:url("https://cdn.example.org/v2/css/x%22y")}'],
    ['a{b:url("?x\\\\y")}', 'a{b:url("https://cdn.example.org/v2/css/site.css?x\\\\y")}'],
    ['a{b:url(grün.png)}', 'a{b:url("https://cdn.example.org/v2/css/gr%C3%BCn.png")}'],
    ['a{b:\\75 rl(x)}', 'a{b:url("https://cdn.example.org/v2/css/x")}'],
    ['@\\69mport "x";', '@import url("https://cdn.example.org/v2/css/x");'],
    ['a{b:url("\\e4 x\\1f600 ")}', 'a{b:url("https://cdn.example.org/v2/css/%C3%A4x%F0%9F%98%80")}'],
    [
      'a{b:image-set("x" 1x,url(y) 2x)}',
      'a{b:image-set(url("https://cdn.example.org/v2/css/x") 1x,url("https://cdn.example.org/v2/css/y") 2x)}',
    ],
    [
      '@font-face{src:url(f)format("woff2")}',
      '@font-face{src:url("https://cdn.example.org/v2/css/f")format("woff2")}',
    ],
    ['url("x', 'url("https://cdn.example.org/v2/css/x")'],
    ['@import "x', '@import url("https://cdn.example.org/v2/css/x")'],
    [
      'a{b:url(x)}c{d:url(y)}',
      'a{b:url("https://cdn.example.org/v2/css/x")}c{d:url("https://cdn.example.org/v2/css/y")}',
    ],
  ])('has the addresses of %j made absolute', (css, expected) => {
    expect(moved(css)).toBe(expected)
  })

  test.each([
    'a{b:url(https://other.org/x)}',
    'a{b:url("data:image/png;base64,AAAA")}',
    'a{b:url(#clip)}',
    'a{b:url()}',
    'a{b:url("")}',
    '/* url(x.png) */',
    'a{content:"url(x.png)"}',
    'a{content:\'@import "x"\'}',
    'a{b:my-url(x.png)}',
    'a{b:curl(x.png)}',
    '/* never ends url(x.png)',
    'a{content:"ä € ü"}',
    '"',
    "'",
    'url(',
    '@import x "y";',
    '@import {} "y";',
    'a{b:image-set(attr("x"))}',
    '@namespace url(x);',
    'a{b:url(x"y)}',
    '\\',
  ])('keeps %j', (css) => {
    expect(moved(css)).toBe(css)
  })

  test('keeps bytes that are no UTF-8', () => {
    const sheet = new Uint8Array([0x61, 0xff, 0xfe, 0x80])
    expect(absolutizeCssUrls(sheet, base)).toEqual(sheet)
  })

  test('is read in one pass, however it is made', () => {
    for (const piece of [
      'url(',
      '/*',
      '"\\',
      '@import/**/',
      'url("',
      '@import ',
      '\\',
      '(',
      '{',
      '@font-face{',
      'u\\72l(',
      ' ',
    ]) {
      const ms = cpuMs(() => expect(moved(piece.repeat(200_000 / piece.length)).length).toBeGreaterThan(0))
      expect(ms).toBeLessThan(6_000)
    }
  })
})
