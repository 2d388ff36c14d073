/**
 * The VAT breakdown and the rules of each category: BR-S, BR-Z, BR-E, BR-AE, BR-IC, BR-G, BR-O, BR-AF, BR-AG,
 * and BR-47, BR-48, BR-CO-17, BR-CO-18.
 */
import {
  absolute,
  compare,
  type Decimal,
  decimal,
  equal,
  format,
  multiply,
  subtract,
  zero,
} from '../../money/decimal'
import { RATED_CATEGORIES, taxOf, type VatOf } from '../../money/totals'
import type { CompleteInvoice, VatGroup } from '../totals'
import { collectViolations, type Report, type RuleViolation } from './finding'
import { VAT_CATEGORIES, type VatCategoryRules } from './vat-families'

/** The numbers that the rules on parties and on rates have for each kind of part. */
const kinds = {
  lines: { parties: '02', rate: '05' },
  allowances: { parties: '03', rate: '06' },
  charges: { parties: '04', rate: '07' },
} as const
type Kind = keyof typeof kinds

/** How far a stated tax may be from the taxable amount × rate, given how many parts it sums up and the currency's places. */
export type TaxTolerance = (parts: number, places: number) => Decimal

/** What the standard's own schematron accepts: anything less than 1.00. */
export const lessThanOneUnit: TaxTolerance = () => decimal('0.99')

/** Half a smallest unit of the currency a part: what rounding the VAT of each line explains, and never a whole unit. */
export const halfUnitPerLine: TaxTolerance = (parts, places) => {
  const explained = { units: 5n * BigInt(Math.max(parts, 1)), scale: places + 1 }
  return compare(explained, lessThanOneUnit(parts, places)) < 0 ? explained : lessThanOneUnit(parts, places)
}

/** Findings on VAT. */
export const checkVat = (complete: CompleteInvoice, tolerance: TaxTolerance): RuleViolation[] =>
  collectViolations((report) => {
    for (const kind of Object.keys(kinds) as Kind[]) {
      checkParties(report, complete, kind)
      checkRates(report, complete, kind)
    }
    if (complete.lines.length && complete.breakdown.length === 0) {
      report('BR-CO-18', '/vat_breakdown', 'Nothing says how VAT is charged (BG-23): give each line its vat.')
    }
    for (const [i, group] of complete.breakdown.entries()) {
      checkGroup(report, group, { at: groupPointer(complete, i), tolerance, places: complete.places })
    }
    checkCoverage(report, complete)
    checkIntraCommunity(report, complete)
    checkNotSubject(report, complete)
  })

/** Where a group stands in the caller's JSON: in the stated breakdown, else where its parts say their VAT. */
const groupPointer = ({ invoice, breakdown }: CompleteInvoice, index: number) =>
  invoice.vat_breakdown?.length ? `/vat_breakdown/${index}` : (breakdown[index]?.pointer ?? '/vat_breakdown')

/** A term of the breakdown; one that was computed stands nowhere, so what it was computed from is named. */
const termPointer = (at: string, term: 'tax_amount' | 'exemption_reason') =>
  at.startsWith('/vat_breakdown/') ? `${at}/${term}` : at

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
        if (vatId) report(rule, pointer, `What is ${family.name} names no VAT identifier: leave vat_id out.`)
      }
      continue
    }
    const forVat = seller?.vat_id || representative?.vat_id
    if (!forVat && !(family.seller === 'tax' && seller?.tax_registration)) {
      const also = family.seller === 'tax' ? ' or tax_registration' : ''
      report(rule, '/seller/vat_id', `The seller of what is ${family.name} needs vat_id${also}.`)
    }
    const registered = family.buyer === 'vat or registration' && buyer?.legal_registration
    if (family.buyer && !buyer?.vat_id && !registered) {
      const also = family.buyer === 'vat' ? '' : ' or legal_registration'
      report(rule, '/buyer/vat_id', `The buyer of what is ${family.name} needs vat_id${also}.`)
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
    report(rule, `/${kind}/${i}/vat/rate`, `The rate of what is ${family.name} (${part.category}) ${wanted}.`)
  }
}

function rateFits(family: VatCategoryRules, rate: Decimal | undefined): boolean {
  if (family.rate === 'none') return rate === undefined
  if (rate === undefined) return false
  const sign = compare(rate, zero)
  return family.rate === 'above 0' ? sign > 0 : family.rate === '0' ? sign === 0 : sign >= 0
}

/** `at` is the group's JSON Pointer; `places` are those of the currency. */
type GroupContext = { at: string; tolerance: TaxTolerance; places: number }

