/**
 * VAT and the rules of each category: BR-S, BR-Z, BR-E, BR-AE, BR-IC, BR-G, BR-O, BR-AF, BR-AG, and BR-CO-18. The
 * entries of the breakdown are judged in `vat-groups.ts`.
 */
import { compare, type Decimal, format, zero } from '../../money/decimal'
import { RATED_CATEGORIES, type VatOf } from '../../money/totals'
import type { CompleteInvoice } from '../invoice-amounts'
import { collectViolations, type Report, type RuleViolation } from './invoice-finding'
import { VAT_CATEGORIES, type VatCategoryRules } from './vat-families'
import { checkVatGroups, type TaxTolerance } from './vat-groups'

/** The numbers that the rules on parties and on rates have for each kind of part. */
const kinds = {
  lines: { parties: '02', rate: '05' },
  allowances: { parties: '03', rate: '06' },
  charges: { parties: '04', rate: '07' },
} as const
type Kind = keyof typeof kinds

/** Findings on VAT. */
export const checkVat = (complete: CompleteInvoice, tolerance: TaxTolerance): RuleViolation[] =>
  collectViolations((report) => {
    for (const kind of Object.keys(kinds) as Kind[]) {
      checkParties(report, complete, kind)
      checkRates(report, complete, kind)
    }
    if (complete.lines.length && complete.breakdown.length === 0) {
      report('BR-CO-18', '/vat_breakdown', 'No line says how VAT is charged (BG-23): add vat to each line.')
    }
    checkVatGroups(report, complete, tolerance)
    checkCoverage(report, complete)
    checkIntraCommunity(report, complete)
    checkNotSubject(report, complete)
  })

/** Rules 02, 03 and 04: reported once for each category and kind. */
function checkParties(report: Report, complete: CompleteInvoice, kind: Kind) {
  const { seller, buyer, tax_representative: representative } = complete.invoice
  for (const category of new Set(complete[kind].map((part) => part.category))) {
    const family = VAT_CATEGORIES[category ?? '']
    if (!family) continue
    const rule = `BR-${family.prefix}-${kinds[kind].parties}`
    if (family.seller === 'forbidden') {
      const present = {
        '/seller/vat_id': seller?.vat_id,
        '/tax_representative/vat_id': representative?.vat_id,
        '/buyer/vat_id': buyer?.vat_id,
      }
      for (const [pointer, vatId] of Object.entries(present)) {
        if (vatId) report(rule, pointer, `“${family.name}” allows no VAT identifier: leave vat_id out.`)
      }
      continue
    }
    const forVat = seller?.vat_id || representative?.vat_id
    if (!forVat && !(family.seller === 'tax' && seller?.tax_registration)) {
      const also = family.seller === 'tax' ? ' or tax_registration' : ''
      report(rule, '/seller/vat_id', `The VAT category “${family.name}” needs the seller’s vat_id${also}.`)
    }
    const registered = family.buyer === 'vat or registration' && buyer?.legal_registration
    if (family.buyer && !buyer?.vat_id && !registered) {
      const also = family.buyer === 'vat' ? '' : ' or legal_registration'
      report(rule, '/buyer/vat_id', `The VAT category “${family.name}” needs the buyer’s vat_id${also}.`)
    }
  }
}

/** Rules 05, 06 and 07. */
function checkRates(report: Report, complete: CompleteInvoice, kind: Kind) {
  for (const [i, part] of complete[kind].entries()) {
    const family = VAT_CATEGORIES[part.category ?? '']
    if (!family || rateFits(family, part.rate)) continue
    const wanted = family.rate === 'none' ? 'is left out' : `is ${family.rate}`
    const rule = `BR-${family.prefix}-${kinds[kind].rate}`
    report(rule, `/${kind}/${i}/vat/rate`, `The rate of “${family.name}” (${part.category}) ${wanted}.`)
  }
}

function rateFits(family: VatCategoryRules, rate: Decimal | undefined): boolean {
  if (family.rate === 'none') return rate === undefined
  if (rate === undefined) return false
  const sign = compare(rate, zero)
  return family.rate === 'above 0' ? sign > 0 : family.rate === '0' ? sign === 0 : sign >= 0
}

/** Rule 01, and 08 if a rate is left out: the breakdown has every category of lines, allowances and charges. */
function checkCoverage(report: Report, complete: CompleteInvoice) {
  const parts: VatOf[] = [...complete.lines, ...complete.allowances, ...complete.charges]
  const { breakdown } = complete
  for (const [category, used] of Map.groupBy(parts, (part) => part.category)) {
    const family = VAT_CATEGORIES[category ?? '']
    if (!family || !complete.invoice.vat_breakdown?.length) continue
    const groups = breakdown.filter((group) => group.category === category)
    const rated = RATED_CATEGORIES.includes(category ?? '')
    if (groups.length === 0 || (!rated && groups.length > 1)) {
      const count = rated ? 'at least one entry' : 'exactly one entry'
      report(`BR-${family.prefix}-01`, '/vat_breakdown', `The breakdown has ${count} for ${category}.`)
      continue
    }
    if (!rated) continue
    const stated = new Set(groups.map((group) => group.rate && format(group.rate)))
    for (const rate of new Set(used.map((part) => part.rate && format(part.rate)))) {
      if (rate && !stated.has(rate)) {
        report(
          `BR-${family.prefix}-08`,
          '/vat_breakdown',
          `The breakdown has no entry for ${category} ${rate} %.`,
        )
      }
    }
  }
}

/** BR-IC-11, BR-IC-12. */
function checkIntraCommunity(report: Report, { invoice, breakdown }: CompleteInvoice) {
  if (!breakdown.some((group) => group.category === 'K')) return
  if (!invoice.delivery?.date && !invoice.period?.start && !invoice.period?.end) {
    const message = 'An intra-community supply needs a date (BT-72, BG-14): add delivery.date or period.'
    report('BR-IC-11', '/delivery/date', message)
  }
  if (!invoice.delivery?.address?.country) {
    const message = 'An intra-community supply needs its destination (BT-80): add delivery.address.country.'
    report('BR-IC-12', '/delivery/address/country', message)
  }
}

/** BR-O-11 to BR-O-14: the category O cannot be combined with another. */
function checkNotSubject(report: Report, complete: CompleteInvoice) {
  if (!complete.breakdown.some((group) => group.category === 'O')) return
  if (complete.breakdown.some((group) => group.category !== 'O')) {
    const message = 'Not subject to VAT (O) allows no other category on the invoice: write two invoices.'
    report('BR-O-11', '/vat_breakdown', message)
  }
  const rules: Record<Kind, string> = { lines: 'BR-O-12', allowances: 'BR-O-13', charges: 'BR-O-14' }
  for (const kind of Object.keys(kinds) as Kind[]) {
    for (const [i, part] of complete[kind].entries()) {
      if (part.category && part.category !== 'O') {
        report(
          rules[kind],
          `/${kind}/${i}/vat/category`,
          'This invoice is not subject to VAT: write O here too.',
        )
      }
    }
  }
}
