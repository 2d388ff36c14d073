/** Languages by their English and own names, and by their codes of three letters (ISO 639-2), for people who send those. */
const CODES: Readonly<Record<string, string>> = {
  english: 'en',
  german: 'de',
  deutsch: 'de',
  french: 'fr',
  français: 'fr',
  spanish: 'es',
  español: 'es',
  italian: 'it',
  italiano: 'it',
  dutch: 'nl',
  nederlands: 'nl',
  portuguese: 'pt',
  português: 'pt',
  polish: 'pl',
  polski: 'pl',
  arabic: 'ar',
  hebrew: 'he',
  ...{ eng: 'en', deu: 'de', ger: 'de', fra: 'fr', fre: 'fr', spa: 'es', ita: 'it', nld: 'nl', dut: 'nl' },
  ...{ por: 'pt', pol: 'pl', ara: 'ar', heb: 'he' },
}

/** The code (BCP 47) of a language that is called by its name; undefined for any other text. */
export function languageCode(name: string): string | undefined {
  const plain = name.slice(0, 20).trim().toLowerCase()
  return Object.hasOwn(CODES, plain) ? CODES[plain] : undefined
}
