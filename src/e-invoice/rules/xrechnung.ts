/**
 * The rules of XRechnung 3.0 on top of EN 16931 (BR-DE, and the Peppol rules that it adopts), as KoSIT's schematron has
 * them. Those that only warn there are left out, except that a corrected invoice should name what it corrects.
 */

import { decimal, equal, format, subtract } from '../../money/decimal'
import { countsInTotals } from '../../money/totals'
import type { CompleteInvoice } from '../invoice-amounts'
import type { Profile } from '../profiles'
import type { Invoice } from '../schema'
import { accountsOf, asText, electronicAddressOf, paymentMeansCode } from '../terms'
import { checkCleanVehicles } from './clean-vehicles'
import { collectViolations, type Report, type RuleViolation, requireTerm } from './invoice-finding'

/** Violations of XRechnung's own rules; the rules of EN 16931 are checked elsewhere. */
export const checkXRechnung = (
  complete: CompleteInvoice,
  { cleanVehicles, extension }: Pick<Profile, 'cleanVehicles' | 'extension'>,
): RuleViolation[] =>
  collectViolations((report) => {
    const { invoice } = complete
    checkParties(report, invoice)
    const isTaxed = complete.breakdown.some(({ category }) => category !== 'O')
    if (isTaxed) checkTaxNumber(report, invoice)
    const process = invoice.business_process
    requireTerm(report, 'PEPPOL-EN16931-R001', '/business_process', process, 'The business process (BT-23)')
    checkDocument(report, invoice)
    checkPayment(report, invoice)
    checkPrices(report, complete)
    if (cleanVehicles) checkCleanVehicles(report, invoice)
    if (extension) checkStatuses(report, complete)
    for (const [i, group] of complete.breakdown.entries()) {
      if (group.rate) continue
      const at = invoice.vat_breakdown?.length
        ? `/vat_breakdown/${i}/rate`
        : (group.pointer ?? '/vat_breakdown')
      report('BR-DE-14', at, 'The VAT rate (BT-119) is missing: add it, 0 if nothing is subject to VAT.')
    }
  })

/** BR-CO-10, which counts every line of CII: XRechnung has lines that only group others in UBL alone. */
function checkStatuses(report: Report, { invoice, lines }: CompleteInvoice) {
  for (const [i, { status }] of (invoice.lines ?? []).entries()) {
    if (countsInTotals(status) || !lines[i]?.netAmount.value.units) continue
    const message = `XRechnung adds the amounts of all lines, those of status ${status} (BT-X-8) too: leave status out, or use the profile EXTENDED.`
    report('BR-CO-10', `/lines/${i}/status`, message)
  }
}

function checkParties(report: Report, { seller, buyer, delivery }: Invoice) {
  const need = (rule: string, pointer: string, value: unknown, what: string) =>
    requireTerm(report, rule, pointer, asTextOf(value), what)
  if (!seller?.contact) {
    report('BR-DE-2', '/seller/contact', 'The seller’s contact (BG-6) is missing: add name, phone and email.')
  } else {
    need('BR-DE-5', '/seller/contact/name', seller.contact.name, 'The seller’s contact point (BT-41)')
    need(
      'BR-DE-6',
      '/seller/contact/phone',
      seller.contact.phone,
      'The telephone of the seller’s contact (BT-42)',
    )
    need(
      'BR-DE-7',
      '/seller/contact/email',
      seller.contact.email,
      'The e-mail of the seller’s contact (BT-43)',
    )
  }
  need('BR-DE-3', '/seller/address/city', seller?.address?.city, 'The seller’s city (BT-37)')
  need('BR-DE-4', '/seller/address/postcode', seller?.address?.postcode, 'The seller’s postcode (BT-38)')
  need('BR-DE-8', '/buyer/address/city', buyer?.address?.city, 'The buyer’s city (BT-52)')
  need('BR-DE-9', '/buyer/address/postcode', buyer?.address?.postcode, 'The buyer’s postcode (BT-53)')
  if (delivery?.address) {
    need('BR-DE-10', '/delivery/address/city', delivery.address.city, 'The city delivered to (BT-77)')
    need(
      'BR-DE-11',
      '/delivery/address/postcode',
      delivery.address.postcode,
      'The postcode delivered to (BT-78)',
    )
  }
  const [own, theirs] = [seller, buyer].map((party) => electronicAddressOf(party?.electronic_address)?.id)
  need('PEPPOL-EN16931-R020', '/seller/electronic_address', own, 'The seller’s electronic address (BT-34)')
  need('PEPPOL-EN16931-R010', '/buyer/electronic_address', theirs, 'The buyer’s electronic address (BT-49)')
}

