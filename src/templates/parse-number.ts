/**
 * Reads numbers as people write them: `€ 1,000.00`, `1.234,50 €`, `CHF 1'234.50`, `19 %`, `−12`.
 */

import { type Decimal, toDecimal } from '../money/decimal'

/** Longest text that is taken for a number, its signs included: nothing on paper is longer. */
const MAX_LENGTH = 60
/** A number as JSON and programs write it: what it means does not depend on a language. */
const plain = /^-?\d+(?:\.\d+)?$/
/** Currencies that are abbreviated by letters, beside ISO 4217's codes and the signs of Unicode. */
const abbreviated = ['kr', 'zł', 'kč', 'ft', 'lei', 'fr', 'sfr', 'r', 'us', 'rs', 'лв', 'дин']
let codes: Set<string> | undefined

/**
 * The number that a text means, in its plain form `-1234.50`; undefined if it is none. Per cent and currency
 * signs are left out, groups joined, and the decimal mark found by the usual reading: of two marks the last; one
 * mark with other than three digits after it. What is left, `1,234`, depends on `tag`.
 *
 * @param tag BCP 47 tag of the document's language
 */
export function parseNumber(text: string, tag: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const bare = text.trim()
  if (plain.test(bare)) return bare
  const match = /^(\D*?)([.,]?\d(?:[\d.,'’\s]*\d)?)(\D*)$/.exec(bare)
  if (!match) return undefined
  const [, before = '', digits = '', after = ''] = match
  const sign = signOf(before, after)
  const joined = joinGroups(digits.replace(/(?<=\d)['’\s](?=\d{3}(?!\d))/gu, ''), tag)
  return sign === undefined || joined === undefined ? undefined : sign + joined
}

/**
 * The number that is printed for a value; undefined if the value is printed as it stands, which a text is that
 * says more than a number: `12 kg`, `98.5 %`.
 */
export function parsePrintedNumber(value: unknown, tag: string): Decimal | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || /[^\d.,'’\s+−-]/u.test(value))
    return toDecimal(value)
  return toDecimal(parseNumber(value, tag))
}

/** `-` or nothing; undefined if something else than signs of numbers and currencies stands around the digits. */
function signOf(before: string, after: string) {
  const around = `${before} ${after === '.-' || after === ',-' ? '' : after}`
  const words = around.replace(/[-−+%\p{Sc}\s.]/gu, ' ').trim()
  if (words !== '' && !words.split(/\s+/).every(isCurrency)) return undefined
  const signs = around.match(/[-−+]/g) ?? []
  if (signs.length > 1) return undefined
  return signs[0] === undefined || signs[0] === '+' ? '' : '-'
}

function isCurrency(word: string) {
  codes ??= new Set(Intl.supportedValuesOf('currency'))
  return codes.has(word.toUpperCase()) || abbreviated.includes(word.toLowerCase())
}

function joinGroups(digits: string, tag: string): string | undefined {
  const marks = digits.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined) return /^\d+$/.test(digits) ? digits : undefined
  const mark = decimalMark(digits, marks, last, tag)
  const [whole = '', fraction] = mark === undefined ? [digits] : splitAtLast(digits, mark)
  // Groups have three digits, in India two as well.
  if (!/^\d{0,3}(?:[.,]\d{2,3})*[.,]\d{3}$|^\d*$/.test(whole)) return undefined
  const joined = whole.replace(/[.,]/g, '') || '0'
  return fraction === undefined ? joined : /^\d+$/.test(fraction) ? `${joined}.${fraction}` : undefined
}

function decimalMark(digits: string, marks: string[], last: string, tag: string) {
  const repeated = marks.filter((mark) => mark === last).length > 1
  if (repeated) return undefined
  if (marks.length > 1) return last
  const [whole, fraction] = splitAtLast(digits, last)
  if (fraction.length !== 3 || whole.length > 3 || /^0*$/.test(whole)) return last
  return (1.5).toLocaleString(tag).includes(last) ? last : undefined
}

function splitAtLast(text: string, mark: string): [before: string, after: string] {
  const at = text.lastIndexOf(mark)
  return [text.slice(0, at), text.slice(at + 1)]
}
