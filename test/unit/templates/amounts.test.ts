import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, decimal, format, round } from '../../../src/money/decimal'
import { runningBalance } from '../../../src/templates/filters/balance'
import { totalsOf } from '../../../src/templates/printed-totals'

describe('totals', () => {
  it('add up as EN 16931 does: lines rounded, tax once a rate from its base, allowances before tax', () => {
    const totals = totalsOf(
      {
        lines: [
          { name: 'a', quantity: 3, net_price: '0.335', vat: { rate: 19 } },
          { name: 'b', quantity: '2', net_price: 10, vat: { rate: 7 }, allowances: [{ percent: 10 }] },
          { name: 'c', net_price: 100, base_quantity: 10, quantity: 25, vat: { rate: 19 } },
        ],
        allowances: [{ reason: 'Rebate', percent: 5, vat: { rate: 19 } }],
        charges: [{ reason: 'Freight', amount: 4.5, vat: { rate: 19 } }],
        prepaid_amount: 100,
      },
      2,
    )
    expect(totals.lines.map(({ net_amount }) => net_amount)).toEqual(['1.01', '18.00', '250.00'])
    expect(totals).toMatchObject({
      line_total: '269.01',
      adjustments: [
        { reason: 'Rebate', amount: '-13.45' },
        { reason: 'Freight', amount: '4.50' },
      ],
      net: '260.06',
      vat_breakdown: [
        { rate: '19', taxable_amount: '242.06', tax_amount: '45.99' },
        { rate: '7', taxable_amount: '18.00', tax_amount: '1.26' },
      ],
      gross: '307.31',
      prepaid: '-100.00',
      due: '207.31',
      taxed: true,
    })
  })

  it('show no tax where nothing names a rate, and count what is no number as nothing', () => {
    const totals = totalsOf(
      { lines: [{ quantity: 'many', net_price: 5 }, { net_price: 'on request' }, 7, null] },
      2,
    )
    expect(totals).toMatchObject({ taxed: false, vat_breakdown: [], due: '5.00', prepaid: '' })
    expect(totals.lines[1]?.net_amount).toBeUndefined()
  })

  it('keep to the currency’s places, and to a net amount that is given', () => {
    const lines = [{ net_amount: '1000.6', quantity: 9, net_price: 9, vat: { rate: 10 } }]
    expect(totalsOf({ lines }, 0)).toMatchObject({ net: '1001', gross: '1101' })
  })

  it('always balance: net and tax make the gross, and the parts make the whole', () => {
    const cents = fc.integer({ min: -100_000, max: 1_000_000 }).map((units) => (units / 100).toFixed(2))
    const line = fc.record({
      quantity: fc.integer({ min: -5, max: 99 }),
      net_price: cents,
      vat: fc.record({ rate: fc.constantFrom(0, 7, 19, 5.5) }),
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const totals = totalsOf({ lines }, 2)
        const sum = (values: (string | undefined)[]) =>
          format(
            round(
              values.reduce((total, value) => add(total, decimal(value ?? 0)), decimal(0)),
              2,
            ),
            2,
          )
        expect(sum(totals.lines.map(({ net_amount }) => net_amount))).toBe(totals.net)
        expect(sum(totals.vat_breakdown.map(({ taxable_amount }) => taxable_amount))).toBe(totals.net)
        expect(sum([totals.net, ...totals.vat_breakdown.map(({ tax_amount }) => tax_amount)])).toBe(
          totals.gross,
        )
      }),
    )
  })
})

describe('a running balance', () => {
  it('adds charges and takes off payments, row by row', () => {
    const { opening, entries, closing } = runningBalance(
      [{ charge: '10.50' }, { payment: 3 }, { charge: 'none' }],
      '-1',
      2,
    )
    expect([opening, ...entries.map(({ balance }) => balance), closing]).toEqual([
      '-1.00',
      '9.50',
      '6.50',
      '6.50',
      '6.50',
    ])
  })
})
