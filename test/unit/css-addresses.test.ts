import { describe, expect, test } from 'vitest'
import { cssUrl, findAddresses, replaceAddresses } from '../../src/browser/css-addresses'

/** The addresses of a sheet, each with its at-rule, and with its conditions if it is imported. */
const found = (css: string) =>
  findAddresses(css).found.map(({ address, rule, imported }) => [address, rule, imported?.conditions])

describe('the addresses in a style sheet', () => {
  test.each<[string, unknown[]]>([
    ['a{b:url(x)}', [['x', '', undefined]]],
    ['b:url( "x" )', [['x', '', undefined]]],
    ['@media print{a{b:url(x)}}', [['x', '', undefined]]],
    [
      '@font-face{src:local(a),url(x)format("woff")}a{b:url(y)}',
      [
        ['x', 'font-face', undefined],
        ['y', '', undefined],
      ],
    ],
    ['@import url(x) layer(a) print;', [['x', 'import', 'layer(a) print']]],
    ['@IMPORT"x"', [['x', 'import', '']]],
    [
      '@layer a;@import "x";@import "y"',
      [
        ['x', 'import', ''],
        ['y', 'import', ''],
      ],
    ],
    ['@import "x" supports(background:url(y))', [['x', 'import', 'supports(background:url(y))']]],
    ['@import "x"{}a{b:url(y)}', [['y', '', undefined]]],
    ['a{@import "x"}', []],
    [
      'a{b:image-set("x" 1x, url(y) 2x type("image/png"))}',
      [
        ['x', '', undefined],
        ['y', '', undefined],
      ],
    ],
    ['a{content:"url(x)";/* url(y) */}', []],
    ['@namespace url(x);a{b:url(y)}', [['y', '', undefined]]],
    ['a{b:\\55 RL(\\78 )}', [['x', '', undefined]]],
    ['a{b:url(x', [['x', '', undefined]]],
    ['a{b:url("x', [['x', '', undefined]]],
  ])('of %j', (css, expected) => {
    expect(found(css)).toEqual(expected)
  })

  test('are replaced, and nothing else', () => {
    const addresses = findAddresses('@import "x" print;a{b:url( y ) no-repeat}')
    const replace = ({ address }: { address: string }) => (address === 'x' ? 'X' : cssUrl(`"${address}`))
    expect(replaceAddresses(addresses, replace, { wholeImports: false })).toBe(
      '@import X print;a{b:url("\\"y") no-repeat}',
    )
    expect(replaceAddresses(addresses, replace, { wholeImports: true })).toBe('Xa{b:url("\\"y") no-repeat}')
  })
})

test('a sheet of more addresses or escapes than a document can use is refused', () => {
  const problem = { code: 'document_invalid' }
  expect(() => findAddresses('a{b:url(c)}'.repeat(10_001))).toThrow(expect.objectContaining(problem))
  expect(() => findAddresses('@import "a";'.repeat(10_001))).toThrow(expect.objectContaining(problem))
  expect(() => findAddresses('\\a'.repeat(500_001))).toThrow(expect.objectContaining(problem))
  expect(findAddresses('a{b:url(c)}'.repeat(10_000)).found).toHaveLength(10_000)
})
