/**
 * BG-22 and BG-23: every amount that EN 16931 defines by others, computed exactly.
 *
 * `completeInvoice` takes what the caller states and computes the rest, always from the amounts below: a line's
 * net amount feeds the sums whether it was stated or computed. Beside each stated amount stands the expected
 * one, for `rules/` to compare. What is missing counts as zero here and is named there.
 */
import { currencyDigits } from '../money/currencies'
import { type Decimal, decimal, negate, subtract, sum, zero } from '../money/decimal'
import {
  type Adjusted,
  adjust,
  adjustmentTotal,
  documentTotals,
  effectiveVat,
  lineAmounts,
  taxOf,
  type VatOf,
  vatKey,
} from '../money/totals'
import type { Invoice } from './schema'
import type { DocumentAdjustment, Line, LineAdjustment, Vat } from './schema/line'

/** An amount as it will be written, and what the terms it is defined by make of it. */
export type CheckedAmount = { stated: Decimal | undefined; expected: Decimal; value: Decimal }

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
  netAmount: CheckedAmount
  allowances: Adjustment[]
  charges: Adjustment[]
}

export type VatGroup = VatOf & {
  taxable: CheckedAmount
  tax: CheckedAmount
  /** How many lines, allowances and charges it sums up. */
  parts: number
  /** JSON Pointer of the `vat` of the first of them that gives an exemption reason, else of the first. */
  pointer: string | undefined
  reason: string | undefined
  /** More than one only if the parts of a group disagree, which `rules/vat.ts` refuses. */
  reasonCodes: string[]
}

export type InvoiceTotals = Record<
  'line' | 'allowance' | 'charge' | 'net' | 'vat' | 'gross' | 'due',
  CheckedAmount
>

export type CompleteInvoice = {
  invoice: Invoice
  /** Decimal places of the currency, which every computed amount is rounded to. */
  places: number
  lines: CompleteLine[]
  allowances: Adjustment[]
  charges: Adjustment[]
  breakdown: VatGroup[]
  totals: InvoiceTotals
}

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
 */
export function completeInvoice(invoice: Invoice): CompleteInvoice {
  const places = currencyDigits(invoice.currency)
  const lines = (invoice.lines ?? []).map((line) => completeLine(line, places))
  const lineTotal = sum(lines.map((line) => line.netAmount.value))
  const adjusted = (given: readonly DocumentAdjustment[] | undefined) =>
    (given ?? []).map((each) => ({
      ...completeAdjustment(adjust(termsOf(each), lineTotal, places)),
      ...vatTerms(each.vat),
    }))
  const parts = { lines, allowances: adjusted(invoice.allowances), charges: adjusted(invoice.charges) }
  const breakdown = vatBreakdown(invoice, parts, places)
  const totals = completeTotals(invoice, { ...parts, breakdown })
  return { invoice, places, ...parts, breakdown, totals }
}

const vatTerms = (vat: Vat | undefined): VatOf =>
  effectiveVat({ category: vat?.category, rate: optional(vat?.rate) })

const termsOf = (given: LineAdjustment) => ({
  amount: optional(given.amount),
  percent: optional(given.percent),
  base: optional(given.base_amount),
})

function completeLine(line: Line, places: number): CompleteLine {
  const quantity = orZero(line.quantity)
  const netPrice = optional(line.net_price) ?? subtract(orZero(line.gross_price), orZero(line.price_discount))
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
    netAmount: amount(line.net_amount, computed.net),
    allowances: computed.allowances.map(completeAdjustment),
    charges: computed.charges.map(completeAdjustment),
  }
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

type InvoiceParts = Pick<CompleteInvoice, 'lines' | 'allowances' | 'charges'>
type Exemption = Pick<Vat, 'exemption_reason' | 'exemption_reason_code'>
type Part = VatOf & { pointer: string; net: Decimal; exemption: Exemption | undefined }

/** Everything that carries VAT, with its sign: a line or a charge adds, an allowance takes away. */
function partsOf(invoice: Invoice, { lines, allowances, charges }: InvoiceParts): Part[] {
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

/** The stated breakdown with its missing amounts computed, or one computed from the parts (BG-23). */
function vatBreakdown(invoice: Invoice, given: InvoiceParts, places: number): VatGroup[] {
  const parts = Map.groupBy(
    partsOf(invoice, given).filter((part) => part.category),
    vatKey,
  )
  if (!invoice.vat_breakdown?.length) {
    return [...parts.values()].map((group) =>
      vatGroup(vatOf(group[0] as Part), { parts: group, stated: {}, places }),
    )
  }
  return invoice.vat_breakdown.map((stated) => {
    const vat = vatTerms(stated)
    return vatGroup(vat, { parts: parts.get(vatKey(vat)) ?? [], stated, places })
  })
}

type StatedGroup = NonNullable<Invoice['vat_breakdown']>[number]

function vatGroup(
  vat: VatOf,
  { parts, stated, places }: { parts: Part[]; stated: StatedGroup; places: number },
): VatGroup {
  const taxable = amount(stated.taxable_amount, sum(parts.map((part) => part.net)))
  const tax = amount(stated.tax_amount, taxOf(taxable.value, vat.rate, places))
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

function completeTotals(invoice: Invoice, parts: InvoiceParts & { breakdown: VatGroup[] }): InvoiceTotals {
  const stated = invoice.totals ?? {}
  // Without lines (BASIC WL) their sum is what is stated.
  const line = parts.lines.length
    ? sum(parts.lines.map((each) => each.netAmount.value))
    : orZero(stated.line_total)
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
