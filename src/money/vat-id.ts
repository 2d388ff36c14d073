/**
 * VAT identifiers by their form: those of the Union as its VIES lists them, and those of the United Kingdom, Switzerland
 * and Norway. Whether one is given out, and to whom, nobody can tell from it.
 */

/** What stands behind the two letters of a country, and one identifier as an example. */
const FORMS: Readonly<Record<string, readonly [form: RegExp, example: string]>> = {
  AT: [/^U\d{8}$/, 'ATU12345678'],
  BE: [/^[01]\d{9}$/, 'BE0123456789'],
  BG: [/^\d{9,10}$/, 'BG123456789'],
  CH: [/^E\d{9}(?:MWST|TVA|IVA)?$/, 'CHE-123.456.789 MWST'],
  CY: [/^\d{8}[A-Z]$/, 'CY12345678X'],
  CZ: [/^\d{8,10}$/, 'CZ12345678'],
  DE: [/^\d{9}$/, 'DE123456789'],
  DK: [/^\d{8}$/, 'DK12345678'],
  EE: [/^\d{9}$/, 'EE123456789'],
  EL: [/^\d{9}$/, 'EL123456789'],
  ES: [/^[A-Z\d]\d{7}[A-Z\d]$/, 'ESX1234567X'],
  FI: [/^\d{8}$/, 'FI12345678'],
  FR: [/^[A-HJ-NP-Z\d]{2}\d{9}$/, 'FR12345678901'],
  GB: [/^(?:\d{9}(?:\d{3})?|(?:GD|HA)\d{3})$/, 'GB123456789'],
  HR: [/^\d{11}$/, 'HR12345678901'],
  HU: [/^\d{8}$/, 'HU12345678'],
  IE: [/^\d[\dA-Z+*]\d{5}[A-Z]{1,2}$/, 'IE1234567X'],
  IT: [/^\d{11}$/, 'IT12345678901'],
  LT: [/^(?:\d{9}|\d{12})$/, 'LT123456789'],
  LU: [/^\d{8}$/, 'LU12345678'],
  LV: [/^\d{11}$/, 'LV12345678901'],
  MT: [/^\d{8}$/, 'MT12345678'],
  NL: [/^[\dA-Z+*]{12}$/, 'NL123456789B01'],
  NO: [/^\d{9}(?:MVA)?$/, 'NO123456789MVA'],
  PL: [/^\d{10}$/, 'PL1234567890'],
  PT: [/^\d{9}$/, 'PT123456789'],
  RO: [/^\d{2,10}$/, 'RO12345678'],
  SE: [/^\d{12}$/, 'SE123456789001'],
  SI: [/^\d{8}$/, 'SI12345678'],
  SK: [/^\d{10}$/, 'SK1234567890'],
  XI: [/^(?:\d{9}(?:\d{3})?|(?:GD|HA)\d{3})$/, 'XI123456789'],
}

/** Countries that write their identifiers without letters, too. */
const OUTSIDE = ['CH', 'NO', 'GB', 'XI']

/** Characters of an identifier that are shown and looked at. */
const MAX_LENGTH = 40
/** Characters of the shortest identifier, the letters of its country among them. */
const MIN_LENGTH = 8

/**
 * What is odd about a VAT identifier of somebody in `country` (ISO 3166-1), as far as that is known; undefined if nothing
 * is. What countries without VAT identifiers call a tax number is taken for one.
 */
export function oddVatId(text: string, country?: string): string | undefined {
  const plain = text
    .slice(0, MAX_LENGTH)
    .replace(/[\s./-]/g, '')
    .toUpperCase()
  if (plain === '' || /[^A-Z\d+*]/.test(plain)) return undefined
  if (/^GR\d{9}$/.test(plain)) return `begins with "EL" for Greece: send "EL${plain.slice(2)}"`
  const [form, example] = FORMS[plain.slice(0, 2)] ?? []
  if (form) {
    return form.test(plain.slice(2))
      ? undefined
      : `is no VAT identifier of ${plain.slice(0, 2)}, which looks like "${example}"`
  }
  if (/^\d{2,3}\/\d{3,4}\/\d{4,5}$/.test(text.trim())) return 'is a tax number: send it as "tax_registration"'
  return /^[A-Z]{2}[A-Z]?\d/.test(plain) ? undefined : withoutPrefix(plain, country)
}

/** One that does not begin with the letters of a country. */
function withoutPrefix(plain: string, country = ''): string | undefined {
  const code = country.trim().toUpperCase()
  const home = code === 'GR' ? 'EL' : code
  const [form, example] = FORMS[home] ?? []
  if (form?.test(plain) && !OUTSIDE.includes(home))
    return `has no letters of a country: send "${home}${plain}"`
  if (form && !OUTSIDE.includes(home)) return `is no VAT identifier of ${home}, which looks like "${example}"`
  return plain.length < MIN_LENGTH
    ? 'is too short for a VAT identifier, which begins with the letters of its country, such as "DE123456789"'
    : undefined
}

/** The member states of the Union, with Monaco and, for goods, Northern Ireland. */
const MEMBERS = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK XI'.split(' '),
)

/** Whether VAT is charged in a country (ISO 3166-1) as the Union's directive has it. */
export function isInUnion(country: string): boolean {
  return MEMBERS.has(country)
}
