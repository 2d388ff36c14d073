import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkInvoice } from '../../../src/e-invoice/check-invoice'
import { completeInvoice } from '../../../src/e-invoice/complete-invoice'
import type { Invoice } from '../../../src/e-invoice/schema'
import { type Decimal, format } from '../../../src/money/decimal'
import { anyInvoice } from '../../fixtures/any-invoice'
import { invoices } from '../../fixtures/invoices'

const totalsOf = (invoice: Invoice) =>
  Object.fromEntries(
    Object.entries(completeInvoice(invoice).totals).map(([name, { value }]) => [name, format(value, 2)]),
  )

test('discounts and charges of both levels come together to the cent', () => {
  // Lines: 300 − 30 + 2.50 = 272.50 at 19 %, 2 × 18.50 = 37.00 at 7 %; document: − 13.63 + 12 and − 1.
  expect(totalsOf(invoices['discounts and charges'] as Invoice)).toEqual({
    line: '309.50',
    allowance: '14.63',
    charge: '12.00',
    net: '306.87',
    vat: '53.99',
    gross: '360.86',
    due: '360.86',
  })
})

test('a price for several units, and what was paid already', () => {
  const goods = completeInvoice(invoices.goods as Invoice)
  expect(goods.lines.map((line) => format(line.netAmount.value, 2))).toEqual(['86.25', '0.30'])
  expect(totalsOf(invoices.prepaid as Invoice)).toMatchObject({ gross: '1891.98', due: '891.96' })
})

test('one group a rate, one for all exempt lines, in the order of appearance', () => {
  const { breakdown } = completeInvoice(invoices['several rates'] as Invoice)
  const shown = breakdown.map(({ category, rate, taxable, tax }) =>
    [category, rate && format(rate), format(taxable.value, 2), format(tax.value, 2)].join(' '),
  )
  expect(shown).toEqual(['S 19 29.99 5.70', 'S 7 4.45 0.31', 'Z 0 3.00 0.00'])
})

test('19 and 19.00 are one rate', () => {
  const lines = [19, '19.00', '19.0'].map((rate) => ({ name: 'A', quantity: 1, net_price: 1, vat: { rate } }))
  expect(completeInvoice({ lines }).breakdown).toHaveLength(1)
})

test('what is not subject to VAT, reverse charge, export and supply within the EU say so by themselves', () => {
  const codes = ['reverse charge', 'intra-community supply', 'export', 'not subject to VAT'].map(
    (name) => completeInvoice(invoices[name] as Invoice).breakdown[0]?.reasonCodes,
  )
  expect(codes).toEqual([['VATEX-EU-AE'], ['VATEX-EU-IC'], ['VATEX-EU-G'], ['VATEX-EU-O']])
})

test('an invoice of nothing is complete, with zeros', () => {
  expect(totalsOf({})).toEqual({
    line: '0.00',
    allowance: '0.00',
    charge: '0.00',
    net: '0.00',
    vat: '0.00',
    gross: '0.00',
    due: '0.00',
  })
})

/** Whole cents; fails where there is a fraction of one. */
function cents(value: Decimal): bigint {
  expect(value.scale).toBeLessThanOrEqual(2)
  return value.units * 10n ** BigInt(2 - value.scale)
}

test('every computed invoice adds up in whole cents (BR-CO-10 to BR-CO-16, BR-S-08, BR-CO-17)', () => {
  fc.assert(
    fc.property(anyInvoice, (varied) => {
      const complete = completeInvoice({ ...(invoices.services as Invoice), ...varied })
      const { lines, allowances, charges, breakdown, totals } = complete
      const sumOf = (values: Decimal[]) => values.reduce((total, each) => total + cents(each), 0n)
      const [lineSum, allowanceSum, chargeSum] = [
        sumOf(lines.map((line) => line.netAmount.value)),
        sumOf(allowances.map((each) => each.amount)),
        sumOf(charges.map((each) => each.amount)),
      ]
      expect(cents(totals.net.value)).toBe(lineSum - allowanceSum + chargeSum)
      expect(sumOf(breakdown.map((group) => group.taxable.value))).toBe(cents(totals.net.value))
      expect(sumOf(breakdown.map((group) => group.tax.value))).toBe(cents(totals.vat.value))
      expect(cents(totals.gross.value)).toBe(cents(totals.net.value) + cents(totals.vat.value))
      const paid =
        BigInt(Math.round(varied.prepaid_amount * 100)) - BigInt(Math.round(varied.rounding_amount * 100))
      expect(cents(totals.due.value)).toBe(cents(totals.gross.value) - paid)
      expect(checkInvoice(complete)).toEqual([])
    }),
  )
})

test('what was computed is accepted when it is stated, and a cent more is not', () => {
  fc.assert(
    fc.property(anyInvoice, fc.constantFrom('line_total', 'net', 'vat', 'gross', 'due'), (varied, field) => {
      const invoice = { ...(invoices.services as Invoice), ...varied }
      const { totals, breakdown } = completeInvoice(invoice)
      const stated = {
        line_total: format(totals.line.value, 2),
        net: format(totals.net.value, 2),
        vat: format(totals.vat.value, 2),
        gross: format(totals.gross.value, 2),
        due: format(totals.due.value, 2),
      }
      const vat_breakdown = breakdown.map(({ rate: percent, taxable, tax }) => ({
        category: 'S',
        rate: format(percent as Decimal),
        taxable_amount: format(taxable.value, 2),
        tax_amount: format(tax.value, 2),
      }))
      expect(checkInvoice(completeInvoice({ ...invoice, totals: stated, vat_breakdown }))).toEqual([])
      const wrong = (Number(stated[field]) + 0.01).toFixed(2)
      const found = checkInvoice(completeInvoice({ ...invoice, totals: { ...stated, [field]: wrong } }))
      expect(found.map(({ pointer }) => pointer)).toEqual([`/totals/${field}`])
    }),
  )
})
