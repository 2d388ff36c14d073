import { describe, expect, test } from 'vitest'
import { prepareFacturX } from '../../../src/e-invoice/facturx'
import { builtinTemplates } from '../../../src/templates/builtin'
import { fitData, renderDocument } from '../../../src/templates/compile-page'
import { invoices } from '../../fixtures/invoices'

const templates = builtinTemplates().filter(({ id, invoice }) => invoice && id !== 'invoice/credit-note')
const preceding = { preceding_invoices: [{ number: '2025-900', issue_date: '2025-12-01' }] }

const page = async (template: (typeof templates)[number], data: Record<string, unknown>) => {
  const { html, title } = await renderDocument(template, { ...invoices.services, locale: 'en-GB', ...data })
  return { body: html.slice(html.indexOf('<body')), title }
}

describe.each(templates.map((template) => [template.id, template] as const))('%s', (_, template) => {
  test.each([
    [381, 'en', 'Credit note', 'Amount credited'],
    [381, 'de', 'Kaufmännische Gutschrift', 'Gutschriftbetrag'],
    ['381', 'fr', 'Avoir', 'Montant crédité'],
    [384, 'de', 'Rechnungskorrektur', 'Zu zahlen'],
    [389, 'en', 'Self-billing invoice', 'Amount due'],
    [326, 'fr', 'Facture partielle', 'Net à payer'],
    [751, 'en', 'Invoice information for accounting', 'Total'],
    [875, 'de', 'Abschlagsrechnung (Bauleistung)', 'Zu zahlen'],
    [396, 'en', 'Credit note', 'Amount credited'],
    [undefined, 'en', 'Invoice', 'Amount due'],
  ])('type %s in %s is a "%s" of a "%s"', async (type_code, locale, title, due) => {
    const { body, title: ofFile } = await page(template, { type_code, locale, references: preceding })
    expect(body).toMatch(new RegExp(`<tr class="due"><th>${due}</th>`))
    expect(body).toContain(`>${title}`)
    expect(ofFile).toBe(`${title} 2026-001`)
    expect(body).toContain('2025-900')
  })

  test('only what the buyer is to transfer has a payment code', async () => {
    const { payment } = invoices.services ?? {}
    const has = async (data: Record<string, unknown>) =>
      (await page(template, data)).body.includes('Scan to pay')
    expect(await has({})).toBe(true)
    expect(await has({ payment: { ...payment, means_code: 30 } })).toBe(true)
    for (const type_code of [381, 389, 751]) expect(await has({ type_code })).toBe(false)
    expect(await has({ payment: { ...payment, means_code: 59 } })).toBe(false)
    expect(await has({ payment: { ...payment, direct_debit: { mandate_id: 'M-1' } } })).toBe(false)
    expect(await has({ payment: { ...payment, card: { number: '1234' } } })).toBe(false)
    expect(await has({ prepaid_amount: 5000 })).toBe(false)
  })

  test('an amount below zero is in the buyer’s favour, unless the document is a credit note', async () => {
    expect((await page(template, { prepaid_amount: 5000 })).body).toContain('<th>In your favour</th>')
    const credited = await page(template, { type_code: 381, prepaid_amount: 5000 })
    expect(credited.body).not.toContain('In your favour')
  })

  test('reverse charge says so in the document’s language, with the reason that was given', async () => {
    const vat = { category: 'AE', exemption_reason: 'Art. 196 Directive 2006/112/EC' }
    const lines = [{ name: 'Consulting', quantity: 1, net_price: 100, vat }]
    const { body } = await page(template, { lines, locale: 'de' })
    expect(body).toContain('Steuerschuldnerschaft des Leistungsempfängers')
    expect(body).toContain('Art. 196 Directive 2006/112/EC')
    expect(body).toContain('FR40303265045')
  })
})

test('a credit note is one without being told so, on the page and in the e-invoice', async () => {
  const template = builtinTemplates().find(({ id }) => id === 'invoice/credit-note')
  if (!template?.invoice) throw new Error('no credit note')
  const { html, title } = await renderDocument(template, template.sample)
  expect(title).toBe('Credit note CN-2026-031')
  expect(html).toContain('<tr class="due"><th>Amount credited</th>')
  expect(html).not.toContain('Scan to pay')
  const data = fitData(template, template.sample)
  const prepared = prepareFacturX({ mapped: { data, fields: template.invoice } })
  if (prepared.level === 'prepared') throw new Error('there is no invoice')
  expect(new TextDecoder().decode(prepared.xml)).toContain('<ram:TypeCode>381</ram:TypeCode>')
})
