import { describe, expect, test } from 'vitest'
import { readInvoice } from '../../../src/e-invoice/cii/read/read-invoice'
import { writeCii } from '../../../src/e-invoice/cii/write/write-cii'
import { completeInvoice } from '../../../src/e-invoice/complete-invoice'
import { type Invoice, invoiceSchema } from '../../../src/e-invoice/schema'
import { parseXml } from '../../../src/e-invoice/xml/parse-xml'
import { invoices } from '../../fixtures/invoices'
import { vary } from '../../fixtures/vary'

const write = (invoice: Invoice) => writeCii(completeInvoice(invoiceSchema.parse(invoice)))

describe('the XML of an invoice', () => {
  test.each(Object.entries(invoices))('%s reads back as the invoice it was written from', (_, invoice) => {
    const xml = write(invoice)
    const read = invoiceSchema.parse(readInvoice(parseXml(xml)))
    expect(write(read)).toBe(xml)
  })

  test('names the profile, and dates in the form of UNTDID 2379 102', () => {
    const xml = write(invoices.services as Invoice)
    expect(xml).toContain('<ram:ID>urn:cen.eu:en16931:2017</ram:ID>')
    expect(xml).toContain('<udt:DateTimeString format="102">20261121</udt:DateTimeString>')
  })

  test('escapes what the caller writes', () => {
    const name = '<script>&"\'\u{1F600}'
    const xml = write(vary(invoices.services as Invoice, { '/buyer/name': name }))
    expect(xml).toContain('<ram:Name>&lt;script&gt;&amp;"\'\u{1F600}</ram:Name>')
    expect(readInvoice(parseXml(xml)).buyer?.name).toBe(name)
  })

  test('keeps the decimals of a price and gives amounts two', () => {
    const xml = write(invoices.goods as Invoice)
    expect(xml).toContain('<ram:ChargeAmount>0.0345</ram:ChargeAmount>')
    expect(xml).toContain('<ram:LineTotalAmount>86.25</ram:LineTotalAmount>')
    expect(xml).toContain('<ram:BasisQuantity unitCode="KGM">100</ram:BasisQuantity>')
  })

  test('gives VAT in both currencies where it is accounted in another', () => {
    const xml = write(invoices['tax in another currency'] as Invoice)
    expect(xml).toContain('<ram:TaxTotalAmount currencyID="SEK">302.08</ram:TaxTotalAmount>')
    expect(xml).toContain('<ram:TaxTotalAmount currencyID="EUR">27.45</ram:TaxTotalAmount>')
  })

  test.each([
    ['services', '58'],
    ['export', '30'],
    ['SEPA direct debit', '59'],
    ['card', '48'],
  ])('of %s says how it is paid: %s', (name, code) => {
    const means = write(invoices[name] as Invoice).split('SpecifiedTradeSettlementPaymentMeans>')[1]
    expect(means).toContain(`<ram:TypeCode>${code}</ram:TypeCode>`)
  })

  test('transmits a VAT identifier without blanks', () => {
    const xml = write(vary(invoices.services as Invoice, { '/seller/vat_id': 'DE 123 456 789' }))
    expect(xml).toContain('<ram:ID schemeID="VA">DE123456789</ram:ID>')
  })

  test('transmits an IBAN without blanks', () => {
    expect(write(invoices.services as Invoice)).toContain('<ram:IBANID>DE89370400440532013000</ram:IBANID>')
  })
})

describe('the shape of an invoice', () => {
  const problems = (changes: Record<string, unknown>) => {
    const parsed = invoiceSchema.safeParse(vary(invoices.services as Invoice, changes))
    return parsed.error?.issues.map(({ path, message }) => `/${path.join('/')}: ${message}`) ?? []
  }

  test.each([
    [{ '/issue_date': '21.11.2026' }, '/issue_date: must be a date as YYYY-MM-DD'],
    [{ '/issue_date': '2026-02-30' }, '/issue_date: must be a date as YYYY-MM-DD'],
    [{ '/lines/0/net_price': '1,50' }, '/lines/0/net_price: must be a number'],
    [{ '/lines/0/quantity': true }, '/lines/0/quantity: must be a number'],
    [{ '/lines/0/net_price': 1e13 }, '/lines/0/net_price: must be a number'],
    [{ '/number': 'A\u0000' }, '/number: must hold no control characters'],
    [{ '/buyer/name': 'A\u0007' }, '/buyer/name: must hold no control characters'],
    [{ '/buyer/name': '\uD800' }, '/buyer/name: must hold no control characters'],
    [{ '/seler': {} }, '/: Unrecognized key: "seler"'],
    [{ '/lines/0/price': 1 }, '/lines/0: Unrecognized key: "price"'],
    [{ '/notes': [{ subject_code: 'REG' }] }, '/notes/0: must be text, or an object {text, subject_code}'],
  ])('%j is refused', (changes, message) => {
    expect(problems(changes)).toEqual([expect.stringContaining(message)])
  })

  test('takes every invoice of the fixtures, and nothing is required of it', () => {
    for (const invoice of [...Object.values(invoices), {}]) {
      expect(invoiceSchema.safeParse(invoice).success).toBe(true)
    }
  })
})