function checkTaxNumber(report: Report, { seller, tax_representative }: Invoice) {
  if (seller?.vat_id || seller?.tax_registration || tax_representative) return
  const message = 'Add vat_id (BT-31), tax_registration (BT-32) or a tax representative (BG-11).'
  report('BR-DE-16', '/seller/vat_id', message)
}

const asTextOf = (value: unknown) => (typeof value === 'number' ? String(value) : value)

function checkDocument(report: Report, { buyer_reference, references, tax_currency, currency }: Invoice) {
  requireTerm(
    report,
    'BR-DE-15',
    '/buyer_reference',
    buyer_reference,
    'The buyer’s reference or Leitweg-ID (BT-10)',
  )
  if (tax_currency && tax_currency === currency) {
    report(
      'PEPPOL-EN16931-R005',
      '/tax_currency',
      'The VAT accounting currency (BT-6) must differ from the currency (BT-5): leave tax_currency out.',
    )
  }
  const names = (references?.supporting_documents ?? []).flatMap(({ file }) => file?.name ?? [])
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice >= 0) {
    const message = `Two attached files (BT-125) are named ${names[twice]}: rename one.`
    report('BR-DE-22', '/references/supporting_documents', message)
  }
}

/** What a means of payment requires, and what it excludes (BG-17 credit transfer, BG-18 card, BG-19 direct debit). */
const MEANS: Record<string, 'account' | 'card' | 'debit'> = {
  30: 'account',
  58: 'account',
  48: 'card',
  54: 'card',
  55: 'card',
  59: 'debit',
}

const PAID_BY = {
  account: { rule: 'BR-DE-23', at: '/payment/iban', what: 'an account (BG-17)' },
  card: { rule: 'BR-DE-24', at: '/payment/card', what: 'a card (BG-18)' },
  debit: { rule: 'BR-DE-25', at: '/payment/direct_debit', what: 'a direct debit (BG-19)' },
} as const

function checkPayment(report: Report, invoice: Invoice) {
  const means = paymentMeansCode(invoice)
  const { payment } = invoice
  if (!means) {
    report(
      'BR-DE-1',
      '/payment',
      'The payment instructions (BG-16) are missing: add payment with means_code.',
    )
    return
  }
  checkSkonto(report, payment?.terms)
  const kind = MEANS[means]
  if (!kind) return
  const given = {
    account: accountsOf(payment).length > 0,
    card: payment?.card !== undefined,
    debit: payment?.direct_debit !== undefined,
  }
  const { rule, at, what } = PAID_BY[kind]
  if (!given[kind]) report(`${rule}-a`, at, `Means of payment ${means} needs ${what}: add it.`)
  for (const other of ['account', 'card', 'debit'] as const) {
    if (other === kind || !given[other]) continue
    const message = `Means of payment ${means} allows only ${what}: leave ${PAID_BY[other].what} out.`
    report(`${rule}-b`, PAID_BY[other].at, message)
  }
  if (kind === 'debit') {
    const debit = payment?.direct_debit
    requireTerm(
      report,
      'BR-DE-30',
      `${at}/creditor_id`,
      debit?.creditor_id,
      'The creditor identifier (BT-90)',
    )
    requireTerm(report, 'BR-DE-31', `${at}/debtor_iban`, debit?.debtor_iban, 'The debited account (BT-91)')
  }
}

/** A discount for early payment, a line of the terms (BR-DE-18). */
const SKONTO = /^#(SKONTO|VERZUG)#TAGE=\d+#PROZENT=\d+\.\d{2}(#BASISBETRAG=-?\d+\.\d{2})?#$/

function checkSkonto(report: Report, terms: string | undefined) {
  const wrong = (terms ?? '')
    .split('\n')
    .find((line) => line.trim().startsWith('#') && !SKONTO.test(line.trim()))
  if (wrong === undefined) return
  const message = `${asText(wrong)?.trim()} in the terms (BT-20) is not written #SKONTO#TAGE=14#PROZENT=2.00#: correct it.`
  report('BR-DE-18', '/payment/terms', message)
}

/** PEPPOL-EN16931-R046, which XRechnung adopts; other profiles leave it to the seller (BT-146). */
function checkPrices(report: Report, { invoice, lines }: CompleteInvoice) {
  for (const [i, line] of (invoice.lines ?? []).entries()) {
    const net = lines[i]?.netPrice
    if (line.gross_price === undefined || !net) continue
    const expected = subtract(decimal(line.gross_price), decimal(line.price_discount ?? 0))
    if (equal(expected, net)) continue
    const message = `gross_price − price_discount is ${format(expected, 2)}, not ${format(net, 2)}: correct one.`
    report('PEPPOL-EN16931-R046', `/lines/${i}/net_price`, message)
  }
}
