/** Invoice lines (BG-25), allowances and charges in CII. */

import { decimal } from '../../../money/decimal'
import type { VatOf } from '../../../money/totals'
import type { Line, LineAdjustment } from '../../schema/line'
import { asIdentifier, asText } from '../../terms'
import type { Adjustment, CompleteLine } from '../../totals'
import { group, leaf, type XmlNode } from '../../xml/write'
import { amount, billingPeriod, code, identifier, percent, quantity } from './values'

/** BG-25; `index` counts from 0 and gives the number where the line has none. */
export const lineItem = (line: Line, complete: CompleteLine, index: number) =>
  group(
    'ram:IncludedSupplyChainTradeLineItem',
    group(
      'ram:AssociatedDocumentLineDocument',
      leaf('ram:LineID', asText(line.id) ?? String(index + 1)),
      group('ram:IncludedNote', leaf('ram:Content', line.note)),
    ),
    product(line),
    agreement(line, complete),
    group(
      'ram:SpecifiedLineTradeDelivery',
      quantity('ram:BilledQuantity', line.quantity, asText(line.unit) ?? 'C62'),
    ),
    settlement(line, complete),
  )

/** BG-31, BG-32. */
const product = (line: Line) =>
  group(
    'ram:SpecifiedTradeProduct',
    identifier('ram:GlobalID', line.standard_item_id),
    leaf('ram:SellerAssignedID', line.seller_item_id),
    leaf('ram:BuyerAssignedID', line.buyer_item_id),
    leaf('ram:Name', line.name),
    leaf('ram:Description', line.description),
    ...(line.attributes ?? []).map((attribute) =>
      group(
        'ram:ApplicableProductCharacteristic',
        leaf('ram:Description', attribute.name),
        leaf('ram:Value', attribute.value),
      ),
    ),
    ...(line.classifications ?? []).map((each) =>
      group(
        'ram:DesignatedProductClassification',
        leaf('ram:ClassCode', asText(each.code), { listID: each.list, listVersionID: each.version }),
      ),
    ),
    group('ram:OriginTradeCountry', leaf('ram:ID', line.origin_country)),
  )

/** BG-29; the quantity that a price is for belongs to the net price, and to the gross price if there is one. */
function agreement(line: Line, { netPrice }: CompleteLine): XmlNode | undefined {
  const basis = () => quantity('ram:BasisQuantity', line.base_quantity, asText(line.unit) ?? 'C62')
  return group(
    'ram:SpecifiedLineTradeAgreement',
    group('ram:BuyerOrderReferencedDocument', code('ram:LineID', line.order_line)),
    line.gross_price === undefined
      ? undefined
      : group(
          'ram:GrossPriceProductTradePrice',
          amount('ram:ChargeAmount', decimal(line.gross_price)),
          basis(),
          line.price_discount === undefined
            ? undefined
            : group(
                'ram:AppliedTradeAllowanceCharge',
                indicator(false),
                amount('ram:ActualAmount', decimal(line.price_discount)),
              ),
        ),
    group('ram:NetPriceProductTradePrice', amount('ram:ChargeAmount', netPrice), basis()),
  )
}

const settlement = (line: Line, complete: CompleteLine) =>
  group(
    'ram:SpecifiedLineTradeSettlement',
    categoryTax('ram:ApplicableTradeTax', complete),
    billingPeriod(line.period),
    ...(line.allowances ?? []).map((each, i) => allowanceCharge(false, each, complete.allowances[i])),
    ...(line.charges ?? []).map((each, i) => allowanceCharge(true, each, complete.charges[i])),
    group(
      'ram:SpecifiedTradeSettlementLineMonetarySummation',
      amount('ram:LineTotalAmount', complete.netAmount.value),
    ),
    invoicedObject(line),
    group('ram:ReceivableSpecifiedTradeAccountingAccount', leaf('ram:ID', line.accounting_reference)),
  )

/** BT-128 is a document of type 130. */
function invoicedObject(line: Line): XmlNode | undefined {
  const object = asIdentifier(line.object_id)
  return object
    ? group(
        'ram:AdditionalReferencedDocument',
        leaf('ram:IssuerAssignedID', object.id),
        leaf('ram:TypeCode', '130'),
        leaf('ram:ReferenceTypeCode', object.scheme),
      )
    : undefined
}

/** BG-20, BG-21, BG-27, BG-28: on the document with a VAT category, on a line without. */
export const allowanceCharge = (
  charge: boolean,
  given: LineAdjustment,
  complete: Adjustment | undefined,
): XmlNode | undefined =>
  group(
    'ram:SpecifiedTradeAllowanceCharge',
    indicator(charge),
    percent('ram:CalculationPercent', complete?.percent),
    amount('ram:BasisAmount', complete?.base),
    amount('ram:ActualAmount', complete?.amount),
    code('ram:ReasonCode', given.reason_code),
    leaf('ram:Reason', given.reason),
    complete?.category ? categoryTax('ram:CategoryTradeTax', complete) : undefined,
  )

const indicator = (charge: boolean) => group('ram:ChargeIndicator', leaf('udt:Indicator', String(charge)))

const categoryTax = (name: string, { category, rate }: VatOf) =>
  group(
    name,
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:CategoryCode', category),
    percent('ram:RateApplicablePercent', rate),
  )
