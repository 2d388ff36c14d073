/** The `running_balance` filter: a statement's entries with the balance after each. */
import { add, format, round, subtract, toDecimal, zero } from '../../money/decimal'

/**
 * Adds the running balance to the entries of an account: the one before, plus its charge, less its payment.
 *
 * @param entries rows with `charge` and `payment`; what is missing counts as nothing, what is no number was refused before
 * @param opening balance before the first entry
 * @param places decimal places of the currency
 */
export function runningBalance(entries: unknown, opening: unknown, places: number) {
  const start = round(toDecimal(opening) ?? zero, places)
  let balance = start
  const rows = (Array.isArray(entries) ? entries : []).map((entry: Record<string, unknown>) => {
    const charged = add(balance, toDecimal(entry.charge) ?? zero)
    balance = round(subtract(charged, toDecimal(entry.payment) ?? zero), places)
    return { ...entry, balance: format(balance, places) }
  })
  return { opening: format(start, places), entries: rows, closing: format(balance, places) }
}
