/** Values of a request's data that print, but are not what their fields hold. Each value is looked at once. */

import { oddRate } from '../money/odd-rate'
import { NO_VALUE } from '../text/unfilled'
import { isColor } from './filters/color'
import { hasCheckDigits } from './filters/payment'
import type { Variables } from './manifest'
import { oddAmount } from './odd-amounts'
import { oddCode, oddCodeOfInvoice } from './odd-codes'
import { oddDateText } from './odd-date-texts'
import { findOddDays, type TemplateTraits } from './odd-days'
import { oddPayment } from './odd-payments'
import { oddPicture } from './odd-pictures'
import { damagedText, foreignNotation, oddUnfilled } from './odd-texts'
import { type Place, pathOf } from './unread-data'

/** Values that are told one by one. */
const MAX_TOLD = 10
const MAX_SHOWN = 60
/** Names of an object's parts that are told. */
const MAX_PARTS = 3

/** What is odd about the values of `data`, by the variables' schema, for a template of this kind. */
export function findOddValues(
  schema: Variables,
  data: Record<string, unknown>,
  traits: TemplateTraits,
): string[] {
  const told: string[] = []
  const walk = (variables: Variables, value: unknown, place: Place): void => {
    if (told.length >= MAX_TOLD) return
    if (typeof value === 'boolean' && variables.type === 'string' && traits.isBuiltin) {
      told.push(`${pathOf(place)} ${value} is printed as it is: send a text`)
    } else if (Array.isArray(value) && variables.type === 'string' && place?.key === 'accent') {
      told.push(`${pathOf(place)} is a list, and no color of CSS: send one such as "#1b4b66"`)
    } else if (Array.isArray(value) && variables.type === 'string' && value.length > 1 && traits.isBuiltin) {
      const meant = isMarkdown(variables, place)
        ? 'one text, with a blank line (\\n\\n) between paragraphs'
        : isOfOne(variables, place)
          ? 'one'
          : undefined
      if (meant) told.push(`${pathOf(place)} is a list, and is printed with commas: send ${meant}`)
    } else if (typeof value === 'string' || typeof value === 'number') {
      const odd =
        oddNumber(variables, value, place) ??
        (traits.isInvoice ? oddCodeOfInvoice(value, place) : undefined) ??
        (traits.isBuiltin
          ? (oddAmount(variables, value, { place, data }) ??
            oddCode(String(value).trim(), { place, data }) ??
            oddOfOurs(variables, value, { place, traits }))
          : undefined) ??
        oddText(variables, value, place)
      const shown = typeof value === 'string' ? value.slice(0, MAX_SHOWN) : value
      if (odd) told.push(`${pathOf(place)} ${JSON.stringify(shown)} ${odd}`)
    } else if (Array.isArray(value)) {
      const items = variables.items ?? {}
      for (const [index, item] of value.entries()) walk(items, item, { parent: place, key: index })
    } else if (typeof value === 'object' && value !== null) {
      const { properties = {} } = variables
      for (const [key, inner] of Object.entries(value)) {
        if (Object.hasOwn(properties, key)) walk(properties[key] ?? {}, inner, { parent: place, key })
      }
    }
  }
  walk(schema, data, undefined)
  return [...told, ...findOddDays(schema, data, traits)]
}

/** A day is a text, and a rate of VAT is in per cent. */
function oddNumber(variables: Variables, value: string | number, place: Place): string | undefined {
  if (variables.format === 'date' && typeof value === 'number')
    return 'is no date such as "2026-11-21", and is printed as it is'
  // What others call so may be an amount, a price of an hour or of a currency.
  const isVat = place?.key === 'vat' && variables['x-scalar'] === 'rate'
  const isRate = place?.key === 'rate' && place.parent?.key === 'vat' && variables.type === 'number'
  if (!isVat && !isRate) return undefined
  return typeof value === 'string' && /\p{Sc}|\b[A-Z]{3}\b/u.test(value)
    ? 'is an amount of money, and is read as a rate: send per cent, such as 19'
    : oddRate(Number(String(value).replace(',', '.')))
}

/** What our own templates do with a value, which others may do differently. */
function oddOfOurs(
  variables: Variables,
  value: string | number,
  { place, traits }: { place: Place; traits: TemplateTraits },
): string | undefined {
  const text = String(value).trim()
  return (
    oddPart(variables, text) ??
    oddPicture(text, place, traits) ??
    oddShare(variables, text, place) ??
    oddMarkup(value) ??
    lostDigits(value) ??
    foreignNotation(text, isMarkdown(variables, place)) ??
    oddUnfilled(text) ??
    oddContact(text, place) ??
    oddPayment(text, place) ??
    (Number(text) < 0 ? oddSign(place) : undefined)
  )
}

