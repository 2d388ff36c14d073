/** The code of a country that was written by its name. */

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
let codes: Map<string, string> | undefined

/** Languages whose names are known, the first before the others where they disagree. */
const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pl',
  'pt',
  'da',
  'sv',
  'nb',
  'fi',
  'cs',
  'sk',
  'hu',
  'ro',
  'tr',
  'el',
]

/** ISO 3166-1 alpha-2 of a country's name in one of these languages and any case; undefined for what is none. */
export function codeOfCountry(name: string): string | undefined {
  codes ??= codesByName()
  return codes.get(name.trim().toLowerCase())
}

/** Codes that others than ISO 3166-1 alpha-2 write: its three letters, those of VAT numbers and of cars. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  A: 'AT',
  AUT: 'AT',
  AUS: 'AU',
  B: 'BE',
  BEL: 'BE',
  CAN: 'CA',
  CHE: 'CH',
  CHN: 'CN',
  CZE: 'CZ',
  D: 'DE',
  DEU: 'DE',
  GER: 'DE',
  DNK: 'DK',
  E: 'ES',
  ESP: 'ES',
  F: 'FR',
  FRA: 'FR',
  UK: 'GB',
  GBR: 'GB',
  EL: 'GR',
  GRC: 'GR',
  HUN: 'HU',
  IND: 'IN',
  IRL: 'IE',
  I: 'IT',
  ITA: 'IT',
  JPN: 'JP',
  L: 'LU',
  LUX: 'LU',
  NLD: 'NL',
  NOR: 'NO',
  POL: 'PL',
  P: 'PT',
  PRT: 'PT',
  ROU: 'RO',
  S: 'SE',
  SWE: 'SE',
  USA: 'US',
}

/** What a text of one to three letters is as ISO 3166-1 alpha-2, as far as known; undefined for what is such a code. */
export function mistakenCode(text: string): { meant: string | undefined } | undefined {
  if (!/^[a-z]{1,3}$/i.test(text)) return undefined
  const code = text.toUpperCase()
  // Northern Ireland, of VAT numbers and of e-invoices.
  const isKnown = code.length === 2 && code !== 'UK' && (code === 'XI' || regionNames('en').of(code))
  return isKnown ? undefined : { meant: Object.hasOwn(OTHER_CODES, code) ? OTHER_CODES[code] : undefined }
}

function regionNames(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
}

/** Codes that a country has no longer (DD) are those of others to `Intl`. */
function codesByName(): Map<string, string> {
  const all = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  const present = all.filter((code) => new Intl.Locale(`und-${code}`).region === code)
  const known = new Map<string, string>()
  for (const language of LANGUAGES) {
    const names = regionNames(language)
    for (const code of present) {
      const name = names.of(code)?.toLowerCase()
      if (name && !known.has(name)) known.set(name, code)
    }
  }
  return known
}
