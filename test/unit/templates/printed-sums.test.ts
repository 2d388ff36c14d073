/** The sums that the templates compute by themselves: each is the sum of what the page prints. */
import { describe, expect, it } from 'vitest'
import { builtinTemplates } from '../../../src/templates/builtin'
import { renderDocument } from '../../../src/templates/compile-page'

/** The text of the page's cells, headings and sums, one after the other. */
async function printed(id: string, data: Record<string, unknown>): Promise<string> {
  const template = builtinTemplates().find((one) => one.id === id)
  if (!template) throw new Error(`no ${id}`)
  const { html } = await renderDocument(template, { locale: 'en', currency: 'EUR', ...data })
  return html
    .slice(html.indexOf('<body'))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

describe('a till receipt', () => {
  it('adds up its lines as they are printed', async () => {
    const line = { name: 'Cherries', quantity: 0.335, price: 1, vat_rate: 7 }
    const lines = [line, line, { name: 'Plums', amount: '0,335', vat_rate: 7 }]
    const text = await printed('receipt/till', { locale: 'de', lines, discount: 0.014, tendered: 2 })
    expect(text.match(/0,34/g)).toHaveLength(3)
    expect(text).toContain('1,02 Rabatt −0,01')
    expect(text).toMatch(/1,01\s€.* 2,00 .* 0,99 /)
  })
})

describe('a payslip', () => {
  const earnings = [{ name: 'Salary', amount: 3000 }]

  it('adds up its rows as they are printed', async () => {
    const row = { name: 'Part', amount: 0.335, year_to_date: 0.335 }
    const text = await printed('payslip/monthly', {
      earnings: [row, row, row],
      deductions: [{ name: 'Tax', amount: 0.005 }],
      employer_contributions: [row, { name: 'Insurance' }],
    })
    expect(text).toContain('Gross pay 1.02 1.02')
    expect(text).toContain('Total deductions 0.01')
    expect(text).toContain('€1.01')
    expect(text).toContain('Total contributions 0.34 0.34')
  })

  it.each([
    ['positive amounts', [500, 20], '€2,480.00'],
    ['a refund among them', [500, -20], '€2,520.00'],
    ['negative amounts alone', [-500, -20], '€2,480.00'],
    ['nothing', [], '€3,000.00'],
  ])('takes off what is withheld: %s', async (_, amounts, net) => {
    const deductions = amounts.map((amount) => ({ name: 'Tax', amount }))
    expect(await printed('payslip/monthly', { earnings, deductions })).toContain(`Net pay ${net}`)
  })

  it('has no word of VAT in French', async () => {
    const data = { locale: 'fr', earnings, employer_contributions: [{ name: 'Retraite', amount: 100 }] }
    const text = await printed('payslip/monthly', data)
    expect(text).toContain('Total des cotisations')
    expect(text).not.toContain('TTC')
  })
})

describe('a US invoice', () => {
  const invoice = { currency: 'USD', lines: [{ name: 'Design', net_price: 100, vat: 8 }] }
  const paying = { payment_url: 'https://pay.example/1' }

  it('says that an amount was paid only if it had been due', async () => {
    const prepaid = { ...invoice, ...paying, status: 'paid', prepaid_amount: 108 }
    expect(await printed('invoice/us-sales-tax', prepaid)).toMatch(
      /Already paid −\$108\.00 Amount due \$0\.00/,
    )
    expect(await printed('invoice/us-sales-tax', { ...invoice, status: 'paid' })).toContain(
      'Amount paid $108.00',
    )
  })

  it('can be paid as long as something is due', async () => {
    const open = await printed('invoice/us-sales-tax', { ...invoice, ...paying })
    expect(open).toContain('Scan to pay')
    const settled = await printed('invoice/us-sales-tax', { ...invoice, ...paying, prepaid_amount: 108 })
    expect(settled).not.toContain('Scan to pay')
    expect(settled).not.toContain('pay.example')
  })
})

describe('a payment reminder', () => {
  it('adds the amounts that it prints', async () => {
    const invoices = [
      { number: '1', amount: 10.004 },
      { number: '2', amount: 10.004, paid: 0.004 },
    ]
    const text = await printed('reminder/payment', {
      currency: 'EUR',
      invoices,
      interest: 0.005,
      late_fee: 0.004,
    })
    expect(text).toContain('€20.00')
    expect(text).toContain('Amount due €20.01')
  })
})

describe('a timesheet', () => {
  it('adds the hours and multiplies the rate that it prints', async () => {
    const entries = [{ hours: 16.666 }, { hours: '16.667' }, { task: 'Travel' }]
    const text = await printed('timesheet/hours', { currency: 'EUR', entries, rate: 72.004 })
    expect(text.match(/16\.67/g)).toHaveLength(2)
    expect(text).toContain('Hours 33.34')
    expect(text).toContain('Total €2,400.48')
  })

  it('rounds hours by their decimals and not by their binary fractions', async () => {
    const text = await printed('timesheet/hours', { entries: [{ hours: 1.005 }] })
    expect(text.match(/1\.01/g)).toHaveLength(2)
  })
})
