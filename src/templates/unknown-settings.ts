/** What a request's data say about language, money and time that nobody knows: others are used in their place (`locale.ts`). */
import { languageCode } from '../text/language-names'
import { suggestName } from '../text/nearest-name'
import { design } from './builtin.data'
import { currencyOfName } from './currency-names'
import { currencyCode } from './locale'
import type { TemplateSource } from './manifest'

const MAX_SHOWN = 60
/** Labels that are looked at. */
const MAX_LABELS = 50

/** Filters of a page that read a setting; our partials may read all of them. */
const WORDS = /\|\s{0,9}(?:t|unit|payment_qr)\b|\{%-?\s{0,9}render\b/
const MONEY =
  /\|\s{0,9}(?:money|amount|round_amount|totals|running_balance|payment_qr)\b|\{%-?\s{0,9}render\b/
const DATES = /\|\s{0,9}(?:date|date_range)\b|\{%-?\s{0,9}render\b/
const FORMATS = /\|\s{0,9}(?:number|percent|country|figure|sum)\b/

/** Codes that `Intl` does not know, and languages that we have no words in, if the page uses them: a page may print them itself. */
export function findUnknownSettings(
  { page, variables }: Pick<TemplateSource, 'page' | 'variables'>,
  data: Record<string, unknown>,
): string[] {
  const [hasWords, hasMoney, hasDates, hasFormats] = [WORDS, MONEY, DATES, FORMATS].map((used) =>
    used.test(page),
  )
  const told: string[] = []
  const check = (name: string, what: string, isKnown: (value: string) => unknown) => {
    const value = data[name]
    if (typeof value === 'object' && value !== null)
      told.push(`data.${name} is no text, and is not read: send one ${what.split(' (', 1)[0]}`)
    if (typeof value !== 'string' || value.trim() === '' || isAccepted(value, isKnown)) return
    told.push(`data.${name} ${JSON.stringify(value.slice(0, MAX_SHOWN))} is no ${what}`)
  }
  if (hasMoney)
    check('currency', `currency code (ISO 4217)${currencyHint(data.currency)}: EUR is used`, currencyCode)
  const meant =
    typeof data.currency === 'string' ? MISTAKEN_CODES[data.currency.trim().toUpperCase()] : undefined
  if (hasMoney && typeof data.currency === 'string' && !meant && isUnusedCode(data.currency.trim()))
    told.push(
      `data.currency ${JSON.stringify(data.currency)} is no currency of ISO 4217, and is printed as it is`,
    )
  if (hasMoney && meant)
    told.push(
      `data.currency ${JSON.stringify(data.currency)} is no currency code (ISO 4217); send "${meant}"`,
    )
  if (hasWords || hasMoney || hasDates || hasFormats)
    check(
      'locale',
      `language tag (BCP 47, such as "en-GB" or "de")${localeHint(data.locale)}: en is used`,
      (tag) => {
        if (Intl.DateTimeFormat.supportedLocalesOf(tag.replaceAll('_', '-')).length === 0)
          throw new RangeError()
      },
    )
  if (hasDates || variables)
    check(
      'time_zone',
      'time zone (IANA, such as "Europe/Berlin"): UTC is used',
      (timeZone) => new Intl.DateTimeFormat('en', { timeZone }),
    )
  if (hasWords && typeof data.labels === 'string' && data.labels !== '')
    told.push('data.labels is a text, and is not read: send an object of words by their keys')
  return hasWords ? [...told, ...foreignWords(data)] : told
}

function isAccepted(value: string, isKnown: (value: string) => unknown): boolean {
  if (value.length > MAX_SHOWN) return false
  try {
    isKnown(value)
    return true
  } catch {
    return false
  }
}

/** Of a code's form, and none: `Intl` prints them as they are. */
const MISTAKEN_CODES: Readonly<Record<string, string | undefined>> = {
  RMB: 'CNY',
  NTD: 'TWD',
  UKP: 'GBP',
  STG: 'GBP',
  SFR: 'CHF',
  DKR: 'DKK',
  SKR: 'SEK',
  NKR: 'NOK',
}

/** Of a code's form, but no currency's: `Intl` takes any three letters. */
function isUnusedCode(code: string): boolean {
  return /^[a-z]{3}$/i.test(code) && !Intl.supportedValuesOf('currency').includes(code.toUpperCase())
}

function currencyHint(value: unknown): string {
  return hintOf(typeof value === 'string' ? currencyOfName(value) : undefined)
}

function localeHint(value: unknown): string {
  return hintOf(typeof value === 'string' ? languageCode(value) : undefined)
}

function hintOf(code: string | undefined): string {
  return code === undefined ? '' : `; send "${code}"`
}

/** The document's own words are in English if there is no dictionary of its language, and the caller has none. */
function foreignWords({ locale, labels }: Record<string, unknown>): string[] {
  if (typeof locale !== 'string' || labels !== undefined) return []
  const language = locale.trim().split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
  const known = Object.keys(design.words)
  const isName = language.length >= 2 && language.length <= 3
  if (!isName || known.includes(language)) return []
  return [
    `data.locale "${language}": the words of the document are in English, for there are only ${known.join(', ')}; give yours in data.labels`,
  ]
}

/** Labels for a template of ours that stand for none of our words, nor for a text of the data, which may be such a key. */
export function findUnknownLabels(name: string, { labels, ...data }: Record<string, unknown>): string[] {
  if (typeof labels !== 'object' || labels === null) return []
  const words = design.words.en ?? {}
  const unknown = Object.keys(labels)
    .slice(0, MAX_LABELS)
    .filter((key) => !Object.hasOwn(words, key) && !key.startsWith('unit_'))
  if (unknown.length === 0) return []
  const texts = JSON.stringify(data)
  return unknown
    .filter((key) => !texts.includes(JSON.stringify(key)))
    .slice(0, 5)
    .map((key) => {
      const shown = key.slice(0, MAX_SHOWN)
      if (/^[a-z]{2}(?:[-_][A-Za-z]{2})?$/.test(key) && typeof Object(labels)[key] === 'object')
        return `data.labels.${shown} is not read by ${name}: the labels are those of one document, {"labels": {"title": "..."}}`
      return `data.labels.${shown} is not read by ${name}${suggestName(key, Object.keys(words))}`
    })
}
