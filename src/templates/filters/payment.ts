/** Filters of payments: the text of a European payment code, and IBANs. */
import { compare, format, round, toDecimal } from '../../money/decimal'

export type CreditTransfer = {
  iban: unknown
  /** Account holder, at most 70 characters. */
  name: unknown
  bic?: unknown
  /** In euros: the code knows no other currency. */
  amount?: unknown
  /** What the payer's statement shows, at most 140 characters. */
  remittance?: unknown
}

/**
 * The text of a European payment QR code (EPC069-12, version 002, UTF-8, SEPA credit transfer), which banking
 * apps read into a filled-in transfer. Undefined if it would not be a valid one: a wrong IBAN (ISO 7064
 * check digits), no name, or an amount outside 0.01 to 999,999,999.99.
 */
export function creditTransferText(transfer: CreditTransfer): string | undefined {
  const iban = normalizeIban(transfer.iban)
  const name = line(transfer.name, 70)
  if (!iban || !name) return undefined
  const amount = transferAmount(transfer.amount)
  if (amount === undefined) return undefined
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic(transfer.bic),
    name,
    iban,
    amount && `EUR${amount}`,
    '',
    '',
    line(transfer.remittance, 140),
  ]
  return lines.join('\n').trimEnd()
}

/** The IBAN without spaces and in capitals, if its check digits (ISO 13616, modulo 97) are right. */
export function normalizeIban(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const iban = value.replace(/\s+/g, '').toUpperCase()
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && hasCheckDigits(iban) ? iban : undefined
}

/** Whether the third and fourth character are the check digits of capitals and digits (ISO 7064, modulo 97-10). */
export function hasCheckDigits(text: string): boolean {
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

/** Groups of four, as an IBAN is printed (ISO 13616 5.4). What is no IBAN stays as it is. */
export function formatIban(value: unknown) {
  const iban = normalizeIban(value)
  return iban ? groupsOfFour(iban) : value
}

export const groupsOfFour = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')

function bic(value: unknown) {
  const text = typeof value === 'string' ? value.replace(/\s+/g, '').toUpperCase() : ''
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text) ? text : ''
}

const MIN_AMOUNT = { units: 1n, scale: 2 }
const MAX_AMOUNT = { units: 99_999_999_999n, scale: 2 }

/** `1234.50`; empty if no amount is given, undefined if it is outside 0.01 to 999,999,999.99, which payment codes take. */
export function transferAmount(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return ''
  const decimal = toDecimal(value)
  if (!decimal) return undefined
  const amount = round(decimal, 2)
  return compare(amount, MIN_AMOUNT) >= 0 && compare(amount, MAX_AMOUNT) <= 0 ? format(amount, 2) : undefined
}

function line(value: unknown, longest: number) {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).replace(/\s+/g, ' ').trim().slice(0, longest)
    : ''
}
