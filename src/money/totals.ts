/**
 * The arithmetic of a commercial document, after EN 16931: what the page prints and what the e-invoice inside it
 * says come from these functions, so they cannot differ.
 *
 * Every amount that is stored or printed is rounded once, to the decimal places of the currency, half away from zero:
 * the base of a percentage (BT-93, BT-137), each allowance and charge (BT-92, BT-99, BT-136, BT-141), each line's net
 * amount (BT-131) and the tax of each category and rate (BT-117). Sums of rounded amounts need no rounding.
 */
import {
  add,
  type Decimal,
  decimal,
  divide,
  format,
  multiply,
  percentOf,
  subtract,
  sum,
  zero,
} from './decimal'

/** An allowance or a charge as given: an amount, or a percentage of a base. */
export type AdjustmentTerms = {
  amount: Decimal | undefined
  percent: Decimal | undefined
  base: Decimal | undefined
}

/** `amount` is undefined if the terms give neither an amount nor a percentage. */
export type Adjusted = {
  amount: Decimal | undefined
  base: Decimal | undefined
  percent: Decimal | undefined
}

/** A line as given. `baseQuantity` is the number of units that the price is for (BT-149); 0 counts as 1. */
export type LineTerms = {
  quantity: Decimal
  netPrice: Decimal
  baseQuantity: Decimal | undefined
  allowances: readonly AdjustmentTerms[]
  charges: readonly AdjustmentTerms[]
}

export type LineAmounts = { net: Decimal; allowances: Adjusted[]; charges: Adjusted[] }

export type VatOf = { category: string | undefined; rate: Decimal | undefined }

const one = decimal(1)

/**
 * The amount of an allowance or a charge: as given, else its percentage of its base (BT-92, BT-99, BT-136, BT-141).
 *
 * @param defaultBase what a percentage is taken of if the terms name no base
 */
export function adjust(terms: AdjustmentTerms, defaultBase: Decimal, places: number): Adjusted {
  const { percent } = terms
  const base = terms.base ?? (percent && defaultBase)
  return { base, percent, amount: terms.amount ?? (percent && base && percentOf(base, percent, places)) }
}

/** Price × quantity, less the allowances, plus the charges, rounded once (BT-131). */
export function lineAmounts(terms: LineTerms, places: number): LineAmounts {
  const { quantity, netPrice, baseQuantity } = terms
  const units = baseQuantity && baseQuantity.units !== 0n ? baseQuantity : one
  const priced = multiply(quantity, netPrice)
  const base = divide(priced, units, places)
  const allowances = terms.allowances.map((each) => adjust(each, base, places))
  const charges = terms.charges.map((each) => adjust(each, base, places))
  const adjusted = subtract(adjustmentTotal(charges), adjustmentTotal(allowances))
  const net = divide(add(priced, multiply(adjusted, units)), units, places)
  return { net, allowances, charges }
}

/** Whether a line counts, by its status (BT-X-8): one that only groups other lines or informs does not. */
export const countsInTotals = (status: unknown): boolean => !status || status === 'DETAIL'

/** The sum of allowances or of charges (BT-107, BT-108). */
export const adjustmentTotal = (adjustments: readonly { amount: Decimal | undefined }[]): Decimal =>
  sum(adjustments.map(({ amount }) => amount ?? zero))

/** VAT categories that have several rates, with a group for each (BR-S-08); each other one is one group (BR-Z-01). */
export const RATED_CATEGORIES: readonly string[] = ['S', 'L', 'M']

/** Categories whose rate is 0 by themselves. */
const ZERO_RATED: readonly string[] = ['Z', 'E', 'AE', 'K', 'G']

/**
 * The VAT category and rate that hold if only one of them is given: a rate above zero is standard rated, and a
 * category that knows no other rate has the rate zero.
 */
export function effectiveVat({ category, rate }: VatOf): VatOf {
  const effective = category || (rate && rate.units > 0n ? 'S' : undefined)
  const zeroRated = effective !== undefined && ZERO_RATED.includes(effective)
  return { category: effective, rate: rate ?? (zeroRated ? zero : undefined) }
}

/** Parts with one key are one group of the VAT breakdown. */
export const vatKey = ({ category = '', rate }: VatOf): string =>
  category === '' || RATED_CATEGORIES.includes(category)
    ? `${category} ${rate ? format(rate) : ''}`
    : category

/** The tax of one category and rate, from the sum of what it applies to (BT-117). */
export const taxOf = (taxable: Decimal, rate: Decimal | undefined, places: number): Decimal =>
  percentOf(taxable, rate ?? zero, places)

export type DocumentTerms = {
  line: Decimal
  allowance: Decimal
  charge: Decimal
  vat: Decimal
  prepaid: Decimal
  rounding: Decimal
}

/** Lines − allowances + charges (BT-109), with VAT (BT-112), less what was paid, plus the rounding (BT-115). */
export function documentTotals(terms: DocumentTerms): { net: Decimal; gross: Decimal; due: Decimal } {
  const net = add(subtract(terms.line, terms.allowance), terms.charge)
  const gross = add(net, terms.vat)
  return { net, gross, due: add(subtract(gross, terms.prepaid), terms.rounding) }
}
