import { describe, expect, test } from 'vitest'
import { isDataUrl, readDataUrl } from '../../src/net/data-address'

const maxBytes = 1_000
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const pngBase64 = btoa(String.fromCharCode(...png))

function read(address: string) {
  const { contentType, bytes } = readDataUrl(address, { maxBytes })
  return { contentType, text: new TextDecoder().decode(bytes) }
}

describe('a data: address', () => {
  test.each([
    ['data:,a', 'text/plain;charset=US-ASCII', 'a'],
    ['data:,', 'text/plain;charset=US-ASCII', ''],
    ['data:text/plain,a%20b%2cc', 'text/plain', 'a b,c'],
    ['data:text/plain,a,b', 'text/plain', 'a,b'],
    ['data:;charset=utf-8,%C3%A9', 'text/plain;charset=utf-8', 'é'],
    ['data:text/html;charset=utf-8,é', 'text/html;charset=utf-8', 'é'],
    ['data:nonsense,a', 'text/plain;charset=US-ASCII', 'a'],
    ['DATA:text/plain;BASE64,YQ==', 'text/plain', 'a'],
    ['data:text/plain; base64 ,YQ==', 'text/plain', 'a'],
    ['data:text/plain;base64,YQ', 'text/plain', 'a'],
    ['data:text/plain;base64,Y%51%3D%3D', 'text/plain', 'a'],
    ['data:text/plain;base64,Y\n Q\t==', 'text/plain', 'a'],
    ['data:text/plain;base64;x=y,YQ==', 'text/plain;base64;x=y', 'YQ=='],
    ['data:text/plain,100%', 'text/plain', '100%'],
    ['data:text/plain,%4', 'text/plain', '%4'],
    ['data:text/plain,%zz%41', 'text/plain', '%zzA'],
    ['  data:text/plain,a#fragment', 'text/plain', 'a'],
    ['data:image/svg+xml,<svg>\n</svg>', 'image/svg+xml', '<svg></svg>'],
  ])('%j is read as the Fetch standard does', (address, contentType, text) => {
    expect(read(address)).toEqual({ contentType, text })
  })

  test('keeps bytes as they are', () => {
    const file = readDataUrl(`data:image/png;base64,${pngBase64}`, { maxBytes, accept: ['image/png'] })
    expect([...file.bytes]).toEqual(png)
  })

  test.each([
    ['data:', /no comma/],
    ['data:text/plain;base64', /no comma/],
    ['data:text/plain;base64,a', /not valid base64/],
    ['data:text/plain;base64,YQ===', /not valid base64/],
    ['data:text/plain;base64,Y-Q_', /not valid base64/],
  ])('%j is refused for its form', (address, message) => {
    expect(() => read(address)).toThrow(expect.objectContaining({ reason: 'address' }))
    expect(() => read(address)).toThrow(message)
  })

  test.each([
    ['percent-encoded', (count: number) => `data:,${'%41'.repeat(count)}`],
    ['base64', (count: number) => `data:;base64,${btoa('A'.repeat(count))}`],
  ])('is held to the limit when %s', (_, address) => {
    expect(read(address(maxBytes)).text).toHaveLength(maxBytes)
    expect(() => read(address(maxBytes + 1))).toThrow(expect.objectContaining({ reason: 'size' }))
    expect(() => read(address(maxBytes * 100))).toThrow(expect.objectContaining({ reason: 'size' }))
  })

  test('is told by its content, not by its label', () => {
    const options = { maxBytes, accept: ['application/pdf'] }
    expect(() => readDataUrl(`data:application/pdf;base64,${pngBase64}`, options)).toThrow(
      expect.objectContaining({ reason: 'type' }),
    )
  })

  test.each([
    ['data:,a', true],
    [' DATA:,a', true],
    ['https://example.com/?data:,a', false],
    ['database:x', false],
  ])('%j is one: %s', (address, expected) => {
    expect(isDataUrl(address)).toBe(expected)
  })
})
