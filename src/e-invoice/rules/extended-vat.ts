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
import { isCharge, isVat } from '../cii/read/line'
import { elementsAt, parseDecimal, partsOf, textAt } from '../cii/read/path'
import type { XmlElement } from '../xml/read'
import { isDetail } from './extended-sums'
import type { Report } from './finding'
import { VAT_CATEGORIES } from './vat-families'

type Part = { key: string; net: Decimal }

/**
 * Reports each category (and rate, if it has several) whose taxable amounts are further from its lines, allowances and
 * charges than a cent each, and each tax of what is standard rated that is as far from its taxable amount × rate.
 */
export function checkExtendedVat(report: Report, root: XmlElement): void {
  const { settlement } = partsOf(root)
  const parts = partsWithVat(root)
  const byKey = Map.groupBy(parts, ({ key }) => key)
  // A category may have several groups, one for each exemption reason.
  const groups = Map.groupBy(elementsAt(settlement, 'ApplicableTradeTax').filter(isVat), keyOf)
  for (const key of new Set([...groups.keys(), ...byKey.keys()])) {
    const [category = ''] = key.split(' ')
    const family = VAT_CATEGORIES[category]
    if (!family) continue
    const [elements, own] = [groups.get(key) ?? [], byKey.get(key) ?? []]
    const taxable = sum(elements.map((each) => amountAt(each, 'BasisAmount')))
    const expected = sum(own.map(({ net }) => net))
    if (isFurther(taxable, expected, own.length)) {
      const message = `Lines − allowances + charges that are ${family.name} at this rate are ${format(expected, 2)}, not ${format(taxable, 2)} (BT-116): correct it.`
      report(`BR-FXEXT-${family.prefix}-08`, '', message)
    }
    if (category === 'S') checkTax(report, elements, parts.length)
  }
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
  return tax ? [{ key: keyOf(tax), net }] : []
}

const keyOf = (tax: XmlElement): string =>
  vatKey(
    effectiveVat({
      category: textAt(tax, 'CategoryCode'),
      rate: parseDecimal(textAt(tax, 'RateApplicablePercent')),
    }),
  )

const amountAt = (element: XmlElement, path: string): Decimal => parseDecimal(textAt(element, path)) ?? zero

const isFurther = (a: Decimal, b: Decimal, cents: number): boolean =>
  compare(absolute(subtract(a, b)), { units: BigInt(cents), scale: 2 }) > 0
