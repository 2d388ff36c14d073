/** Sums, the parts of allowances and charges, and decimals (BR-31 to BR-44, BR-53, BR-CO-10 to 16, BR-DEC). */
import { currencyDigits } from '../../money/currencies'
import { type Decimal, decimal, equal, format } from '../../money/decimal'
import type { Adjustment, CheckedAmount, CompleteInvoice, CompleteLine } from '../invoice-amounts'
import type { Invoice } from '../schema'
import type { LineAdjustment } from '../schema/line-schema'
import { asText } from '../terms'
import { collectViolations, type Report, type RuleViolation } from './invoice-finding'

/** Findings on amounts; those of the VAT breakdown are in `vat.ts`. */
export const checkAmounts = (complete: CompleteInvoice): RuleViolation[] =>
  collectViolations((report) => {
    checkTotals(report, complete)
    checkTaxCurrency(report, complete.invoice)
    checkDocumentAdjustments(report, complete)
    for (const [i, line] of complete.lines.entries()) checkLineAmounts(report, complete.invoice, line, i)
    checkDecimals(report, complete)
  })

function checkTotals(report: Report, { totals }: CompleteInvoice) {
  const check = (rule: string, field: string, amount: CheckedAmount, formula: string) =>
    checkAmount(report, rule, `/totals/${field}`, amount, formula)
  check('BR-CO-10', 'line_total', totals.line, 'The sum of the net amounts of the lines (BT-106)')
  check('BR-CO-11', 'allowance_total', totals.allowance, 'The sum of the allowances on the document (BT-107)')
  check('BR-CO-12', 'charge_total', totals.charge, 'The sum of the charges on the document (BT-108)')
  check('BR-CO-13', 'net', totals.net, 'Lines − allowances + charges (BT-109)')
  check('BR-CO-14', 'vat', totals.vat, 'The sum of the tax amounts of the VAT breakdown (BT-110)')
  check('BR-CO-15', 'gross', totals.gross, 'The total without VAT + VAT (BT-112)')
  check('BR-CO-16', 'due', totals.due, 'The total with VAT − prepaid_amount + rounding_amount (BT-115)')
}

function checkAmount(report: Report, rule: string, pointer: string, amount: CheckedAmount, formula: string) {
  if (amount.stated && !equal(amount.stated, amount.expected)) {
    const [expected, stated] = [format(amount.expected, 2), format(amount.stated, 2)]
    report(
      rule,
      pointer,
      `${formula} is ${expected}, not ${stated}: correct it, or leave it out to be computed.`,
    )
  }
}

/** BR-53: the rate of exchange is the seller's matter, so this total is given, not computed. */
function checkTaxCurrency(report: Report, invoice: Invoice) {
  if (!invoice.tax_currency) {
    if (invoice.totals?.vat_in_tax_currency !== undefined) {
      const message = 'A VAT total in another currency (BT-111) needs that currency: add tax_currency (BT-6).'
      report('BR-53', '/tax_currency', message)
    }
    return
  }
  if (invoice.tax_currency === invoice.currency) {
    report(
      'BR-53',
      '/tax_currency',
      'The VAT is accounted in the currency of the invoice: leave tax_currency out.',
    )
  }
  if (invoice.totals?.vat_in_tax_currency === undefined) {
    const message = `Add the VAT total in ${invoice.tax_currency} (BT-111).`
    report('BR-53', '/totals/vat_in_tax_currency', message)
  }
}

function checkDocumentAdjustments(report: Report, { invoice, allowances, charges }: CompleteInvoice) {
  const rules = {
    allowance: { amount: 'BR-31', category: 'BR-32', reason: 'BR-33' },
    charge: { amount: 'BR-36', category: 'BR-37', reason: 'BR-38' },
  }
  const check = (kind: 'allowance' | 'charge', given: LineAdjustment, complete: Adjustment, at: string) => {
    checkAdjustment(report, given, complete, at, rules[kind])
    if (!complete.category) {
      const message = `The VAT category of the ${kind} is missing: add vat.category, or a rate above 0.`
      report(rules[kind].category, `${at}/vat/category`, message)
    }
  }
  for (const [i, each] of allowances.entries()) {
    check('allowance', invoice.allowances?.[i] ?? {}, each, `/allowances/${i}`)
  }
  for (const [i, each] of charges.entries()) {
    check('charge', invoice.charges?.[i] ?? {}, each, `/charges/${i}`)
  }
}

function checkLineAmounts(report: Report, invoice: Invoice, complete: CompleteLine, index: number) {
  const line = invoice.lines?.[index]
  const at = `/lines/${index}`
  checkAmount(
    report,
    'BT-131',
    `${at}/net_amount`,
    complete.netAmount,
    'Price × quantity − allowances + charges, rounded to the cent (BT-131)',
  )
  for (const [i, each] of complete.allowances.entries()) {
    const rules = { amount: 'BR-41', reason: 'BR-42' }
    checkAdjustment(report, line?.allowances?.[i] ?? {}, each, `${at}/allowances/${i}`, rules)
  }
  for (const [i, each] of complete.charges.entries()) {
    const rules = { amount: 'BR-43', reason: 'BR-44' }
    checkAdjustment(report, line?.charges?.[i] ?? {}, each, `${at}/charges/${i}`, rules)
  }
}

