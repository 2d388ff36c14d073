/** What a document's data says about language and place, made safe to hand to `Intl`. */
export type Locale = {
  /** BCP 47 tag for numbers and dates, such as `de-CH`. */
  tag: string
  /** Language of our own words: one that has a dictionary, else English. */
  language: string
  direction: 'ltr' | 'rtl'
  /** ISO 4217 code. */
  currency: string
  /** IANA name; dates with a time of day are shown there. */
  timeZone: string
}

const commonCurrencies = new Set(['EUR', 'USD', 'GBP', 'CHF'])
const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/**
 * Reads `locale`, `currency`, `time_zone` and `direction` of a document's data. What `Intl` does not know falls
 * back (`en`, `EUR`, `UTC`): a document in the wrong language is better than none.
 *
 * @param languages languages that have a dictionary of our words
 */
export function localeOf(data: Record<string, unknown>, languages: readonly string[]): Locale {
  const tag = known(data.locale, (value) => Intl.getCanonicalLocales(value.replaceAll('_', '-'))[0]) ?? 'en'
  const primary = tag.split('-')[0] ?? 'en'
  const direction = data.direction === 'rtl' || data.direction === 'ltr' ? data.direction : undefined
  return {
    tag,
    language: languages.includes(primary) ? primary : 'en',
    direction: direction ?? (rightToLeft.has(primary) ? 'rtl' : 'ltr'),
    currency: known(data.currency, currencyCode) ?? 'EUR',
    timeZone: known(data.time_zone, timeZoneName) ?? 'UTC',
  }
}

function known(value: unknown, read: (value: string) => string | undefined) {
  if (typeof value !== 'string' || value === '' || value.length > 60) return undefined
  try {
    return read(value)
  } catch {
    return undefined
  }
}

/** The code in capitals; throws if it has not the form of one. */
export function currencyCode(value: string) {
  // Making a format to ask takes longer than all else here.
  if (commonCurrencies.has(value)) return value
  return new Intl.NumberFormat('en', { style: 'currency', currency: value }).resolvedOptions().currency
}

function timeZoneName(value: string) {
  if (value === 'UTC') return value
  return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
}
