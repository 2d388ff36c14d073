import {
  add,
  type Decimal,
  divide,
  isZero,
  multiply,
  percentOf,
  round,
  subtract,
  toDecimal,
  toText,
  zero,
} from './decimal'

type Row = Record<string, unknown>

/** Amounts are in their plain written form, `"-12.50"`. Names follow the invoice JSON after EN 16931. */
export type Totals = {
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

type Taxable = { rate: Decimal | undefined; amount: Decimal }

/**
 * Adds up a commercial document as EN 16931 does: every line is rounded, and tax is computed once a rate from
 * the sum of what it applies to. What is missing counts as nothing; what is no number was refused before this.
 *
 * @param data `lines`, `allowances`, `charges`, `prepaid_amount`, `rounding_amount`
 * @param places decimal places of the currency
 */
export function totalsOf(data: Row, places: number): Totals {
  const lines = rows(data.lines).map((line) => ({ line, rate: rateOf(line), amount: lineNet(line, places) }))
  const lineTotal = sum(lines)
  const usualRate = lines.find(({ rate }) => rate)?.rate
  const adjust = (list: unknown, sign: 1 | -1) =>
    rows(list).map((row) => {
      const amount = adjustment(row, lineTotal, places)
      return { row, rate: rateOf(row) ?? usualRate, amount: sign === 1 ? amount : subtract(zero, amount) }
    })
  const adjustments = [...adjust(data.allowances, -1), ...adjust(data.charges, 1)]
  const taxable: Taxable[] = [
    ...lines.map((line) => ({ ...line, amount: line.amount ?? zero })),
    ...adjustments,
  ]
  const net = sum(taxable)
  const breakdown = byRate(taxable, places)
  const gross = add(
    net,
    breakdown.reduce((total, { tax }) => add(total, tax), zero),
  )
  const prepaid = round(toDecimal(data.prepaid_amount) ?? zero, places)
  const due = add(subtract(gross, prepaid), toDecimal(data.rounding_amount) ?? zero)
  const text = (value: Decimal) => toText(round(value, places))
  return {
    lines: lines.map(({ line, amount }, index) => ({
      ...line,
      position: index + 1,
      net_amount: amount && text(amount),
    })),
    line_total: text(lineTotal),
    adjustments: adjustments.map(({ row, amount }) => ({
      reason: row.reason,
      percent: row.percent,
      amount: text(amount),
    })),
    net: text(net),
    vat_breakdown: breakdown.map(({ rate, base, tax }) => ({
      rate: toText(rate),
      taxable_amount: text(base),
      tax_amount: text(tax),
    })),
    taxed: breakdown.length > 0,
    gross: text(gross),
    prepaid: isZero(prepaid) ? '' : text(subtract(zero, prepaid)),
    due: text(due),
  }
}

/** A line's net amount as given, else price by quantity, less its allowances, plus its charges (BT-131). */
function lineNet(line: Row, places: number): Decimal | undefined {
  const given = toDecimal(line.net_amount)
  if (given) return round(given, places)
  const price = netPrice(line)
  if (!price) return undefined
  const one: Decimal = { units: 1n, scale: 0 }
  const full = multiply(toDecimal(line.quantity) ?? one, price)
  const base = divide(full, toDecimal(line.base_quantity) ?? one) ?? full
  const less = sum(rows(line.allowances).map((row) => ({ amount: adjustment(row, base, places) })))
  const more = sum(rows(line.charges).map((row) => ({ amount: adjustment(row, base, places) })))
  return round(add(subtract(base, less), more), places)
}

function netPrice(line: Row) {
  const net = toDecimal(line.net_price)
  const gross = toDecimal(line.gross_price)
  return net ?? (gross && subtract(gross, toDecimal(line.price_discount) ?? zero))
}

/** The amount of an allowance or a charge: as given, else its percentage of its base. */
function adjustment(row: Row, base: Decimal, places: number) {
  const amount = toDecimal(row.amount)
  const percent = toDecimal(row.percent)
  if (amount) return round(amount, places)
  return percent ? round(percentOf(toDecimal(row.base_amount) ?? base, percent), places) : zero
}

function rateOf({ vat }: Row): Decimal | undefined {
  return toDecimal(typeof vat === 'object' && vat !== null ? (vat as Row).rate : vat)
}

function byRate(taxable: Taxable[], places: number) {
  const bases = new Map<string, { rate: Decimal; base: Decimal }>()
  for (const { rate, amount } of taxable) {
    if (!rate) continue
    const key = toText(round(rate, 4))
    bases.set(key, { rate, base: add(bases.get(key)?.base ?? zero, amount) })
  }
  return [...bases.values()]
    .sort((a, b) => Number(toText(b.rate)) - Number(toText(a.rate)))
    .map(({ rate, base }) => ({ rate, base, tax: round(percentOf(base, rate), places) }))
}

function sum(parts: { amount: Decimal | undefined }[]) {
  return parts.reduce((total, { amount }) => add(total, amount ?? zero), zero)
}

function rows(value: unknown): Row[] {
  if (!Array.isArray(value)) return []
  return value.filter((row): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row))
}
