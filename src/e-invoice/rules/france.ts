/**
 * The rules of the French reform (BR-FR of XP Z12-012, flow 2), as the published schematron has them. Those on invoices
 * of several sellers (BR-FR-MV) and on lists of deposits (BR-FR-BD) are not applied.
 */
import { equal, zero } from '../../money/decimal'
import { countsInTotals } from '../../money/totals'
import { elementsAt, textAt } from '../cii/read/path'
import type { CompleteInvoice } from '../invoice-amounts'
import type { Invoice } from '../schema'
import type { Identifier } from '../schema/value-schemas'
import { asIdentifier, asText, electronicAddressOf, typeCode } from '../terms'
import type { XmlElement } from '../xml/parse-xml'
import { checkFrenchValues } from './france-values'
import { collectViolations, type Report, type RuleViolation, requireTerm } from './invoice-finding'

/** Invoices, self-billed ones and credit notes that France knows (BR-FR-04). */
const TYPES = '380 389 393 501 386 500 384 471 472 473 261 262 381 396 502 503'.split(' ')
const SELF_BILLED = ['389', '501', '500', '471', '473', '261', '502']
const CORRECTIONS = ['384', '471', '472', '473']
const CREDIT_NOTES = ['261', '381', '396', '502', '503']
const PREPAYMENTS = ['386', '500', '503']

/** What is sold (B goods, S services, M both), and how (BR-FR-08). */
const BILLING_MODES = 'B1 S1 M1 B2 S2 M2 S3 B4 S4 M4 S5 S6 B7 S7 B8 S8 M8 B9 S9 M9'.split(' ')
const PAID = ['B2', 'S2', 'M2']
const FINAL = ['B4', 'S4', 'M4']

const TREATMENTS = ['B2B', 'B2BINT', 'B2C', 'B2CINT', 'OUTOFSCOPE', 'ARCHIVEONLY']

/** Findings of the French reform alone. */
export const checkFrance = (complete: CompleteInvoice): RuleViolation[] =>
  collectViolations((report) => {
    const { invoice } = complete
    checkDocument(report, invoice)
    checkNotes(report, invoice)
    checkParties(report, invoice)
    checkReferences(report, invoice)
    checkPaid(report, complete)
    checkFrenchValues(report, complete)
  })

function checkDocument(report: Report, invoice: Invoice) {
  const type = typeCode(invoice)
  if (!TYPES.includes(type)) {
    report(
      'BR-FR-04',
      '/type_code',
      `${type} is no type of invoice in France: use one of ${TYPES.join(', ')}.`,
    )
  }
  const mode = invoice.business_process ?? ''
  if (!BILLING_MODES.includes(mode)) {
    const message = `The billing mode (BT-23) is ${mode ? `not ${mode}` : 'missing'}: give business_process, such as S1 for services or B1 for goods.`
    report('BR-FR-08', '/business_process', message)
  }
  if (FINAL.includes(mode) && PREPAYMENTS.includes(type)) {
    report(
      'BR-FR-CO-08',
      '/business_process',
      `${mode} is a final invoice, and ${type} asks for a prepayment.`,
    )
  }
  const { due_date: due, issue_date: issued } = invoice
  const mayBePast = PREPAYMENTS.includes(type) || PAID.includes(mode)
  if (due && issued && due < issued && !mayBePast) {
    report('BR-FR-CO-07', '/due_date', `The due date (BT-9) is before the issue date ${issued}: correct it.`)
  }
  const inEuros = invoice.tax_currency === 'EUR' && invoice.totals?.vat_in_tax_currency !== undefined
  if (invoice.currency && invoice.currency !== 'EUR' && !inEuros) {
    const message =
      'The VAT of an invoice in another currency is given in euros: add tax_currency EUR and totals.vat_in_tax_currency.'
    report('BR-FR-CO-12', '/tax_currency', message)
  }
}

const MENTIONS = {
  PMT: 'the costs of recovery (40 €)',
  PMD: 'the penalties for late payment',
  AAB: 'the discount for early payment, or that there is none',
}

