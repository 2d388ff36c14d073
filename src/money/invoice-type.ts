/**
 * What the kind of an invoice (UNTDID 1001, BT-3) and its status change on its page: its title, the word for its sum,
 * payment.
 */
import { toDecimal } from './decimal'

/** Amounts of these are owed to the buyer: credit notes of all kinds. */
const CREDITS = new Set('81 83 261 262 296 308 381 396 420 458 502 503 532'.split(' '))

/** Written by the buyer in the seller's name: whoever pays has written it. */
const SELF_BILLED = new Set('261 389 471 473 500 501 502 527'.split(' '))

/** Kinds that have a title of their own; `words/*.json` has `invoice_381` and so on. */
const TITLED = new Set('261 326 381 383 384 386 389 751 875 876 877'.split(' '))

/** Kinds with the title of another. */
const ALIKE: Record<string, string> = {
  471: '389',
  472: '384',
  473: '389',
  500: '389',
  501: '389',
  502: '261',
}

/** Information for accounting, which nobody pays. */
const FOR_ACCOUNTING = '751'

export type InvoiceType = {
  /** Keys of our words. */
  title: string
  number: string
  recipient: string
  due: string
  /** Whether the buyer is to transfer the amount, so that a payment code helps. */
  payable: boolean
  /** Whether its status is "paid". */
  paid: boolean
  /** Payable, and not paid. */
  open: boolean
}

/**
 * @param code of UNTDID 1001; 380 if absent
 * @param due the amount due (BT-115), which may be negative
 * @param status `paid`, in capitals or not; anything else changes nothing
 */
export function invoiceType(code: unknown, due: unknown, status?: unknown): InvoiceType {
  const type = String(code ?? '').trim() || '380'
  const credit = CREDITS.has(type)
  const owed = toDecimal(due)?.units ?? 0n
  const title = titleKey(type)
  const payable = owed > 0n && !credit && !SELF_BILLED.has(type) && type !== FOR_ACCOUNTING
  const paid = isPaid(status)
  return {
    title,
    number: title === 'invoice' ? 'invoice_number' : 'number',
    recipient: credit ? 'recipient' : 'bill_to',
    due: payable && paid ? 'amount_paid' : dueKey(type, owed),
    payable,
    paid,
    open: payable && !paid,
  }
}

/** Whether a status says that all is paid. */
export function isPaid(status: unknown): boolean {
  return String(status ?? '').toLowerCase() === 'paid'
}

function dueKey(type: string, owed: bigint): string {
  if (CREDITS.has(type)) return 'amount_credited'
  if (type === FOR_ACCOUNTING) return 'total'
  return owed < 0n ? 'in_your_favour' : 'amount_due'
}

/** Key of the word that is the title of an invoice of this kind. */
export function titleKey(code: unknown): string {
  const type = String(code ?? '').trim()
  const alike = ALIKE[type] ?? type
  if (TITLED.has(alike)) return `invoice_${alike}`
  return CREDITS.has(type) ? 'invoice_381' : 'invoice'
}
