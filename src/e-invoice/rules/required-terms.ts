/**
 * What brought XML must state itself: the terms that `completeInvoice` and the writer would fill in for JSON
 * (BR-12 to BR-15, BR-24, BR-31, BR-36, BR-41, BR-43, BR-45 to BR-49, BR-62, BR-63, BR-CO-04, BR-CO-18, and
 * rates and exemption reasons of each category).
 */
import type { Invoice } from '../schema'
import type { Line, Vat } from '../schema/line-schema'
import { asIdentifier, asText } from '../terms'
import { collectViolations, type Report, type RuleViolation, requireTerm } from './invoice-finding'
import { vatRule } from './vat-families'

/** Findings on what is missing, before anything is computed. */
export const checkRequiredTerms = (invoice: Invoice): RuleViolation[] =>
  collectViolations((report) => {
    const totals = invoice.totals ?? {}
    requireTerm(report, 'BR-12', '/totals/line_total', totals.line_total, 'The sum of the lines (BT-106)')
    requireTerm(report, 'BR-13', '/totals/net', totals.net, 'The total without VAT (BT-109)')
    requireTerm(report, 'BR-14', '/totals/gross', totals.gross, 'The total with VAT (BT-112)')
    requireTerm(report, 'BR-15', '/totals/due', totals.due, 'The amount due (BT-115)')
    if (invoice.allowances?.length) {
      requireTerm(
        report,
        'BR-CO-11',
        '/totals/allowance_total',
        totals.allowance_total,
        'The sum of the allowances (BT-107)',
      )
    }
    if (invoice.charges?.length) {
      requireTerm(
        report,
        'BR-CO-12',
        '/totals/charge_total',
        totals.charge_total,
        'The sum of the charges (BT-108)',
      )
    }
    if (Number(totals.net) !== Number(totals.gross)) {
      requireTerm(
        report,
        'BR-CO-15',
        '/totals/vat',
        totals.vat,
        'The VAT in the currency of the invoice (BT-110)',
      )
    }
    checkSchemes(report, invoice)
    checkMeans(report, invoice)
    for (const [i, line] of (invoice.lines ?? []).entries()) checkLine(report, line, `/lines/${i}`)
    for (const kind of ['allowances', 'charges'] as const) {
      for (const [i, each] of (invoice[kind] ?? []).entries()) {
        const at = `/${kind}/${i}`
        const rules = { allowances: ['BR-31', 'BR-32', '06'], charges: ['BR-36', 'BR-37', '07'] }[kind]
        requireTerm(report, rules[0] as string, `${at}/amount`, each.amount, 'The amount (BT-92, BT-99)')
        requireTerm(report, rules[1] as string, `${at}/vat/category`, each.vat?.category, 'The VAT category')
        checkRate(report, each.vat, rules[2] as string, at)
      }
    }
    checkBreakdown(report, invoice)
  })

/** BR-62, BR-63: also for an e-mail address, which JSON may give alone. */
function checkSchemes(report: Report, { seller, buyer }: Invoice) {
  for (const [rule, name, party] of [
    ['BR-62', 'seller', seller],
    ['BR-63', 'buyer', buyer],
  ] as const) {
    const address = asIdentifier(party?.electronic_address)
    if (!address) continue
    requireTerm(
      report,
      rule,
      `/${name}/electronic_address/scheme`,
      address.scheme,
      'The scheme of the address',
    )
  }
}

/** BR-49. */
function checkMeans(report: Report, { payment }: Invoice) {
  const instructed =
    payment?.iban || payment?.account_id || payment?.card || payment?.direct_debit?.debtor_iban
  if (!instructed) return
  requireTerm(
    report,
    'BR-49',
    '/payment/means_code',
    asText(payment?.means_code),
    'The means of payment (BT-81)',
  )
}

function checkLine(report: Report, line: Line, at: string) {
  requireTerm(report, 'BR-24', `${at}/net_amount`, line.net_amount, 'The net amount of the line (BT-131)')
  requireTerm(report, 'BR-26', `${at}/net_price`, line.net_price, 'The net price (BT-146)')
  requireTerm(report, 'BR-CO-04', `${at}/vat/category`, line.vat?.category, 'The VAT category (BT-151)')
  checkRate(report, line.vat, '05', at)
  for (const [kind, rule] of [
    ['allowances', 'BR-41'],
    ['charges', 'BR-43'],
  ] as const) {
    for (const [i, each] of (line[kind] ?? []).entries()) {
      requireTerm(report, rule, `${at}/${kind}/${i}/amount`, each.amount, 'The amount (BT-136, BT-141)')
    }
  }
}

/** Rules 05, 06 and 07 of each category: the rate is stated, 0 too, except if nothing is subject to VAT. */
function checkRate(report: Report, vat: Vat | undefined, number: string, at: string) {
  if (!vat?.category || vat.category === 'O') return
  requireTerm(report, vatRule(vat.category, number), `${at}/vat/rate`, vat.rate, 'The VAT rate')
}

function checkBreakdown(report: Report, { vat_breakdown: breakdown = [] }: Invoice) {
  if (breakdown.length === 0) {
    report('BR-CO-18', '/vat_breakdown', 'The VAT breakdown (BG-23) is missing: add it.')
  }
  for (const [i, group] of breakdown.entries()) {
    const at = `/vat_breakdown/${i}`
    requireTerm(report, 'BR-45', `${at}/taxable_amount`, group.taxable_amount, 'The taxable amount (BT-116)')
    requireTerm(report, 'BR-46', `${at}/tax_amount`, group.tax_amount, 'The tax amount (BT-117)')
    requireTerm(report, 'BR-47', `${at}/category`, group.category, 'The VAT category (BT-118)')
    if (group.category !== 'O')
      requireTerm(report, 'BR-48', `${at}/rate`, group.rate, 'The VAT rate (BT-119)')
    if (['AE', 'K', 'G', 'O'].includes(group.category ?? '')) {
      const reason = group.exemption_reason ?? group.exemption_reason_code
      requireTerm(
        report,
        vatRule(group.category as string, '10'),
        `${at}/exemption_reason`,
        reason,
        'The reason',
      )
    }
  }
}