function checkAdjustment(
  report: Report,
  given: LineAdjustment,
  complete: Adjustment,
  at: string,
  rules: { amount: string; reason: string },
) {
  if (complete.missing) {
    report(rules.amount, `${at}/amount`, 'The amount is missing: add it, or percent and base_amount.')
  }
  if (!given.reason && !asText(given.reason_code)) {
    report(rules.reason, `${at}/reason`, 'The reason is missing: add reason or reason_code.')
  }
}

/** The most decimals that EN 16931 writes an amount with (BR-DEC). */
const MAX_PLACES = 2

/**
 * BR-DEC-01 to BR-DEC-28: an amount has two decimals; prices, quantities and rates may have more. An amount that was
 * computed has as many as its currency, which three are too many of; one that is stated in a currency with fewer is
 * printed rounded, so it must be stated rounded.
 */
function checkDecimals(report: Report, complete: CompleteInvoice) {
  const { invoice, places } = complete
  const check = (rule: string, pointer: string, stated: number | string | undefined, computed?: Decimal) => {
    const inTaxCurrency = rule === 'BR-DEC-15'
    const currency = inTaxCurrency ? invoice.tax_currency : invoice.currency
    const digits = inTaxCurrency ? currencyDigits(currency) : places
    const value = stated === undefined ? computed : decimal(stated)
    if (!value) return
    const shown = stated ?? format(value)
    if (value.scale > MAX_PLACES) {
      const remedy = stated === undefined ? 'state it rounded' : 'round it, or send it as a string ("12.30")'
      report(rule, pointer, `${shown} has more than two decimals: ${remedy}.`)
    } else if (value.scale > digits) {
      report('ISO-4217', pointer, `${shown} has more decimals than ${currency} has: round it.`)
    }
  }
  const checkBoth = (given: LineAdjustment, computed: Adjustment, at: string, rules: AdjustmentRules) => {
    check(rules.amount, `${at}/amount`, given.amount, computed.amount)
    check(rules.base, `${at}/base_amount`, given.base_amount, computed.base)
  }
  for (const [i, each] of complete.allowances.entries()) {
    const rules = { amount: 'BR-DEC-01', base: 'BR-DEC-02' }
    checkBoth(invoice.allowances?.[i] ?? {}, each, `/allowances/${i}`, rules)
  }
  for (const [i, each] of complete.charges.entries()) {
    const rules = { amount: 'BR-DEC-05', base: 'BR-DEC-06' }
    checkBoth(invoice.charges?.[i] ?? {}, each, `/charges/${i}`, rules)
  }
  const totals = invoice.totals ?? {}
  check('BR-DEC-09', '/totals/line_total', totals.line_total)
  check('BR-DEC-10', '/totals/allowance_total', totals.allowance_total)
  check('BR-DEC-11', '/totals/charge_total', totals.charge_total)
  check('BR-DEC-12', '/totals/net', totals.net)
  check('BR-DEC-13', '/totals/vat', totals.vat)
  check('BR-DEC-14', '/totals/gross', totals.gross)
  check('BR-DEC-15', '/totals/vat_in_tax_currency', totals.vat_in_tax_currency)
  check('BR-DEC-16', '/prepaid_amount', invoice.prepaid_amount)
  check('BR-DEC-17', '/rounding_amount', invoice.rounding_amount)
  check('BR-DEC-18', '/totals/due', totals.due)
  for (const [i, each] of complete.breakdown.entries()) {
    const stated = invoice.vat_breakdown?.[i]
    check('BR-DEC-19', `/vat_breakdown/${i}/taxable_amount`, stated?.taxable_amount)
    check('BR-DEC-20', `/vat_breakdown/${i}/tax_amount`, stated?.tax_amount, each.tax.value)
  }
  for (const [i, line] of complete.lines.entries()) {
    const given = invoice.lines?.[i]
    check('BR-DEC-23', `/lines/${i}/net_amount`, given?.net_amount, line.netAmount.value)
    for (const [j, each] of line.allowances.entries()) {
      const rules = { amount: 'BR-DEC-24', base: 'BR-DEC-25' }
      checkBoth(given?.allowances?.[j] ?? {}, each, `/lines/${i}/allowances/${j}`, rules)
    }
    for (const [j, each] of line.charges.entries()) {
      const rules = { amount: 'BR-DEC-27', base: 'BR-DEC-28' }
      checkBoth(given?.charges?.[j] ?? {}, each, `/lines/${i}/charges/${j}`, rules)
    }
  }
}

type AdjustmentRules = { amount: string; base: string }
