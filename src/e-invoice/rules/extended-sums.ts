/**
 * The sums of the profile EXTENDED (BR-FXEXT-CO-10 to -16): lines that only group or inform do not count, logistics
 * services are charges, and each summand may have been rounded by a cent.
 */
import { absolute, add, compare, type Decimal, format, subtract, sum, zero } from '../../money/decimal'
import { elementAt, elementsAt, parseDecimal, partsOf, textAt } from '../cii/read/path'
import { isCharge } from '../cii/read/read-line'
import type { XmlElement } from '../xml/parse-xml'
import type { Report } from './invoice-finding'

/** Reports each total that is further from its summands than a cent each. */
export function checkExtendedSums(report: Report, root: XmlElement): void {
  const { settlement, lines } = partsOf(root)
  const totals = elementAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')
  const total = (name: string) => parseDecimal(textAt(totals, name))
  const adjustments = elementsAt(settlement, 'SpecifiedTradeAllowanceCharge')
  const net = amounts(
    lines.filter(isDetail),
    'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
  )
  const allowances = amounts(
    adjustments.filter((each) => !isCharge(each)),
    'ActualAmount',
  )
  const charges = [
    ...amounts(adjustments.filter(isCharge), 'ActualAmount'),
    ...amounts(elementsAt(settlement, 'SpecifiedLogisticsServiceCharge'), 'AppliedAmount'),
  ]
  const check = (rule: string, term: string, name: string, expected: Decimal, summands: number) => {
    const stated = total(name)
    if (!stated || compare(absolute(subtract(stated, expected)), { units: BigInt(summands), scale: 2 }) <= 0)
      return
    report(rule, '', `${name} (${term}) is ${format(expected, 2)}, not ${format(stated, 2)}: correct it.`)
  }
  const [lineSum, allowanceSum, chargeSum] = [sum(net), sum(allowances), sum(charges)]
  const count = net.length + allowances.length + charges.length
  check('BR-FXEXT-CO-10', 'BT-106', 'LineTotalAmount', lineSum, net.length)
  check('BR-FXEXT-CO-11', 'BT-107', 'AllowanceTotalAmount', allowanceSum, allowances.length)
  check('BR-FXEXT-CO-12', 'BT-108', 'ChargeTotalAmount', chargeSum, charges.length)
  if (adjustments.some(isCharge) && !total('ChargeTotalAmount')) {
    report('BR-FXEXT-CO-12', '/totals/charge_total', 'ChargeTotalAmount (BT-108) is missing: add it.')
  }
  const basis = add(subtract(lineSum, allowanceSum), chargeSum)
  check('BR-FXEXT-CO-13', 'BT-109', 'TaxBasisTotalAmount', basis, count)
  const currency = textAt(settlement, 'InvoiceCurrencyCode')
  const vat = elementsAt(totals, 'TaxTotalAmount').find(
    (each) => each.attributes.get('currencyID') === currency,
  )
  const gross = add(total('TaxBasisTotalAmount') ?? zero, parseDecimal(vat?.text) ?? zero)
  check('BR-FXEXT-CO-15', 'BT-112', 'GrandTotalAmount', gross, count)
  const collected = sum(amounts(elementsAt(settlement, 'SpecifiedFinancialAdjustment'), 'ActualAmount'))
  const due = [total('RoundingAmount') ?? zero, collected].reduce(
    add,
    subtract(total('GrandTotalAmount') ?? zero, total('TotalPrepaidAmount') ?? zero),
  )
  check('BR-FXEXT-CO-16', 'BT-115', 'DuePayableAmount', due, 0)
}

const amounts = (elements: readonly XmlElement[], path: string): Decimal[] =>
  elements.flatMap((each) => parseDecimal(textAt(each, path)) ?? [])

/** A line that only groups others or informs has another status (BT-X-8). */
export function isDetail(line: XmlElement): boolean {
  const status = textAt(line, 'AssociatedDocumentLineDocument/LineStatusReasonCode')
  return status === undefined || status === 'DETAIL'
}
