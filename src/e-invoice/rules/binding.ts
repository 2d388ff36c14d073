/**
 * What the binding of EN 16931 to CII asks of the XML beyond its schema (CII-SR, CII-DT): terms that may stand only once,
 * and documents that are told apart by their type.
 */
import { elementAt, elementsAt, partsOf, textAt } from '../cii/read/path'
import { meansCodes } from '../codelists/document-codes'
import type { ConformanceLevel, Profile } from '../profiles'
import type { XmlElement } from '../xml/parse-xml'
import { checkParts } from './binding-parts'
import type { Report } from './invoice-finding'

type Part = XmlElement | undefined

/** Profiles that the rules of CEN itself hold in; the others have those of Factur-X alone. */
const CEN_LEVELS = new Set<ConformanceLevel>(['BASIC', 'EN 16931', 'XRECHNUNG'])

/** Reports what the XML of a profile says twice, or in a place that is for something else. */
export function checkBinding(report: Report, root: XmlElement, { level }: Pick<Profile, 'level'>): void {
  const { agreement, settlement } = partsOf(root)
  if (elementsAt(settlement, 'ApplicableTradeTax/TaxPointDate').length > 1) {
    const message = 'TaxPointDate (BT-7) is in more than one VAT group: keep it in the first only.'
    report('CII-SR-461', '/tax_point_date', message)
  }
  checkTaxTotals(report, settlement)
  checkPaymentMeans(report, settlement)
  checkTaxRegistrations(report, agreement)
  if (CEN_LEVELS.has(level)) checkParts(report, root)
  if (level !== 'MINIMUM') return
  checkTaxCurrency(report, settlement)
  const registration = elementAt(agreement, 'BuyerTradeParty/SpecifiedLegalOrganization')
  if (!registration || elementAt(registration, 'ID')) return
  const message =
    'SpecifiedLegalOrganization of the buyer is without its ID (BT-47): add it, or leave the organization out.'
  report('FX-SCH-A-000019', '/buyer/legal_registration', message)
}

const taxTotals = (settlement: Part) =>
  elementsAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation/TaxTotalAmount').map((each) =>
    each.attributes.get('currencyID'),
  )

/** BT-110 and BT-111 are told apart by their currency alone. */
function checkTaxTotals(report: Report, settlement: Part) {
  const currencies = taxTotals(settlement)
  if (new Set(currencies).size === currencies.length) return
  report('BR-CO-15', '/totals/vat', 'TaxTotalAmount stands twice in one currency (BT-110): leave one out.')
}

/** MINIMUM has no second currency (BT-6), so its VAT is in that of the invoice. */
function checkTaxCurrency(report: Report, settlement: Part) {
  const currency = textAt(settlement, 'InvoiceCurrencyCode')
  for (const given of taxTotals(settlement)) {
    if (given === currency) continue
    const message = `TaxTotalAmount (BT-110) is in the currency of the invoice: ${currency}.`
    report('BR-CL-03', '/totals/vat', message)
  }
}

/** Means of payment that go to an account (UNTDID 4461). */
const TRANSFERS = ['30', '58']

/** CII-SR-467, CII-SR-468 and BR-50: all ways to pay have one code and one text, and each transfer has an account. */
function checkPaymentMeans(report: Report, settlement: Part) {
  const means = elementsAt(settlement, 'SpecifiedTradeSettlementPaymentMeans')
  const codes = distinct(means, 'TypeCode')
  if (codes.length > 1) {
    const message = `All means of payment have one code (BT-81), not ${codes.join(', ')}: keep one of them.`
    report('CII-SR-467', '/payment/means_code', message)
  }
  // The first is judged with the rest of the invoice.
  for (const code of codes.slice(1)) {
    if (meansCodes.has(code)) continue
    report('BR-CL-16', '/payment/means_code', `${code} is not a code of UNTDID 4461 (BT-81): correct it.`)
  }
  if (distinct(means, 'Information').length > 1) {
    const message = 'All means of payment have one text (BT-82): say the same in each Information.'
    report('CII-SR-468', '/payment/means_text', message)
  }
  const transfers = means.filter((each) => TRANSFERS.includes(textAt(each, 'TypeCode') ?? ''))
  for (const account of transfers.flatMap((each) => elementsAt(each, 'PayeePartyCreditorFinancialAccount'))) {
    if (textAt(account, 'IBANID') || textAt(account, 'ProprietaryID')) continue
    const message = 'An account (BG-17) needs its number (BT-84): add IBANID or ProprietaryID.'
    report('BR-50', '/payment/iban', message)
  }
}

/** The texts at a path, each once, an empty one too. */
const distinct = (elements: readonly XmlElement[], path: string) => [
  ...new Set(
    elements.flatMap((each) => elementsAt(each, path)).map(({ text }) => text.trim().replace(/\s+/g, ' ')),
  ),
]

function checkTaxRegistrations(report: Report, agreement: Part) {
  for (const [party, pointer] of Object.entries({ SellerTradeParty: '/seller', BuyerTradeParty: '/buyer' })) {
    const schemes = elementsAt(agreement, `${party}/SpecifiedTaxRegistration/ID`).map((each) =>
      each.attributes.get('schemeID'),
    )
    if (new Set(schemes).size === schemes.length) continue
    const message = `${party} has two tax registrations of one scheme: leave one out.`
    report('XSD', `${pointer}/vat_id`, message)
  }
}
