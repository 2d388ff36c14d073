/** Decimal places of a currency's smallest unit (ISO 4217). */

/** ISO 4217 has some 180 codes, so this stays small. */
const known = new Map<string, number>()

/**
 * Decimal places of a currency: 2 for EUR, 0 for JPY, 3 for KWD; 2 for what is no currency code.
 *
 * @param currency three letters
 */
export function currencyDigits(currency: string | undefined): number {
  if (currency === undefined || !/^[A-Za-z]{3}$/.test(currency)) return 2
  const code = currency.toUpperCase()
  const places = known.get(code) ?? placesOf(code)
  known.set(code, places)
  return places
}

function placesOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}
