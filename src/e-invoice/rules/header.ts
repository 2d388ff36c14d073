/** What the document itself, its parties, its references and its payment must have (BR-02 to BR-63, BR-CO). */
import { countryCodes } from '../codelists/countries'
import type { Invoice } from '../schema'
import type { Identifier } from '../schema/value-schemas'
import { accountsOf, asIdentifier, asText, electronicAddressOf, isPeriod, paymentMeansCode } from '../terms'
import { collectViolations, type Report, type RuleViolation, requireTerm } from './invoice-finding'

/** Violations in everything except lines, amounts, VAT and codes. */
export const checkHeader = (invoice: Invoice): RuleViolation[] =>
  collectViolations((report) => {
    checkDocument(report, invoice)
    checkSeller(report, invoice)
    checkBuyer(report, invoice)
    checkPayee(report, invoice)
    checkTaxRepresentative(report, invoice)
    checkDelivery(report, invoice)
    checkPayment(report, invoice)
    checkReferences(report, invoice)
  })

function checkDocument(report: Report, invoice: Invoice) {
  requireTerm(report, 'BR-02', '/number', invoice.number, 'The invoice number (BT-1)')
  requireTerm(report, 'BR-03', '/issue_date', invoice.issue_date, 'The issue date (BT-2)')
  requireTerm(report, 'BR-05', '/currency', invoice.currency, 'The currency (BT-5)')
  if (invoice.type_code === '')
    report('BR-04', '/type_code', 'The type code (BT-3) is empty: leave it out for 380.')
  if (!invoice.lines?.length)
    report('BR-16', '/lines', 'An invoice needs at least one line (BG-25): add one.')
  if (invoice.tax_point_date && asText(invoice.tax_point_code)) {
    report('BR-CO-03', '/tax_point_code', 'Send tax_point_date (BT-7) or tax_point_code (BT-8), not both.')
  }
  checkPeriod(report, invoice.period, '/period', { order: 'BR-29', days: 'BR-CO-19' })
}

/** Shared with the lines, whose rules of the period have numbers of their own. */
export function checkPeriod(
  report: Report,
  period: Invoice['period'],
  pointer: string,
  rules: { order: string; days: string },
) {
  if (period && !isPeriod(period)) {
    report(rules.days, pointer, 'The period has neither start nor end: add one, or leave the period out.')
  }
  if (period?.start && period.end && period.end < period.start) {
    report(rules.order, `${pointer}/end`, `The period ends ${period.end}, before it starts: swap the days.`)
  }
}

function checkSeller(report: Report, { seller }: Invoice) {
  requireTerm(report, 'BR-06', '/seller/name', seller?.name, "The seller's name (BT-27)")
  requireTerm(report, 'BR-08', '/seller/address', seller?.address, "The seller's address (BG-5)")
  if (seller?.address) {
    requireTerm(
      report,
      'BR-09',
      '/seller/address/country',
      seller.address.country,
      "The seller's country (BT-40)",
    )
  }
  const known =
    (seller?.ids ?? []).some(asIdentifier) || asIdentifier(seller?.legal_registration) || seller?.vat_id
  if (!known) {
    report(
      'BR-CO-26',
      '/seller',
      'The buyer must recognise the seller: add vat_id, legal_registration or ids.',
    )
  }
  checkVatId(report, '/seller/vat_id', seller?.vat_id)
  checkElectronicAddress(report, 'BR-62', '/seller/electronic_address', seller?.electronic_address)
}

function checkBuyer(report: Report, { buyer }: Invoice) {
  requireTerm(report, 'BR-07', '/buyer/name', buyer?.name, "The buyer's name (BT-44)")
  requireTerm(report, 'BR-10', '/buyer/address', buyer?.address, "The buyer's address (BG-8)")
  if (buyer?.address) {
    requireTerm(
      report,
      'BR-11',
      '/buyer/address/country',
      buyer.address.country,
      "The buyer's country (BT-55)",
    )
  }
  checkVatId(report, '/buyer/vat_id', buyer?.vat_id)
  checkElectronicAddress(report, 'BR-63', '/buyer/electronic_address', buyer?.electronic_address)
}

/** BR-CO-09: a VAT identifier begins with its country; Greece writes EL. */
function checkVatId(report: Report, pointer: string, vatId: string | undefined) {
  const prefix = vatId?.slice(0, 2)
  if (prefix && prefix !== 'EL' && !countryCodes.has(prefix)) {
    report(
      'BR-CO-09',
      pointer,
      `A VAT identifier begins with its country, such as DE or EL; this begins with ${prefix}.`,
    )
  }
}