function checkNotes(report: Report, { notes = [], seller }: Invoice) {
  const texts = (code: string) =>
    notes.flatMap((note) =>
      typeof note !== 'string' && asText(note.subject_code) === code ? (note.text ?? '') : [],
    )
  for (const [code, what] of Object.entries(MENTIONS)) {
    if (texts(code).length > 0) continue
    const message = `A note must say ${what} (BT-22): add {"subject_code": "${code}", "text": …}.`
    report('BR-FR-05', '/notes', message)
  }
  for (const code of [...Object.keys(MENTIONS), 'TXD', 'BAR']) {
    const rule = code === 'BAR' ? 'BR-FR-31' : 'BR-FR-06'
    if (texts(code).length > 1) report(rule, '/notes', `The notes have the subject ${code} once at most.`)
  }
  for (const treatment of texts('BAR')) {
    if (TREATMENTS.includes(treatment)) continue
    report(
      'BR-FR-20',
      '/notes',
      `A note of subject BAR is one of ${TREATMENTS.join(', ')}, not ${treatment}.`,
    )
  }
  const isGroupMember = (seller?.ids ?? []).some((id) => asIdentifier(id)?.scheme === '0231')
  if (isGroupMember && !texts('TXD').includes('MEMBRE_ASSUJETTI_UNIQUE')) {
    const message = 'A member of a VAT group says MEMBRE_ASSUJETTI_UNIQUE in a note of subject TXD: add it.'
    report('BR-FR-CO-14', '/notes', message)
  }
}

function checkParties(report: Report, invoice: Invoice) {
  const { seller, buyer, payee, delivery, tax_representative } = invoice
  const siren = asIdentifier(seller?.legal_registration)?.id
  if (!siren || !/^\d{9}$/.test(siren)) {
    const message = 'The seller’s SIREN (BT-30) has nine digits: give {"id": "123456789", "scheme": "0002"}.'
    report('BR-FR-10', '/seller/legal_registration', message)
  }
  const addresses = [seller, buyer].map((party) => electronicAddressOf(party?.electronic_address))
  requireTerm(
    report,
    'BR-FR-13',
    '/seller/electronic_address',
    addresses[0]?.id,
    'The seller’s address (BT-34)',
  )
  requireTerm(
    report,
    'BR-FR-12',
    '/buyer/electronic_address',
    addresses[1]?.id,
    'The buyer’s address (BT-49)',
  )
  checkDomestic(report, invoice)
  const parties = { seller: seller?.ids, buyer: [buyer?.id, ...(buyer?.ids ?? [])], payee: [payee?.id] }
  const registrations: Record<string, Identifier | undefined> = {
    seller: seller?.legal_registration,
    buyer: buyer?.legal_registration,
    payee: payee?.legal_registration,
  }
  for (const [name, ids = []] of Object.entries({ ...parties, delivery: [delivery?.location_id] })) {
    const registration = asIdentifier(registrations[name])
    checkIdentifiers(report, `/${name}`, {
      ids: ids.flatMap((id) => asIdentifier(id) ?? []),
      siren: registration?.scheme === '0002' ? registration.id : undefined,
    })
  }
  const isGroupMember = (seller?.ids ?? []).some((id) => asIdentifier(id)?.scheme === '0231')
  if (isGroupMember && !tax_representative?.vat_id) {
    const message = 'A member of a VAT group names the group as tax_representative, with its vat_id (BT-63).'
    report('BR-FR-CO-15', '/tax_representative/vat_id', message)
  }
}

/** BR-FR-20 of a note that has a subject and no text, which is none of the invoice as JSON. */
export function checkEmptyTreatment(report: Report, root: XmlElement): void {
  for (const note of elementsAt(root, 'ExchangedDocument/IncludedNote')) {
    if (textAt(note, 'SubjectCode') !== 'BAR' || textAt(note, 'Content')) continue
    const message = `A note of subject BAR says how the invoice is treated (BT-22): write one of ${TREATMENTS.join(', ')}, or leave the note out.`
    report('BR-FR-20', '/notes', message)
  }
}

