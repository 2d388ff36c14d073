/**
 * What a page prints of a commercial document's amounts. The arithmetic is `money/totals.ts`, which the e-invoice
 * uses too; here data are read leniently, since a page is printed whatever is missing.
 */
import {
  type Decimal,
  decimal,
  format,
  negate,
  round,
  subtract,
  sum,
  toDecimal,
  zero,
} from '../money/decimal'
import {
  adjust,
  adjustmentTotal,
  documentTotals,
  effectiveVat,
  lineAmounts,
  RATED_CATEGORIES,
  taxOf,
  type VatOf,
} from '../money/totals'

type Row = Record<string, unknown>

/** Amounts are in their plain written form, `"-12.50"`. Names follow the invoice JSON after EN 16931. */
export type PrintedTotals = {
  /** The lines as given, each with its position and its net amount (BT-131). */
  lines: (Row & { position: number; net_amount: string | undefined })[]
  /** Sum of the lines (BT-106). */
  line_total: string
  /** Allowances and charges on the document, signed, with their reasons (BG-20, BG-21). */
  adjustments: { reason: unknown; percent: unknown; amount: string }[]
  /** Without tax (BT-109). */
  net: string
  /** One a rate, highest first (BG-23). */
  vat_breakdown: { rate: string; taxable_amount: string; tax_amount: string }[]
  /** Whether anything names a tax rate; a document without one shows no tax at all. */
  taxed: boolean
  /** With tax (BT-112). */
  gross: string
  /** Paid already, as a negative amount (BT-113); empty where nothing was. */
  prepaid: string
  /** To be paid (BT-115). */
  due: string
}

type Part = VatOf & { amount: Decimal }

/**
 * Adds up a commercial document as EN 16931 does: every line is rounded, and tax is computed once a category and
 * rate from the sum of what it applies to. What is missing counts as nothing; what is no number was refused before.
 *
 * @param data `lines`, `allowances`, `charges`, `prepaid_amount`, `rounding_amount`
 * @param places decimal places of the currency
 */
export function totalsOf(data: Row, places: number): PrintedTotals {
  const lines = rows(data.lines).map((row) => ({ row, vat: vatOf(row), net: lineNet(row, places) }))
  const lineTotal = sum(lines.map(({ net }) => net ?? zero))
  const usualVat = lines.find(({ vat }) => vat.rate)?.vat
  const adjusted = (list: unknown) =>
    rows(list).map((row) => {
      const vat = vatOf(row)
      const { amount = zero } = adjust(adjustmentTerms(row, places), lineTotal, places)
      return { row, vat: vat.rate ? vat : (usualVat ?? vat), amount }
    })
  const allowances = adjusted(data.allowances)
  const charges = adjusted(data.charges)
  const breakdown = breakdownByRate(
    [
      ...lines.map(({ vat, net }) => ({ ...vat, amount: net ?? zero })),
      ...allowances.map(({ vat, amount }) => ({ ...vat, amount: negate(amount) })),
      ...charges.map(({ vat, amount }) => ({ ...vat, amount })),
    ],
    places,
  )
  const prepaid = amountOf(data.prepaid_amount, places) ?? zero
  const { net, gross, due } = documentTotals({
    line: lineTotal,
    allowance: adjustmentTotal(allowances),
    charge: adjustmentTotal(charges),
    vat: sum(breakdown.map(({ tax }) => tax)),
    prepaid,
    rounding: amountOf(data.rounding_amount, places) ?? zero,
  })
  const text = (value: Decimal) => format(value, places)
  const shown = (amount: Decimal, { reason, percent }: Row) => ({ reason, percent, amount: text(amount) })
  return {
    lines: lines.map(({ row, net }, index) => ({
      ...row,
      position: index + 1,
      net_amount: net && text(net),
    })),
    line_total: text(lineTotal),
    adjustments: [
      ...allowances.map(({ row, amount }) => shown(negate(amount), row)),
      ...charges.map(({ row, amount }) => shown(amount, row)),
    ],
    net: text(net),
    vat_breakdown: breakdown.map(({ rate, base, tax }) => ({
      rate: format(rate),
      taxable_amount: text(base),
      tax_amount: text(tax),
    })),
    taxed: breakdown.length > 0,
    gross: text(gross),
    prepaid: prepaid.units === 0n ? '' : text(negate(prepaid)),
    due: text(due),
  }
}

/** A line's net amount as given, else price by quantity, less its allowances, plus its charges (BT-131). */
function lineNet(line: Row, places: number): Decimal | undefined {
  const given = amountOf(line.net_amount, places)
  if (given) return given
  const price = netPrice(line)
  if (!price) return undefined
  const terms = (list: unknown) => rows(list).map((row) => adjustmentTerms(row, places))
  const quantity = toDecimal(line.quantity) ?? decimal(1)
  const baseQuantity = toDecimal(line.base_quantity)
  const [allowances, charges] = [terms(line.allowances), terms(line.charges)]
  return lineAmounts({ quantity, netPrice: price, baseQuantity, allowances, charges }, places).net
}

function netPrice(line: Row) {
  const net = toDecimal(line.net_price)
  const gross = toDecimal(line.gross_price)
  return net ?? (gross && subtract(gross, toDecimal(line.price_discount) ?? zero))
}

/** An amount that the data state, at the currency's places. */
function amountOf(value: unknown, places: number): Decimal | undefined {
  const amount = toDecimal(value)
  return amount && round(amount, places)
}

/** An allowance or a charge that says neither an amount nor a percentage counts as nothing. */
function adjustmentTerms(row: Row, places: number) {
  const base = toDecimal(row.base_amount)
  return { amount: amountOf(row.amount, places), percent: toDecimal(row.percent), base }
}

/** The category and rate of a row's `vat`, which may be the rate alone. */
function vatOf({ vat }: Row): VatOf {
  if (typeof vat !== 'object' || vat === null)
    return effectiveVat({ category: undefined, rate: toDecimal(vat) })
  const { category, rate } = vat as Row
  return effectiveVat({
    category: typeof category === 'string' ? category : undefined,
    rate: toDecimal(rate),
  })
}

/** Tax is computed for each category and rate, and shown for each rate, highest first. */
function breakdownByRate(parts: readonly Part[], places: number) {
  const taxed = parts.flatMap(({ rate, ...part }) => (rate ? [{ ...part, rate }] : []))
  const groups = Map.groupBy(taxed, ({ category, rate }) =>
    RATED_CATEGORIES.includes(category ?? '') ? `${category} ${format(rate)}` : `0 ${format(rate)}`,
  )
  const byRate = new Map<string, { rate: Decimal; base: Decimal; tax: Decimal }>()
  for (const group of groups.values()) {
    const { rate } = group[0] as (typeof group)[number]
    const base = sum(group.map(({ amount }) => amount))
    const so = byRate.get(format(rate)) ?? { rate, base: zero, tax: zero }
    const tax = taxOf(base, rate, places)
    byRate.set(format(rate), { rate, base: sum([so.base, base]), tax: sum([so.tax, tax]) })
  }
  return [...byRate.values()].sort((a, b) => Number(format(b.rate)) - Number(format(a.rate)))
}

function rows(value: unknown): Row[] {
  if (!Array.isArray(value)) return []
  return value.filter((row): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row))
}
