/** A bill that has no account to pay to. It is made all the same: some are paid in ways of their own. */
import { invoiceType } from '../../src/money/invoice-type'
import { isRecord } from '../form/data-path'
import type { Schema } from '../form/schema'

/** The field at which it is told. */
export const ACCOUNT = 'payment.iban'
const WAYS = ['iban', 'account_id', 'accounts', 'card', 'direct_debit', 'means_code', 'means_text']

/**
 * Whether nobody could pay it by transfer, and nothing else is agreed: a link alone does not do for every bank. Only of
 * templates whose form begins with an account.
 */
export function lacksAccount(schema: Schema | undefined, data: Record<string, unknown>): boolean {
  if (!schema?.['x-first']?.includes(ACCOUNT)) return false
  const { payment, status, type_code } = data
  const isOpen = invoiceType(type_code, 1, status).open
  return isOpen && !(isRecord(payment) && WAYS.some((way) => isGiven(payment[way])))
}

function isGiven(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isGiven)
  return value !== undefined && value !== null && String(value).trim() !== ''
}
