/**
 * The Swiss QR-bill: the text of its code, and what the payment part and the receipt print, by the Swiss
 * Implementation Guidelines QR-bill 2.3 (SIX): structured addresses only, IBAN or QR-IBAN of CH or LI.
 */

import { normalized } from '../../text/normalized'
import { objectOf } from '../object-of'
import { groupsOfFour, hasCheckDigits, normalizeIban, transferAmount } from './payment'
import { HEADINGS, type SwissBillHeadings } from './swiss-bill-headings'

type Party = { name: string; street: string; house: string; postcode: string; town: string; country: string }

export type SwissBill = {
  /** The text of the Swiss QR Code. */
  code: string
  iban: string
  creditor: string[]
  /** Empty if it is not known: the payer fills it in by hand. */
  debtor: string[]
  /** In groups, as it is printed; empty if there is none. */
  reference: string
  message: string
  currency: string
  /** `1 234.50`; empty if the payer fills it in. */
  amount: string
  headings: SwissBillHeadings
  /** Of the headings: German, French, Italian or English. */
  language: string
}

type Given = {
  iban: unknown
  /** `{name, address: {line1, line2, postcode, city, country}}` */
  creditor: unknown
  debtor: unknown
  /** A QR reference of 27 digits or a creditor reference (ISO 11649); other text becomes the message. */
  reference: unknown
  amount: unknown
  currency: string
  language: string
}

