/** The `country` filter. */
import type { Locale } from '../locale'

const names = new Map<string, Intl.DisplayNames>()

/** `{{ 'DE' | country }}` is Germany in English and Deutschland in German; what is no code stays as it is. */
export function country(value: unknown, locale: Locale) {
  if (typeof value !== 'string' || !/^[A-Za-z]{2}$/.test(value)) return value
  const known = names.get(locale.tag) ?? new Intl.DisplayNames(locale.tag, { type: 'region' })
  if (names.size > 50) names.clear()
  names.set(locale.tag, known)
  return known.of(value.toUpperCase()) ?? value
}
