import { describe, expect, test } from 'vitest'
import { type FacturXSources, prepareFacturX } from '../../../src/e-invoice/facturx'
import { profileOf } from '../../../src/e-invoice/profiles'
import type { Invoice } from '../../../src/e-invoice/schema'
import { Problem } from '../../../src/errors'
import { invoices } from '../../fixtures/invoices'
import { vary } from '../../fixtures/vary'

const services = invoices.services as Invoice
const bytes = (text: string) => new TextEncoder().encode(text)

/** The XML of an invoice, as a caller could have it from elsewhere. */
function xmlOf(invoice: Invoice): string {
  const prepared = prepareFacturX({ invoice })
  return prepared.level === 'prepared' ? '' : new TextDecoder().decode(prepared.xml)
}

function refusal(sources: FacturXSources): Problem {
  try {
    prepareFacturX(sources)
  } catch (error) {
    if (error instanceof Problem) return error
  }
  throw new Error('was not refused')
}

describe('the source of the invoice', () => {
  test('without any, the document is prepared to take the XML', () => {
    const prepared = { level: 'prepared', warnings: [expect.stringContaining('there is no e-invoice')] }
    expect(prepareFacturX({})).toEqual(prepared)
    expect(prepareFacturX({ files: [{ name: 'terms.pdf', bytes: bytes('%PDF-1.7') }] })).toEqual(prepared)
  })

  test('options.invoice becomes XML of the profile EN 16931', () => {
    const prepared = prepareFacturX({ invoice: services })
    expect(prepared).toMatchObject({
      level: 'EN 16931',
      profile: { fileName: 'factur-x.xml', relationship: 'Alternative', version: '1.0' },
      takenFile: undefined,
    })
    expect(xmlOf(services)).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<rsm:CrossIndustryInvoice /)
  })

  test('a rate in options.invoice that is hardly meant is told once, with the remedy', () => {
    const vat = { rate: 0.19 }
    const prepared = prepareFacturX({ invoice: vary(services, { '/lines/0/vat': vat, '/lines/1/vat': vat }) })
    expect(prepared).toMatchObject({
      warnings: ['/options/invoice/lines/0/vat/rate 0.19 is less than 1 %: if 19 % is meant, send 19'],
    })
  })

  test('options.invoice_xml is embedded byte for byte', () => {
    const xml = xmlOf(services).replace('\n', '\r\n<!-- from the ERP -->\r\n')
    const prepared = prepareFacturX({ invoice_xml: xml })
    expect(prepared).toMatchObject({ level: 'EN 16931', xml: bytes(xml) })
  })

  test('an embedded file whose root is CrossIndustryInvoice is taken, whatever its name', () => {
    const files = [
      { name: 'a.csv', bytes: bytes('a;b') },
      { name: 'r.xml', bytes: bytes(`\uFEFF${xmlOf(services)}`) },
    ]
    expect(prepareFacturX({ files })).toMatchObject({ level: 'EN 16931', takenFile: 1, xml: files[1]?.bytes })
  })

  test('the data of a template are mapped; null is absent and what is no invoice is left out', () => {
    const data = {
      no: '2026-001',
      issued: '2026-11-21T09:30:00Z',
      firm: { ...services.seller, logo: 'https://acme.example/logo.svg' },
      ...services,
      number: undefined,
      due_date: null,
      lines: services.lines?.map((line) => ({ ...line, color: 'red' })),
    }
    const same = ['currency', 'due_date', 'buyer', 'lines', 'payment']
    const fields = {
      ...Object.fromEntries(same.map((field) => [field, field])),
      number: 'no',
      issue_date: 'issued',
      seller: 'firm',
    }
    const prepared = prepareFacturX({ mapped: { data, fields } })
    const expected = prepareFacturX({ invoice: vary(services, { '/due_date': undefined }) })
    expect(prepared).toEqual(expected)
    expect(data.firm.logo).toBeDefined()
  })

  test('a page that says "Paid" has an invoice with nothing due, and contradicts one of which all is', () => {
    const fields = Object.fromEntries(Object.keys(services).map((field) => [field, field]))
    const xmlWith = (more: object) => {
      const prepared = prepareFacturX({ mapped: { data: { ...services, ...more }, fields } })
      return 'xml' in prepared ? new TextDecoder().decode(prepared.xml) : ''
    }
    const amounts = (xml: string) =>
      ['TotalPrepaidAmount', 'DuePayableAmount'].map(
        (name) => new RegExp(`<ram:${name}>([^<]*)`).exec(xml)?.[1],
      )
    const [, due] = amounts(xmlWith({}))
    expect(amounts(xmlWith({ status: 'Paid', totals: { due: Number(due) } }))).toEqual([due, '0.00'])
    expect(amounts(xmlWith({ status: 'paid', prepaid_amount: 1 }))).toEqual([due, '0.00'])
    for (const more of [{ status: 'draft' }, { status: 'overdue' }])
      expect(amounts(xmlWith(more))[1]).toBe(due)
    const mapped = { data: { ...services, status: 'paid' }, fields }
    expect(() => prepareFacturX({ invoice: services, mapped })).toThrow(/page prints/)
  })

  test('a manifest cannot reach beyond the invoice it maps to', () => {
    const fields = { '__proto__.polluted': 'no', 'constructor.prototype.polluted': 'no' }
    expect(() => prepareFacturX({ mapped: { data: { no: 'yes' }, fields } })).toThrow(Problem)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('the first that is there decides', () => {
    const files = [{ name: 'r.xml', bytes: bytes(xmlOf(invoices.goods as Invoice)) }]
    const mapped = { data: {}, fields: {} }
    expect(prepareFacturX({ invoice: services, files, mapped })).toMatchObject({ takenFile: undefined })
    expect(prepareFacturX({ files, mapped })).toMatchObject({ takenFile: 0 })
  })
})

describe('what is refused', () => {
  test.each([
    ['with its mark', '\uFEFF', 0],
    ['without a mark', '', 0],
    ['with the high byte first', '\uFEFF', 1],
  ])('an embedded invoice in UTF-16 %s, with the encoding to use', (_, mark, swap) => {
    const utf16 = Buffer.from(mark + xmlOf(services).replace('UTF-8', 'UTF-16'), 'utf16le')
    const problem = refusal({ files: [{ name: 'r.xml', bytes: swap ? utf16.swap16() : utf16 }] })
    expect(problem.status).toBe(422)
    const message = 'Not usable: the file is not UTF-8: save it as UTF-8.'
    expect(problem.errors).toEqual([{ pointer: '/options/embed_files/0', message }])
  })

  test('a file that has the name of the invoice and is none, with an invoice beside it and without', () => {
    const impostor = { name: 'Factur-X.xml', bytes: bytes('garbage') }
    for (const files of [[impostor], [impostor, { name: 'r.xml', bytes: bytes(xmlOf(services)) }]]) {
      const problem = refusal({ files })
      expect(problem.status).toBe(422)
      expect(problem.message).toContain("factur-x.xml is the name of the invoice's own XML")
      expect(problem.errors).toMatchObject([{ pointer: '/options/embed_files/0' }])
    }
  })

  test('a broken rule, with its id and a pointer into the request', () => {
    const problem = refusal({ invoice: vary(services, { '/totals': { gross: 1891.99 }, '/number': '' }) })
    expect(problem.status).toBe(422)
    expect(problem.message).toMatch(/: BR-02 \/options\/invoice\/number .* And 1 more\.$/)
    expect(problem.errors).toEqual([
      { rule: 'BR-02', pointer: '/options/invoice/number', message: expect.any(String) },
      {
        rule: 'BR-CO-15',
        pointer: '/options/invoice/totals/gross',
        message:
          'The total without VAT + VAT (BT-112) is 1891.98, not 1891.99: correct it, or leave it out to be computed.',
      },
    ])
  })

  test.each([
    ['not XML', 'hello', undefined, 'an element is expected'],
    ['HTML', '<!DOCTYPE html><html></html>', undefined, 'document type'],
    ['another root', '<Invoice xmlns="urn:oasis"/>', undefined, 'root element is Invoice'],
    [
      'white space about the profile',
      xmlOf(services).replace('en16931:2017', 'en16931:2017 '),
      'BR-01',
      'no profile of Factur-X',
    ],
    ['another profile', xmlOf(services).replace('en16931:2017', 'other'), 'BR-01', 'no profile of Factur-X'],
    [
      'a wrong total',
      xmlOf(services).replaceAll('1891.98', '1891.89'),
      'BR-CO-15',
      'is 1891.98, not 1891.89',
    ],
    ['no number', xmlOf(services).replace('<ram:ID>2026-001</ram:ID>', ''), 'BR-02', 'invoice.number'],
    ['a number that is none', xmlOf(services).replace('12.5<', '12,5<'), 'XSD', 'lines.0.quantity'],
    ['a date that is none', xmlOf(services).replace('20261121', '2026-13-01'), 'CII-DT-097', 'YYYYMMDD'],
  ])('brought XML: %s', (_, invoice_xml, rule, reason) => {
    const [error] = refusal({ invoice_xml }).errors ?? []
    expect(error).toMatchObject({ pointer: '/options/invoice_xml', message: expect.stringContaining(reason) })
    expect(error?.rule).toBe(rule)
  })

  test('an embedded invoice that cannot be read, rather than embedding it as any file', () => {
    const files = [{ name: 'r.xml', bytes: bytes(xmlOf(services).slice(0, -40)) }]
    expect(refusal({ files }).errors).toEqual([
      { pointer: '/options/embed_files/0', message: expect.stringContaining('is expected here') },
    ])
  })

  test('thousands of faults, of which enough are named', () => {
    const lines = Array.from({ length: 1000 }, () => ({}))
    const problem = refusal({ invoice: { ...services, lines } })
    expect(problem.errors).toHaveLength(51)
    expect(problem.errors?.at(-1)?.message).toBe('has 3951 more problems')
    expect(problem.message).toContain('And 4000 more.')
  })

  test('two embedded invoices, and a file with the name of the XML', () => {
    const invoice = { name: 'r.xml', bytes: bytes(xmlOf(services)) }
    expect(refusal({ files: [invoice, invoice] }).errors?.[0]?.pointer).toBe('/options/embed_files/1')
    const files = [{ name: 'Factur-X.xml', bytes: bytes('<a/>') }]
    expect(refusal({ invoice: services, files }).errors?.[0]?.pointer).toBe('/options/embed_files/0')
  })

  test("a template's data, at the caller's own variables", () => {
    const fields = { number: 'invoice.no', currency: 'currency', lines: 'items', 'seller.name': 'firm' }
    const items = [{ name: 'A', net_price: 1, vat: { rate: 19 } }]
    const { errors } = refusal({ mapped: { data: { currency: 'EURO', items }, fields } })
    const pointers = Object.fromEntries(errors?.map(({ rule, pointer }) => [rule, pointer]) ?? [])
    expect(pointers).toMatchObject({
      'BR-02': '/data/invoice/no',
      'BR-06': '/data/firm',
      'BR-07': '/data',
      'BR-22': '/data/items/0/quantity',
      'BR-CL-04': '/data/currency',
    })
    expect(errors?.[0]?.message).toMatch(/^invoice\.number: /)
    expect(refusal({ mapped: { data: { items: 'none' }, fields } }).errors).toEqual([
      { pointer: '/data/items', message: expect.stringContaining('expected array') },
    ])
  })
})

describe('brought XML within EN 16931 states everything itself', () => {
  const without = (name: string, part: RegExp) => xmlOf(invoices[name] as Invoice).replace(part, '')
  const header = 'ApplicableHeaderTradeSettlement>[\\s\\S]*?'

  test.each([
    ['BR-12', 'services', /<ram:LineTotalAmount>1589.90<\/ram:LineTotalAmount>/],
    ['BR-13', 'services', /<ram:TaxBasisTotalAmount>.*/],
    ['BR-14', 'services', /<ram:GrandTotalAmount>.*/],
    ['BR-15', 'services', /<ram:DuePayableAmount>.*/],
    ['BR-21', 'services', /<ram:LineID>.*/],
    ['BR-23', 'services', / unitCode="HUR"/],
    ['BR-24', 'services', /<ram:LineTotalAmount>1500.00<\/ram:LineTotalAmount>/],
    ['BR-26', 'services', /<ram:ChargeAmount>.*/],
    ['BR-31', 'discounts and charges', /<ram:ActualAmount>1.00.*/],
    ['BR-36', 'discounts and charges', /<ram:ActualAmount>12.00.*/],
    ['BR-41', 'discounts and charges', /<ram:ActualAmount>30.00.*/],
    ['BR-43', 'discounts and charges', /<ram:ActualAmount>2.50.*/],
    ['BR-45', 'services', /<ram:BasisAmount>.*/],
    ['BR-46', 'services', /<ram:CalculatedAmount>.*/],
    ['BR-49', 'services', /<ram:TypeCode>58.*/],
    ['BR-62', 'services', / schemeID="EM"/],
    ['BR-CO-04', 'services', /<ram:CategoryCode>.*/],
    ['BR-S-05', 'services', /<ram:RateApplicablePercent>.*/],
    ['BR-IC-05', 'intra-community supply', /<ram:RateApplicablePercent>.*/],
    ['BR-IC-10', 'intra-community supply', /<ram:ExemptionReasonCode>.*/],
    [
      'BR-CO-18',
      'services',
      /<ram:ApplicableTradeTax>\s*<ram:CalculatedAmount>[\s\S]*?<\/ram:ApplicableTradeTax>/,
    ],
  ])('%s: what is missing in %s is not filled in', (rule, name, part) => {
    const { errors } = refusal({ invoice_xml: without(name, part) })
    expect(errors?.map((error) => error.rule)).toContain(rule)
  })

  test('BR-47, BR-48 of the breakdown', () => {
    const breakdown = (part: string) => new RegExp(`(${header})<ram:${part}>.*`)
    const xml = xmlOf(services)
    const category = refusal({ invoice_xml: xml.replace(breakdown('CategoryCode'), '$1') })
    expect(category.errors?.map((error) => error.rule)).toContain('BR-47')
    const rate = refusal({ invoice_xml: xml.replace(breakdown('RateApplicablePercent'), '$1') })
    expect(rate.errors?.map((error) => error.rule)).toContain('BR-48')
  })
})

describe('profiles of brought XML', () => {
  const guideline = 'urn:cen.eu:en16931:2017'
  const settlement = 'ApplicableHeaderTradeSettlement'
  const minimum = xmlOf(services)
    .replace(`<ram:ID>${guideline}<`, '<ram:ID>urn:factur-x.eu:1p0:minimum<')
    .replace(/<ram:IncludedSupplyChainTradeLineItem>[\s\S]*<\/ram:IncludedSupplyChainTradeLineItem>/, '')
    .replace(/<ram:DefinedTradeContact>[\s\S]*?<\/ram:DefinedTradeContact>/, '')
    .replace(/<ram:URIUniversalCommunication>[\s\S]*?<\/ram:URIUniversalCommunication>/g, '')
    .replace(/<ram:(PostcodeCode|LineOne|CityName|LineTotalAmount)>.*/g, '')
    // Of the buyer the profile has the name and the register number alone.
    .replace(/(<ram:BuyerTradeParty>[\s\S]*?<\/ram:Name>)[\s\S]*?(<\/ram:BuyerTradeParty>)/, '$1$2')
    .replace(
      /(<ram:InvoiceCurrencyCode>.*)[\s\S]*(<ram:SpecifiedTradeSettlementHeaderMonetarySummation>)/,
      `<ram:${settlement}>$1$2`,
    )
    .replace(new RegExp(`<ram:${settlement}>[\\s\\S]*?(<ram:${settlement}>)`), '$1')

  test.each([
    ['urn:factur-x.eu:1p0:minimum', 'MINIMUM', 'Data', 'factur-x.xml', '1.0'],
    ['urn:factur-x.eu:1p0:basicwl', 'BASIC WL', 'Data', 'factur-x.xml', '1.0'],
    [`${guideline}#compliant#urn:factur-x.eu:1p0:basic`, 'BASIC', 'Alternative', 'factur-x.xml', '1.0'],
    [guideline, 'EN 16931', 'Alternative', 'factur-x.xml', '1.0'],
    [
      `${guideline}#conformant#urn:factur-x.eu:1p0:extended`,
      'EXTENDED',
      'Alternative',
      'factur-x.xml',
      '1.0',
    ],
    [
      `${guideline}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
      'XRECHNUNG',
      'Alternative',
      'xrechnung.xml',
      '3.0',
    ],
    [
      `${guideline}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
      'EN 16931',
      'Alternative',
      'factur-x.xml',
      '1.0',
    ],
  ])('%s', (id, level, relationship, fileName, version) => {
    expect(profileOf(id)).toEqual({ level, relationship, fileName, version })
  })

  test.each(['', 'urn:ferd:CrossIndustryDocument:invoice:1p0:comfort', 'urn:cen.eu:en16931:2018'])(
    '%j is none',
    (id) => expect(profileOf(id)).toBeUndefined(),
  )

  test('MINIMUM needs no lines, and has room for none of what it does not know', () => {
    expect(prepareFacturX({ invoice_xml: minimum }).level).toBe('MINIMUM')
    const more = minimum.replace('<ram:TaxBasisTotalAmount>', '<ram:Bonus>1</ram:Bonus>$&')
    expect(refusal({ invoice_xml: more }).errors?.map(({ rule }) => rule)).toEqual(['XSD'])
    const country = minimum.replace('<ram:CountryID>DE', '<ram:CountryID>GERMANY')
    expect(refusal({ invoice_xml: country }).errors?.map(({ rule }) => rule)).toEqual(['BR-CL-14'])
  })

  test('EXTENDED is checked too: its structure, its codes, and its sums to a cent a summand', () => {
    const id = `${guideline}#conformant#urn:factur-x.eu:1p0:extended`
    const extended = xmlOf(services).replace(guideline, id)
    const rules = (xml: string) => refusal({ invoice_xml: xml }).errors?.map(({ rule }) => rule)
    expect(prepareFacturX({ invoice_xml: extended }).level).toBe('EXTENDED')
    expect(rules(extended.replace('<ram:CategoryCode>S', '<ram:CategoryCode>QQ'))).toContain('BR-CL-18')
    expect(rules(extended.replace('unitCode="HUR"', 'unitCode="Tage"'))).toContain('BR-CL-23')
    expect(rules(extended.replaceAll('ram:Name>', 'ram:Nom>'))).toContain('XSD')
    expect(rules(extended.replace('<ram:DuePayableAmount>1891.98', '<ram:DuePayableAmount>0'))).toEqual([
      'BR-FXEXT-CO-16',
    ])
    const rounded = extended.replace('<ram:GrandTotalAmount>1891.98', '<ram:GrandTotalAmount>1892.00')
    expect(
      prepareFacturX({
        invoice_xml: rounded.replace('<ram:DuePayableAmount>1891.98', '<ram:DuePayableAmount>1892.00'),
      }).level,
    ).toBe('EXTENDED')
  })

  test('EXTENDED has the VAT that its lines, allowances and charges have, to a cent a summand', () => {
    const id = `${guideline}#conformant#urn:factur-x.eu:1p0:extended`
    const extended = xmlOf(services).replace(guideline, id)
    const rules = (xml: string) => refusal({ invoice_xml: xml }).errors?.map(({ rule }) => rule)
    const group = /(<ram:CalculatedAmount>)302.08(<[\s\S]*?<ram:BasisAmount>)1589.90/
    const cent = extended.replace(group, '$1302.08$21589.91')
    expect(cent).not.toBe(extended)
    expect(prepareFacturX({ invoice_xml: cent }).level).toBe('EXTENDED')
    expect(rules(extended.replace(group, '$1302.08$21589.93'))).toEqual(['BR-FXEXT-S-08'])
    expect(rules(extended.replace(group, '$1301.08$21589.90'))).toContain('BR-FXEXT-S-09')
    // A line at another rate, whose group is not there.
    const rate = /(<ram:IncludedSupplyChainTradeLineItem>[\s\S]*?<ram:RateApplicablePercent>)19/
    expect(rules(extended.replace(rate, '$17'))).toEqual(['BR-FXEXT-S-08', 'BR-FXEXT-S-08'])
    // A logistics service is a charge like another.
    const service = `<ram:SpecifiedLogisticsServiceCharge><ram:Description>Freight</ram:Description><ram:AppliedAmount>10.00</ram:AppliedAmount><ram:AppliedTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:AppliedTradeTax></ram:SpecifiedLogisticsServiceCharge>`
    const served = extended.replace('<ram:SpecifiedTradePaymentTerms>', `${service}$&`)
    expect(served).not.toBe(extended)
    expect(rules(served)).toContain('BR-FXEXT-S-08')
    expect(rules(served.replace(group, '$1303.98$21599.90'))).not.toContain('BR-FXEXT-S-08')
  })

  test('VAT that the standard tolerates is taken from brought XML', () => {
    const rounded = xmlOf(services).replaceAll('302.08', '302.10').replaceAll('1891.98', '1892.00')
    expect(prepareFacturX({ invoice_xml: rounded }).level).toBe('EN 16931')
    const wrong = xmlOf(services).replaceAll('302.08', '304.08').replaceAll('1891.98', '1893.98')
    expect(refusal({ invoice_xml: wrong }).errors?.map(({ rule }) => rule)).toEqual(['BR-CO-17'])
  })
})
