/**
 * BG-22 and BG-23: every amount that EN 16931 defines by others, computed exactly.
 *
 * `completeInvoice` takes what the caller states and computes the rest, always from the amounts below: a line's
 * net amount feeds the sums whether it was stated or computed. Each stated amount is kept with the expected
 * one, for `rules/` to compare. Missing amounts count as zero here; `rules/` reports them.
 */
import { currencyDigits } from '../money/currencies'
import { type Decimal, decimal, sum, zero } from '../money/decimal'
import { expectedNetPrice, netPriceOf, priceAdjustmentAmount } from '../money/net-price'
import {
  type Adjusted,
  adjust,
  adjustmentTotal,
  countsInTotals,
  documentTotals,
  effectiveVat,
  lineAmounts,
  type VatOf,
} from '../money/totals'
import type {
  Adjustment,
  CheckedAmount,
  CompleteInvoice,
  CompleteLine,
  CompletePriceAdjustment,
  InvoiceTotals,
  VatGroup,
} from './invoice-amounts'
import type { Invoice } from './schema'
import type { DocumentAdjustment, Line, LineAdjustment, Vat } from './schema/line-schema'
import { exemptionOf, type InvoiceParts, vatBreakdown } from './vat-breakdown'

const optional = (value: number | string | undefined) => (value === undefined ? undefined : decimal(value))
const orZero = (value: number | string | undefined) => optional(value) ?? zero
const amount = (stated: number | string | undefined, expected: Decimal): CheckedAmount => ({
  stated: optional(stated),
  expected,
  value: optional(stated) ?? expected,
})

/**
 * Computes every amount of the invoice (BG-22, BG-23, BT-131, BT-92, BT-99, BT-136, BT-141), rounded to the decimal
 * places of its currency.
 * @param byReason whether parts say their exemption reasons, each a group of a computed breakdown (EXTENDED)
 */
export function completeInvoice(invoice: Invoice, { byReason = false } = {}): CompleteInvoice {
  const places = currencyDigits(invoice.currency)
  const lines = (invoice.lines ?? []).map((line) => completeLine(line, places))
  const lineTotal = lineTotalOf(invoice, lines)
  const adjusted = (given: readonly DocumentAdjustment[] | undefined) =>
    (given ?? []).map((each) => ({
      ...completeAdjustment(adjust(termsOf(each), lineTotal, places)),
      ...vatTerms(each.vat),
    }))
  const parts = { lines, allowances: adjusted(invoice.allowances), charges: adjusted(invoice.charges) }
  const {
    groups: breakdown,
    unclear: unclearVat,
    exemptions,
  } = vatBreakdown(invoice, parts, { places, byReason })
  const totals = completeTotals(invoice, { ...parts, breakdown })
  const complete = { invoice, places, explains: byReason, ...parts, breakdown, unclearVat, totals }
  if (!byReason) return complete
  const explain = <Part extends VatOf>(kind: 'lines' | 'allowances' | 'charges', parts: Part[]) =>
    parts.map((part, i) => ({
      ...part,
      exemption: exemptions.get(`/${kind}/${i}/vat`) ?? exemptionOf(invoice[kind]?.[i]?.vat),
    }))
  return {
    ...complete,
    lines: explain('lines', complete.lines),
    allowances: explain('allowances', complete.allowances),
    charges: explain('charges', complete.charges),
  }
}

/** Lines that only group others or inform do not count. */
const lineTotalOf = (invoice: Invoice, lines: readonly CompleteLine[]): Decimal =>
  sum(lines.filter((_, i) => countsInTotals(invoice.lines?.[i]?.status)).map((line) => line.netAmount.value))

const vatTerms = (vat: Vat | undefined): VatOf =>
  effectiveVat({ category: vat?.category, rate: optional(vat?.rate) })

const termsOf = (given: LineAdjustment) => ({
  amount: optional(given.amount),
  percent: optional(given.percent),
  base: optional(given.base_amount),
})

function completeLine(line: Line, places: number): CompleteLine {
  const quantity = orZero(line.quantity)
  const { price, adjustments } = priceOf(line)
  const netPrice = netPriceOf(price) ?? zero
  const computed = lineAmounts(
    {
      quantity,
      netPrice,
      baseQuantity: optional(line.base_quantity),
      allowances: (line.allowances ?? []).map(termsOf),
      charges: (line.charges ?? []).map(termsOf),
    },
    places,
  )
  return {
    ...vatTerms(line.vat),
    quantity,
    netPrice,
    expectedPrice: expectedNetPrice(price),
    priceAdjustments: adjustments,
    netAmount: amount(line.net_amount, computed.net),
    allowances: computed.allowances.map(completeAdjustment),
    charges: computed.charges.map(completeAdjustment),
  }
}

/** The price of a line, and what it says of the gross price, with every amount that can be computed. */
function priceOf(line: Line) {
  const gross = optional(line.gross_price)
  const stated = (line.price_adjustments ?? []).map((each) => ({
    ...termsOf(each),
    charge: each.charge === true,
    given: each,
  }))
  const discount = optional(line.price_discount)
  const plain = { amount: discount, percent: undefined, base: undefined, charge: false, given: {} }
  const adjustments = (discount ? [plain, ...stated] : stated).map(
    (each): CompletePriceAdjustment => ({ ...each, amount: gross && priceAdjustmentAmount(each, gross) }),
  )
  const quantities = {
    baseQuantity: optional(line.base_quantity),
    grossBaseQuantity: optional(line.gross_base_quantity),
  }
  return { price: { net: optional(line.net_price), gross, adjustments, ...quantities }, adjustments }
}

/** On a line; its VAT is the line's. */
const completeAdjustment = ({ amount, base, percent }: Adjusted): Adjustment => ({
  category: undefined,
  rate: undefined,
  amount: amount ?? zero,
  missing: amount === undefined,
  base,
  percent,
})

function completeTotals(invoice: Invoice, parts: InvoiceParts & { breakdown: VatGroup[] }): InvoiceTotals {
  const stated = invoice.totals ?? {}
  // Without lines (BASIC WL) their sum is what is stated.
  const line = parts.lines.length ? lineTotalOf(invoice, parts.lines) : orZero(stated.line_total)
  const allowance = adjustmentTotal(parts.allowances)
  const charge = adjustmentTotal(parts.charges)
  const vat = sum(parts.breakdown.map((group) => group.tax.value))
  const prepaid = orZero(invoice.prepaid_amount)
  const rounding = orZero(invoice.rounding_amount)
  const { net, gross, due } = documentTotals({ line, allowance, charge, vat, prepaid, rounding })
  return {
    line: amount(stated.line_total, line),
    allowance: amount(stated.allowance_total, allowance),
    charge: amount(stated.charge_total, charge),
    net: amount(stated.net, net),
    vat: amount(stated.vat, vat),
    gross: amount(stated.gross, gross),
    due: amount(stated.due, due),
  }
}
