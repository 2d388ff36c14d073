/** Rates of VAT that are hardly meant as they were sent. */

/** The usual rates of VAT, in per cent. */
const MIN_VAT = 5
const MAX_VAT = 27
/**
 * Rates below 1 % that are in force, and of which the hundredfold would be one as well: of India (merchants who export,
 * diamonds, and the halves of both) and of Spain (the surcharge of retailers).
 */
const RATES_BELOW_ONE = new Set([0.05, 0.1, 0.125, 0.25, 0.26])

/**
 * What is odd about a rate of VAT in per cent; undefined if nothing is. A quarter of one per cent is a rate too, so only
 * what times a hundred is a usual one is told.
 */
export function oddRate(rate: number): string | undefined {
  const percent = Math.round(rate * 1e4) / 100
  if (percent >= MIN_VAT && percent <= MAX_VAT && !RATES_BELOW_ONE.has(rate))
    return `is less than 1 %: if ${percent} % is meant, send ${percent}`
  if (rate < 0) return 'is negative: rates are in per cent, such as 19'
  return rate > 100 ? 'is more than 100 %: rates are in per cent, such as 19' : undefined
}
