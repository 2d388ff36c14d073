/**
 * The VAT breakdown of the profile EXTENDED (BR-FXEXT-S-08 and its like of each category, BR-FXEXT-S-09): lines that
 * only group or inform do not count, logistics services are charges, and each summand may have been rounded by a cent.
 */
import {
  absolute,
  compare,
  type Decimal,
  format,
  negate,
  percentOf,
  subtract,
  sum,
  zero,
} from '../../money/decimal'
import { effectiveVat, vatKey } from '../../money/totals'
import { elementsAt, parseDecimal, partsOf, textAt } from '../cii/read/path'
import { isCharge, isVat } from '../cii/read/read-line'
import type { XmlElement } from '../xml/parse-xml'
import { isDetail } from './extended-sums'
import type { Report } from './invoice-finding'
import { VAT_CATEGORIES } from './vat-families'

/** `key` is category and rate, `reason` the key with the exemption reason. */
type Part = { key: string; reason: string; net: Decimal }

/** Of so many parts. */
type Total = { net: Decimal; parts: number }

/**
 * Reports each entry of the breakdown whose taxable amount is further than a cent each from its lines, allowances and
 * charges: from those with its exemption reason, and from all of its category (and rate, if it has several), too. Reports
 * each category without an entry, and each tax of what is standard rated that is as far from its taxable amount × rate.
 */
export function checkExtendedVat(report: Report, root: XmlElement): void {
  const { settlement } = partsOf(root)
  const parts = partsWithVat(root)
  const byKey = totalsOf(parts, ({ key }) => key)
  const byReason = totalsOf(parts, ({ reason }) => reason)
  const groups = elementsAt(settlement, 'ApplicableTradeTax').filter(isVat)
  for (const group of groups) {
    const key = keyOf(group)
    const taxable = amountAt(group, 'BasisAmount')
    const all = byKey.get(key) ?? NOTHING
    const fits = ({ net, parts }: Total) => !isFurther(taxable, net, parts)
    if (fits(all) || fits(byReason.get(reasonOf(group)) ?? NOTHING)) continue
    reportTaxable(report, key, [all.net, taxable])
  }
  const stated = new Set(groups.map(keyOf))
  for (const [key, all] of byKey) {
    const isFree = !isFurther(zero, all.net, all.parts)
    if (!stated.has(key) && !isFree) reportTaxable(report, key, [all.net, zero])
  }
  const standardRated = groups.filter((group) => keyOf(group).startsWith('S '))
  checkTax(report, standardRated, parts.length)
}

function reportTaxable(report: Report, key: string, [expected, taxable]: [Decimal, Decimal]) {
  const family = VAT_CATEGORIES[key.split(' ')[0] ?? '']
  if (!family) return
  const message = `Lines − allowances + charges that are ${family.name} at this rate are ${format(expected, 2)}, not ${format(taxable, 2)} (BT-116): correct it.`
  report(`BR-FXEXT-${family.prefix}-08`, '', message)
}

const NOTHING: Total = { net: zero, parts: 0 }

/** The total of each key: summed up once, however many entries of the breakdown are held against it. */
function totalsOf(parts: readonly Part[], key: (part: Part) => string): Map<string, Total> {
  const groups = [...Map.groupBy(parts, key)]
  return new Map(groups.map(([of, own]) => [of, { net: sum(own.map(({ net }) => net)), parts: own.length }]))
}

function checkTax(report: Report, groups: readonly XmlElement[], summands: number) {
  for (const group of groups) {
    const [taxable, rate] = [amountAt(group, 'BasisAmount'), amountAt(group, 'RateApplicablePercent')]
    const [stated, expected] = [amountAt(group, 'CalculatedAmount'), percentOf(taxable, rate, 2)]
    if (!isFurther(stated, expected, summands)) continue
    const message = `${format(taxable, 2)} × ${format(rate)} % is ${format(expected, 2)}, not ${format(stated, 2)} (BT-117): correct it.`
    report('BR-FXEXT-S-09', '', message)
  }
}

/** Everything that carries VAT, with its sign. */
function partsWithVat(root: XmlElement): Part[] {
  const { settlement, lines } = partsOf(root)
  return [
    ...lines.filter(isDetail).flatMap((line) =>
      elementsAt(line, 'SpecifiedLineTradeSettlement').flatMap((each) => {
        const net = amountAt(each, 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount')
        return partOf(each, 'ApplicableTradeTax', net)
      }),
    ),
    ...elementsAt(settlement, 'SpecifiedTradeAllowanceCharge').flatMap((each) => {
      const amount = amountAt(each, 'ActualAmount')
      return partOf(each, 'CategoryTradeTax', isCharge(each) ? amount : negate(amount))
    }),
    ...elementsAt(settlement, 'SpecifiedLogisticsServiceCharge').flatMap((each) =>
      partOf(each, 'AppliedTradeTax', amountAt(each, 'AppliedAmount')),
    ),
  ]
}

function partOf(element: XmlElement, path: string, net: Decimal): Part[] {
  const tax = elementsAt(element, path).find(isVat)
  return tax ? [{ key: keyOf(tax), reason: reasonOf(tax), net }] : []
}

const keyOf = (tax: XmlElement): string =>
  vatKey(
    effectiveVat({
      category: textAt(tax, 'CategoryCode'),
      rate: parseDecimal(textAt(tax, 'RateApplicablePercent')),
    }),
  )

const reasonOf = (tax: XmlElement): string =>
  JSON.stringify([keyOf(tax), textAt(tax, 'ExemptionReason') ?? '', textAt(tax, 'ExemptionReasonCode') ?? ''])

const amountAt = (element: XmlElement, path: string): Decimal => parseDecimal(textAt(element, path)) ?? zero

const isFurther = (a: Decimal, b: Decimal, cents: number): boolean =>
  compare(absolute(subtract(a, b)), { units: BigInt(cents), scale: 2 }) > 0
