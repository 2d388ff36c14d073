/** What is odd about how a document of ours is to be paid: what banks would refuse, and a Swiss QR-bill that is not printed. */
import { hasCheckDigits, normalizeIban } from './filters/payment'
import { swissBillFault } from './filters/swiss-bill'
import type { TemplateSource } from './manifest'
import { objectOf } from './object-of'
import type { Place } from './unread-data'

/** What is odd about a text of a payment, by where it stands. */
export function oddPayment(text: string, place: Place): string | undefined {
  const isText =
    (place?.key === 'payment' && !place.parent) || (place?.key === 'terms' && place.parent?.key === 'payment')
  const account = isText ? /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{3,4}){3,8}\b/.exec(text)?.[0] : undefined
  if (account !== undefined && hasCheckDigits(account.replaceAll(' ', '')))
    return `has an IBAN in its words, of which no payment code is made: send {"payment": {"iban": "${account}"}}`
  if (place?.key === 'payment_url' && !place.parent && text !== '' && !/^https?:\/\//.test(text))
    return 'is not printed: a link begins with https://'
  const plain = text.replace(/[\s-]/g, '').toUpperCase()
  if (place?.key === 'iban' && /^\d{5,34}$/.test(plain))
    return 'is no IBAN, which begins with the letters of a country: the number of an account goes into "account_id"'
  if (place?.key === 'iban' && /^[A-Z]{2}\d{2}[A-Z0-9]{0,10}$/.test(plain))
    return 'is no IBAN, which has 15 to 34 characters: it is cut off'
  if (place?.key === 'iban' && /^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(plain))
    return 'is a BIC: send it as "bic", and the account as "iban"'
  if (place?.key === 'bic' && plain !== '' && !/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(plain))
    return 'is no BIC, which has 8 or 11 characters, such as "COBADEFFXXX"'
  if (place?.key === 'reference' && place.parent?.key === 'payment' && hasWrongReference(plain))
    return 'is no creditor reference (ISO 11649): its check digits are wrong'
  return undefined
}

/** Whether a text of a creditor reference's form is none. */
const hasWrongReference = (plain: string) => /^RF\d{2}[A-Z0-9]{1,21}$/.test(plain) && !hasCheckDigits(plain)

/** Why an invoice in francs to an account in Switzerland is printed without the QR-bill that it would have. */
export function findMissingSwissBill({ page }: TemplateSource, fitted: Record<string, unknown>): string[] {
  const { currency, payment, payee, seller, status, type_code } = fitted
  const { iban, account_name, reference, card, direct_debit, means_code } = objectOf(payment)
  const isTransfer = card === undefined && direct_debit === undefined && means_code === undefined
  const isOpen = String(status ?? '').toLowerCase() !== 'paid' && String(type_code ?? 380) === '380'
  if (currency !== 'CHF' || !isTransfer || !isOpen || !/render 'swiss-bill'/.test(page)) return []
  const account = normalizeIban(iban)
  if (!account) return []
  const creditor = objectOf(payee).name ? objectOf(payee) : objectOf(seller)
  const holder = account_name ? { ...creditor, name: account_name } : creditor
  const fault = swissBillFault({ iban: account, creditor: holder, reference: reference ?? fitted.number })
  if (fault === 'reference')
    return [
      'data.payment.reference is no QR reference of 27 digits, without which nobody can pay to this QR-IBAN: no QR-bill is printed',
    ]
  const whose = objectOf(payee).name ? 'payee' : 'seller'
  return fault
    ? [
        `data.${whose} needs "name" and "address" with "postcode", "city" and "country" (a code such as "CH") for a QR-bill: none is printed`,
      ]
    : []
}
