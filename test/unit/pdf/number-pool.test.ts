import fc from 'fast-check'
import { PDFNumber } from 'pdf-lib'
import { expect, it } from 'vitest'
import '../../../src/pdf/number-pool'

it('numbers are what was asked for, however many there are and whatever they share a place with', () => {
  const value = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, 8192, -8192, Number.NaN, Infinity))
  fc.assert(
    fc.property(fc.array(value), (values) => {
      expect(values.map((each) => PDFNumber.of(each).asNumber())).toEqual(values)
    }),
  )
})

it('a number that was made of late is not made again', () => {
  for (const value of [0, 7, 611.5, -3]) expect(PDFNumber.of(value)).toBe(PDFNumber.of(value))
})