/** The guidelines' characters: printable Latin, up to U+017F, with a few more. */
const NOT_ALLOWED = /[^\x20-\x7e\u00a0-\u017fȘșȚț€]/g
/** Punctuation that has a plain form among them. */
const PLAIN_FORMS: readonly [RegExp, string][] = [
  [/[\u2018-\u201b\u2032]/g, "'"],
  [/[\u201c-\u201f\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
]
/** Countries that are often written out, by how they are: their own, in the languages of the bill. */
const COUNTRY_NAMES: readonly [RegExp, string][] = [
  [/^(?:che|schweiz|suisse|svizzera|svizra|switzerland)$/i, 'CH'],
  [/^(?:lie|liechtenstein)$/i, 'LI'],
]
const MAX_MESSAGE = 140
const SWISS_IBAN = /^(?:CH|LI)[A-Z0-9]{19}$/

/** The bill, or undefined if it would not be a valid one: another currency, no account in CH or LI, no creditor's address. */
export function swissBill(given: Given): SwissBill | undefined {
  const { currency } = given
  const printed = Object.hasOwn(HEADINGS, given.language) ? given.language : 'en'
  const iban = normalizeIban(given.iban)
  if (!['CHF', 'EUR'].includes(currency) || !iban || !SWISS_IBAN.test(iban)) return undefined
  // Who has an account there is taken to live there; nothing tells where a debtor lives.
  const creditor = partyOf(given.creditor, iban.slice(0, 2))
  const amount = transferAmount(given.amount)
  if (!creditor || amount === undefined) return undefined
  const { type, reference, rest } = referenceOf(given.reference, iban)
  // An account for QR references takes no payment without one.
  if (type === undefined) return undefined
  const debtor = partyOf(given.debtor)
  const code = [
    'SPC',
    '0200',
    '1',
    iban,
    ...partyLines(creditor),
    ...noParty,
    amount,
    currency,
    ...(debtor ? partyLines(debtor) : noParty),
    type,
    reference,
    rest,
    'EPD',
  ].join('\n')
  return {
    code,
    iban: groupsOfFour(iban),
    creditor: printedParty(creditor),
    debtor: debtor ? printedParty(debtor) : [],
    reference: type === 'QRR' ? groupsOfFive(reference) : groupsOfFour(reference),
    message: rest,
    currency,
    amount: groupsOfThree(amount),
    headings: HEADINGS[printed] ?? HEADINGS.en,
    language: printed,
  }
}

/** What of a bill in francs keeps it from being one; undefined if nothing does, or if the account is of another country. */
export function swissBillFault({
  iban,
  creditor,
  reference,
}: {
  iban: string
  creditor: unknown
  reference: unknown
}): 'reference' | 'creditor' | undefined {
  if (!SWISS_IBAN.test(iban)) return undefined
  if (referenceOf(reference, iban).type === undefined) return 'reference'
  return partyOf(creditor, iban.slice(0, 2)) ? undefined : 'creditor'
}

const noParty = ['', '', '', '', '', '', '']
const partyLines = ({ name, street, house, postcode, town, country }: Party) => [
  'S',
  name,
  street,
  house,
  postcode,
  town,
  country,
]

function printedParty({ name, street, house, postcode, town }: Party): string[] {
  return [name, `${street} ${house}`.trim(), `${postcode} ${town}`].filter((line) => line !== '')
}

/**
 * A party with a whole address; undefined if it has none: the code takes no half of one.
 *
 * @param home the country's code if the address names no country
 */
function partyOf(value: unknown, home?: string): Party | undefined {
  const { name, address } = objectOf(value)
  const { line1, postcode, city, country } = objectOf(address)
  const [street, house] = splitStreet(textOf(line1, 87))
  const code = countryCode(country, home)
  if (code === undefined) return undefined
  const party = {
    name: textOf(name, 70),
    street: street.slice(0, 70),
    house: house.slice(0, 16),
    postcode: textOf(postcode, 16),
    town: textOf(city, 35),
    country: code,
  }
  return party.name && party.postcode && party.town ? party : undefined
}

/** ISO 3166-1 alpha-2; undefined if it is not known, since a payment with a wrong country is refused. */
function countryCode(value: unknown, home: string | undefined): string | undefined {
  const country = textOf(value, 70)
  if (country === '') return home
  const code = country.toUpperCase()
  // UK is written for the United Kingdom, whose code is GB.
  if (/^[A-Z]{2}$/.test(code)) return code === 'UK' ? 'GB' : code
  return COUNTRY_NAMES.find(([names]) => names.test(country))?.[1]
}

/** `Musterstrasse 12a` is a street and a building number; what has none at its end is all street. */
function splitStreet(line: string): [street: string, house: string] {
  const last = line.lastIndexOf(' ')
  const house = line.slice(last + 1)
  return last > 0 && /^\d/.test(house) ? [line.slice(0, last), house] : [line, '']
}

type Reference = { type: 'QRR' | 'SCOR' | 'NON' | undefined; reference: string; rest: string }

/** QR references go with a QR-IBAN (institution 30000 to 31999) and with nothing else. */
function referenceOf(value: unknown, iban: string): Reference {
  const given = textOf(value, MAX_MESSAGE)
  const plain = given.replaceAll(' ', '').toUpperCase()
  const institution = Number(iban.slice(4, 9))
  if (institution >= 30_000 && institution <= 31_999) {
    const isReference = /^\d{27}$/.test(plain) && modulo10(plain.slice(0, 26)) === Number(plain[26])
    return { type: isReference ? 'QRR' : undefined, reference: plain, rest: '' }
  }
  if (isCreditorReference(plain)) return { type: 'SCOR', reference: plain, rest: '' }
  return { type: 'NON', reference: '', rest: given }
}

/** The check digit of a QR reference: modulo 10, recursive. */
export function modulo10(digits: string): number {
  const table = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]
  let carry = 0
  for (const digit of digits) carry = table[(carry + Number(digit)) % 10] ?? 0
  return (10 - carry) % 10
}

/** ISO 11649: `RF`, two check digits, at most 21 characters. */
const isCreditorReference = (text: string): boolean =>
  /^RF\d{2}[A-Z0-9]{1,21}$/.test(text) && hasCheckDigits(text)

/** In the characters that are allowed: a letter with marks that are not is its plain letter, other characters are left out. */
function textOf(value: unknown, max: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const text = normalized(String(value), 'NFC').replace(/\s+/g, ' ')
  return PLAIN_FORMS.reduce((so, [characters, plain]) => so.replace(characters, plain), text)
    .replace(NOT_ALLOWED, (character) => character.normalize('NFKD').replace(NOT_ALLOWED, ''))
    .trim()
    .slice(0, max)
    .trim()
}

/** `1234.50` as `1 234.50`; nothing stays nothing. */
function groupsOfThree(amount: string): string {
  const [whole = '', cents] = amount.split('.')
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end))
  return cents === undefined ? '' : `${groups.join('\u00a0')}.${cents}`
}

/** Two digits, then groups of five. */
const groupsOfFive = (text: string) => `${text.slice(0, 2)} ${text.slice(2).replace(/(.{5})(?=.)/g, '$1 ')}`
