import { describe, expect, it } from 'vitest'
import { coerce } from '../../../src/templates/coerce'
import type { Variables } from '../../../src/templates/manifest'
import { parseNumber } from '../../../src/templates/parse-number'

describe('a number in a text', () => {
  it.each([
    ['19%', 'en', '19'],
    ['19,5', 'en', '19.5'],
    ['19,5 %', 'de', '19.5'],
    ['€ 1,000.00', 'en', '1000.00'],
    ['€1.234', 'de', '1234'],
    ['1.234,50', 'de', '1234.50'],
    ['1.234,50 €', 'en', '1234.50'],
    ['50,00', 'en', '50.00'],
    ['1\u202f234,5\u00a0€', 'fr', '1234.5'],
    ["CHF 1'234.50", 'de-CH', '1234.50'],
    ['Fr. 1’234.-', 'de-CH', '1234'],
    ['1.234.567', 'de', '1234567'],
    ['12,34,567.50', 'en-IN', '1234567.50'],
    ['1,234', 'en', '1234'],
    ['1,234', 'de', '1.234'],
    ['0,125', 'en', '0.125'],
    ['−12.50', 'en', '-12.50'],
    ['-€5', 'en', '-5'],
    ['USD 5', 'en', '5'],
    ['99,5 kr', 'sv', '99.5'],
    ['1234,5678', 'en', '1234.5678'],
  ])('%s in %s is %s', (text, tag, plain) => {
    expect(parseNumber(text, tag)).toBe(plain)
  })

  it('means the same in every language in the form of JSON', () => {
    for (const tag of ['en', 'de']) expect(parseNumber('2.500', tag)).toBe('2.500')
  })

  it.each(['', 'ten', '12 kg', '1,2,3', '1.2.3', '2026-11-21', '0x10', '1e3', '--5', '5 5', '9'.repeat(80)])(
    'is none in %j',
    (text) => {
      expect(parseNumber(text, 'en')).toBeUndefined()
    },
  )
})

describe('data with numbers in strings', () => {
  const schema: Variables = {
    type: 'object',
    properties: {
      locale: { type: 'string' },
      price: { type: 'number' },
      rates: { type: 'array', items: { type: 'number' } },
    },
  }

  it('are fitted by their language, and nothing is nothing', () => {
    expect(coerce(schema, { locale: 'de', price: '1,234', rates: [' ', '19 %', 7] })).toEqual({
      locale: 'de',
      price: '1.234',
      rates: ['19', 7],
    })
  })

  it('are refused with a pointer to each that is no number', () => {
    const pointers = ['/data/price', '/data/rates/1'].map((pointer) => expect.objectContaining({ pointer }))
    expect(() => coerce(schema, { price: 'on request', rates: [1, 'full'] })).toThrow(
      expect.objectContaining({ code: 'invalid_request', errors: pointers }),
    )
  })

  it('are refused where the abbreviation stands that they were given as', () => {
    const vat: Variables = { type: 'object', 'x-scalar': 'rate', properties: { rate: { type: 'number' } } }
    expect(() => coerce({ type: 'object', properties: { vat } }, { vat: 'full' })).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ pointer: '/data/vat' })] }),
    )
  })
})
