/** Partials that stored templates may name: they keep their names and parameters. */
import { describe, expect, it } from 'vitest'
import { renderDocument } from '../../../src/templates/compile-page'
import type { TemplateSource } from '../../../src/templates/manifest'

const seller = {
  name: 'Robert Schneider AG',
  address: { line1: 'Rue du Lac 1268', postcode: '2501', city: 'Biel' },
}
const payee = { name: 'Factor SA', address: { postcode: '1200', city: 'Genf' } }
const payment = { iban: 'CH5800791123000889012' }

/** What a template of a caller's own prints on its page. */
async function printed(page: string, data: Record<string, unknown>) {
  const template: TemplateSource = {
    id: 'own/bill',
    label: 'Bill',
    description: '',
    orientation: 'portrait',
    page,
    style: '',
    sample: {},
  }
  const { html } = await renderDocument(template, { locale: 'en', currency: 'CHF', ...data })
  return html.slice(html.indexOf('<body'))
}

describe('a template of before a status was part of the type', () => {
  const lines = [{ name: 'Design', net_price: 100 }]
  const head = `{% assign totals = lines | totals %}{% assign type = type_code | invoice_type: totals.due %}`

  it.each([
    ['PAID', 'Amount paid'],
    ['overdue', 'Amount due'],
    [undefined, 'Amount due'],
  ])('names the sum of its totals: %s', async (status, words) => {
    const page = `${head}{% render 'invoice-totals', totals: totals, type: type, status: status %}`
    expect(await printed(page, { lines, status })).toContain(words)
  })

  it('has no code and no link in its payment if it is paid', async () => {
    const page = `${head}{% render 'invoice-payment', payment: payment, seller: seller, number: '7', due: totals.due, type: type, status: status, payment_url: url %}`
    const data = { lines, seller, payment: { terms: '30 days' }, url: 'https://pay.example/7' }
    const open = await printed(page, data)
    expect(open).toContain('Scan to pay')
    expect(open).toContain('pay.example')
    const paid = await printed(page, { ...data, status: 'paid' })
    expect(paid).toContain('30 days')
    expect(paid).not.toContain('Scan to pay')
    expect(paid).not.toContain('pay.example')
  })
})

describe('a Swiss QR-bill of a stored template', () => {
  const bill = (more: string) =>
    `{% render 'swiss-bill', payment: payment, seller: seller, buyer: nil, number: '7', due: 100, payable: true, title: 'Bill'${more} %}`
  const data = { seller, payee, payment }

  it('is to the creditor that it names', async () => {
    expect(await printed(bill(', creditor: payee'), data)).toContain('Factor SA')
    expect(await printed(bill(', creditor: seller, payee: payee'), data)).not.toContain('Factor SA')
  })

  it('is to the payee, or else to the seller, if it names none', async () => {
    expect(await printed(bill(', payee: payee'), data)).toContain('Factor SA')
    expect(await printed(bill(''), data)).toContain('2501 Biel')
  })

  it('is not there if it is paid', async () => {
    expect(await printed(bill(', status: status'), { ...data, status: 'Paid' })).not.toContain('swiss-bill')
    expect(await printed(bill(', status: status'), { ...data, status: 'overdue' })).toContain('swiss-bill')
  })
})

describe('the country of an address', () => {
  const page = `{% render 'party', party: seller %}{% render 'party', party: buyer %}`
  const countries = (from: unknown, to: unknown) =>
    printed(page, {
      seller: { name: 'A', address: { city: 'Bonn', country: from } },
      buyer: { name: 'B', address: { city: 'Kiel', country: to } },
    })

  it.each([
    ['DE', 'DE'],
    ['de', 'DE'],
    ['DE', ' de'],
    ['DE', ''],
    ['DE', null],
    ['', undefined],
    [null, ' '],
  ])('is not repeated within one country: %j and %j', async (from, to) => {
    const text = await countries(from, to)
    expect(text).toContain('Kiel')
    expect(text).not.toContain('Germany')
    expect(text).not.toMatch(/<div>\s*<\/div>/)
  })

  it.each([
    ['de', 'FR', ['Germany', 'France']],
    ['', 'FR', ['France']],
  ])('stands on a document that crosses a border: %j and %j', async (from, to, names) => {
    const text = await countries(from, to)
    for (const name of names) expect(text).toContain(name)
  })
})
