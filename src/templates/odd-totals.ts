/** Sums that an invoice's data state and print, and that its own lines and amounts do not make. */
import { currencyDigits } from '../money/currencies'
import { localeOf } from './locale'
import { totalsOf } from './printed-totals'

/** Invoices of more lines are not added up once more. */
const MAX_LINES = 1000

/** `fitted` are the data of a template of ours, after `fitData`. */
export function findOddTotals(fitted: Record<string, unknown>): string[] {
  const { totals, lines } = fitted
  if (typeof totals !== 'object' || totals === null || !Array.isArray(lines)) return []
  if (lines.length === 0 || lines.length > MAX_LINES) return []
  const stated = totals as Record<string, unknown>
  const places = currencyDigits(localeOf(fitted, []).currency)
  // Each line may have been rounded in another way.
  const tolerance = (lines.length + 2) / 10 ** places
  const added = totalsOf({ ...fitted, totals: {} }, places)
  const given = (name: string) => (stated[name] === undefined ? undefined : Number(stated[name]))
  const net = given('net') ?? Number(added.net)
  const gross = given('gross') ?? net + (given('vat') ?? Number(added.gross) - Number(added.net))
  const due = gross + Number(added.prepaid) + Number(added.rounding)
  const tell = (name: string, sum: number, parts: string) => {
    const printed = given(name)
    return printed === undefined || !(Math.abs(printed - sum) > tolerance)
      ? []
      : [`data.totals.${name} ${printed} is printed, but ${parts} make ${sum.toFixed(places)}`]
  }
  return [
    ...tell('line_total', Number(added.line_total), 'the lines'),
    ...tell('net', Number(added.net), 'the lines, allowances and charges'),
    ...tell('gross', net + (given('vat') ?? Number(added.gross) - Number(added.net)), 'the net sum and VAT'),
    ...tell('due', due, 'the lines, VAT and what is paid'),
  ]
}
