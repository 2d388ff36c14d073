/**
 * What a page prints of a commercial document's amounts. The arithmetic is `money/totals.ts`, which the e-invoice
 * uses too; here data are read leniently, since a page is printed whatever is missing. An amount that the data state is
 * printed as it is stated, as the e-invoice says it.
 */
import { type Decimal, decimal, equal, format, negate, round, sum, toDecimal, zero } from '../money/decimal'
import { netPriceOf, priceAdjustmentAmount } from '../money/net-price'
import {
  type AdjustmentTerms,
  adjust,
  adjustmentTotal,
  countsInTotals,
  documentTotals,
  effectiveVat,
  type LineAmounts,
  lineAmounts,
  type VatOf,
} from '../money/totals'
import { type PrintedVat, printedVat } from './printed-vat'

type DataRow = Record<string, unknown>

type PrintedLine = DataRow & {
  /** The line's own number (BT-126), else its position. */
  position: unknown
  net_amount: string | undefined
  /** What one unit costs (BT-146), in as many decimals as it has. */
  price: string | undefined
  /** The price before discounts (BT-148); undefined if it is the same. */
  gross_price: unknown
  /** What makes the price of the gross price (BT-147): signed by `charge`, each with its amount. */
  price_adjustments: DataRow[]
  /** In percent; undefined if there is none (BT-152). */
  vat_rate: string | undefined
}

/** Amounts are in their plain written form, `"-12.50"`. Names follow the invoice JSON after EN 16931. */
export type PrintedTotals = {
  /** The lines as given, each with its position and its net amount (BT-131). */
  lines: PrintedLine[]
  /** Sum of the lines (BT-106). */
  line_total: string
  /** Allowances and charges on the document, signed, with their reasons (BG-20, BG-21). */
  adjustments: { kind: 'discount' | 'charge'; reason: unknown; percent: unknown; amount: string }[]
  /** Without tax (BT-109). */
  net: string
  /** One a category and rate, highest rate first (BG-23). */
  vat_breakdown: PrintedVat[]
  /** Whether anything names a tax; a document without one shows no tax at all. */
  taxed: boolean
  /** In the currency that the tax is accounted in (BT-111); empty if it is the document's. */
  vat_in_tax_currency: string
  tax_currency: string
  /** With tax (BT-112). */
  gross: string
  /** Paid already, as a negative amount (BT-113); empty if nothing was. */
  prepaid: string
  /** Added to the amount due (BT-114); empty if nothing is. */
  rounding: string
  /** To be paid (BT-115). */
  due: string
}

/**
 * Adds up a commercial document as EN 16931 does: every line is rounded, and tax is computed once a category and
 * rate from the sum of what it applies to. What is missing counts as nothing; what is no number was refused before.
 *
 * @param data `lines`, `allowances`, `charges`, `prepaid_amount`, `rounding_amount`, `tax_currency`, `totals`, `vat_breakdown`
 * @param places decimal places of the currency
 */
export function totalsOf(data: DataRow, places: number): PrintedTotals {
  const text = (value: Decimal) => format(value, places)
  const lines = rows(data.lines).map((row) => ({ row, vat: vatOf(row), ...lineOf(row, places) }))
  const counted = lines.filter(({ row }) => countsInTotals(row.status))
  const lineTotal = sum(counted.map(({ net }) => net ?? zero))
  const usualVat = lines.find(({ vat }) => vat.rate)?.vat
  const adjusted = (list: unknown) =>
    rows(list).map((row) => {
      const vat = vatOf(row)
      const { amount = zero } = adjust(adjustmentTerms(row, places), lineTotal, places)
      return { row, vat: vat.category || vat.rate ? vat : (usualVat ?? vat), amount }
    })
  const allowances = adjusted(data.allowances)
  const charges = adjusted(data.charges)
  const breakdown = printedVat(
    [
      ...counted.map(({ vat, net, row }) => ({ ...vat, amount: net ?? zero, row })),
      ...allowances.map(({ vat, amount, row }) => ({ ...vat, amount: negate(amount), row })),
      ...charges.map(({ vat, amount, row }) => ({ ...vat, amount, row })),
    ],
    { stated: rows(data.vat_breakdown), places },
  )
  const prepaid = amountOf(data.prepaid_amount, places) ?? zero
  const rounding = amountOf(data.rounding_amount, places) ?? zero
  const stated = (isRow(data.totals) ? data.totals : {}) as DataRow
  const total = (name: string, computed: Decimal) => text(amountOf(stated[name], places) ?? computed)
  const vat = sum(breakdown.map(({ tax_amount }) => decimal(tax_amount)))
  const terms = { line: lineTotal, allowance: adjustmentTotal(allowances), charge: adjustmentTotal(charges) }
  const { net, gross, due } = documentTotals({ ...terms, vat, prepaid, rounding })
  const taxCurrency = typeof data.tax_currency === 'string' ? data.tax_currency : ''
  const vatInTaxCurrency = toDecimal(stated.vat_in_tax_currency)
  return {
    lines: lines.map(({ row, vat: { rate }, net: amount, ...rest }, index) => ({
      ...row,
      ...rest,
      position: row.id ?? index + 1,
      net_amount: amount && text(amount),
      vat_rate: rate && format(rate),
    })),
    line_total: total('line_total', lineTotal),
    adjustments: [
      ...allowances.map(({ row, amount }) => adjustmentRow('discount', row, text(negate(amount)))),
      ...charges.map(({ row, amount }) => adjustmentRow('charge', row, text(amount))),
    ],
    net: total('net', net),
    vat_breakdown: breakdown,
    taxed: breakdown.length > 0,
    vat_in_tax_currency: vatInTaxCurrency && taxCurrency ? format(vatInTaxCurrency) : '',
    tax_currency: taxCurrency,
    gross: total('gross', gross),
    prepaid: prepaid.units === 0n ? '' : text(negate(prepaid)),
    rounding: rounding.units === 0n ? '' : text(rounding),
    due: total('due', due),
  }
}

