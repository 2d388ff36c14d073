/** What values may be in an invoice of the French reform: numbers, dates, addresses, VAT, attachments, decimals. */
import { type Decimal, decimal, format } from '../../money/decimal'
import type { CompleteInvoice } from '../invoice-amounts'
import type { Invoice } from '../schema'
import { asIdentifier, asText, electronicAddressOf } from '../terms'
import type { Report } from './invoice-finding'

const CATEGORIES = ['S', 'E', 'AE', 'K', 'G', 'O', 'Z']
const RATES = '0 10 13 20 8.5 19.6 2.1 5.5 7 20.6 1.05 0.9 1.75 9.2 9.6'.split(' ')
const ATTACHMENTS = (
  'RIB LISIBLE FEUILLE_DE_STYLE PJA BORDEREAU_SUIVI DOCUMENT_ANNEXE BON_LIVRAISON BON_COMMANDE ' +
  'BORDEREAU_SUIVI_VALIDATION ETAT_ACOMPTE FACTURE_PAIEMENT_DIRECT RECAPITULATIF_COTRAITANCE'
).split(' ')

/** Reports values that the reform does not take. */
export function checkFrenchValues(report: Report, complete: CompleteInvoice): void {
  const { invoice } = complete
  checkNumbers(report, invoice)
  checkDates(report, invoice)
  checkAddresses(report, invoice)
  checkVat(report, complete)
  checkAttachments(report, invoice)
  checkObjects(report, invoice)
  checkLineDecimals(report, complete)
}

/** BR-FR-01, BR-FR-02. */
function checkNumbers(report: Report, { number, references }: Invoice) {
  const check = (value: string | number | undefined, at: string) => {
    const text = asText(value)
    if (text === undefined) return
    if (text.length > 35) report('BR-FR-01', at, 'The number of an invoice has 35 characters at most.')
    if (!/^[A-Za-z0-9+\-_/]+$/.test(text)) {
      report('BR-FR-02', at, 'The number of an invoice has letters, digits and + - _ / alone.')
    }
  }
  check(number, '/number')
  for (const [i, each] of (references?.preceding_invoices ?? []).entries()) {
    check(each.number, `/references/preceding_invoices/${i}/number`)
  }
}

/** BR-FR-03: years from 2000 to 2099. */
function checkDates(report: Report, invoice: Invoice) {
  const dates: Record<string, string | undefined> = {
    '/issue_date': invoice.issue_date,
    '/tax_point_date': invoice.tax_point_date,
    '/due_date': invoice.due_date,
    '/delivery/date': invoice.delivery?.date,
    '/period/start': invoice.period?.start,
    '/period/end': invoice.period?.end,
  }
  for (const [at, date] of Object.entries(dates)) {
    if (date && !date.startsWith('20')) report('BR-FR-03', at, `${date} is not of this century: correct it.`)
  }
}

/** BR-FR-23, BR-FR-25. */
function checkAddresses(report: Report, { seller, buyer }: Invoice) {
  for (const [name, party] of Object.entries({ seller, buyer })) {
    const address = electronicAddressOf(party?.electronic_address)
    const at = `/${name}/electronic_address`
    if (!address) continue
    if (address.id.length > 125) report('BR-FR-25', at, 'An electronic address has 125 characters at most.')
    if (address.scheme === '0225' && !/^[A-Za-z0-9+\-_.]+$/.test(address.id)) {
      report('BR-FR-23', at, `${address.id} has other signs than letters, digits and + - _ .`)
    }
  }
}

/** BR-FR-15, BR-FR-16. */
function checkVat(report: Report, { lines, allowances, charges, breakdown }: CompleteInvoice) {
  for (const [place, parts] of Object.entries({ lines, allowances, charges })) {
    for (const [i, part] of parts.entries()) checkTerms(part, `/${place}/${i}/vat`)
  }
  for (const group of breakdown) checkTerms(group, group.pointer ?? '/vat_breakdown')

  function checkTerms(
    { category, rate }: { category: string | undefined; rate: Decimal | undefined },
    at: string,
  ) {
    if (category && !CATEGORIES.includes(category)) {
      report(
        'BR-FR-15',
        `${at}/category`,
        `France has the VAT categories ${CATEGORIES.join(', ')}, not ${category}.`,
      )
    }
    if (rate && !RATES.includes(format(rate))) {
      report('BR-FR-16', `${at}/rate`, `${format(rate)} % is no rate of VAT in France: correct it.`)
    }
  }
}

/** BR-FR-17, BR-FR-18: what an attachment is stands in its description. */
function checkAttachments(report: Report, { references }: Invoice) {
  const documents = references?.supporting_documents ?? []
  for (const [i, { description }] of documents.entries()) {
    if (!description || ATTACHMENTS.includes(description)) continue
    const at = `/references/supporting_documents/${i}/description`
    report('BR-FR-17', at, `The description (BT-123) is one of ${ATTACHMENTS.join(', ')}.`)
  }
  if (documents.filter(({ description }) => description === 'LISIBLE').length > 1) {
    report(
      'BR-FR-18',
      '/references/supporting_documents',
      'One document at most is the readable one (LISIBLE).',
    )
  }
}

/** BR-FR-30. */
function checkObjects(report: Report, { lines = [] }: Invoice) {
  for (const [i, { object_id, more_objects = [] }] of lines.entries()) {
    const schemes = [object_id, ...more_objects].map((each) => asIdentifier(each)?.scheme)
    for (const scheme of ['AFL', 'AVV']) {
      if (schemes.filter((each) => each === scheme).length < 2) continue
      report('BR-FR-30', `/lines/${i}/more_objects`, `A line has one object of the scheme ${scheme} at most.`)
    }
  }
}

/** BR-FR-DEC-02 to BR-FR-DEC-04; amounts have two decimals in every country (BR-DEC). */
function checkLineDecimals(report: Report, { invoice, lines }: CompleteInvoice) {
  for (const [i, line] of (invoice.lines ?? []).entries()) {
    const check = (rule: string, field: string, value: number | string | undefined, places: number) => {
      if (value === undefined || decimal(value).scale <= places) return
      report(rule, `/lines/${i}/${field}`, `${value} has more than ${places} decimals: round it.`)
    }
    check('BR-FR-DEC-02', 'quantity', line.quantity, 4)
    check('BR-FR-DEC-02', 'base_quantity', line.base_quantity, 4)
    check('BR-FR-DEC-03', 'net_price', lines[i] && format(lines[i].netPrice), 6)
    check('BR-FR-DEC-03', 'price_discount', line.price_discount, 6)
    check('BR-FR-DEC-03', 'gross_price', line.gross_price, 6)
    const price = lines[i]?.netPrice
    if (price && price.units < 0n)
      report('BR-FR-DEC-03', `/lines/${i}/net_price`, 'A price (BT-146) cannot be negative: correct it.')
  }
}
