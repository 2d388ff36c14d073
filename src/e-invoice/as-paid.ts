/** What the status of a template's data says about its e-invoice. */
import { decimal, format, sum } from '../money/decimal'
import { invoiceType, isPaid } from '../money/invoice-type'
import { completeInvoice } from './complete-invoice'
import type { Invoice } from './schema'
import { typeCode } from './terms'

/**
 * The invoice of a page with that `status`: one that says "Paid" has all of its sum paid (BT-113), and nothing due (BT-115).
 */
export function asPaid(invoice: Invoice, status: unknown): Invoice {
  if (!isPaid(status)) return invoice
  const { places, totals } = completeInvoice(invoice)
  const due = totals.due.value
  if (!invoiceType(typeCode(invoice), format(due, places)).payable) return invoice
  const before = decimal(invoice.prepaid_amount ?? 0)
  return {
    ...invoice,
    prepaid_amount: format(sum([before, due]), places),
    ...(invoice.totals && { totals: { ...invoice.totals, due: undefined } }),
  }
}
