/**
 * The net price of an item (BT-146): as it is stated, else the gross price (BT-148) less its discounts (BT-147), plus
 * the surcharges that the profile EXTENDED knows beside them.
 */
import { add, type Decimal, decimal, divide, multiply, subtract, zero } from './decimal'

/** A discount of the gross price, or a surcharge on it: an amount, or a percentage of a base. */
export type PriceAdjustment = {
  charge: boolean
  amount: Decimal | undefined
  percent: Decimal | undefined
  base: Decimal | undefined
}

/** A price as given. The quantities say how many units each price is for. */
export type PriceTerms = {
  net: Decimal | undefined
  gross: Decimal | undefined
  adjustments: readonly PriceAdjustment[]
  /** Of the net price (BT-149); undefined or 0 counts as 1. */
  baseQuantity: Decimal | undefined
  /** Of the gross price; undefined or 0 counts as `baseQuantity`. */
  grossBaseQuantity: Decimal | undefined
}

/** Decimals of a price that is not exact in decimals, such as 10 for 3 units: a price for one of them. */
const MAX_PRICE_DECIMALS = 10

const hundredth = decimal('0.01')

/** The price that the items are billed at; undefined if the terms give none. */
export const netPriceOf = (terms: PriceTerms): Decimal | undefined => terms.net ?? expectedNetPrice(terms)

/** What the gross price and its adjustments make of the net price; undefined without a gross price. */
export function expectedNetPrice(terms: PriceTerms): Decimal | undefined {
  const { gross, adjustments } = terms
  if (!gross) return undefined
  const price = adjustments.reduce((so, each) => {
    const amount = priceAdjustmentAmount(each, gross) ?? zero
    return each.charge ? add(so, amount) : subtract(so, amount)
  }, gross)
  const base = aboveZero(terms.baseQuantity) ?? decimal(1)
  const grossBase = aboveZero(terms.grossBaseQuantity) ?? base
  const converted = multiply(price, base)
  const places = Math.max(converted.scale, MAX_PRICE_DECIMALS)
  return divide(converted, grossBase, places)
}

/** The amount as given, else the percentage of the base, or of the gross price: exact. Undefined if there is neither. */
export const priceAdjustmentAmount = (
  { amount, percent, base }: PriceAdjustment,
  gross: Decimal,
): Decimal | undefined => amount ?? (percent && multiply(multiply(base ?? gross, percent), hundredth))

const aboveZero = (value: Decimal | undefined) => (value && value.units > 0n ? value : undefined)
