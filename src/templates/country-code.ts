/** The code of a country that was written by its name. */

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
let codes: Map<string, string> | undefined

/** ISO 3166-1 alpha-2 of a country's English name in any case; undefined for what is none. */
export function codeOfCountry(name: string): string | undefined {
  codes ??= codesByName()
  return codes.get(name.trim().toLowerCase())
}

/** Codes that a country has no longer (DD) are those of others to `Intl`. */
function codesByName(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const all = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  const present = all.filter((code) => new Intl.Locale(`und-${code}`).region === code)
  return new Map(present.map((code) => [(names.of(code) ?? '').toLowerCase(), code]))
}
