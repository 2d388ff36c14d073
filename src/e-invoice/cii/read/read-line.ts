/** Lines, allowances and charges of a Cross Industry Invoice as the JSON of `schema.ts`. */

import type { DocumentCharge, Line } from '../../schema/line-schema'
import type { XmlElement } from '../../xml/parse-xml'
import { elementAt, elementsAt, numberAt, plainDecimal, textAt } from './path'
import { tradeParty } from './read-party'
import { date, type Element, identifier, identifiers, invoicedObject, period } from './read-values'

/** BG-25, with every amount stated as the XML has it. */
export function readLine(element: XmlElement): Line {
  const product = elementAt(element, 'SpecifiedTradeProduct')
  const agreement = elementAt(element, 'SpecifiedLineTradeAgreement')
  const settlement = elementAt(element, 'SpecifiedLineTradeSettlement')
  const billed = elementAt(element, 'SpecifiedLineTradeDelivery/BilledQuantity')
  const gross = elementAt(agreement, 'GrossPriceProductTradePrice')
  const net = elementAt(agreement, 'NetPriceProductTradePrice')
  const adjustments = elementsAt(settlement, 'SpecifiedTradeAllowanceCharge')
  return {
    id: textAt(element, 'AssociatedDocumentLineDocument/LineID') ?? '',
    note: textAt(element, 'AssociatedDocumentLineDocument/IncludedNote/Content'),
    name: textAt(product, 'Name'),
    description: textAt(product, 'Description'),
    quantity: plainDecimal(billed?.text),
    unit: billed?.attributes.get('unitCode') ?? '',
    net_price: numberAt(net, 'ChargeAmount'),
    gross_price: numberAt(gross, 'ChargeAmount'),
    ...priceAdjustments(elementsAt(gross, 'AppliedTradeAllowanceCharge')),
    base_quantity: numberAt(net, 'BasisQuantity'),
    gross_base_quantity: otherThan(numberAt(net, 'BasisQuantity'), numberAt(gross, 'BasisQuantity')),
    net_amount: numberAt(settlement, 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
    vat: vat(elementAt(settlement, 'ApplicableTradeTax')),
    allowances: adjustments.filter((each) => !isCharge(each)).map(withoutVat),
    charges: adjustments.filter(isCharge).map(withoutVat),
    period: period(elementAt(settlement, 'BillingSpecifiedPeriod')),
    seller_item_id: textAt(product, 'SellerAssignedID'),
    buyer_item_id: textAt(product, 'BuyerAssignedID'),
    standard_item_id: identifier(elementAt(product, 'GlobalID')),
    classifications: elementsAt(product, 'DesignatedProductClassification/ClassCode').map((each) => ({
      code: each.text.trim(),
      list: each.attributes.get('listID'),
      version: each.attributes.get('listVersionID'),
    })),
    origin_country: textAt(product, 'OriginTradeCountry/ID'),
    attributes: elementsAt(product, 'ApplicableProductCharacteristic').map((each) => ({
      name: textAt(each, 'Description'),
      value: textAt(each, 'Value'),
    })),
    order_line: textAt(agreement, 'BuyerOrderReferencedDocument/LineID'),
    object_id: invoicedObject(elementAt(settlement, 'AdditionalReferencedDocument')),
    accounting_reference: textAt(settlement, 'ReceivableSpecifiedTradeAccountingAccount/ID'),
    ...extendedTerms(element),
  }
}

const otherThan = (usual: string | undefined, given: string | undefined) =>
  given === usual ? undefined : given

/** What the profile EXTENDED adds. */
function extendedTerms(element: XmlElement): Partial<Line> {
  const agreement = elementAt(element, 'SpecifiedLineTradeAgreement')
  const delivery = elementAt(element, 'SpecifiedLineTradeDelivery')
  const settlement = elementAt(element, 'SpecifiedLineTradeSettlement')
  const totals = elementAt(settlement, 'SpecifiedTradeSettlementLineMonetarySummation')
  const sums = {
    vat: numberAt(totals, 'TaxTotalAmount'),
    gross: numberAt(totals, 'GrandTotalAmount'),
    adjustments: numberAt(totals, 'TotalAllowanceChargeAmount'),
  }
  const preceding = elementAt(settlement, 'InvoiceReferencedDocument')
  const [, ...objects] = elementsAt(settlement, 'AdditionalReferencedDocument')
  const documents = elementsAt(agreement, 'AdditionalReferencedDocument')
  const included = elementsAt(element, 'SpecifiedTradeProduct/IncludedReferencedProduct')
  return {
    parent_id: textAt(element, 'AssociatedDocumentLineDocument/ParentLineID'),
    status: textAt(element, 'AssociatedDocumentLineDocument/LineStatusReasonCode'),
    package_quantity: numberAt(delivery, 'PackageQuantity'),
    package_unit: elementAt(delivery, 'PackageQuantity')?.attributes.get('unitCode'),
    more_objects: objects.length > 0 ? objects.flatMap((each) => invoicedObject(each) ?? []) : undefined,
    seller: tradeParty(elementAt(agreement, 'ItemSellerTradeParty')),
    delivery: tradeParty(elementAt(delivery, 'ShipToTradeParty')),
    delivery_date: date(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime'),
    documents: documents.length > 0 ? documents.map(lineDocument) : undefined,
    included_items: included.length > 0 ? included.map(includedItem) : undefined,
    preceding_invoice: preceding && {
      number: textAt(preceding, 'IssuerAssignedID'),
      issue_date: date(preceding, 'FormattedIssueDateTime'),
      type_code: textAt(preceding, 'TypeCode'),
    },
    totals: Object.values(sums).some(Boolean) ? sums : undefined,
  }
}

const lineDocument = (element: XmlElement) => ({
  id: textAt(element, 'IssuerAssignedID'),
  line: textAt(element, 'LineID'),
  type_code: textAt(element, 'TypeCode'),
  name: textAt(element, 'Name'),
  scheme: textAt(element, 'ReferenceTypeCode'),
})

const includedItem = (element: XmlElement) => ({
  name: textAt(element, 'Name'),
  description: textAt(element, 'Description'),
  ids: identifiers(element),
  seller_item_id: textAt(element, 'SellerAssignedID'),
  buyer_item_id: textAt(element, 'BuyerAssignedID'),
  quantity: numberAt(element, 'UnitQuantity'),
  unit: elementAt(element, 'UnitQuantity')?.attributes.get('unitCode'),
})

/** One plain discount is BT-147; EXTENDED has any number, charges too, each with a reason. */
function priceAdjustments(elements: readonly XmlElement[]): Partial<Line> {
  const [first, ...more] = elements
  if (!first) return {}
  const isPlain =
    more.length === 0 && !isCharge(first) && first.children.every(({ name }) => PLAIN_DISCOUNT.has(name))
  if (isPlain) return { price_discount: numberAt(first, 'ActualAmount') }
  return {
    price_adjustments: elements.map((each) => ({ charge: isCharge(each), ...withoutVat(each) })),
  }
}

const PLAIN_DISCOUNT = new Set(['ChargeIndicator', 'ActualAmount'])

/** `xs:boolean`. */
export function isIndicated(element: Element, name: string): boolean {
  const indicator = textAt(element, `${name}/Indicator`)
  return indicator === 'true' || indicator === '1'
}

export const isCharge = (element: XmlElement): boolean => isIndicated(element, 'ChargeIndicator')

const withoutVat = (element: XmlElement) => ({
  amount: numberAt(element, 'ActualAmount'),
  base_amount: numberAt(element, 'BasisAmount'),
  percent: numberAt(element, 'CalculationPercent'),
  reason: textAt(element, 'Reason'),
  reason_code: textAt(element, 'ReasonCode'),
})

/** BG-20, BG-21. */
export const adjustment = (element: XmlElement): DocumentCharge => ({
  ...withoutVat(element),
  vat: vat(elementAt(element, 'CategoryTradeTax')),
})

/** BG-X-42 of EXTENDED. */
export const logisticsCharge = (element: XmlElement): DocumentCharge => ({
  amount: numberAt(element, 'AppliedAmount'),
  reason: textAt(element, 'Description'),
  vat: vat(elementAt(element, 'AppliedTradeTax')),
  logistics: true,
})

/** Taxes of another type than VAT have no place here, and count as none. */
export const isVat = (element: XmlElement) => textAt(element, 'TypeCode')?.toUpperCase() === 'VAT'

const vat = (element: Element) =>
  element && {
    category: isVat(element) ? textAt(element, 'CategoryCode') : undefined,
    rate: numberAt(element, 'RateApplicablePercent'),
    exemption_reason: textAt(element, 'ExemptionReason'),
    exemption_reason_code: textAt(element, 'ExemptionReasonCode'),
    tax_point_code: textAt(element, 'DueDateTypeCode'),
  }
