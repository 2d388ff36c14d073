/** What an invoice line must have (BR-22 to BR-30, BR-54, BR-64, BR-65, BR-CO-04, BR-CO-20). */
import { compare, decimal, equal, format, zero } from '../../money/decimal'
import type { CompleteInvoice, CompleteLine } from '../invoice-amounts'
import type { Line } from '../schema/line-schema'
import { asIdentifier, asText } from '../terms'
import { checkPeriod } from './header'
import { collectViolations, type Report, type RuleViolation, requireTerm } from './invoice-finding'

/** Violations in the lines, except those of amounts and codes. */
export const checkLines = ({ invoice, lines }: CompleteInvoice): RuleViolation[] =>
  collectViolations((report) => {
    for (const [i, line] of (invoice.lines ?? []).entries()) {
      checkLine(report, line, lines[i] as CompleteLine, `/lines/${i}`)
    }
  })

function checkLine(report: Report, line: Line, complete: CompleteLine, at: string) {
  requireTerm(report, 'BR-22', `${at}/quantity`, line.quantity, 'The quantity (BT-129)')
  requireTerm(report, 'BR-25', `${at}/name`, line.name, 'The name of the item (BT-153)')
  if (line.unit === '')
    report('BR-23', `${at}/unit`, 'The unit (BT-130) is empty: leave it out for C62 (one).')
  if (line.id === '')
    report('BR-21', `${at}/id`, 'The line number (BT-126) is empty: leave it out to be counted.')
  if (!complete.category) {
    report(
      'BR-CO-04',
      `${at}/vat/category`,
      'The VAT category (BT-151) is missing: add it, or a rate above 0.',
    )
  }
  checkPrice(report, line, complete, at)
  checkPeriod(report, line.period, `${at}/period`, { order: 'BR-30', days: 'BR-CO-20' })
  checkItem(report, line, at)
}

function checkPrice(report: Report, line: Line, { netPrice, expectedPrice }: CompleteLine, at: string) {
  if (line.net_price === undefined && line.gross_price === undefined) {
    report('BR-26', `${at}/net_price`, 'The net price (BT-146) is missing: add net_price or gross_price.')
  }
  if (compare(netPrice, zero) < 0) {
    report(
      'BR-27',
      `${at}/net_price`,
      'A price (BT-146) cannot be negative: make the quantity negative instead.',
    )
  }
  if (line.gross_price !== undefined && compare(decimal(line.gross_price), zero) < 0) {
    report(
      'BR-28',
      `${at}/gross_price`,
      'A price (BT-148) cannot be negative: make the quantity negative instead.',
    )
  }
  if (line.net_price !== undefined && expectedPrice && !equal(expectedPrice, netPrice)) {
    const given = line.price_adjustments?.length ? 'with its price_adjustments' : '− price_discount'
    report(
      'BT-146',
      `${at}/net_price`,
      `gross_price ${given} is ${format(expectedPrice, 2)}: correct one, or leave net_price out.`,
    )
  }
  for (const field of ['base_quantity', 'gross_base_quantity'] as const) {
    const quantity = line[field]
    if (quantity === undefined || compare(decimal(quantity), zero) > 0) continue
    report('BT-149', `${at}/${field}`, 'The base quantity of a price (BT-149) must be above 0.')
  }
  if (line.gross_price !== undefined) return
  const { price_discount, gross_base_quantity } = line
  const about = { price_discount, gross_base_quantity, price_adjustments: line.price_adjustments?.[0] }
  for (const [field, value] of Object.entries(about)) {
    if (value === undefined) continue
    const message = `${field} belongs to the gross price (BT-148), which is missing: add gross_price, or leave it out.`
    report('BT-148', `${at}/gross_price`, message)
  }
}

function checkItem(report: Report, line: Line, at: string) {
  const standard = asIdentifier(line.standard_item_id)
  if (standard && !standard.scheme) {
    report(
      'BR-64',
      `${at}/standard_item_id`,
      'A standard identifier needs its scheme: {id, scheme}, 0160 for a GTIN.',
    )
  }
  for (const [i, each] of (line.classifications ?? []).entries()) {
    const pointer = `${at}/classifications/${i}`
    requireTerm(report, 'BT-158', `${pointer}/code`, asText(each.code), 'The classification code (BT-158)')
    requireTerm(
      report,
      'BR-65',
      `${pointer}/list`,
      each.list,
      'The list of the classification code (BT-158-1)',
    )
  }
  for (const [i, each] of (line.attributes ?? []).entries()) {
    const pointer = `${at}/attributes/${i}`
    requireTerm(report, 'BR-54', `${pointer}/name`, each.name, 'The name of the attribute (BT-160)')
    requireTerm(report, 'BR-54', `${pointer}/value`, each.value, 'The value of the attribute (BT-161)')
  }
}
