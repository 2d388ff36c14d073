/** Invoices to compare by: ours in every profile, CEN's published examples, and those in folders that are named. */
import fs from 'node:fs'
import path from 'node:path'
import { ciiExamples } from '../oracle-tools.mjs'

/**
 * @param {Awaited<ReturnType<typeof import('./service.mjs').eInvoiceService>>} service
 * @param {string[]} folders of further examples, which are looked through to the bottom
 * @returns {{ name: string, xml: string }[]}
 */
export function examples(service, folders) {
  return [...own(service), ...[path.join(ciiExamples, 'd16b'), ...folders].flatMap(xmlFiles)]
}

/** Every way of selling, in every profile that takes it. */
function own({ invoiceSchema, writeInvoice, WRITTEN_PROFILES, ...fixtures }) {
  const { extendedInvoice, frenchInvoice, invoices, vehicleInvoice } = fixtures
  const written = Object.keys(WRITTEN_PROFILES).flatMap((profile) =>
    Object.entries(invoices).flatMap(([name, invoice]) => {
      const { xml } = writeInvoice(invoiceSchema.parse(fitting(profile, invoice)), profile)
      return xml === undefined ? [] : [{ name: `${profile} ${name}`, xml }]
    }),
  )
  const { xml: extended } = writeInvoice(invoiceSchema.parse(extendedInvoice), 'EXTENDED')
  const { xml: vehicles } = writeInvoice(invoiceSchema.parse(vehicleInvoice), 'XRECHNUNG CVD')
  const { xml: french } = writeInvoice(invoiceSchema.parse(frenchInvoice), 'EXTENDED-CTC-FR')
  const basic = written.filter(({ name }) => name.startsWith('BASIC '))
  return [
    ...written,
    ...basic.map(withoutLines),
    MINIMUM,
    { name: 'EXTENDED with its own terms', xml: extended },
    { name: 'clean vehicles', xml: vehicles },
    { name: 'French reform', xml: french },
  ]
}

const fitting = (profile, invoice) =>
  profile === 'BASIC'
    ? {
        ...invoice,
        seller: { ...invoice.seller, contact: undefined },
        payment: { iban: 'DE89370400440532013000' },
      }
    : { buyer_reference: '04011000-12345-34', ...invoice }

/** BASIC WL: what is left of BASIC without its lines. */
const withoutLines = ({ name, xml }) => ({
  name: name.replace('BASIC', 'BASIC WL'),
  xml: xml
    .replace(/<ram:IncludedSupplyChainTradeLineItem>[\s\S]*<\/ram:IncludedSupplyChainTradeLineItem>\s*/, '')
    .replace(
      /urn:cen\.eu:en16931:2017#compliant#urn:factur-x\.eu:1p0:basic</,
      'urn:factur-x.eu:1p0:basicwl<',
    ),
})

const MINIMUM = {
  name: 'MINIMUM',
  xml: `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>A1</ram:ID></ram:BusinessProcessSpecifiedDocumentContextParameter><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:factur-x.eu:1p0:minimum</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>F20220025</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20220131</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
<ram:ApplicableHeaderTradeAgreement><ram:BuyerReference>SERVEXEC</ram:BuyerReference>
<ram:SellerTradeParty><ram:Name>SELLER</ram:Name><ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">123456782</ram:ID></ram:SpecifiedLegalOrganization><ram:PostalTradeAddress><ram:CountryID>FR</ram:CountryID></ram:PostalTradeAddress><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">FR11123456782</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
<ram:BuyerTradeParty><ram:Name>BUYER</ram:Name><ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">987654321</ram:ID></ram:SpecifiedLegalOrganization></ram:BuyerTradeParty>
<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>PO201925478</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery/>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode><ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">4.90</ram:TaxTotalAmount><ram:GrandTotalAmount>104.90</ram:GrandTotalAmount><ram:DuePayableAmount>104.90</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`,
}

function xmlFiles(folder) {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.xml'))
    .toSorted()
    .map((file) => ({
      name: file,
      xml: fs.readFileSync(path.join(folder, file), 'utf8').replace(/^\uFEFF/, ''),
    }))
    .filter(({ xml }) => /<([\w.-]+:)?CrossIndustryInvoice[\s>]/.test(xml))
}
