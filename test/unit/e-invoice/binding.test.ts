/** What the published rules ask of the XML alone, each broken once in XML that is brought. */
import { describe, expect, test } from 'vitest'
import type { WrittenProfile } from '../../../src/e-invoice/profiles'
import { readCii } from '../../../src/e-invoice/read-cii'
import { type Invoice, invoiceFields } from '../../../src/e-invoice/schema'
import { writeInvoice } from '../../../src/e-invoice/write-profile'
import { extendedInvoice, frenchInvoice, invoices, vehicleInvoice } from '../../fixtures/invoices'

const german = { buyer_reference: '04011000-12345-34' }

function xmlOf(invoice: Invoice | undefined, profile: WrittenProfile): string {
  const { xml, findings } = writeInvoice(invoiceFields.parse({ ...german, ...invoice }), profile)
  if (xml === undefined) throw new Error(JSON.stringify(findings))
  return xml
}

const twoAccounts: Invoice = {
  ...invoices.services,
  payment: {
    means_text: 'Transfer',
    iban: 'DE89370400440532013000',
    accounts: [{ iban: 'FR1420041010050500013M02606' }],
  },
}
const grouped: Invoice = {
  ...invoices.services,
  lines: [
    { ...invoices.services?.lines?.[0], id: '1' },
    { ...invoices.services?.lines?.[1], id: '1.1', parent_id: '1', status: 'DETAIL' },
  ],
}
const minimum = xmlOf(invoices.services, 'EN 16931')
  .replace('>urn:cen.eu:en16931:2017<', '>urn:factur-x.eu:1p0:minimum<')
  .replace(/<ram:BuyerTradeParty>[\s\S]*<\/ram:BuyerTradeParty>/, (buyer) =>
    buyer.replace('</ram:Name>', '</ram:Name><ram:SpecifiedLegalOrganization/>'),
  )

/** The last match of a pattern in the XML, replaced. */
const last = (pattern: RegExp, by: string) => (xml: string) => {
  const match = [...xml.matchAll(new RegExp(pattern, 'g'))].at(-1)
  if (!match) throw new Error(`${pattern} is not in the XML`)
  return xml.slice(0, match.index) + by + xml.slice(match.index + match[0].length)
}

const everything = { ...invoices.everything, ...german }

test.each<
  [rule: string, term: string, invoice: Invoice | undefined, WrittenProfile, (xml: string) => string]
>([
  ['CII-SR-467', 'BT-81', twoAccounts, 'EN 16931', last(/<ram:TypeCode>58</, '<ram:TypeCode>30<')],
  ['BR-CL-16', 'BT-81', twoAccounts, 'XRECHNUNG', last(/<ram:TypeCode>58</, '<ram:TypeCode>QQ<')],
  ['CII-SR-468', 'BT-82', twoAccounts, 'EN 16931', last(/>Transfer</, '>0<')],
  ['BR-FXEXT-11', 'BT-X-304', grouped, 'EXTENDED', last(/ParentLineID>1</, 'ParentLineID>2<')],
  ['BR-FR-20', 'BT-22', frenchInvoice, 'EXTENDED-CTC-FR', last(/>B2B</, '><')],
  ['CII-DT-015', 'BT-124', everything, 'XRECHNUNG', last(/<ram:TypeCode>916<\/ram:TypeCode>/, '')],
  ['CII-DT-015', 'BT-124', everything, 'EN 16931', last(/<ram:TypeCode>916</, '<ram:TypeCode>50<')],
  ['CII-DT-037', 'BT-118', everything, 'XRECHNUNG', last(/>VAT</, '>vat<')],
  [
    'CII-DT-018',
    'supporting_documents',
    invoices['credit note'],
    'XRECHNUNG',
    last(
      />2025-900<\/ram:IssuerAssignedID>/,
      '>2025-900</ram:IssuerAssignedID><ram:TypeCode>380</ram:TypeCode>',
    ),
  ],
  [
    'BR-CO-17',
    'BT-117',
    invoices['zero rated'],
    'XRECHNUNG EXTENSION',
    last(/(?<=<ram:RateApplicablePercent>)0/, '1.40'),
  ],
  [
    'BR-CO-11',
    'BT-107',
    invoices['discounts and charges'],
    'XRECHNUNG EXTENSION',
    last(/<ram:AllowanceTotalAmount>.*/, ''),
  ],
])('%s is found and names %s', (rule, term, invoice, profile, change) => {
  const xml = xmlOf(invoice, profile)
  expect(readCii(xml).findings).toEqual([])
  const found = readCii(change(xml)).findings.find((each) => each.rule === rule)
  expect(found?.pointer).toMatch(/^\//)
  expect(`${found?.message} ${found?.pointer}`).toContain(term)
  expect(found?.message).toMatch(/: (correct|keep|say|add|leave|write)|, or leave/)
})

test('the buyer of MINIMUM has no registration without its number', () => {
  expect(readCii(minimum).findings).toContainEqual(
    expect.objectContaining({ rule: 'FX-SCH-A-000019', pointer: '/buyer/legal_registration' }),
  )
})

describe('what CII has and EN 16931 does not use', () => {
  const xml = xmlOf(everything, 'XRECHNUNG')

  test.each([
    ['a date of an order', '>PO-77</ram:IssuerAssignedID>', '$&<ram:FormattedIssueDateTime/>', 'CII-DT-027'],
    ['a name of the country', '<ram:CountryID>', '<ram:CountryName>Land</ram:CountryName>$&', 'CII-DT-090'],
    ['a scheme of the number', '<ram:ID>2026-001<', '<ram:ID schemeID="0088">2026-001<', 'CII-DT-005'],
    [
      'a currency of an amount',
      '<ram:LineTotalAmount>',
      '<ram:LineTotalAmount currencyID="EUR">',
      'CII-DT-031',
    ],
  ])('is refused in XRechnung: %s', (_, from, to, rule) => {
    expect(xml).toContain(from)
    expect(readCii(xml.replace(from, to)).findings.map((each) => each.rule)).toContain(rule)
  })

  test('is an unknown attribute in the profiles of Factur-X', () => {
    const own = xmlOf(everything, 'EN 16931').replace('<ram:Name>', '<ram:Name languageID="de">')
    expect(readCii(own).findings).toMatchObject([
      { rule: 'XSD', message: expect.stringContaining('languageID') },
    ])
  })
})

test('the extension of XRechnung has no line that only groups others', () => {
  const lines = grouped.lines?.map((line) => ({ ...line, parent_id: undefined, status: 'GROUP' }))
  const { findings } = writeInvoice({ ...german, ...grouped, lines }, 'XRECHNUNG EXTENSION')
  expect(findings).toContainEqual(expect.objectContaining({ rule: 'BR-CO-10', pointer: '/lines/0/status' }))
})

test('a date that only EXTENDED has is refused in XRechnung, where it would be written', () => {
  const dated = { ...everything, references: { ...everything.references, purchase_order_date: '2026-11-01' } }
  expect(writeInvoice(dated, 'XRECHNUNG').findings).toMatchObject([{ rule: 'CII-DT-027' }])
  expect(writeInvoice(dated, 'EXTENDED').findings).toEqual([])
})

test('a vehicle and what EXTENDED adds break none of them', () => {
  expect(readCii(xmlOf(vehicleInvoice, 'XRECHNUNG CVD')).findings).toEqual([])
  expect(readCii(xmlOf(extendedInvoice, 'EXTENDED')).findings).toEqual([])
})
