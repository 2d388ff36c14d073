/** Lists of an invoice are counted before their entries are looked at. */
import { describe, expect, it } from 'vitest'
import { completeInvoice } from '../../../src/e-invoice/complete-invoice'
import { invoiceSchema } from '../../../src/e-invoice/schema'

/** The problems of an invoice with `count` entries of a wrong shape at `path`. */
function problemsOf(invoice: object) {
  return invoiceSchema.safeParse(invoice).error?.issues.map(({ path, message }) => [path.join('/'), message])
}
const wrong = (count: number) => Array.from({ length: count }, () => ({ nonsense: true }))

describe('a list of more than 10,000 entries', () => {
  it.each([
    ['lines', { lines: wrong(10_001) }],
    ['allowances', { allowances: wrong(10_001) }],
    ['lines/1/attributes', { lines: [{}, { attributes: wrong(10_001) }] }],
  ])('is the only problem that is told: %s', (path, invoice) => {
    expect(problemsOf(invoice)).toEqual([[path, 'has more than 10000 entries']])
  })

  it('is told from one that is just as long as it may be', () => {
    expect(problemsOf({ lines: wrong(10_000) })).toHaveLength(10_000)
  })
})

describe('lists of more than 30,000 entries in all', () => {
  it('are the only problem that is told, at the list that makes them so many', () => {
    const invoice = {
      lines: wrong(10_000),
      allowances: wrong(10_000),
      charges: wrong(10_000),
      notes: wrong(1),
    }
    expect(problemsOf(invoice)).toEqual([
      ['notes', 'makes more than 30000 entries of all lists of the invoice'],
    ])
  })

  it('are told from as many as there may be', () => {
    const invoice = { lines: wrong(9_999).map(() => ({ attributes: wrong(2) })) }
    expect(problemsOf(invoice)?.length).toBeGreaterThan(9_999)
  })
})

describe('a breakdown of 10,000 exemption reasons', () => {
  it('gets each of as many lines by its reason, in time that grows with their number and not its square', () => {
    const exempt = Array.from({ length: 10_000 }, (_, i) => ({
      category: 'E',
      rate: 0,
      exemption_reason: `Reason ${i}`,
    }))
    const lines = exempt.toReversed().map((vat) => ({ net_price: 1, quantity: 1, vat }))
    const { breakdown, unclearVat } = completeInvoice(
      { currency: 'EUR', lines, vat_breakdown: exempt },
      { byReason: true },
    )
    expect(unclearVat).toEqual([])
    expect(new Set(breakdown.map(({ parts }) => parts))).toEqual(new Set([1]))
    expect(breakdown[0]?.pointer).toBe('/lines/9999/vat')
  })
})
