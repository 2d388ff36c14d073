/** An invoice with every amount that EN 16931 defines by others, as `completeInvoice` makes it. */
import type { Decimal } from '../money/decimal'
import type { Exemption } from '../money/group-by-vat'
import type { PriceAdjustment } from '../money/net-price'
import type { VatOf } from '../money/totals'
import type { Invoice } from './schema'

/** An amount as it will be written, and what the terms it is defined by make of it. */
export type CheckedAmount = { stated: Decimal | undefined; expected: Decimal; value: Decimal }

export type Adjustment = VatOf & {
  amount: Decimal
  /** Neither an amount nor the percentage and base that give one. */
  missing: boolean
  base: Decimal | undefined
  percent: Decimal | undefined
  /** Why it is exempt, as the profile EXTENDED repeats it there. */
  exemption?: Exemption
}

export type CompleteLine = VatOf & {
  exemption?: Exemption
  quantity: Decimal
  netPrice: Decimal
  /** What the gross price and its adjustments make of the net price; undefined without a gross price. */
  expectedPrice: Decimal | undefined
  /** What is taken off the gross price or added to it, `price_discount` first. */
  priceAdjustments: CompletePriceAdjustment[]
  netAmount: CheckedAmount
  allowances: Adjustment[]
  charges: Adjustment[]
}

/** `given` has the reason; its amount and percentage are in the other fields. */
export type CompletePriceAdjustment = PriceAdjustment & { given: PriceReason }

type PriceReason = { reason?: string | undefined; reason_code?: string | number | undefined }

export type InvoiceTotals = Record<
  'line' | 'allowance' | 'charge' | 'net' | 'vat' | 'gross' | 'due',
  CheckedAmount
>

export type CompleteInvoice = {
  invoice: Invoice
  /** Decimal places of the currency, which every computed amount is rounded to. */
  places: number
  /** Whether lines, allowances and charges say their exemption reasons (EXTENDED). */
  explains: boolean
  lines: CompleteLine[]
  allowances: Adjustment[]
  charges: Adjustment[]
  breakdown: VatGroup[]
  /** Lines, allowances and charges that do not say which of several groups is theirs, by the JSON Pointer to their `vat`. */
  unclearVat: { pointer: string; category: string | undefined }[]
  totals: InvoiceTotals
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
  /** Of the lines alone, and of charges − allowances, if they are stated (EXTENDED). */
  lineTotal: number | string | undefined
  adjustmentTotal: number | string | undefined
}
