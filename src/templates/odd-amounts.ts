/** Amounts of a document of ours that are read, and may be meant otherwise: each is looked at once. */
import { currencyDigits } from '../money/currencies'
import { currencyOfName } from './currency-names'
import { localeOf } from './locale'
import type { Variables } from './manifest'
import { objectOf } from './object-of'
import type { Place } from './unread-data'

/** Lines that are looked at: a document of more is no slip. */
const MAX_LINES = 1000
/** Fields that hold money; quantities and rates have three decimals more often. */
const MONEY = /price|amount|cost|total|balance|opening|fee|^(?:net|gross|due|vat)$/
/** A number of three decimals, or of a group of thousands. */
const EITHER = /^-?[1-9]\d{0,2}\.\d{3}$/

/** What is odd about the text of a number; `data` have the document's currency. */
export function oddAmount(
  { type }: Variables,
  value: string | number,
  { place, data }: { place: Place; data: Record<string, unknown> },
): string | undefined {
  if (type !== 'number' || typeof value !== 'string' || !/\d/.test(value)) return undefined
  const text = value.trim()
  return otherCurrency(text, data) ?? (MONEY.test(String(place?.key)) ? eitherNumber(text, data) : undefined)
}

/** A sign or code beside the digits that is not the document's: the amount is printed in that all the same. */
function otherCurrency(text: string, data: Record<string, unknown>): string | undefined {
  const [sign] = /\p{Sc}|(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/u.exec(text) ?? []
  if (sign === undefined) return undefined
  const { currency } = localeOf(data, [])
  if (sign === currency || signOf(currency).includes(sign)) return undefined
  const meant = /^[A-Z]{3}$/.test(sign) ? sign : currencyOfName(sign)
  return `has ${sign}, and is printed in ${currency}: send the document's currency, "currency": "${meant ?? 'USD'}"`
}

/** The sign of a currency where it is at home: that of many is the dollar's. */
function signOf(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? ''
}

/** What JSON and programs write for a small number, and people for thousands. */
function eitherNumber(text: string, data: Record<string, unknown>): string | undefined {
  if (!EITHER.test(text) || currencyDigits(localeOf(data, []).currency) === 3) return undefined
  const thousands = text.replace('.', '')
  return `is read as ${Number(text)}, since the point is JSON's decimal mark: send ${thousands}, if that is meant, or "${Number(text).toFixed(2)}"`
}

/** An invoice whose every line counts nothing, or less; `fitted` are the data after `fitData`. */
export function findOddLines(fitted: Record<string, unknown>): string[] {
  const { lines, type_code = 380, references } = fitted
  if (!Array.isArray(lines) || lines.length === 0 || lines.length > MAX_LINES) return []
  const rows = lines.map(objectOf)
  if (rows.every(({ quantity }) => quantity !== undefined && Number(quantity) === 0))
    return ['data.lines have a quantity of 0 each, so that nothing is charged: send how many there are']
  const corrects = objectOf(references).preceding_invoices !== undefined
  return Number(type_code) === 380 && !corrects && rows.every(isNegative)
    ? [
        'data.lines are all negative, so that the buyer is owed: send the template invoice/credit-note with positive lines, or name the invoice that is corrected in "references": {"preceding_invoices": [{"number": "…"}]}',
      ]
    : []
}

function isNegative({ quantity = 1, net_price, gross_price, net_amount }: Record<string, unknown>): boolean {
  return Number(net_amount ?? Number(quantity) * Number(net_price ?? gross_price)) < 0
}
