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

/** Codes that a country has no longer (DD) are those of others to `Intl`. */
function codesByName(): Map<string, string> {
  const all = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  const present = all.filter((code) => new Intl.Locale(`und-${code}`).region === code)
  const known = new Map<string, string>()
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of present) {
      const name = names.of(code)?.toLowerCase()
      if (name && !known.has(name)) known.set(name, code)
    }
  }
  return known
}
