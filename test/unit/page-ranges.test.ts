import fc from 'fast-check'
import { expect, it } from 'vitest'
import { missingPages, PAGE_RANGES, parsePageRanges } from '../../src/text/page-ranges'
import { cpuMs } from '../support/cpu-time'

it('names the first page of every range that begins behind the last page', () => {
  const page = fc.integer({ min: 1, max: 12 })
  const range = fc
    .tuple(page, fc.option(page, { nil: undefined }), fc.boolean())
    .map(([from, more, open]) => {
      if (open) return `${from}-`
      return more === undefined ? ` ${from} ` : `${from}-${from + more}`
    })
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 6 }), page, (parts, pages) => {
      const text = parts.join(',')
      const ranges = parsePageRanges(text)
      const kept = Array.from({ length: pages }, (_, at) => at + 1).filter((each) =>
        ranges.some(({ from, to }) => from <= each && each <= to),
      )
      const behind = ranges.map(({ from }) => from).filter((from) => from > pages)
      expect(missingPages(text, kept.length)).toEqual([...new Set(behind)].sort((a, b) => a - b))
    }),
  )
})

it('reads 1,000 characters of blanks and open ranges at once', () => {
  // A pattern that can share the blanks in several ways takes time exponential in the number of ranges.
  const ms = cpuMs(() => expect(PAGE_RANGES.test(`${'1-         ,'.repeat(80)}!`)).toBe(false))
  expect(ms).toBeLessThan(4_000)
})

it.each(['1', '1-3, 5, 8-', ' 2 - 4 ,6- ', '1 -'])('takes %j', (text) => {
  expect(PAGE_RANGES.test(text)).toBe(true)
})

it.each(['', '0', '-3', '1--2', '1,', '1 2', '1- 2 3', '1234567'])('refuses %j', (text) => {
  expect(PAGE_RANGES.test(text)).toBe(false)
})
