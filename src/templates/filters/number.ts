/** Filters of numbers: money, amounts, plain numbers and percentages. */
import { currencyDigits } from '../../money/currencies'
import { format as plain } from '../../money/decimal'
import { currencyCode, type Locale } from '../locale'
import { parsePrintedNumber } from '../parse-number'

const formats = new Map<string, Intl.NumberFormat>()

/** Making a format costs a hundred times what using it does; there are few, and a data key cannot add many. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions) {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  if (formats.size > 200) formats.clear()
  const format = new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}

/** Prints an exact decimal; a minus is a minus (U+2212), not a hyphen. What is no number stays as it is. */
function format(value: unknown, locale: string, options: Intl.NumberFormatOptions) {
  const decimal = parsePrintedNumber(value, locale)
  if (!decimal) return value
  // Intl takes a decimal string without loss; TypeScript knows only its literal form.
  const text = numberFormat(locale, options).format(plain(decimal) as `${number}`)
  return text.replace(/-(?=[^\p{L}\d]{0,8}\d)/u, '\u2212')
}

/**
 * `{{ 1234.5 | money }}` is €1,234.50 in English and 1.234,50 € in German.
 *
 * @param currency ISO 4217; else the document's
 */
export function money(value: unknown, locale: Locale, currency?: unknown) {
  const text = format(value, locale.tag, { style: 'currency', currency: codeOr(currency, locale.currency) })
  // From right to left `UK£` would be turned into `£UK`: it is isolated (Unicode UAX 9, LRI and PDI).
  return locale.direction === 'rtl' && typeof text === 'string'
    ? text.replace(/[A-Z]{1,3}\p{Sc}/u, '\u2066$&\u2069')
    : text
}

/** Money without its sign, for columns whose head names the currency; `places` more where a price needs them. */
export function amount(value: unknown, locale: Locale, places?: unknown) {
  const digits = currencyDigits(locale.currency)
  const max = Math.max(digits, wholeNumber(places) ?? digits)
  return format(value, locale.tag, { minimumFractionDigits: digits, maximumFractionDigits: max })
}

/** `{{ 12.5 | number }}`, `{{ 12.5 | number: 2 }}`: at most 6 places, or exactly as many as asked for. */
export function number(value: unknown, locale: Locale, places?: unknown) {
  const exact = wholeNumber(places)
  const options =
    exact === undefined
      ? { maximumFractionDigits: 6 }
      : { minimumFractionDigits: exact, maximumFractionDigits: exact }
  return format(value, locale.tag, options)
}

/** `{{ 19 | percent }}` is 19%, or 19 % where the language has a space there. */
export function percent(value: unknown, locale: Locale) {
  const decimal = parsePrintedNumber(value, locale.tag)
  if (!decimal) return value
  const fraction = { units: decimal.units, scale: decimal.scale + 2 }
  return format(plain(fraction), locale.tag, { style: 'percent', maximumFractionDigits: 4 })
}

function codeOr(currency: unknown, fallback: string) {
  if (typeof currency !== 'string') return fallback
  try {
    return currencyCode(currency)
  } catch {
    return fallback
  }
}

function wholeNumber(value: unknown) {
  const places = Number(value)
  return value !== undefined && Number.isInteger(places) && places >= 0 && places <= 12 ? places : undefined
}
