/** Names and signs that people write in the place of a currency's code (ISO 4217). */
const CURRENCY_NAMES: Readonly<Record<string, string>> = {
  euro: 'EUR',
  euros: 'EUR',
  '€': 'EUR',
  dollar: 'USD',
  dollars: 'USD',
  $: 'USD',
  us$: 'USD',
  pound: 'GBP',
  pounds: 'GBP',
  sterling: 'GBP',
  '£': 'GBP',
  franken: 'CHF',
  francs: 'CHF',
  'fr.': 'CHF',
  yen: 'JPY',
  '¥': 'JPY',
}

/** The code of the currency that a name or sign stands for; a code that has spaces around it or small letters is its own. */
export function currencyOfName(text: string): string | undefined {
  const name = text.trim().toLowerCase()
  if (Object.hasOwn(CURRENCY_NAMES, name)) return CURRENCY_NAMES[name]
  const code = name.toUpperCase()
  return Object.values(CURRENCY_NAMES).includes(code) ? code : undefined
}
