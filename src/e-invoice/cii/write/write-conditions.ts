/** Conditions of payment in CII: BT-20, BT-9, and what EXTENDED adds. */
import { type Decimal, decimal } from '../../../money/decimal'
import type { Invoice } from '../../schema'
import type { PaymentCondition } from '../../schema/extended-schema'
import { asText } from '../../terms'
import { group, leaf, type XmlNode } from '../../xml/serialise-xml'
import { amount, dateTime, percent, quantity } from './write-values'

/** The condition that `payment` itself states, then the further ones. */
export function paymentConditions({ payment, due_date }: Invoice): (XmlNode | undefined)[] {
  const mandate = payment?.direct_debit?.mandate_id
  const { more_conditions: more = [], ...own } = payment ?? {}
  return [condition({ ...own, due_date }, mandate), ...more.map((each) => condition(each))]
}

const condition = (each: PaymentCondition, mandate?: string) =>
  group(
    'ram:SpecifiedTradePaymentTerms',
    leaf('ram:Description', closedTerms(each.terms)),
    dateTime('ram:DueDateDateTime', each.due_date),
    leaf('ram:DirectDebitMandateID', mandate),
    amount('ram:PartialPaymentAmount', optional(each.partial_amount)),
    adjustment('ram:ApplicableTradePaymentPenaltyTerms', each.penalty, 'ram:ActualPenaltyAmount'),
    adjustment('ram:ApplicableTradePaymentDiscountTerms', each.discount, 'ram:ActualDiscountAmount'),
  )

const adjustment = (name: string, given: PaymentCondition['discount'], amountName: string) =>
  group(
    name,
    dateTime('ram:BasisDateTime', given?.date),
    quantity('ram:BasisPeriodMeasure', given?.days, asText(given?.unit) ?? 'DAY'),
    amount('ram:BasisAmount', optional(given?.base_amount)),
    percent('ram:CalculationPercent', optional(given?.percent)),
    amount(amountName, optional(given?.amount)),
  )

/** A discount for early payment after XRechnung is a line, and a line ends (BR-DE-18). */
const closedTerms = (terms: string | undefined) =>
  terms && /(^|\n)#[^\n]*#$/.test(terms) ? `${terms}\n` : terms

const optional = (value: number | string | undefined): Decimal | undefined =>
  value === undefined ? undefined : decimal(value)
