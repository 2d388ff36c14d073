import { describe, expect, test } from 'vitest'
import { checkStructure } from '../../../src/e-invoice/cii/read/check-structure'
import { writeCii } from '../../../src/e-invoice/cii/write/write-cii'
import { completeInvoice } from '../../../src/e-invoice/complete-invoice'
import type { ConformanceLevel } from '../../../src/e-invoice/profiles'
import { type Invoice, invoiceSchema } from '../../../src/e-invoice/schema'
import { parseXml } from '../../../src/e-invoice/xml/parse-xml'
import { invoices } from '../../fixtures/invoices'

const xmlOf = (name: string) => writeCii(completeInvoice(invoiceSchema.parse(invoices[name] as Invoice)))
const found = (xml: string, level: ConformanceLevel = 'EN 16931') =>
  checkStructure(parseXml(xml), { level }).map(({ message }) => message)

test.each(Object.keys(invoices))('%s has the structure of the profile', (name) => {
  expect(found(xmlOf(name))).toEqual([])
})

describe('the structure that is not the profile', () => {
  const everything = xmlOf('everything')
  const swapped = everything.replace(
    /(<ram:SellerTradeParty>[\s\S]*<\/ram:SellerTradeParty>)\s*(<ram:BuyerTradeParty>[\s\S]*<\/ram:BuyerTradeParty>)/,
    '$2$1',
  )

  test.each([
    [
      'an element is missing',
      everything.replace(/<ram:CountryID>DE.*/, ''),
      'PostalTradeAddress/CountryID is missing.',
    ],
    [
      'elements are swapped',
      swapped,
      'ApplicableHeaderTradeAgreement/SellerTradeParty stands in the wrong place.',
    ],
    [
      'an element stands twice',
      everything.replace(/(<ram:BuyerReference>.*)/, '$1$1'),
      'ApplicableHeaderTradeAgreement/SellerTradeParty stands in the wrong place.',
    ],
    [
      'one of another profile',
      everything.replace('<ram:BuyerReference>', '<ram:Reference>x</ram:Reference><ram:BuyerReference>'),
      'ApplicableHeaderTradeAgreement/Reference is unknown to this profile.',
    ],
    [
      'an unknown last element',
      everything.replace(
        '</ram:SpecifiedTradePaymentTerms>',
        '<ram:Bonus/></ram:SpecifiedTradePaymentTerms>',
      ),
      'SpecifiedTradePaymentTerms/Bonus is unknown to this profile.',
    ],
    [
      'an optional element stands twice at the end',
      everything.replace(/(<ram:DirectDebitMandateID>.*)|(<ram:Description>2 %.*)/, '$2$2'),
      'SpecifiedTradePaymentTerms/Description occurs too often or in the wrong place.',
    ],
    [
      'an order without its number',
      everything.replace('<ram:IssuerAssignedID>PO-77</ram:IssuerAssignedID>', ''),
      'BuyerOrderReferencedDocument/IssuerAssignedID is missing.',
    ],
    [
      'an indicator that is none',
      everything.replace('<udt:Indicator>false<', '<udt:Indicator>no<'),
      'Indicator must be true or false.',
    ],
    [
      'an empty code',
      everything.replace('<ram:SubjectCode>REG<', '<ram:SubjectCode><'),
      'SubjectCode is empty: leave it out.',
    ],
    [
      'a tax registration of no scheme',
      everything.replace(' schemeID="VA">FR4', '>FR4'),
      'SpecifiedTaxRegistration/ID has the scheme VA or FC.',
    ],
    [
      'an empty tax registration',
      everything.replace('>FR40303265045<', '><'),
      'SpecifiedTaxRegistration/ID is empty: leave the registration out.',
    ],
  ])('%s', (_, xml, message) => {
    expect(xml).not.toBe(everything)
    expect(found(xml)).toEqual([message])
  })

  test('many unknown attributes of an element are one finding', () => {
    const attributes = Array.from({ length: 50 }, (_, i) => `a${i}="x"`).join(' ')
    const xml = everything.replace('<ram:CountryID>', `<ram:CountryID ${attributes}>`)
    expect(found(xml)).toEqual(['CountryID has no a0 in this profile: leave it out.'])
  })

  test('a fault that is repeated without end is told some thousand times', () => {
    const lines = '<ram:BuyerReference x="1"/>'.repeat(5000)
    const xml = everything.replace('<ram:BuyerReference>', `${lines}$&`)
    expect(found(xml)).toHaveLength(2000)
  })

  test('XRechnung may use more of CII than the profile does', () => {
    const more = everything.replace(
      '</ram:SpecifiedTradePaymentTerms>',
      '<ram:Bonus/></ram:SpecifiedTradePaymentTerms>',
    )
    expect(found(more, 'XRECHNUNG')).toEqual([])
  })
})

describe('the schema of CII, which XRechnung and the French reform name', () => {
  const xml = xmlOf('services')
  const total = /<ram:LineTotalAmount>1500\.00<\/ram:LineTotalAmount>/

  test('lets a text stand twice if it says the same', () => {
    const same = xml.replace(total, '$&$&')
    expect(same).not.toBe(xml)
    expect(found(same, 'XRECHNUNG')).toEqual([])
    expect(found(same)).not.toEqual([])
    const other = xml.replace(total, '$&<ram:LineTotalAmount>1.00</ram:LineTotalAmount>')
    expect(found(other, 'XRECHNUNG')).toEqual([
      'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount occurs too often or in the wrong place.',
    ])
    const french = checkStructure(parseXml(same), { level: 'EXTENDED', nationalRules: 'FR' })
    expect(french).toEqual([])
  })

  test('lets no other text stand twice', () => {
    const twice = xml.replace(/<ram:CityName>Berlin<\/ram:CityName>/, '$&$&')
    expect(twice).not.toBe(xml)
    expect(found(twice, 'XRECHNUNG')).toHaveLength(1)
  })

  test('is that of its namespaces, and no draft', () => {
    const draft = xml.replace('BusinessInformationEntity:100', 'BusinessInformationEntity:19')
    expect(draft).not.toBe(xml)
    expect(found(draft, 'XRECHNUNG')[0]).toMatch(/is in the namespace .*Entity:19, not .*Entity:100/)
  })

  test('has no text between elements', () => {
    const text = xml.replace(
      /<ram:ApplicableHeaderTradeDelivery\/>/,
      '<ram:ApplicableHeaderTradeDelivery>FRANCE</ram:ApplicableHeaderTradeDelivery>',
    )
    expect(text).not.toBe(xml)
    expect(found(text, 'XRECHNUNG')).toEqual([
      'ApplicableHeaderTradeDelivery contains text, and has room for other elements only.',
    ])
  })
})
