/** Invoices given as JSON in each profile, beside a template's data, and what messages say. */
import { describe, expect, test } from 'vitest'
import { namingTerm } from '../../../src/e-invoice/business-terms'
import { type FacturXSources, prepareFacturX } from '../../../src/e-invoice/facturx'
import { WRITTEN_PROFILES, type WrittenProfile } from '../../../src/e-invoice/profiles'
import type { Invoice } from '../../../src/e-invoice/schema'
import { Problem } from '../../../src/errors'
import { invoices } from '../../fixtures/invoices'
import { vary } from '../../fixtures/vary'

const services = { ...invoices.services, buyer_reference: '04011000-12345-34' } as Invoice

function xmlOf(sources: FacturXSources): string {
  const prepared = prepareFacturX(sources)
  return prepared.level === 'prepared' ? '' : new TextDecoder().decode(prepared.xml)
}

function refused(sources: FacturXSources) {
  try {
    prepareFacturX(sources)
  } catch (error) {
    if (error instanceof Problem) return error.errors ?? []
  }
  throw new Error('was not refused')
}

describe('factur_x.profile', () => {
  test.each([
    [
      'BASIC',
      'factur-x.xml',
      { seller: { ...services.seller, contact: undefined }, payment: { iban: 'DE89370400440532013000' } },
    ],
    ['EN 16931', 'factur-x.xml', {}],
    ['EXTENDED', 'factur-x.xml', {}],
    ['XRECHNUNG', 'xrechnung.xml', {}],
  ] as const)('%s is written into %s with its guideline, and taken as that', (profile, fileName, change) => {
    const invoice: Invoice = { ...services, ...change }
    const prepared = prepareFacturX({ factur_x: { profile }, invoice })
    expect(prepared).toMatchObject({ level: profile, profile: { fileName } })
    const invoice_xml = xmlOf({ factur_x: { profile }, invoice })
    expect(invoice_xml).toContain(`<ram:ID>${WRITTEN_PROFILES[profile]}</ram:ID>`)
    expect(prepareFacturX({ factur_x: { profile }, invoice_xml }).level).toBe(profile)
  })

  test('XRECHNUNG has a rate in every VAT group, 0 where nothing is subject to VAT (BR-DE-14)', () => {
    const invoice = { ...invoices['not subject to VAT'], buyer_reference: 'B-1' }
    const xml = xmlOf({ factur_x: { profile: 'XRECHNUNG' }, invoice })
    expect(xml.match(/<ram:RateApplicablePercent>0</g)).toHaveLength(1)
  })

  test('XML that is brought in another profile is refused with both', () => {
    const invoice_xml = xmlOf({ invoice: services })
    const [error] = refused({ factur_x: { profile: 'XRECHNUNG' }, invoice_xml })
    expect(error?.message).toMatch(/EN 16931.*XRECHNUNG/)
  })

  test('BASIC has no room for all terms, and says which', () => {
    const [error] = refused({ factur_x: { profile: 'BASIC' }, invoice: invoices.everything })
    expect(error).toMatchObject({ rule: 'XSD', message: expect.stringContaining('EN 16931') })
  })

  test.each([
    ['BR-DE-1', { '/payment': undefined }],
    ['BR-DE-2', { '/seller/contact': undefined }],
    ['BR-DE-3', { '/seller/address/city': undefined }],
    ['BR-DE-4', { '/seller/address/postcode': undefined }],
    ['BR-DE-5', { '/seller/contact/name': undefined }],
    ['BR-DE-6', { '/seller/contact/phone': undefined }],
    ['BR-DE-7', { '/seller/contact/email': undefined }],
    ['BR-DE-8', { '/buyer/address/city': undefined }],
    ['BR-DE-9', { '/buyer/address/postcode': undefined }],
    ['BR-DE-10', { '/delivery': { address: { country: 'FR', postcode: '1' } } }],
    ['BR-DE-11', { '/delivery': { address: { country: 'FR', city: 'Lyon' } } }],
    ['BR-DE-15', { '/buyer_reference': undefined }],
    ['BR-DE-18', { '/payment/terms': '#SKONTO#TAGE=14#PROZENT=2#' }],
    ['BR-DE-23-b', { '/payment/card': { number: '1234' }, '/payment/means_code': 58 }],
    ['BR-DE-24-a', { '/payment': { means_code: 48 } }],
    ['BR-DE-25-a', { '/payment': { means_code: 59 } }],
    ['BR-DE-31', { '/payment': { direct_debit: { mandate_id: 'M', creditor_id: 'C' } } }],
    ['PEPPOL-EN16931-R020', { '/seller/electronic_address': undefined }],
    ['PEPPOL-EN16931-R010', { '/buyer/electronic_address': undefined }],
  ])('%s of XRechnung is kept for JSON, and for XML too', (rule, change) => {
    const rules = (sources: FacturXSources) => refused(sources).map((error) => error.rule)
    const profile = 'XRECHNUNG' satisfies WrittenProfile
    const invoice = vary(services, change)
    expect(rules({ factur_x: { profile }, invoice })).toContain(rule)
    const other = xmlOf({ invoice }).replace(WRITTEN_PROFILES['EN 16931'], WRITTEN_PROFILES[profile])
    expect(rules({ invoice_xml: other })).toContain(rule)
  })
})