const adjustmentRow = (kind: 'discount' | 'charge', { reason, percent }: DataRow, amount: string) => ({
  kind,
  reason,
  percent,
  amount,
})

/** A line's net amount as given, else price by quantity, less its allowances, plus its charges (BT-131). */
function lineOf(line: DataRow, places: number) {
  const { price, adjustments: priceAdjustments } = priceOf(line)
  const terms = (list: unknown) => rows(list).map((row) => adjustmentTerms(row, places))
  const quantity = toDecimal(line.quantity) ?? decimal(1)
  const baseQuantity = toDecimal(line.base_quantity)
  const adjustments = { allowances: terms(line.allowances), charges: terms(line.charges) }
  const amounts = lineAmounts({ quantity, netPrice: price ?? zero, baseQuantity, ...adjustments }, places)
  return {
    net: amountOf(line.net_amount, places) ?? (price && amounts.net),
    price: price && format(price),
    gross_price: isListPrice(line, price, priceAdjustments) ? line.gross_price : undefined,
    price_adjustments: priceAdjustments,
    allowances: withAmounts(line.allowances, amounts.allowances, places),
    charges: withAmounts(line.charges, amounts.charges, places),
  }
}

/** Whether the gross price says more than the net price. */
function isListPrice(line: DataRow, price: Decimal | undefined, adjustments: readonly unknown[]): boolean {
  const gross = toDecimal(line.gross_price)
  return gross !== undefined && (adjustments.length > 0 || !price || !equal(gross, price))
}

const withAmounts = (list: unknown, amounts: LineAmounts['allowances'], places: number) =>
  rows(list).map((row, index) => {
    const amount = amounts[index]?.amount
    return amount ? { ...row, amount: format(amount, places) } : row
  })

/** The net price (BT-146), and what was taken off the gross price or added to it, with amounts in their written form. */
function priceOf(line: DataRow) {
  const gross = toDecimal(line.gross_price)
  const discount = toDecimal(line.price_discount)
  const stated = [...(discount ? [{ amount: line.price_discount }] : []), ...rows(line.price_adjustments)]
  const adjustments = stated.map((row: DataRow) => ({
    row,
    charge: row.charge === true,
    amount: toDecimal(row.amount),
    percent: toDecimal(row.percent),
    base: toDecimal(row.base_amount),
  }))
  const price = netPriceOf({
    net: toDecimal(line.net_price),
    gross,
    adjustments,
    baseQuantity: toDecimal(line.base_quantity),
    grossBaseQuantity: toDecimal(line.gross_base_quantity),
  })
  const printed = adjustments.map(({ row, ...each }) => {
    const amount = gross && priceAdjustmentAmount(each, gross)
    return { ...row, charge: each.charge, amount: amount && format(amount) }
  })
  return { price, adjustments: gross ? printed : [] }
}

/** An amount that the data state, at the currency's places. */
function amountOf(value: unknown, places: number): Decimal | undefined {
  const amount = toDecimal(value)
  return amount && round(amount, places)
}

/** An allowance or a charge that says neither an amount nor a percentage counts as nothing. */
function adjustmentTerms(row: DataRow, places: number): AdjustmentTerms {
  const base = toDecimal(row.base_amount)
  return { amount: amountOf(row.amount, places), percent: toDecimal(row.percent), base }
}

/** The category and rate of a row's `vat`, which may be the rate alone. */
function vatOf({ vat }: DataRow): VatOf {
  if (!isRow(vat)) return effectiveVat({ category: undefined, rate: toDecimal(vat) })
  const { category, rate } = vat
  return effectiveVat({
    category: typeof category === 'string' ? category : undefined,
    rate: toDecimal(rate),
  })
}

const isRow = (value: unknown): value is DataRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const rows = (value: unknown): DataRow[] => (Array.isArray(value) ? value.filter(isRow) : [])
