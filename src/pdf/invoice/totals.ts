/**
 * BG-22 and BG-23: every amount that EN 16931 defines by others, computed exactly.
 *
 * `completeInvoice` takes what the caller states and computes the rest, always from the amounts below: a line's
 * net amount feeds the sums whether it was stated or computed. Beside each stated amount stands the expected
 * one, for `rules/` to compare. What is missing counts as zero here and is named there.
 */
import { add, type Decimal, decimal, divide, format, multiply, negate, subtract, sum, zero } from './decimal'
import type { Invoice } from './schema'
import type { DocumentAdjustment, Line, LineAdjustment, Vat } from './schema/line'

/** An amount as it will be written, and what the terms it is defined by make of it. */
export type Amount = { stated: Decimal | undefined; expected: Decimal; value: Decimal }

export type VatOf = { category: string | undefined; rate: Decimal | undefined }

export type Adjustment = VatOf & {
  amount: Decimal
  /** Neither an amount nor the percentage and base that give one. */
  missing: boolean
  base: Decimal | undefined
  percent: Decimal | undefined
}

export type CompleteLine = VatOf & {
  quantity: Decimal
  netPrice: Decimal
  netAmount: Amount
  allowances: Adjustment[]
  charges: Adjustment[]
}

export type VatGroup = VatOf & {
  taxable: Amount
  tax: Amount
  /** How many lines, allowances and charges it sums up. */
  parts: number
  /** JSON Pointer of the `vat` of the first of them that gives an exemption reason, else of the first. */
  pointer: string | undefined
  reason: string | undefined
  /** More than one only where the parts of a group disagree, which `rules/vat.ts` refuses. */
  reasonCodes: string[]
}

export type Totals = Record<'line' | 'allowance' | 'charge' | 'net' | 'vat' | 'gross' | 'due', Amount>

export type CompleteInvoice = {
  invoice: Invoice
  lines: CompleteLine[]
  allowances: Adjustment[]
  charges: Adjustment[]
  breakdown: VatGroup[]
  totals: Totals
}

const hundred = decimal(100)
const optional = (value: number | string | undefined) => (value === undefined ? undefined : decimal(value))
const orZero = (value: number | string | undefined) => optional(value) ?? zero
const amount = (stated: number | string | undefined, expected: Decimal): Amount => ({
  stated: optional(stated),
  expected,
  value: optional(stated) ?? expected,
})

/** `base` × `percent` / 100, rounded to the cent. */
export const percentOf = (base: Decimal, percent: Decimal): Decimal =>
  divide(multiply(base, percent), hundred, 2)

/** Computes every amount of the invoice (BG-22, BG-23, BT-131, BT-92, BT-99, BT-136, BT-141) to the cent. */
export function completeInvoice(invoice: Invoice): CompleteInvoice {
  const lines = (invoice.lines ?? []).map(completeLine)
  const lineTotal = sum(lines.map((line) => line.netAmount.value))
  const allowances = (invoice.allowances ?? []).map((each) => documentAdjustment(each, lineTotal))
  const charges = (invoice.charges ?? []).map((each) => documentAdjustment(each, lineTotal))
  const breakdown = vatBreakdown(invoice, { lines, allowances, charges })
  const totals = completeTotals(invoice, { lines, allowances, charges, breakdown })
  return { invoice, lines, allowances, charges, breakdown, totals }
}

/**
 * The VAT category and rate that hold where only one of them is given: a rate above zero is standard rated, and
 * a category that knows no other rate has the rate zero.
 */
export function effectiveVat(
  vat: { category?: string | undefined; rate?: number | string | undefined } | undefined,
): VatOf {
  const rate = optional(vat?.rate)
  const category = vat?.category || (rate && rate.units > 0n ? 'S' : undefined)
  const zeroRated = category !== undefined && ['Z', 'E', 'AE', 'K', 'G'].includes(category)
  return { category, rate: rate ?? (zeroRated ? zero : undefined) }
}

function completeLine(line: Line): CompleteLine {
  const quantity = orZero(line.quantity)
  const netPrice = optional(line.net_price) ?? subtract(orZero(line.gross_price), orZero(line.price_discount))
  const baseQuantity = orZero(line.base_quantity)
  const unitsPerPrice = baseQuantity.units === 0n ? decimal(1) : baseQuantity
  const priced = multiply(quantity, netPrice)
  const base = divide(priced, unitsPerPrice, 2)
  const allowances = (line.allowances ?? []).map((each) => adjustment(each, base))
  const charges = (line.charges ?? []).map((each) => adjustment(each, base))
  const adjusted = subtract(total(charges), total(allowances))
  const expected = divide(add(priced, multiply(adjusted, unitsPerPrice)), unitsPerPrice, 2)
  return {
    ...effectiveVat(line.vat),
    quantity,
    netPrice,
    netAmount: amount(line.net_amount, expected),
    allowances,
    charges,
  }
}

