/** Invoice lines (BG-25), allowances and charges in CII. */

import { type Decimal, decimal } from '../../../money/decimal'
import type { Exemption } from '../../../money/group-by-vat'
import { countsInTotals, type VatOf } from '../../../money/totals'
import type { Adjustment, CompleteLine, CompletePriceAdjustment } from '../../invoice-amounts'
import type { Line, LineAdjustment } from '../../schema/line-schema'
import type { Identifier } from '../../schema/value-schemas'
import { asIdentifier, asText } from '../../terms'
import { group, leaf, required, type XmlNode } from '../../xml/serialise-xml'
import { tradeParty } from './write-party'
import {
  amount,
  billingPeriod,
  code,
  dateTime,
  identifier,
  identifiers,
  percent,
  qualifiedDate,
  quantity,
} from './write-values'

/** BG-25; `index` counts from 0 and gives the number where the line has none. */
export const lineItem = (
  line: Line,
  complete: CompleteLine,
  { index, currency }: { index: number; currency: string | undefined },
) =>
  group(
    'ram:IncludedSupplyChainTradeLineItem',
    group(
      'ram:AssociatedDocumentLineDocument',
      leaf('ram:LineID', asText(line.id) ?? String(index + 1)),
      code('ram:ParentLineID', line.parent_id),
      leaf('ram:LineStatusReasonCode', line.status),
      group('ram:IncludedNote', leaf('ram:Content', line.note)),
    ),
    product(line),
    agreement(line, complete),
    group(
      'ram:SpecifiedLineTradeDelivery',
      quantity('ram:BilledQuantity', line.quantity, asText(line.unit) ?? 'C62'),
      quantity('ram:PackageQuantity', line.package_quantity, asText(line.package_unit)),
      tradeParty('ram:ShipToTradeParty', line.delivery),
      group('ram:ActualDeliverySupplyChainEvent', dateTime('ram:OccurrenceDateTime', line.delivery_date)),
    ),
    settlement(line, complete, currency),
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
    ...(line.included_items ?? []).map(includedItem),
  )

/** BG-29; the quantity that a price is for belongs to the net price, and to the gross price if there is one. */
function agreement(line: Line, { netPrice, priceAdjustments }: CompleteLine): XmlNode | undefined {
  const basis = (value = line.base_quantity) =>
    quantity('ram:BasisQuantity', value, asText(line.unit) ?? 'C62')
  return group(
    'ram:SpecifiedLineTradeAgreement',
    group('ram:BuyerOrderReferencedDocument', code('ram:LineID', line.order_line)),
    ...(line.documents ?? []).map(lineDocument),
    line.gross_price === undefined
      ? undefined
      : group(
          'ram:GrossPriceProductTradePrice',
          amount('ram:ChargeAmount', decimal(line.gross_price)),
          basis(line.gross_base_quantity),
          ...priceAdjustments.map(priceAdjustment),
        ),
    // A line that only groups others has no price.
    line.net_price === undefined && line.gross_price === undefined
      ? undefined
      : group('ram:NetPriceProductTradePrice', amount('ram:ChargeAmount', netPrice), basis()),
    tradeParty('ram:ItemSellerTradeParty', line.seller),
  )
}

const settlement = (line: Line, complete: CompleteLine, currency: string | undefined) =>
  required(
    'ram:SpecifiedLineTradeSettlement',
    categoryTax('ram:ApplicableTradeTax', complete, line.vat?.tax_point_code),
    billingPeriod(line.period),
    ...(line.allowances ?? []).map((each, i) => allowanceCharge(false, each, complete.allowances[i])),
    ...(line.charges ?? []).map((each, i) => allowanceCharge(true, each, complete.charges[i])),
    group(
      'ram:SpecifiedTradeSettlementLineMonetarySummation',
      amount('ram:LineTotalAmount', lineTotalOf(line, complete)),
      amount(
        'ram:TaxTotalAmount',
        stated(line.totals?.vat),
        line.totals?.vat === undefined ? undefined : currency,
      ),
      amount('ram:GrandTotalAmount', stated(line.totals?.gross)),
      amount('ram:TotalAllowanceChargeAmount', stated(line.totals?.adjustments)),
    ),
    group(
      'ram:InvoiceReferencedDocument',
      code('ram:IssuerAssignedID', line.preceding_invoice?.number),
      code('ram:TypeCode', line.preceding_invoice?.type_code),
      qualifiedDate('ram:FormattedIssueDateTime', line.preceding_invoice?.issue_date),
    ),
    ...[line.object_id, ...(line.more_objects ?? [])].map(invoicedObject),
    group('ram:ReceivableSpecifiedTradeAccountingAccount', leaf('ram:ID', line.accounting_reference)),
  )

/** BT-128 is a document of type 130. */
function invoicedObject(value: Identifier | undefined): XmlNode | undefined {
  const object = asIdentifier(value)
  return (
    object &&
    group(
      'ram:AdditionalReferencedDocument',
      leaf('ram:IssuerAssignedID', object.id),
      leaf('ram:TypeCode', '130'),
      leaf('ram:ReferenceTypeCode', object.scheme),
    )
  )
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

/** Category and rate, with the exemption reason where the profile repeats it. */
export const categoryTax = (
  name: string,
  { category, rate, exemption }: VatOf & { exemption?: Exemption },
  taxPointCode?: string | number,
) =>
  category === undefined && rate === undefined && taxPointCode === undefined
    ? undefined
    : group(
        name,
        leaf('ram:TypeCode', 'VAT'),
        leaf('ram:ExemptionReason', exemption?.reason),
        leaf('ram:CategoryCode', category),
        leaf('ram:ExemptionReasonCode', exemption?.code),
        code('ram:DueDateTypeCode', taxPointCode),
        percent('ram:RateApplicablePercent', rate),
      )

const stated = (value: number | string | undefined): Decimal | undefined =>
  value === undefined ? undefined : decimal(value)

/** A line that only groups others may say nothing of an amount. */
const lineTotalOf = (line: Line, { netAmount }: CompleteLine) =>
  netAmount.stated || countsInTotals(line.status) ? netAmount.value : undefined

const priceAdjustment = ({ charge, percent: rate, base, amount: value, given }: CompletePriceAdjustment) =>
  group(
    'ram:AppliedTradeAllowanceCharge',
    indicator(charge),
    percent('ram:CalculationPercent', rate),
    amount('ram:BasisAmount', base),
    amount('ram:ActualAmount', value),
    code('ram:ReasonCode', given.reason_code),
    leaf('ram:Reason', given.reason),
  )

const lineDocument = (each: NonNullable<Line['documents']>[number]) =>
  group(
    'ram:AdditionalReferencedDocument',
    leaf('ram:IssuerAssignedID', each.id),
    code('ram:LineID', each.line),
    code('ram:TypeCode', each.type_code),
    leaf('ram:Name', each.name),
    code('ram:ReferenceTypeCode', each.scheme),
  )

const includedItem = (each: NonNullable<Line['included_items']>[number]) =>
  group(
    'ram:IncludedReferencedProduct',
    ...identifiers(each.ids ?? []),
    leaf('ram:SellerAssignedID', each.seller_item_id),
    leaf('ram:BuyerAssignedID', each.buyer_item_id),
    leaf('ram:Name', each.name),
    leaf('ram:Description', each.description),
    quantity('ram:UnitQuantity', each.quantity, asText(each.unit) ?? 'C62'),
  )