/** BR-FR-11, BR-FR-21, BR-FR-22: both parties of a domestic sale are found by their SIREN. */
function checkDomestic(report: Report, invoice: Invoice) {
  const { notes = [], seller, buyer } = invoice
  const isDomestic = notes.some(
    (note) => typeof note !== 'string' && asText(note.subject_code) === 'BAR' && note.text === 'B2B',
  )
  if (!isDomestic) return
  const sirenOf = (party: typeof seller | typeof buyer) => asIdentifier(party?.legal_registration)?.id ?? ''
  if (!/^\d{9}$/.test(sirenOf(buyer))) {
    const message = 'The buyer’s SIREN (BT-47) has nine digits: give {"id": "123456789", "scheme": "0002"}.'
    report('BR-FR-11', '/buyer/legal_registration', message)
  }
  const isSelfBilled = SELF_BILLED.includes(typeCode(invoice))
  const [rule, name, receiver] = isSelfBilled
    ? (['BR-FR-22', 'seller', seller] as const)
    : (['BR-FR-21', 'buyer', buyer] as const)
  const address = electronicAddressOf(receiver?.electronic_address)
  if (address?.scheme === '0225' && address.id.startsWith(sirenOf(receiver))) return
  const message = `The ${name}’s electronic address begins with its SIREN and has the scheme 0225: correct it.`
  report(rule, `/${name}/electronic_address`, message)
}

type PartyIdentifiers = { ids: { id: string; scheme?: string }[]; siren: string | undefined }

function checkIdentifiers(report: Report, at: string, { ids, siren }: PartyIdentifiers) {
  if (siren !== undefined && !/^\d{9}$/.test(siren)) {
    report('BR-FR-32', `${at}/legal_registration`, `A SIREN (scheme 0002) has nine digits, not ${siren}.`)
  }
  const schemes = ids.flatMap(({ scheme }) => scheme ?? [])
  if (new Set(schemes).size < schemes.length) {
    report('BR-FR-CO-10', at, 'Each identifier has another scheme: leave one out.')
  }
  for (const { id, scheme } of ids) {
    if (scheme === '0009' && !(/^\d{14}$/.test(id) && id.slice(0, 9) === siren)) {
      const message = `A SIRET (scheme 0009) has 14 digits and begins with the SIREN of legal_registration, not ${id}.`
      report('BR-FR-09', at, message)
    }
    if ((scheme === '0002' || scheme === '0231') && !/^\d{9}$/.test(id)) {
      report('BR-FR-32', at, `A SIREN (scheme ${scheme}) has nine digits, not ${id}.`)
    }
    if (scheme !== '0224') continue
    if (!/^[A-Za-z0-9+\-_.]+$/.test(id))
      report('BR-FR-24', at, `${id} has other signs than letters, digits and + - _ .`)
    if (id.length > 100) report('BR-FR-26', at, 'A private identifier has 100 characters at most.')
  }
}

function checkReferences(report: Report, invoice: Invoice) {
  const type = typeCode(invoice)
  const at = '/references/preceding_invoices'
  const complete = (invoice.references?.preceding_invoices ?? []).filter(
    (each) => asText(each.number) && each.issue_date,
  )
  if (CORRECTIONS.includes(type) && complete.length !== 1) {
    report('BR-FR-CO-04', at, 'A correction names one preceding invoice, with its number and date (BG-3).')
  }
  const lines = (invoice.lines ?? []).filter(({ status }) => countsInTotals(status))
  const onEachLine =
    lines.length > 0 && lines.every(({ preceding_invoice: each }) => asText(each?.number) && each?.issue_date)
  if (CREDIT_NOTES.includes(type) && complete.length === 0 && !onEachLine) {
    report('BR-FR-CO-05', at, 'A credit note names the invoices it corrects, with number and date (BG-3).')
  }
  if (type !== '262') return
  const { contract } = invoice.references ?? {}
  if (contract && invoice.period?.start && invoice.period.end) return
  report(
    'BR-FR-CO-03',
    '/references/contract',
    'A global discount names its contract (BT-12) and both days of its period.',
  )
}

/** BR-FR-CO-09: what is billed as paid already. */
function checkPaid(report: Report, { invoice, totals }: CompleteInvoice) {
  if (!PAID.includes(invoice.business_process ?? '')) return
  const paid = `${invoice.business_process} is an invoice that is paid already`
  if (!equal(totals.due.value, zero)) {
    report('BR-FR-CO-09', '/prepaid_amount', `${paid}: prepaid_amount (BT-113) is the total with VAT.`)
  }
  if (!invoice.due_date)
    report('BR-FR-CO-09', '/due_date', `${paid}: due_date (BT-9) is the day it was paid.`)
}