describe('an e-invoice beside the data of a template', () => {
  const fields = Object.fromEntries(
    ['number', 'issue_date', 'currency', 'seller', 'buyer', 'lines', 'payment'].map((name) => [name, name]),
  )
  const mapped = { data: { ...services }, fields }

  test('may repeat them, in other forms too', () => {
    const invoice = vary(services, { '/payment/iban': 'DE89370400440532013000', '/number': '2026-001' })
    expect(prepareFacturX({ invoice, mapped }).level).toBe('EN 16931')
    expect(prepareFacturX({ invoice_xml: xmlOf({ invoice }), mapped }).level).toBe('EN 16931')
  })

  test.each([
    ['/number', 'R-2', '2026-001', { '/number': 'R-2' }],
    ['/payment/iban', 'DE02120300000000202051', 'DE89', { '/payment/iban': 'DE02120300000000202051' }],
    ['/totals/due', '11898.81', '1891.98', { '/lines/0/net_price': 799.93 }],
  ])('is refused where %s differs, with both values', (pointer, inXml, onPage, change) => {
    const invoice = vary(services, change)
    const errors = refused({ invoice, mapped })
    const error = errors.find((each) => each.pointer === `/options/invoice${pointer}`)
    expect(error?.message).toContain(onPage)
    if (pointer !== '/totals/due') expect(error?.message).toContain(inXml)
    expect(refused({ invoice_xml: xmlOf({ invoice }), mapped })[0]?.pointer).toBe('/options/invoice_xml')
  })

  test('is refused where it has other lines than the page', () => {
    const errors = refused({ invoice: { ...services, lines: services.lines?.slice(1) }, mapped })
    expect(errors[0]?.message).toContain('1 entries here, and the page prints 2 entries')
  })

  test('is refused where it has no lines and states another total than the page', () => {
    const basicWl = xmlOf({ invoice: services })
      .replace(`<ram:ID>${WRITTEN_PROFILES['EN 16931']}<`, '<ram:ID>urn:factur-x.eu:1p0:basicwl<')
      .replace(/<ram:IncludedSupplyChainTradeLineItem>[\s\S]*<\/ram:IncludedSupplyChainTradeLineItem>/, '')
      .replace(/<ram:DefinedTradeContact>[\s\S]*?<\/ram:DefinedTradeContact>/g, '')
      .replace(
        /<ram:PayeeSpecifiedCreditorFinancialInstitution>[\s\S]*?<\/ram:PayeeSpecifiedCreditorFinancialInstitution>/,
        '',
      )
    expect(prepareFacturX({ invoice_xml: basicWl, mapped }).level).toBe('BASIC WL')
    const cheaper = { fields, data: vary(services, { '/lines/0/net_price': 12 }) }
    const messages = refused({ invoice_xml: basicWl, mapped: cheaper }).map(({ message }) => message)
    expect(messages).toHaveLength(5)
    expect(messages.at(-1)).toContain('1891.98 here, and the page prints 285.48')
  })

  test.each([
    ['no kind', undefined, 381, '381 here, and the page prints 380'],
    ['another kind', 381, undefined, '380 here, and the page prints 381'],
  ])('is refused where the page has %s and so prints another document', (_, onPage, given, message) => {
    const page = { data: { ...services, type_code: onPage }, fields: { ...fields, type_code: 'type_code' } }
    const invoice = { ...services, type_code: given }
    expect(refused({ invoice, mapped: page })[0]?.message).toContain(message)
    expect(refused({ invoice_xml: xmlOf({ invoice }), mapped: page })[0]?.message).toContain(message)
  })

  test('may be of any kind where the template takes none', () => {
    expect(prepareFacturX({ invoice: { ...services, type_code: 389 }, mapped }).level).toBe('EN 16931')
  })

  test('is compared with the rest of a page that has items in no shape of an invoice', () => {
    const data = {
      ...services,
      notes: [{ style: 'bold' }, 'Bye'],
      payment: { ...services.payment, accounts: ['none', { iban: 'DE89370400440532013000' }] },
    }
    const odd = { data, fields: { ...fields, notes: 'notes' } }
    const accounts = [{ iban: 'DE02120300000000202051' }, { iban: 'DE02120300000000202051' }]
    const notes = ['Thanks', 'Bye']
    const invoice: Invoice = { ...services, notes, payment: { ...services.payment, accounts } }
    expect(refused({ invoice, mapped: odd }).map(({ pointer }) => pointer)).toEqual([
      '/options/invoice/payment/accounts/1/iban',
    ])
    const other = refused({ invoice: { ...services, notes, number: 'R-2' }, mapped: odd })
    expect(other.map(({ pointer }) => pointer)).toEqual(['/options/invoice/number'])
  })

  test('has text that only looks like the same number refused, and numbers in other forms taken', () => {
    const numbered = { data: { ...services, number: '0071' }, fields }
    const errors = refused({ invoice: { ...services, number: '71' }, mapped: numbered })
    expect(errors[0]?.message).toContain('71 here, and the page prints 0071')
    const invoice = vary(services, { '/lines/0/quantity': '12.500', '/lines/0/net_price': '120.00' })
    expect(prepareFacturX({ invoice, mapped }).level).toBe('EN 16931')
  })

  test('is compared by the identifier where only one side has more', () => {
    const references = { object: '4711', supporting_documents: [{ id: 'T-1', description: 'Timesheet' }] }
    const page = { data: { ...services, references }, fields: { ...fields, references: 'references' } }
    const other = { object: { id: '4712', scheme: 'ABZ' }, supporting_documents: [{ id: 'T-2' }] }
    const pointers = refused({ invoice: { ...services, references: other }, mapped: page }).map(
      ({ pointer }) => pointer,
    )
    expect(pointers).toEqual([
      '/options/invoice/references/object',
      '/options/invoice/references/supporting_documents/0',
    ])
  })
})

