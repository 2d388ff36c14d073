/** Codes of test keys: marked so that everybody sees it, and read by an independent decoder all the same. */
import { describe, expect, it } from 'vitest'
import { generateQr } from '../../src/qr/generate-qr'
import { cacheKey } from '../../src/qr/image-hash'
import { readPng } from '../../src/qr/png-read'
import type { QrOptions } from '../../src/qr/qr-options'
import { everyThirdOf } from '../support/runs'
import { zxing } from '../support/zxing'

const url = 'https://example.com/test?x=1'
const asTest = (options: QrOptions) => generateQr(options, undefined, { isTest: true })

/** The share of pixels that differ from the live code's. */
function difference(options: QrOptions): number {
  const [test, live] = [asTest(options), generateQr(options)].map(({ bytes }) => readPng(bytes).rgba)
  let changed = 0
  for (let pixel = 0; pixel < (test?.length ?? 0); pixel += 4) {
    if ([0, 1, 2, 3].some((channel) => test?.[pixel + channel] !== live?.[pixel + channel])) changed++
  }
  return (4 * changed) / (test?.length ?? 1)
}

const looks: [string, QrOptions][] = [
  ['small and dense', { data: 'x'.repeat(180), size: 'small', margin: 0, error_level: 'low' }],
  ['as it is by default', { data: url }],
  ['large', { data: url, size: 'big' }],
  ['red on white, where the mark is blue', { data: url, color: '#CC1122' }],
  ['inverted', { data: url, color: '#FFFFFF', background: '#102040' }],
  ['transparent', { data: url, background: 'transparent' }],
  ['of little contrast', { data: url, color: '#606060', background: '#C0C0C0' }],
]

describe('a code of a test key', () => {
  it.each(everyThirdOf(looks))('is marked and still scans: %s', async (_, options) => {
    expect(difference(options)).toBeGreaterThan(0.08)
    if (options.background !== 'transparent')
      expect((await zxing(asTest(options).bytes))?.text).toBe(options.data)
  })

  it('is marked in SVG by one path that lies over the modules', () => {
    const [test, live] = [asTest({ data: url, format: 'svg' }), generateQr({ data: url, format: 'svg' })].map(
      ({ bytes }) => new TextDecoder().decode(bytes).split('\n'),
    )
    expect(test?.slice(0, -2)).toEqual(live?.slice(0, -1))
    expect(test?.at(-2)).toMatch(/^<path fill="#dc1428" fill-opacity="0\.431" d="M/)
  })

  it('has a cache key of its own, and a live one keeps the key it had', () => {
    const options: QrOptions = { data: url }
    expect(cacheKey(options, undefined, { isTest: true })).not.toBe(cacheKey(options, undefined))
    expect(cacheKey({ data: 'x' }, undefined)).toBe(
      'd82ce9fe868847e27f6b10d0216a2ea94648a23445806baed77096abe12204c4',
    )
  })
})
