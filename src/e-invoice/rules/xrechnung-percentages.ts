/** What XRechnung wants of allowances and charges in percent (PEPPOL-EN16931-R040 to R042), in the XML. */
import { absolute, compare, type Decimal, format, percentOf, subtract, zero } from '../../money/decimal'
import { elementAt, elementsAt, parseDecimal, partsOf, textAt } from '../cii/read/path'
import type { XmlElement } from '../xml/parse-xml'
import type { Report } from './invoice-finding'

/** How far an amount may be from base × percentage: 0.02, and half a forint. */
const MAX_DIFFERENCE: Decimal = { units: 2n, scale: 2 }
const MAX_DIFFERENCE_HUF: Decimal = { units: 5n, scale: 1 }

/** Reports a percentage without its base, a base without its percentage, and an amount that is not their product. */
export function checkPercentages(report: Report, root: XmlElement): void {
  const { settlement, lines } = partsOf(root)
  const isHuf = textAt(settlement, 'InvoiceCurrencyCode') === 'HUF'
  const tolerance = isHuf ? MAX_DIFFERENCE_HUF : MAX_DIFFERENCE
  const settlements = [settlement, ...lines.map((line) => elementAt(line, 'SpecifiedLineTradeSettlement'))]
  for (const element of settlements) {
    for (const each of elementsAt(element, 'SpecifiedTradeAllowanceCharge'))
      checkPercentage(report, each, tolerance)
  }
}

function checkPercentage(report: Report, element: XmlElement, tolerance: Decimal) {
  const [percentage, base] = ['CalculationPercent', 'BasisAmount'].map((name) =>
    parseDecimal(textAt(element, name)),
  )
  if (percentage && !base) {
    const message = 'An allowance or charge with a percentage needs its base amount: add it.'
    report('PEPPOL-EN16931-R041', '', message)
  }
  if (base && !percentage) {
    const message =
      'An allowance or charge with a base amount needs its percentage: add percent, or leave base_amount out.'
    report('PEPPOL-EN16931-R042', '', message)
  }
  if (!percentage || !base) return
  const amount = parseDecimal(textAt(element, 'ActualAmount')) ?? zero
  const expected = percentOf(base, percentage, 2)
  if (compare(absolute(subtract(amount, expected)), tolerance) <= 0) return
  const message = `${format(percentage)} % of ${format(base, 2)} is ${format(expected, 2)}, not ${format(amount, 2)}: correct one.`
  report('PEPPOL-EN16931-R040', '', message)
}
