/** Conditions of payment of a Cross Industry Invoice, of which EXTENDED has any number. */
import type { PaymentCondition } from '../../schema/extended-schema'
import { elementAt, numberAt, textAt } from './path'
import { date, type Element } from './read-values'

/** What a condition says beside its text and its day. */
export const conditionTerms = (element: Element) => ({
  partial_amount: numberAt(element, 'PartialPaymentAmount'),
  discount: adjustment(elementAt(element, 'ApplicableTradePaymentDiscountTerms'), 'ActualDiscountAmount'),
  penalty: adjustment(elementAt(element, 'ApplicableTradePaymentPenaltyTerms'), 'ActualPenaltyAmount'),
})

/** A whole condition. */
export const condition = (element: Element): PaymentCondition => ({
  terms: textAt(element, 'Description'),
  due_date: date(element, 'DueDateDateTime'),
  ...conditionTerms(element),
})

const adjustment = (element: Element, amount: string): PaymentCondition['discount'] =>
  element && {
    date: date(element, 'BasisDateTime'),
    days: numberAt(element, 'BasisPeriodMeasure'),
    unit: elementAt(element, 'BasisPeriodMeasure')?.attributes.get('unitCode'),
    base_amount: numberAt(element, 'BasisAmount'),
    percent: numberAt(element, 'CalculationPercent'),
    amount: numberAt(element, amount),
  }