describe('what is told', () => {
  test('every message names the business term', () => {
    const wrong = vary(services, {
      '/seller/vat_id': '1',
      '/currency': 'EURO',
      '/lines/0/unit': 'Stück',
      '/lines/1/quantity': undefined,
      '/buyer/address/country': 'UK',
      '/payment/means_code': 999,
    })
    const errors = refused({ invoice: wrong })
    expect(errors.length).toBeGreaterThanOrEqual(6)
    for (const { message } of errors) expect(message).toMatch(/\bB[TG]-\d+/)
    expect(namingTerm('Wrong.', '/lines/3/allowances/0/reason_code')).toBe('BT-140: Wrong.')
  })

  test('what the standard leaves open is a warning: a line’s amount, a gross price, a tax rounded otherwise', () => {
    const odd = vary(invoices['discounts and charges'] as Invoice, {
      '/lines/0/net_amount': 272.51,
      '/lines/1/net_price': 18,
      '/lines/1/net_amount': 37,
    })
    const prepared = prepareFacturX({ invoice: odd })
    if (prepared.level === 'prepared') throw new Error('there is no invoice')
    const rules = prepared.warnings.map((warning) => warning.split(' ')[0])
    expect(rules.sort()).toEqual(['BT-131', 'BT-131', 'BT-146'])
  })
})

describe('the tax point date', () => {
  const dated = vary(invoices['several rates'] as Invoice, { '/tax_point_date': '2026-11-20' })

  test('is written once, and refused where brought XML has it twice (CII-SR-461)', () => {
    const xml = xmlOf({ invoice: dated })
    expect(xml.match(/<ram:TaxPointDate>/g)).toHaveLength(1)
    const date = /\s*<ram:TaxPointDate>[\s\S]*?<\/ram:TaxPointDate>/.exec(xml)?.[0] ?? ''
    const groups = xml.split('<ram:CalculatedAmount>')
    const again = groups.map((group, i) =>
      i > 1 ? group.replace(/(<\/ram:CategoryCode>)/, `$1${date}`) : group,
    )
    const errors = refused({ invoice_xml: again.join('<ram:CalculatedAmount>') })
    expect(errors.map(({ rule }) => rule)).toContain('CII-SR-461')
  })
})
