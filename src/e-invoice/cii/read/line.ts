/** Lines, allowances and charges of a Cross Industry Invoice as the JSON of `schema.ts`. */

import type { DocumentAdjustment, Line } from '../../schema/line'
import type { XmlElement } from '../../xml/read'
import { elementAt, elementsAt, numberAt, plainDecimal, textAt } from './path'
import { type Element, identifier, invoicedObject, period } from './values'

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
    price_discount: numberAt(gross, 'AppliedTradeAllowanceCharge/ActualAmount'),
    base_quantity: numberAt(net, 'BasisQuantity'),
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
  }
}

/** `xs:boolean`. */
export const isCharge = (element: XmlElement) => {
  const indicator = textAt(element, 'ChargeIndicator/Indicator')
  return indicator === 'true' || indicator === '1'
}

const withoutVat = (element: XmlElement) => ({
  amount: numberAt(element, 'ActualAmount'),
  base_amount: numberAt(element, 'BasisAmount'),
  percent: numberAt(element, 'CalculationPercent'),
  reason: textAt(element, 'Reason'),
  reason_code: textAt(element, 'ReasonCode'),
})

/** BG-20, BG-21. */
export const adjustment = (element: XmlElement): DocumentAdjustment => ({
  ...withoutVat(element),
  vat: vat(elementAt(element, 'CategoryTradeTax')),
})

/** Taxes of another type than VAT have no place here, and count as none. */
export const isVat = (element: XmlElement) => textAt(element, 'TypeCode')?.toUpperCase() === 'VAT'

const vat = (element: Element) =>
  element && {
    category: isVat(element) ? textAt(element, 'CategoryCode') : undefined,
    rate: numberAt(element, 'RateApplicablePercent'),
  }