function checkElectronicAddress(
  report: Report,
  rule: string,
  pointer: string,
  value: Identifier | undefined,
) {
  const address = electronicAddressOf(value)
  if (address && !address.scheme) {
    report(rule, pointer, 'An electronic address needs its scheme, a code of EAS: write {id, scheme}.')
  }
}

function checkPayee(report: Report, { payee, seller }: Invoice) {
  if (!payee) return
  requireTerm(report, 'BR-17', '/payee/name', payee.name, "The payee's name (BT-59)")
  const own = (a: Identifier | undefined, b: Identifier | undefined) =>
    asIdentifier(a) !== undefined && asIdentifier(a)?.id === asIdentifier(b)?.id
  const same =
    (payee.name && payee.name === seller?.name) ||
    (seller?.ids ?? []).some((id) => own(payee.id, id)) ||
    own(payee.legal_registration, seller?.legal_registration)
  if (same) report('BR-17', '/payee', 'The payee is the seller: leave the payee out.')
}

function checkTaxRepresentative(report: Report, { tax_representative: party }: Invoice) {
  if (!party) return
  const at = '/tax_representative'
  requireTerm(report, 'BR-18', `${at}/name`, party.name, "The tax representative's name (BT-62)")
  requireTerm(report, 'BR-19', `${at}/address`, party.address, "The tax representative's address (BG-12)")
  if (party.address) {
    requireTerm(report, 'BR-20', `${at}/address/country`, party.address.country, 'The country (BT-69)')
  }
  requireTerm(
    report,
    'BR-56',
    `${at}/vat_id`,
    party.vat_id,
    "The tax representative's VAT identifier (BT-63)",
  )
  checkVatId(report, `${at}/vat_id`, party.vat_id)
}

function checkDelivery(report: Report, { delivery }: Invoice) {
  if (!delivery?.address) return
  requireTerm(
    report,
    'BR-57',
    '/delivery/address/country',
    delivery.address.country,
    'The country delivered to (BT-80)',
  )
}

function checkPayment(report: Report, invoice: Invoice) {
  const payment = invoice.payment
  if (!payment) return
  const means = paymentMeansCode(invoice)
  const accounts = accountsOf(payment)
  const instructed = payment.means_text || accounts.length > 0
  if (!means && instructed) {
    report('BR-49', '/payment/means_code', 'Say how to pay (BT-81): add means_code, a code of UNTDID 4461.')
  }
  checkAccounts(report, payment)
  if ((means === '30' || means === '58') && !accounts.some(({ iban, account_id }) => iban || account_id)) {
    report(
      'BR-61',
      '/payment/iban',
      `Means of payment ${means} is a transfer: add iban or account_id (BT-84).`,
    )
  }
  const card = asText(payment.card?.number)
  if (payment.card && !card)
    report('BR-51', '/payment/card/number', 'Add the last digits of the card (BT-87).')
  if (card && card.length > 10) {
    report(
      'BR-51',
      '/payment/card/number',
      'Send at most the first six and the last four digits of the card.',
    )
  }
}

function checkAccounts(report: Report, payment: NonNullable<Invoice['payment']>) {
  const own = accountsOf({ ...payment, accounts: undefined }).map((account) => ({ account, at: '/payment' }))
  const more = (payment.accounts ?? []).map((account, i) => ({ account, at: `/payment/accounts/${i}` }))
  for (const { account, at } of [...own, ...more]) {
    const isOnlyBic = at === '/payment' && !account.account_name
    if (!account.iban && !account.account_id && !isOnlyBic) {
      report('BR-50', `${at}/iban`, 'An account (BG-17) needs its number (BT-84): add iban or account_id.')
    }
    if (account.iban && account.account_id) {
      report('CII-SR-470', `${at}/account_id`, 'Send iban or account_id (BT-84), not both.')
    }
  }
}

function checkReferences(report: Report, { references }: Invoice) {
  for (const [i, each] of (references?.preceding_invoices ?? []).entries()) {
    const pointer = `/references/preceding_invoices/${i}/number`
    requireTerm(report, 'BR-55', pointer, asText(each.number), 'The number of the preceding invoice (BT-25)')
  }
  for (const [i, each] of (references?.supporting_documents ?? []).entries()) {
    const pointer = `/references/supporting_documents/${i}/id`
    requireTerm(report, 'BR-52', pointer, each.id, 'The reference of the supporting document (BT-122)')
  }
}
