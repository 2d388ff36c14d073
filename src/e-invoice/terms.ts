/** Terms read from the JSON, for the rules and the writer. */
import type { Invoice } from './schema'
import type { Identifier } from './schema/value-schemas'

/** A code or an identifier as text; undefined if it is empty. */
export const asText = (value: string | number | undefined): string | undefined =>
  value === undefined || value === '' ? undefined : String(value)

/** An identifier with its scheme, however it was given; undefined if it is empty. */
export function asIdentifier(value: Identifier | undefined): { id: string; scheme?: string } | undefined {
  if (!value) return undefined
  if (typeof value === 'string') return { id: value }
  const scheme = asText(value.scheme)
  return value.id ? { id: value.id, ...(scheme && { scheme }) } : undefined
}

/** An electronic address; one that is an e-mail address needs no scheme, it is EM of EAS (BT-34-1, BT-49-1). */
export function electronicAddressOf(
  value: Identifier | undefined,
): { id: string; scheme?: string } | undefined {
  const address = asIdentifier(value)
  return address && !address.scheme && address.id.includes('@') ? { ...address, scheme: 'EM' } : address
}

/** BT-3, 380 (commercial invoice) where absent. */
export const typeCode = (invoice: Invoice): string => asText(invoice.type_code) ?? '380'

/**
 * BT-81 as given, else by what the payment is made with: 59 SEPA direct debit, 48 bank card, 58 SEPA credit
 * transfer for euros, 30 credit transfer for other currencies. Undefined if nothing says how to pay.
 */
export function paymentMeansCode({ payment, currency }: Invoice): string | undefined {
  const given = asText(payment?.means_code)
  if (given || !payment) return given
  if (payment.direct_debit) return '59'
  if (payment.card) return '48'
  if (accountsOf(payment).some(({ iban, account_id }) => iban || account_id))
    return currency === 'EUR' ? '58' : '30'
  return undefined
}

/** Every account that may be paid to (BG-17), that of `payment` itself first. */
export function accountsOf(payment: Invoice['payment']): Account[] {
  const { iban, account_id, account_name, bic, accounts = [] } = payment ?? {}
  const own = { iban, account_id, account_name, bic }
  return [...(Object.values(own).some(Boolean) ? [own] : []), ...accounts]
}

export type Account = NonNullable<NonNullable<Invoice['payment']>['accounts']>[number]

/** A period with at least one of its days (BR-CO-19, BR-CO-20 refuse one without). */
export const isPeriod = (period: { start?: string | undefined; end?: string | undefined } | undefined) =>
  Boolean(period?.start || period?.end)

/** What stands where the schema wants a project's name beside its identifier (BT-11) and there is none. */
export const NO_PROJECT_NAME = 'Project reference'
