import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  add,
  compare,
  decimal,
  divide,
  format,
  multiply,
  percentOf,
  round,
  subtract,
  sum,
  toDecimal,
} from '../../../src/money/decimal'

describe('decimal', () => {
  test.each([
    [0.1, '0.1'],
    [19.99, '19.99'],
    ['1234.50', '1234.5'],
    [-0.02, '-0.02'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
    ['007', '7'],
    [0, '0'],
  ])('reads %s as written', (value, expected) => {
    expect(format(decimal(value))).toBe(expected)
  })

  test.each(['', 'abc', '1,5', '--1', 'Infinity', '1.5.1'])('refuses %j', (value) => {
    expect(() => decimal(value)).toThrow(RangeError)
  })

  test('reads data leniently: numbers and what is written like one, and nothing else', () => {
    const read = [toDecimal(-12.5), toDecimal(' 7. '), toDecimal(1e-7)]
    expect(read.map((value) => value && format(value))).toEqual(['-12.5', '7', '0.0000001'])
    const none = [
      '',
      'ten',
      '1,5',
      '0x10',
      '1e3',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      {},
      null,
      '9'.repeat(50),
    ]
    for (const value of none) expect(toDecimal(value)).toBeUndefined()
  })

  test('takes a percentage with one rounding', () => {
    expect(format(percentOf(decimal(200), decimal(19), 2), 2)).toBe('38.00')
    expect(format(percentOf(decimal('0.5'), decimal(9), 2), 2)).toBe('0.05')
  })

  test('adds a tenth ten times to exactly one', () => {
    expect(sum(Array.from({ length: 10 }, () => decimal(0.1)))).toEqual(decimal(1))
  })

  test.each([
    ['2.345', '2.35'],
    ['2.344', '2.34'],
    ['-2.345', '-2.35'],
    ['1.005', '1.01'],
    ['0.004', '0.00'],
    ['-0.004', '0.00'],
  ])('rounds %s half away from zero to %s', (value, expected) => {
    expect(format(round(decimal(value), 2), 2)).toBe(expected)
  })

  test('divides with one rounding', () => {
    expect(format(divide(decimal(10), decimal(3), 2))).toBe('3.33')
    expect(format(divide(decimal(-2), decimal(3), 2))).toBe('-0.67')
    expect(() => divide(decimal(1), decimal(0), 2)).toThrow(RangeError)
  })

  const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map((units) => ({ units, scale: 2 }))

  test('agrees with whole cents, whatever the order of the sum', () => {
    fc.assert(
      fc.property(fc.array(cents), (values) => {
        const expected = values.reduce((total, each) => total + each.units, 0n)
        const total = sum([...values].reverse())
        expect(compare(total, { units: expected, scale: 2 })).toBe(0)
      }),
    )
  })

  test('is undone by the inverse, and reads back what it writes', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(compare(subtract(add(a, b), b), a)).toBe(0)
        expect(compare(decimal(format(a, 2)), a)).toBe(0)
        expect(compare(multiply(a, b), multiply(b, a))).toBe(0)
      }),
    )
  })

  test('rounds to the nearest cent', () => {
    const fine = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).map((units) => ({ units, scale: 5 }))
    fc.assert(
      fc.property(fine, (value) => {
        const error = subtract(round(value, 2), value)
        expect(Number(error.units) / 10 ** error.scale).toBeLessThanOrEqual(0.005)
        expect(Number(error.units) / 10 ** error.scale).toBeGreaterThanOrEqual(-0.005)
      }),
    )
  })
})