/** A whole number that JSON cannot carry: it was another one when it was written. */
function lostDigits(value: string | number): string | undefined {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? 'has lost its last digits, since programs keep 15 of a number: send it as a text'
    : undefined
}

/** Texts of which a document has one, and that nobody can use if they are several: an address, an account, a day. */
const OF_ONE =
  /^(?:email|phone|fax|website|url|iban|bic|vat_id|country|postcode|currency|locale|number|time_zone)$/

function isOfOne({ format }: Variables, place: Place): boolean {
  return format !== undefined || OF_ONE.test(String(place?.key))
}

function isMarkdown({ description = '' }: Variables, place: Place): boolean {
  return description.includes('Markdown') || place?.key === 'notes' || place?.parent?.key === 'notes'
}

/** A share where an amount is read; and a family's name where the address of its file is. */
function oddShare({ type }: Variables, text: string, place: Place): string | undefined {
  const key = String(place?.key)
  if (type === 'number' && text.endsWith('%') && !/rate|percent|vat|tax/.test(key))
    return `is a share, and ${text.slice(0, -1).trim().slice(0, MAX_SHOWN)} is taken for an amount: send the amount`
  return place?.parent?.key === 'brand' && /^font/.test(key) && /^[\w ]{1,60}$/.test(text)
    ? 'is the name of a font: send the address of its file, such as "asset:brand.woff2"'
    : undefined
}

/** A negative amount where the document subtracts what is there. */
function oddSign(place: Place): string | undefined {
  const isPrepaid = place?.key === 'prepaid_amount' && !place.parent
  if (isPrepaid)
    return 'is negative, and is added to what is due: send what has been paid as a positive amount'
  return place?.key === 'amount' && place.parent?.parent?.key === 'allowances'
    ? 'is negative, and is added: what lowers the sum is positive, what raises it goes into "charges"'
    : undefined
}

/** A plain value for an object of several parts, none of which it can stand for; and a truth that is neither. */
function oddPart(variables: Variables, text: string): string | undefined {
  if (text === '') return undefined
  if (variables.type === 'boolean' && !/^(?:true|false|0|1)$/.test(text))
    return 'is neither true nor false, and is taken for false'
  const {
    type,
    properties,
    'x-scalar': scalar,
  } = (variables.type === 'array' ? variables.items : variables) ?? {}
  if (type !== 'object' || !properties || scalar !== undefined) return undefined
  const names = Object.keys(properties).slice(0, MAX_PARTS)
  return `is not printed: send an object, with ${names.map((name) => JSON.stringify(name)).join(', ')} and the like`
}

/** Text that is wholly an element: templates of ours print markup as it is. */
function oddMarkup(value: string | number): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const isElement =
    /^<(?:p|div|span|h[1-6]|ul|ol|table|b|strong|i|em)[ >]/i.test(text) &&
    /<\/(?:p|div|span|h[1-6]|ul|ol|table|b|strong|i|em)>$/i.test(text)
  return isElement || /<br ?\/?>|<\/(?:p|b|i|em|strong|span|div)>/i.test(text)
    ? 'is HTML, whose tags are printed: send text, or Markdown where the field takes it'
    : undefined
}

/** An e-mail address without its sign; and a day in words, of which nobody knows when it was. */
function oddContact(text: string, place: Place): string | undefined {
  if (place?.key === 'email' && text !== '' && !text.includes('@'))
    return 'is no e-mail address: leave it out, or send one such as "ada@example.com"'
  return /(?:^|_)date$/.test(String(place?.key)) &&
    /^(?:today|now|tomorrow|yesterday|heute|aujourd.hui|hoy|oggi)$/i.test(text)
    ? 'is no day for who reads it later: send one such as "2026-11-21"'
    : undefined
}

function oddText({ type, format }: Variables, value: string | number, place: Place): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (NO_VALUE.test(text)) return 'is what a program writes for no value, and is printed'
  const damaged = damagedText(text)
  if (damaged) return damaged
  const odd = oddDateText(text, format)
  if (odd) return odd
  if ((type === 'array' && /^\[\s{0,9}[{[]/.test(text)) || (type === 'object' && /^\{\s{0,9}"/.test(text)))
    return 'is JSON in a text: send the value itself'
  if (place?.key === 'accent' && place.parent?.key === 'brand' && text !== '' && !isColor(text))
    return 'is no color of CSS, such as "#1b4b66", and is not used'
  if (place?.key === 'iban' && hasWrongDigits(text)) return 'is no IBAN: its check digits are wrong'
  return undefined
}

/** Whether a text of an IBAN's form is none (ISO 13616). One of another form may be hidden in part, or be no IBAN at all. */
function hasWrongDigits(text: string): boolean {
  const plain = text.replace(/[\s-]/g, '').toUpperCase()
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain) && !hasCheckDigits(plain)
}
