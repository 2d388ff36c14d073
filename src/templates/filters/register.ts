import { filters as builtIn, type Context, type Liquid } from 'liquidjs'
import { escapeHtml, scriptLiteral } from '../../markup'
import { currencyDigits } from '../../money/currencies'
import { charge } from '../limits'
import type { Locale } from '../locale'
import { toText } from '../to-text'
import { totalsOf } from '../totals'
import { lookupSteps, readingSteps, searchSteps, sortSteps } from '../work'
import {
  ARITHMETIC_FILTERS,
  type Arithmetic,
  parseAmounts,
  roundBinaryNoise,
  sum,
  toNumber,
} from './arithmetic'
import { runningBalance } from './balance'
import { code128Svg, ean13Digits, ean13Svg } from './barcode'
import { isColor } from './color'
import { country } from './country'
import { date, dateRange } from './date'
import { markdown } from './markdown'
import { amount, money, number, percent } from './number'
import { creditTransferText, formatIban } from './payment'
import { qrSvg } from './qr'
import { countTextRows } from './rows'

/** What a rendering's globals carry for filters. Partials see the globals too, so it is always at hand. */
export type Globals = {
  locale: Locale
  words: Readonly<Record<string, string>>
  /** The data of the request, to find where a value stands. */
  data: unknown
}

/** Key that no template can write: names in Liquid cannot begin with a space. */
export const GLOBALS_KEY = ' platen'

/**
 * liquidjs's filters that documents need. Those that evaluate expressions, hash or decode are left out, and those
 * that make HTML, which is made here or not at all: everything printed is escaped.
 */
const kept = (
  'abs append at_least at_most capitalize ceil compact concat default divided_by downcase first floor group_by ' +
  'join json last lstrip map minus modulo plus prepend raw reject remove remove_first ' +
  'replace replace_first reverse round rstrip size slice sort sort_natural split strip strip_html ' +
  'strip_newlines times truncate truncatewords uniq upcase url_encode where'
).split(' ')

/** Filters that look at no more than the ends of what they are given. */
const constant = new Set(['first', 'last', 'size', 'default', 'raw', 'escape', 't', 'qr', 'payment_qr'])

/** What filters cost beside reading through what they are given. */
const extraSteps: Record<string, (value: unknown, args: unknown[]) => number> = {
  group_by: (list, [path]) => lookupSteps(list, path),
  map: (list, [path]) => lookupSteps(list, path),
  reject: (list, [path, expected]) => lookupSteps(list, path, expected),
  where: (list, [path, expected]) => lookupSteps(list, path, expected),
  sort: (list, [path]) => sortSteps(list, path),
  sort_natural: (list, [path]) => sortSteps(list, path),
  sum: (list, [path]) => lookupSteps(list, path),
  remove: (text, [wanted]) => searchSteps(text, wanted),
  remove_first: (text, [wanted]) => searchSteps(text, wanted),
  replace: (text, [wanted]) => searchSteps(text, wanted),
  replace_first: (text, [wanted]) => searchSteps(text, wanted),
  split: (text, [separator]) => searchSteps(text, separator),
  markdown: (text) => 8 * readingSteps(text),
}

/** Steps that one symbol costs: making a QR code takes about as long as 2,000 prints. */
const steps = { qr: 2_000, barcode: 300, format: 4, totals: 20 }

/** Replaces liquidjs's filters by those that documents need, each paying for what it does. */
export function registerFilters(liquid: Liquid) {
  for (const name of Object.keys(builtIn)) {
    if (!kept.includes(name)) liquid.unregisterFilter(name)
  }
  registerReckoning(liquid)
  registerFormats(liquid)
  registerTexts(liquid)
  registerSymbols(liquid)
  liquid.registerFilter('t', function (key) {
    return wordOf(this.context, key)
  })
  /** A unit's code (UN/ECE Recommendation 20) as a word with a space before it; what is no code stays, shortened. */
  liquid.registerFilter('unit', function (code) {
    const { words } = globalsOf(this.context)
    const name = printed(this.context, code)
    const word = words[`unit_${name}`] ?? (name.length > 14 ? `${name.slice(0, 13)}…` : name)
    return word && `\u00a0${word}`
  })
  liquid.registerFilter('color', (value, fallback) => (isColor(value) ? value : fallback))
  for (const name of Object.keys(liquid.filters)) meter(liquid, name)
}

function registerReckoning(liquid: Liquid) {
  liquid.registerFilter('sum', function (items, path) {
    return sum(items, path, reckoningOf(this.context))
  })
  /** `{{ lines | totals: allowances: allowances, charges: charges, prepaid_amount: prepaid_amount }}` */
  liquid.registerFilter('totals', function (lines, ...named) {
    charge(this.context, steps.totals * (1 + lengthOf(lines)))
    const data = { ...Object.fromEntries(named.filter(Array.isArray)), lines }
    const { currency } = globalsOf(this.context).locale
    return totalsOf(parseAmounts(data, reckoningOf(this.context)), currencyDigits(currency))
  })
  liquid.registerFilter('running_balance', function (entries, opening) {
    charge(this.context, steps.totals * (1 + lengthOf(entries)))
    const reckoning = reckoningOf(this.context)
    const { currency } = globalsOf(this.context).locale
    const rows = parseAmounts(entries, reckoning)
    return runningBalance(rows, toNumber(opening, reckoning), currencyDigits(currency))
  })
}

