import { describe, expect, test } from 'vitest'
import { checkStructure } from '../../../src/e-invoice/cii/read/structure'
import { writeCii } from '../../../src/e-invoice/cii/write/cii'
import type { ConformanceLevel } from '../../../src/e-invoice/profiles'
import { type Invoice, invoiceSchema } from '../../../src/e-invoice/schema'
import { completeInvoice } from '../../../src/e-invoice/totals'
import { parseXml } from '../../../src/e-invoice/xml/read'
import { invoices } from '../../fixtures/invoices'

const xmlOf = (name: string) => writeCii(completeInvoice(invoiceSchema.parse(invoices[name] as Invoice)))
const found = (xml: string, level: ConformanceLevel = 'EN 16931') =>
  checkStructure(parseXml(xml), level).map(({ message }) => message)

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
      'SpecifiedTradePaymentTerms/Description stands too often or in the wrong place.',
    ],
    [
      'an order without its number',
      everything.replace('<ram:IssuerAssignedID>PO-77</ram:IssuerAssignedID>', ''),
      'BuyerOrderReferencedDocument/IssuerAssignedID is missing.',
    ],
    [
      'an indicator that is none',
      everything.replace('<udt:Indicator>false<', '<udt:Indicator>no<'),
      'Indicator is true or false.',
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

  test('XRechnung may use more of CII than the profile does', () => {
    const more = everything.replace(
      '</ram:SpecifiedTradePaymentTerms>',
      '<ram:Bonus/></ram:SpecifiedTradePaymentTerms>',
    )
    expect(found(more, 'XRECHNUNG')).toEqual([])
  })
})