const documentAdjustment = (each: DocumentAdjustment, lineTotal: Decimal): Adjustment => ({
  ...adjustment(each, lineTotal),
  ...effectiveVat(each.vat),
})

/** `defaultBase` is what a percentage is taken of where the caller names no base. */
function adjustment(given: LineAdjustment, defaultBase: Decimal | undefined): Adjustment {
  const percent = optional(given.percent)
  const base = optional(given.base_amount) ?? (percent && defaultBase)
  const computed = percent && base ? percentOf(base, percent) : undefined
  const stated = optional(given.amount)
  return {
    category: undefined,
    rate: undefined,
    amount: stated ?? computed ?? zero,
    missing: stated === undefined && computed === undefined,
    base,
    percent,
  }
}

const total = (adjustments: readonly Adjustment[]) => sum(adjustments.map((each) => each.amount))

type Parts = Pick<CompleteInvoice, 'lines' | 'allowances' | 'charges'>
type Exemption = Pick<Vat, 'exemption_reason' | 'exemption_reason_code'>
type Part = VatOf & { pointer: string; net: Decimal; exemption: Exemption | undefined }

/** Everything that carries VAT, with its sign: a line or a charge adds, an allowance takes away. */
function partsOf(invoice: Invoice, { lines, allowances, charges }: Parts): Part[] {
  return [
    ...lines.map((line, i) => ({
      ...vatOf(line),
      pointer: `/lines/${i}/vat`,
      net: line.netAmount.value,
      exemption: invoice.lines?.[i]?.vat,
    })),
    ...allowances.map((each, i) => ({
      ...vatOf(each),
      pointer: `/allowances/${i}/vat`,
      net: negate(each.amount),
      exemption: invoice.allowances?.[i]?.vat,
    })),
    ...charges.map((each, i) => ({
      ...vatOf(each),
      pointer: `/charges/${i}/vat`,
      net: each.amount,
      exemption: invoice.charges?.[i]?.vat,
    })),
  ]
}

const vatOf = ({ category, rate }: VatOf): VatOf => ({ category, rate })

/** Categories that have several rates, and a group for each (BR-S-08); the others have one group (BR-Z-01). */
export const ratedCategories = ['S', 'L', 'M']

const groupKey = ({ category = '', rate }: VatOf) =>
  ratedCategories.includes(category) ? `${category} ${rate ? format(rate) : ''}` : category

/** The stated breakdown with its missing amounts computed, or one computed from the parts (BG-23). */
function vatBreakdown(invoice: Invoice, given: Parts): VatGroup[] {
  const parts = Map.groupBy(
    partsOf(invoice, given).filter((part) => part.category),
    groupKey,
  )
  if (!invoice.vat_breakdown?.length) {
    return [...parts.values()].map((group) => vatGroup(vatOf(group[0] as Part), group, {}))
  }
  return invoice.vat_breakdown.map((stated) => {
    const vat = effectiveVat(stated)
    return vatGroup(vat, parts.get(groupKey(vat)) ?? [], stated)
  })
}

type StatedGroup = NonNullable<Invoice['vat_breakdown']>[number]

function vatGroup(vat: VatOf, parts: Part[], stated: StatedGroup): VatGroup {
  const taxable = amount(stated.taxable_amount, sum(parts.map((part) => part.net)))
  const tax = amount(stated.tax_amount, percentOf(taxable.value, vat.rate ?? zero))
  const reasons = distinct(parts.map((part) => part.exemption?.exemption_reason))
  const codes = distinct(parts.map((part) => part.exemption?.exemption_reason_code))
  const reason = stated.exemption_reason || reasons.join('; ') || undefined
  const reasonCodes = stated.exemption_reason_code ? [stated.exemption_reason_code] : codes
  const implied = reason || reasonCodes.length ? [] : distinct([impliedReasonCodes[vat.category ?? '']])
  return {
    ...vat,
    taxable,
    tax,
    parts: parts.length,
    pointer: (parts.find(givesReason) ?? parts[0])?.pointer,
    reason,
    reasonCodes: [...reasonCodes, ...implied],
  }
}

const givesReason = ({ exemption }: Part) =>
  Boolean(exemption?.exemption_reason || exemption?.exemption_reason_code)

/** The code that says no more than the category does already (BR-AE-10, BR-IC-10, BR-G-10, BR-O-10). */
const impliedReasonCodes: Record<string, string> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.flatMap((value) => value || [])),
]

function completeTotals(invoice: Invoice, parts: Parts & { breakdown: VatGroup[] }): Totals {
  const stated = invoice.totals ?? {}
  const line = sum(parts.lines.map((each) => each.netAmount.value))
  const allowance = total(parts.allowances)
  const charge = total(parts.charges)
  const net = add(subtract(line, allowance), charge)
  const vat = sum(parts.breakdown.map((group) => group.tax.value))
  const gross = add(net, vat)
  const due = add(subtract(gross, orZero(invoice.prepaid_amount)), orZero(invoice.rounding_amount))
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