function registerFormats(liquid: Liquid) {
  const localized = {
    money,
    amount,
    number,
    percent,
    date,
    date_range: dateRange,
    country,
  }
  for (const [name, print] of Object.entries(localized)) {
    liquid.registerFilter(name, function (value, option) {
      charge(this.context, steps.format)
      return print(value, globalsOf(this.context).locale, option)
    })
  }
  /** A figure of a table: numbers are formatted, text such as a year is not. */
  liquid.registerFilter('figure', function (value) {
    charge(this.context, steps.format)
    return typeof value === 'number' ? number(value, globalsOf(this.context).locale) : value
  })
  liquid.registerFilter('iban', formatIban)
  liquid.registerFilter('ean13_digits', (value) => ean13Digits(String(value ?? '')))
}

function registerTexts(liquid: Liquid) {
  liquid.registerFilter('markdown', {
    raw: true,
    handler(value) {
      return markdown(printed(this.context, value))
    },
  })
  liquid.registerFilter('js', {
    raw: true,
    handler(value) {
      const text = scriptLiteral(value)
      this.context.memoryLimit.use(text.length)
      return text
    },
  })
  /** `{{ party.name | text_rows: 30, party.address }}`: how many rows of 30 characters these take. */
  liquid.registerFilter('text_rows', function (value, width, ...more) {
    const texts = [value, ...more]
    charge(this.context, JSON.stringify(texts).length / 8)
    return countTextRows(texts, width)
  })
  // Liquid's own name for it is known too.
  for (const name of ['lines', 'newline_to_br']) {
    liquid.registerFilter(name, {
      raw: true,
      handler(value) {
        return escapeHtml(printed(this.context, value).trim()).replace(/\r?\n/g, '<br>')
      },
    })
  }
  // What is printed is escaped once, asked for or not.
  liquid.registerFilter('escape', (value) => value)
}

function registerSymbols(liquid: Liquid) {
  liquid.registerFilter('qr', {
    raw: true,
    handler(value, ecc) {
      const text = printed(this.context, value)
      if (text === '') return ''
      charge(this.context, steps.qr)
      const level = ['low', 'medium', 'quartile', 'high'].includes(ecc) ? ecc : 'medium'
      return qrSvg(text, escapeHtml(text.slice(0, 200)), level)
    },
  })
  liquid.registerFilter('payment_qr', {
    raw: true,
    /** `{{ payment.iban | payment_qr: name: seller.name, amount: totals.due, remittance: number, bic: payment.bic }}` */
    handler(iban, ...named) {
      if (globalsOf(this.context).locale.currency !== 'EUR') return ''
      const { name, bic, amount, remittance } = Object.fromEntries(named.filter(Array.isArray))
      const due = toNumber(amount, reckoningOf(this.context))
      const text = creditTransferText({ iban, name, bic, amount: due, remittance })
      if (text === undefined) return ''
      charge(this.context, steps.qr)
      return qrSvg(text, escapeHtml(wordOf(this.context, 'payment_code')))
    },
  })
  const barcodes = { code128: code128Svg, ean13: ean13Svg }
  for (const [name, draw] of Object.entries(barcodes)) {
    liquid.registerFilter(name, {
      raw: true,
      handler(value) {
        charge(this.context, steps.barcode)
        const text = printed(this.context, value).trim()
        return draw(text, escapeHtml(text)) ?? ''
      },
    })
  }
}

/** Lets a filter pay before it works: for what it reads, and for what it does beyond that. Arithmetic reads texts. */
function meter(liquid: Liquid, name: string) {
  const filter = liquid.filters[name]
  const handler = typeof filter === 'function' ? filter : filter?.handler
  if (!handler) throw new Error(`liquidjs no longer has the filter ${name}: adapt filters/register.ts`)
  const raw = typeof filter === 'object' && filter.raw
  const reckons = ARITHMETIC_FILTERS.includes(name)
  const extra = extraSteps[name] ?? (() => 0)
  const reads = !constant.has(name)
  liquid.registerFilter(name, {
    raw,
    handler(value, ...args) {
      const read = reads
        ? args.reduce((sum, argument) => sum + readingSteps(argument), readingSteps(value))
        : 0
      charge(this.context, 1 + read + extra(value, args))
      if (!reckons) return handler.call(this, value, ...args)
      const [number, ...numbers] = [value, ...args].map((one) => toNumber(one, reckoningOf(this.context)))
      return roundBinaryNoise(handler.call(this, number, ...numbers))
    },
  })
}

/** Autoescape: every output ends here unless its last filter makes HTML itself. */
export function printEscaped(this: { context: Context }, value: unknown) {
  return escapeHtml(printed(this.context, value))
}

function printed(context: Context, value: unknown) {
  const text = toText(value, globalsOf(context).data)
  context.memoryLimit.use(text.length)
  return text
}

/** A word of ours in the document's language; what the dictionary does not have stays as it is. */
function wordOf(context: Context, key: unknown): string {
  const { words } = globalsOf(context)
  const name = printed(context, key)
  return (Object.hasOwn(words, name) ? words[name] : undefined) ?? name
}

function globalsOf(context: Context): Globals {
  return (context.globals as Record<string, Globals>)[GLOBALS_KEY] as Globals
}

function reckoningOf(context: Context): Arithmetic {
  const { locale, data } = globalsOf(context)
  return { tag: locale.tag, data, charge: (steps) => charge(context, steps) }
}

function lengthOf(value: unknown) {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0
}