/** BR-47, BR-48, rules 08, 09 and 10, and BR-CO-17. */
function checkGroup(report: Report, group: VatGroup, { at, tolerance, places }: GroupContext) {
  const family = VAT_CATEGORIES[group.category ?? '']
  if (!group.category) report('BR-47', `${at}/category`, 'The VAT category (BT-118) is missing: add it.')
  if (!family) return
  const rated = RATED_CATEGORIES.includes(group.category ?? '')
  if (rated && group.rate === undefined) {
    report('BR-48', `${at}/rate`, `The rate (BT-119) of what is ${family.name} is missing: add it.`)
  }
  checkTaxable(report, group, family, at)
  if (rated) checkTax(report, group, { at, tolerance, places })
  else if (group.tax.value.units !== 0n) {
    report(
      `BR-${family.prefix}-09`,
      termPointer(at, 'tax_amount'),
      `The tax on what is ${family.name} is 0.00.`,
    )
  }
  checkReason(report, group, family, at)
}

function checkTaxable(report: Report, { taxable, parts }: VatGroup, family: VatCategoryRules, at: string) {
  if (taxable.stated && !equal(taxable.stated, taxable.expected)) {
    const message = `Lines − allowances + charges of this category and rate are ${format(taxable.expected, 2)}, not ${format(taxable.stated, 2)} (BT-116).`
    report(`BR-${family.prefix}-08`, `${at}/taxable_amount`, message)
  } else if (parts === 0) {
    report(
      `BR-${family.prefix}-01`,
      at,
      `No line, allowance or charge is ${family.name} at this rate: remove it.`,
    )
  }
}

/** BR-CO-17, and BR-S-09, BR-AF-09 and BR-AG-09 with it. */
function checkTax(
  report: Report,
  { taxable, tax, rate, parts }: VatGroup,
  { at, tolerance, places }: GroupContext,
) {
  if (!tax.stated || !rate) return
  const exact = multiply(multiply(taxable.value, rate), decimal('0.01'))
  const distance = absolute(subtract(tax.stated, exact))
  if (compare(distance, tolerance(parts, places)) <= 0) return
  const rule = compare(distance, lessThanOneUnit(parts, places)) <= 0 ? 'BT-117' : 'BR-CO-17'
  const expected = format(taxOf(taxable.value, rate, places), 2)
  const message = `${format(taxable.value, 2)} × ${format(rate)} % is ${expected}, not ${format(tax.stated, 2)} (BT-117): correct it, or leave it out.`
  report(rule, `${at}/tax_amount`, message)
}

function checkReason(
  report: Report,
  { reason, reasonCodes, category }: VatGroup,
  family: VatCategoryRules,
  at: string,
) {
  const given = reason !== undefined || reasonCodes.length > 0
  const pointer = termPointer(at, 'exemption_reason')
  if (family.reason && !given) {
    const message = `What is ${family.name} (${category}) says why: add exemption_reason or exemption_reason_code.`
    report(`BR-${family.prefix}-10`, pointer, message)
  }
  if (!family.reason && given) {
    report(`BR-${family.prefix}-10`, pointer, `What is ${family.name} has no exemption reason: leave it out.`)
  }
  if (reasonCodes.length > 1) {
    const message = `There is one breakdown for what is ${family.name}, and it takes one of ${reasonCodes.join(', ')}: use exemption_reason texts instead.`
    report(`BR-${family.prefix}-01`, pointer, message)
  }
}

/** Rule 01, and 08 where a rate is left out: what lines, allowances and charges use stands in the breakdown. */
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
    const message = 'An intra-community supply says when (BT-72, BG-14): add delivery.date or period.'
    report('BR-IC-11', '/delivery/date', message)
  }
  if (!invoice.delivery?.address?.country) {
    const message = 'An intra-community supply says where to (BT-80): add delivery.address.country.'
    report('BR-IC-12', '/delivery/address/country', message)
  }
}

/** BR-O-11 to BR-O-14: what is not subject to VAT stands alone. */
function checkNotSubject(report: Report, complete: CompleteInvoice) {
  if (!complete.breakdown.some((group) => group.category === 'O')) return
  if (complete.breakdown.some((group) => group.category !== 'O')) {
    const message = 'Not subject to VAT (O) stands with no other category on an invoice: write two invoices.'
    report('BR-O-11', '/vat_breakdown', message)
  }
  const rules: Record<Kind, string> = { lines: 'BR-O-12', allowances: 'BR-O-13', charges: 'BR-O-14' }
  for (const kind of Object.keys(kinds) as Kind[]) {
    for (const [i, part] of complete[kind].entries()) {
      if (part.category && part.category !== 'O') {
        report(rules[kind], `/${kind}/${i}/vat/category`, 'This invoice is not subject to VAT: O here too.')
      }
    }
  }
}
