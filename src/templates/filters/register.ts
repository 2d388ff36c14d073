/** The filters of our Liquid: those of liquidjs that documents need, and our own. */
import { filters as builtIn, type Liquid } from 'liquidjs'
import { currencyDigits } from '../../money/currencies'
import { invoiceType } from '../../money/invoice-type'
import { escapeHtml, scriptLiteral } from '../../text/markup'
import { charge } from '../limits'
import { totalsOf } from '../printed-totals'
import { parseAmounts, roundAmount, sum, toNumber } from './arithmetic'
import { runningBalance } from './balance'
import { code128Svg, ean13Digits, ean13Svg } from './barcode'
import { isColor } from './color'
import { country } from './country'
import { date, dateRange, daysUntil } from './date'
import { figureRows } from './figure-rows'
import { arithmeticOf, globalsOf, printed, wordOf } from './globals'
import { markdown } from './markdown'
import { meter } from './meter'
import { amount, money, number, percent } from './number'
import { creditTransferText, formatIban } from './payment'
import { qrSvg } from './qr'
import { countTextRows } from './rows'
import { swissBill } from './swiss-bill'
import { unitName } from './unit'

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

/** Steps that one symbol costs: making a small QR code takes about as long as 2,000 prints, and each character more. */
const steps = { qr: 2_000, qrCharacter: 6, barcode: 300, format: 4, totals: 20 }

/** Replaces liquidjs's filters by those that documents need, each paying for what it does. */
export function registerFilters(liquid: Liquid) {
  for (const name of Object.keys(builtIn)) {
    if (!kept.includes(name)) liquid.unregisterFilter(name)
  }
  registerArithmetic(liquid)
  registerFormats(liquid)
  registerTexts(liquid)
  registerSymbols(liquid)
  liquid.registerFilter('t', function (key) {
    return wordOf(this.context, key)
  })
  /**
   * `{{ line.unit | unit: line.quantity }}`: a unit's code (UN/ECE Recommendation 20) as a word with a space before it,
   * in the form that the number asks for; what is no code stays, shortened.
   */
  liquid.registerFilter('unit', function (code, quantity) {
    const { words, locale } = globalsOf(this.context)
    const word = unitName(printed(this.context, code), quantity, words, locale)
    return word && `\u00a0${word}`
  })
  liquid.registerFilter('color', (value, fallback) => (isColor(value) ? value : fallback))
  for (const name of Object.keys(liquid.filters)) meter(liquid, name)
}

function registerArithmetic(liquid: Liquid) {
  liquid.registerFilter('sum', function (items, path) {
    return sum(items, path, arithmeticOf(this.context))
  })
  liquid.registerFilter('round_amount', function (value) {
    charge(this.context, steps.format)
    return roundAmount(value, globalsOf(this.context).locale.currency, arithmeticOf(this.context))
  })
  /** `{{ lines | totals: allowances: allowances, charges: charges, prepaid_amount: prepaid_amount }}` */
  liquid.registerFilter('totals', function (lines, ...named) {
    charge(this.context, steps.totals * (1 + lengthOf(lines)))
    const data = { ...Object.fromEntries(named.filter(Array.isArray)), lines }
    const { currency } = globalsOf(this.context).locale
    return totalsOf(parseAmounts(data, arithmeticOf(this.context)), currencyDigits(currency))
  })
  /** `{{ type_code | invoice_type: totals.due, status }}`: keys of the words for this kind of invoice, and its payment. */
  liquid.registerFilter('invoice_type', invoiceType)
  liquid.registerFilter('running_balance', function (entries, opening) {
    charge(this.context, steps.totals * (1 + lengthOf(entries)))
    const arithmetic = arithmeticOf(this.context)
    const { currency } = globalsOf(this.context).locale
    const rows = parseAmounts(entries, arithmetic)
    return runningBalance(rows, toNumber(opening, arithmetic), currencyDigits(currency))
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
    days_until: daysUntil,
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
  /** The rows of a table: the figures of a column have the same number of decimals. */
  liquid.registerFilter('figure_rows', function (rows) {
    return figureRows(rows, globalsOf(this.context).locale)
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
  liquid.registerFilter('text_rows', (value, width, ...more) => countTextRows([value, ...more], width))
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
      charge(this.context, steps.qr + steps.qrCharacter * text.length)
      const level = ['low', 'medium', 'quartile', 'high'].includes(ecc) ? ecc : 'medium'
      return qrSvg(text, escapeHtml(text.slice(0, 200)), {
        level,
        isMarked: globalsOf(this.context).isPreview,
      })
    },
  })
  liquid.registerFilter('payment_qr', {
    raw: true,
    /** `{{ payment.iban | payment_qr: name: seller.name, amount: totals.due, remittance: number, bic: payment.bic }}` */
    handler(iban, ...named) {
      if (globalsOf(this.context).locale.currency !== 'EUR') return ''
      const { name, bic, amount, remittance } = Object.fromEntries(named.filter(Array.isArray))
      const due = toNumber(amount, arithmeticOf(this.context))
      const text = creditTransferText({ iban, name, bic, amount: due, remittance })
      if (text === undefined) return ''
      charge(this.context, steps.qr)
      return qrSvg(text, escapeHtml(wordOf(this.context, 'payment_code')), {
        isMarked: globalsOf(this.context).isPreview,
      })
    },
  })
  /**
   * `{% assign bill = payment.iban | swiss_bill: creditor: seller, debtor: buyer, reference: number, amount: due %}`:
   * the parts of a Swiss QR-bill and its `symbol`; nothing if the currency is not CHF or it would not be valid.
   */
  liquid.registerFilter('swiss_bill', function (iban, ...named) {
    const { currency, language } = globalsOf(this.context).locale
    if (currency !== 'CHF') return undefined
    const { creditor, name, debtor, reference, amount } = Object.fromEntries(named.filter(Array.isArray))
    const due = toNumber(amount, arithmeticOf(this.context))
    const holder = name ? { ...creditor, name } : creditor
    const bill = swissBill({ iban, creditor: holder, debtor, reference, amount: due, currency, language })
    if (!bill) return undefined
    charge(this.context, steps.qr + steps.qrCharacter * bill.code.length)
    const label = escapeHtml(wordOf(this.context, 'payment_code'))
    return {
      ...bill,
      symbol: qrSvg(bill.code, label, { quietZone: 0, isMarked: globalsOf(this.context).isPreview }),
    }
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

function lengthOf(value: unknown) {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0
}
