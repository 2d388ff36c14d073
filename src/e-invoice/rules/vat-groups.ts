/** The entries of the VAT breakdown (BG-23): BR-47, BR-48, BR-CO-17, and rules 01, 08, 09 and 10 of each category. */
import {
  absolute,
  compare,
  type Decimal,
  decimal,
  equal,
  format,
  multiply,
  subtract,
} from '../../money/decimal'
import { RATED_CATEGORIES, taxOf } from '../../money/totals'
import type { CompleteInvoice, VatGroup } from '../invoice-amounts'
import type { Report } from './invoice-finding'
import { VAT_CATEGORIES, type VatCategoryRules } from './vat-families'

/** How far a stated tax may be from the taxable amount × rate, given how many parts it sums up and the currency's places. */
export type TaxTolerance = (parts: number, places: number) => Decimal

/** What the standard's own schematron accepts: anything less than 1.00. */
export const lessThanOneUnit: TaxTolerance = () => decimal('0.99')

/** Half a smallest unit of the currency a part: what rounding the VAT of each line explains, and never a whole unit. */
export const halfUnitPerLine: TaxTolerance = (parts, places) => {
  const explained = { units: 5n * BigInt(Math.max(parts, 1)), scale: places + 1 }
  return compare(explained, lessThanOneUnit(parts, places)) < 0 ? explained : lessThanOneUnit(parts, places)
}

/** Reports what is wrong in each entry by itself. */
export function checkVatGroups(report: Report, complete: CompleteInvoice, tolerance: TaxTolerance): void {
  for (const [i, group] of complete.breakdown.entries()) {
    checkGroup(report, group, { at: groupPointer(complete, i), tolerance, places: complete.places })
  }
  if (!complete.explains) return
  for (const { pointer, category = '' } of complete.unclearVat) {
    const message = `vat_breakdown has several entries for ${category} (BT-116): say which one this is in, by its exemption_reason or exemption_reason_code.`
    report(`BR-FXEXT-${VAT_CATEGORIES[category]?.prefix ?? category}-08`, pointer, message)
  }
}

/** Where the caller's JSON has a group: in the stated breakdown, else where its parts state their VAT. */
const groupPointer = ({ invoice, breakdown }: CompleteInvoice, index: number) =>
  invoice.vat_breakdown?.length ? `/vat_breakdown/${index}` : (breakdown[index]?.pointer ?? '/vat_breakdown')

/** The place of a term of the breakdown; if the term was computed, the place of what it was computed from. */
const termPointer = (at: string, term: 'tax_amount' | 'exemption_reason') =>
  at.startsWith('/vat_breakdown/') ? `${at}/${term}` : at

/** `at` is the group's JSON Pointer; `places` are those of the currency. */
type GroupContext = { at: string; tolerance: TaxTolerance; places: number }

/** BR-47, BR-48, rules 08, 09 and 10, and BR-CO-17. */
function checkGroup(report: Report, group: VatGroup, { at, tolerance, places }: GroupContext) {
  const family = VAT_CATEGORIES[group.category ?? '']
  if (!group.category) report('BR-47', `${at}/category`, 'The VAT category (BT-118) is missing: add it.')
  if (!family) return
  const rated = RATED_CATEGORIES.includes(group.category ?? '')
  if (rated && group.rate === undefined) {
    report('BR-48', `${at}/rate`, `The rate (BT-119) of “${family.name}” is missing: add it.`)
  }
  checkTaxable(report, group, family, at)
  const isTaxed = rated || (group.rate !== undefined && group.rate.units !== 0n)
  if (isTaxed) checkTax(report, group, { at, tolerance, places })
  if (!rated && group.tax.value.units !== 0n) {
    report(
      `BR-${family.prefix}-09`,
      termPointer(at, 'tax_amount'),
      `The tax of the VAT category “${family.name}” must be 0.00.`,
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
      `No line, allowance or charge has the VAT category “${family.name}” at this rate: remove this entry.`,
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
    const message = `The VAT category “${family.name}” (${category}) needs a reason: add exemption_reason or exemption_reason_code.`
    report(`BR-${family.prefix}-10`, pointer, message)
  }
  if (!family.reason && given) {
    report(`BR-${family.prefix}-10`, pointer, `“${family.name}” allows no exemption reason: leave it out.`)
  }
  if (reasonCodes.length > 1) {
    const message = `The VAT category “${family.name}” has one entry in the breakdown, which takes only one of ${reasonCodes.join(', ')}: use exemption_reason texts instead.`
    report(`BR-${family.prefix}-01`, pointer, message)
  }
}
